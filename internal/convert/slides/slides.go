// Package slides reads presentations, in Office Open XML (ECMA-376, ISO/IEC 29500, transitional and strict) and in
// OpenDocument, into a page for each slide. Hidden slides are included with a remark, because readers expect all of a file and cannot unhide
// what is missing; comments are not part of the text.
package slides

import (
	"context"
	"io"
	"slices"

	"quire/internal/convert/archive"
	"quire/internal/convert/office/drawing"
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

// Convert reads a presentation of size bytes and passes its pages to emit in order, at least one. A *page.Error is
// the document's own fault; errors of emit are returned unchanged.
func Convert(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	zip, err := archive.Open(r, size, opt.Limits)
	if err != nil {
		return err
	}
	d := newDeck(ctx, zip, opt)
	if err := d.prepare(); err != nil {
		return err
	}
	for i, part := range d.slides {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := d.page(i+1, part)
		if err != nil {
			return err
		}
		if err := emit(p); err != nil {
			return err
		}
	}
	if len(d.slides) == 0 {
		return emit(page.Page{Number: 1, Width: d.width, Height: d.height, Source: page.SourceText, Apart: true})
	}
	return nil
}

// usualWidth and usualHeight are the size of slides, in points, if the presentation does not state it.
const (
	usualWidth  = 720
	usualHeight = 540
)

// deck is the state of one conversion.
type deck struct {
	opc.Package
	opt           Options
	illustrations *illustration.Reader
	width, height float64
	slides        []string       // parts, in order
	texts         drawing.Levels // of all text, unless masters say otherwise
	layers        map[string]*layer
	remarks       []string // about the slide being read
}

func newDeck(ctx context.Context, zip *archive.Archive, opt Options) *deck {
	d := &deck{Package: opc.NewPackage(ctx, zip), opt: opt, width: usualWidth, height: usualHeight, layers: map[string]*layer{}}
	d.illustrations = illustration.NewReader(ctx, d.Package, opt.OCR, d.remark)
	return d
}

// remark records a note for operators, once per slide.
func (d *deck) remark(text string) {
	if !slices.Contains(d.remarks, text) {
		d.remarks = append(d.remarks, text)
	}
}

// prepare reads the main part: the size of the slides and the list of slides.
func (d *deck) prepare() error {
	part, err := d.MainPart("ppt/presentation.xml")
	if err != nil {
		return err
	}
	rels, err := d.Relationships(part)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	_, err = d.Read(part, func(c *opc.Cursor, e opc.Element) (err error) {
		switch e.Name {
		case "p:sldSz":
			if width, height := drawing.Length(e.Attr("cx")), drawing.Length(e.Attr("cy")); width > 0 && height > 0 {
				d.width, d.height = width, height
			}
		case "p:sldIdLst":
			return c.Each(func(e opc.Element) error {
				slide := rels[e.Reference("id")]
				if e.Name == "p:sldId" && slide.Kind == "slide" && !slide.External && !seen[slide.Target] {
					seen[slide.Target] = true // PowerPoint repeats no slide
					d.slides = append(d.slides, slide.Target)
				}
				return nil
			})
		case "p:defaultTextStyle":
			d.texts, err = drawing.ReadLevels(c)
		}
		return err
	})
	return err
}
