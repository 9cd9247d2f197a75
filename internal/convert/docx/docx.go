// Package docx reads Office Open XML documents (ECMA-376, ISO/IEC 29500, transitional and strict) into pages of
// blocks. Tracked changes count as accepted; comments are not part of the text; headers and footers become
// running ones.
package docx

import (
	"context"
	"io"
	"slices"

	"quire/internal/convert/archive"
	"quire/internal/convert/office/illustration"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// Options choose what is read.
type Options struct {
	// SkipImages leaves pictures out altogether.
	SkipImages bool
	// OCR reads the text in a picture (PNG, JPEG, GIF, BMP, TIFF or WebP bytes). Nil means that pictures are
	// not read. An error other than the context's end leaves the picture unread.
	OCR    func(ctx context.Context, img []byte) (string, error)
	Limits archive.Limits
}

// Info describes how the document was converted.
type Info struct {
	Pages int
	// PageSource is "word" if the pages are those recorded by Word, and "none" if the whole document is one page.
	PageSource string
}

// Convert reads a document of size bytes and passes its pages to emit in order, at least one. A *page.Error is
// the document's own fault; errors of emit are returned unchanged.
func Convert(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) (Info, error) {
	zip, err := archive.Open(r, size, opt.Limits)
	if err != nil {
		return Info{}, err
	}
	d := newDocument(ctx, zip, opt)
	if err := d.prepare(); err != nil {
		return Info{}, err
	}
	body := &flow{}
	if err := d.readBody(body); err != nil {
		return Info{}, err
	}
	if err := d.readSections(); err != nil {
		return Info{}, err
	}
	pages, source := d.paginate(body)
	for i := range pages {
		if err := ctx.Err(); err != nil {
			return Info{}, err
		}
		if err := emit(pages[i]); err != nil {
			return Info{}, err
		}
	}
	return Info{Pages: len(pages), PageSource: source}, nil
}

// document is the state of one conversion.
type document struct {
	opc.Package
	ctx       context.Context
	opt       Options
	part      string // the part being read
	rels      map[string]opc.Relationship
	styles    *styleSheet
	numbers   *listNumbers
	savedPage int

	fields []complexField
	notes  map[string][]page.Block // by label
	labels map[noteKey]string
	// footnotes and endnotes count the notes referenced so far.
	footnotes, endnotes int

	illustrations *illustration.Reader
	read          bool // whether any picture had text
	titled        bool // a title precedes the headings
	remarks       []string
	depth         int    // nesting depth of tables
	chunks        int    // number of enclosing documents
	imports       *int64 // bytes that imported parts may still unpack to, shared by all nested documents
	// sections are the parts of the document with separate headers and footers.
	sections  []section
	furniture bool // a header or footer is being read
	// filling holds the form fields that have begun but not ended, the innermost last.
	filling []*formField
	reading *paragraph // the paragraph being read, if any
}

func newDocument(ctx context.Context, zip *archive.Archive, opt Options) *document {
	d := &document{Package: opc.NewPackage(ctx, zip), ctx: ctx, opt: opt, notes: map[string][]page.Block{}, imports: new(int64(chunksLimit))}
	d.illustrations = illustration.NewReader(ctx, d.Package, opt.OCR, d.remark)
	return d
}

func (d *document) prepare() (err error) {
	if d.part, err = d.MainPart("word/document.xml"); err != nil {
		return err
	}
	if d.rels, err = d.Relationships(d.part); err != nil {
		return err
	}
	if d.styles, err = d.readStyles(opc.Find(d.rels, "styles")); err != nil {
		return err
	}
	if d.numbers, err = d.readNumbering(opc.Find(d.rels, "numbering")); err != nil {
		return err
	}
	d.savedPage, err = d.savedPages()
	if page.ReasonOf(err) != "" {
		return nil // only a statistic: the document can be read without a part that is damaged or too large
	}
	return err
}

func (d *document) readBody(body *flow) error {
	found := false
	_, err := d.Package.Read(d.part, func(c *opc.Cursor, e opc.Element) error {
		if e.Name != "w:body" {
			return nil
		}
		found = true
		c.Control = d.control
		return d.blocks(c, body)
	})
	if err != nil {
		return err
	}
	if !found {
		return archive.Broken(errNoBody)
	}
	body.flush()
	return d.readNotes()
}

// remark records a note for operators, without duplicates.
func (d *document) remark(text string) {
	if slices.Contains(d.remarks, text) {
		return
	}
	d.remarks = append(d.remarks, text)
}

// inPart reads content of another part, with that part's relationships.
func (d *document) inPart(part string, read func() error) error {
	rels, err := d.Relationships(part)
	if err != nil {
		return err
	}
	outer, outerRels := d.part, d.rels
	d.part, d.rels = part, rels
	defer func() { d.part, d.rels = outer, outerRels }()
	return read()
}
