package slides

import (
	"context"
	"io"
	"slices"
	"strings"

	"quire/internal/convert/odf"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// ConvertODP is like [Convert], for an OpenDocument presentation.
func ConvertODP(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	doc, err := odf.Open(ctx, r, size, odf.Options{SkipImages: opt.SkipImages, OCR: opt.OCR, Limits: opt.Limits})
	if err != nil {
		return err
	}
	number, found := 0, false
	err = doc.Read(func(c *opc.Cursor, e opc.Element) error {
		if e.Name != "office:presentation" {
			return nil
		}
		found = true
		return c.Each(func(e opc.Element) error {
			if e.Name != "draw:page" {
				return nil
			}
			p, err := openPage(doc, c, e)
			if err != nil {
				return err
			}
			number++
			p.Number = number
			return emit(p)
		})
	})
	switch {
	case err != nil:
		return err
	case !found:
		return odf.NoBody()
	case number == 0:
		return emit(page.Page{Number: 1, Width: usualWidth, Height: usualHeight, Source: page.SourceText, Apart: true})
	}
	return nil
}

// openPage reads the current draw:page.
func openPage(doc *odf.Document, c *opc.Cursor, e opc.Element) (page.Page, error) {
	doc.Begin()
	width, height := doc.PageSize(e.Attr("master-page-name"))
	if width <= 0 || height <= 0 {
		width, height = usualWidth, usualHeight
	}
	hidden := doc.Hidden("drawing-page", e.Of("draw:style-name"))
	s := &openSlide{doc: doc}
	var shapes []shape
	err := c.Each(func(e opc.Element) (err error) {
		if e.Name == "presentation:notes" {
			return s.readNotes(c)
		}
		shapes, err = s.add(c, e, shapes)
		return err
	})
	p := page.Page{Width: width, Height: height, Apart: true}
	if err != nil {
		return p, err
	}
	if hidden {
		p.Blocks = append(p.Blocks, remarkBlock("Hidden slide:"))
	}
	arranged := &slide{deck: &deck{width: width, height: height}, layout: &layer{}}
	p.Blocks = slices.Concat(p.Blocks, arranged.arranged(shapes), s.notes, arranged.feet(shapes))
	p.Source, p.Notes = doc.Source(), doc.Remarks()
	return p, nil
}

// openSlide is a slide of an OpenDocument presentation while it is being read.
type openSlide struct {
	doc   *odf.Document
	notes []page.Block
}

// add reads the current element of a slide and appends it to shapes if it shows something.
func (s *openSlide) add(c *opc.Cursor, e opc.Element, shapes []shape) ([]shape, error) {
	switch {
	case !strings.HasPrefix(e.Name, "draw:") && !strings.HasPrefix(e.Name, "dr3d:"):
		return shapes, nil
	case e.Name == "draw:g" || e.Name == "draw:a":
		var kids []shape
		err := c.Each(func(e opc.Element) (err error) {
			kids, err = s.add(c, e, kids)
			return err
		})
		return append(shapes, shape{kids: kids, box: bounds(kids)}), err
	}
	sh := shape{box: odf.Box(e), placeholder: placeholderOf(e.Of("presentation:class")), size: usualSize}
	blocks, err := s.doc.Drawn(c, e)
	if err != nil {
		return shapes, err
	}
	sh.blocks = blocks
	if level := s.headingLevel(&sh); level > 0 {
		sh.blocks = joined(blocks, level)
	}
	for i := range sh.blocks {
		sh.blocks[i].Box = sh.box
	}
	return append(shapes, sh), nil
}

// placeholderOf returns the placeholder for shapes of a class, or nil.
func placeholderOf(class string) *placeholder {
	kinds := map[string]string{"title": "title", "subtitle": "subTitle", "header": "hdr", "footer": "ftr", "date-time": "dt", "page-number": "sldNum"}
	if kind := kinds[class]; kind != "" {
		return &placeholder{kind: kind}
	}
	return nil
}

// headingLevel returns the level of the heading that the shape is, or 0.
func (s *openSlide) headingLevel(sh *shape) int {
	switch {
	case sh.isTitle():
		return 1
	case sh.is("subTitle") && len(sh.blocks) == 1 && len(sh.blocks[0].Text()) <= headingLimit:
		return 2
	}
	return 0
}

// joined joins the paragraphs of a title into one heading.
func joined(blocks []page.Block, level int) []page.Block {
	var spans []page.Span
	var others []page.Block
	for _, b := range blocks {
		if b.Table != nil || b.Kind == page.Picture {
			others = append(others, b)
			continue
		}
		if spans != nil {
			spans = append(spans, page.Span{Text: "\n"})
		}
		spans = append(spans, b.Spans...)
	}
	if spans == nil {
		return others
	}
	return append([]page.Block{{Kind: page.Heading, Level: level, Spans: spans}}, others...)
}

// readNotes reads the current presentation:notes, as a quotation.
func (s *openSlide) readNotes(c *opc.Cursor) error {
	return c.Each(func(e opc.Element) error {
		if e.Of("presentation:class") != "notes" {
			return nil
		}
		blocks, err := s.doc.Drawn(c, e)
		for _, b := range blocks {
			if b.Table != nil || strings.TrimSpace(b.Text()) == "" {
				continue
			}
			if s.notes == nil {
				s.notes = []page.Block{remarkBlock("Speaker notes:")}
			}
			s.notes = append(s.notes, page.Block{Kind: page.Quote, Spans: b.Spans})
		}
		return err
	})
}
