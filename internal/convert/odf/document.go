package odf

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/archive"
	"quire/internal/convert/office/illustration"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// Document is an OpenDocument file that is being read. It is not safe for concurrent use.
type Document struct {
	opc.Package
	ctx  context.Context
	opt  Options
	flat io.Reader // of a document that is not in a package, otherwise nil

	styles      *styleSheet
	masters     map[string]*master
	firstMaster string
	recorded    int // pages that the program counted

	controls map[string]*control // of forms, by their ids
	counts   map[string]*counter // of lists, by their id and by their style
	notes    map[string][]page.Block
	// footnotes and endnotes count the notes referenced so far.
	footnotes, endnotes int

	illustrations *illustration.Reader
	ocr           bool // some text was read in pictures
	titled        bool // a title precedes the headings
	furniture     bool // a header or footer is being read
	depth         int  // nesting depth of tables
	objects       int  // nesting depth of embedded documents
	copies        int  // cells that repetition may still add
	remarks       []string
}

// flatLimit bounds a document that is not in a package, in bytes.
const flatLimit = 256 << 20

// Open opens a document of size bytes. A *page.Error is the document's own fault.
func Open(ctx context.Context, r io.ReaderAt, size int64, opt Options) (*Document, error) {
	d := &Document{
		ctx: ctx, opt: opt, styles: newStyleSheet(), masters: map[string]*master{}, counts: map[string]*counter{},
		controls: map[string]*control{},
		notes:    map[string][]page.Block{}, copies: copyLimit,
	}
	head := make([]byte, min(size, 4))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, fmt.Errorf("read the document's start: %w", err)
	}
	if !bytes.HasPrefix(head, []byte("PK")) && bytes.ContainsAny(head, "<\xFF\xFE\xEF") {
		if size > flatLimit {
			return nil, &page.Error{Reason: page.TooLarge, Message: "Document is larger than 256 MB; split it"}
		}
		d.flat = bufio.NewReader(io.NewSectionReader(r, 0, size))
	} else {
		zip, err := archive.Open(r, size, opt.Limits)
		if err != nil {
			return nil, err
		}
		if err := zip.Locked(); err != nil {
			return nil, err
		}
		d.Package = opc.NewPackage(ctx, zip)
	}
	d.illustrations = illustration.NewReader(ctx, d.Package, opt.OCR, d.Remark)
	return d, nil
}

// Remark records a note for operators, without duplicates.
func (d *Document) Remark(text string) {
	if !slices.Contains(d.remarks, text) {
		d.remarks = append(d.remarks, text)
	}
}

// Remarks returns what was recorded since the last call.
func (d *Document) Remarks() []string {
	remarks := d.remarks
	d.remarks = nil
	return remarks
}

// Source says where the text read so far came from.
func (d *Document) Source() page.Source {
	if d.ocr {
		return page.SourceMixed
	}
	return page.SourceText
}

// Read reads the document's styles and visits the child of its body, which identifies the kind of document.
func (d *Document) Read(visit func(c *opc.Cursor, e opc.Element) error) error {
	if d.flat != nil {
		return opc.ReadXML(d.ctx, d.flat, func(c *opc.Cursor, _ opc.Element) error {
			return c.Each(func(e opc.Element) error { return d.part(c, e, visit) })
		})
	}
	for _, name := range []string{"meta.xml", "styles.xml", "content.xml"} {
		d.styles.automatic = map[styleKey]*style{}
		found, err := d.Package.Read(name, func(c *opc.Cursor, e opc.Element) error { return d.part(c, e, visit) })
		if name == "meta.xml" && page.ReasonOf(err) != "" {
			continue // only statistics: the document can be read without a part that is damaged or too large
		}
		if err != nil {
			return err
		}
		if name == "content.xml" && !found {
			return NoBody()
		}
	}
	return nil
}

// part reads one child of the outermost element of a part.
func (d *Document) part(c *opc.Cursor, e opc.Element, visit func(*opc.Cursor, opc.Element) error) error {
	switch e.Name {
	case "office:meta":
		return c.Each(func(e opc.Element) error {
			if e.Name == "meta:document-statistic" {
				d.recorded, _ = strconv.Atoi(strings.TrimSpace(e.Attr("page-count")))
			}
			return nil
		})
	case "office:font-face-decls":
		return d.styles.readFonts(c)
	case "office:styles":
		return d.styles.read(c, d.styles.named)
	case "office:automatic-styles":
		return d.styles.read(c, d.styles.automatic)
	case "office:master-styles":
		return d.readMasters(c)
	case "office:body":
		return c.Each(func(e opc.Element) error { return visit(c, e) })
	}
	return nil
}

// master is a page style with its headers and footers.
type master struct {
	heads, feet []page.Block
	layout      string
}

// masterUse is a block at which the pages begin to have another style.
type masterUse struct {
	block int
	name  string
}

// readMasters reads the current office:master-styles.
func (d *Document) readMasters(c *opc.Cursor) error {
	return c.Each(func(e opc.Element) error {
		if e.Name != "style:master-page" {
			return nil
		}
		m := &master{layout: e.Attr("page-layout-name")}
		d.masters[e.Attr("name")] = m
		if d.firstMaster == "" || e.Attr("name") == "Standard" {
			d.firstMaster = e.Attr("name")
		}
		return c.Each(func(e opc.Element) error {
			if e.Attr("display") == "false" {
				return nil
			}
			switch e.Name {
			case "style:header", "style:header-left", "style:header-first":
				return d.readFurniture(c, &m.heads)
			case "style:footer", "style:footer-left", "style:footer-first":
				return d.readFurniture(c, &m.feet)
			}
			return nil
		})
	})
}

// readFurniture reads the blocks of a header or footer without its pictures, which are logos.
func (d *Document) readFurniture(c *opc.Cursor, into *[]page.Block) error {
	f := &Flow{}
	skip, titled := d.opt.SkipImages, d.titled
	d.furniture, d.opt.SkipImages = true, true
	err := d.blocks(c, f)
	d.furniture, d.opt.SkipImages, d.titled = false, skip, titled
	*into = append(*into, f.Blocks...)
	return err
}
