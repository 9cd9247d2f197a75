package docx

import (
	"errors"

	"quire/internal/convert/office/omml"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

var errNoBody = errors.New("document part has no body")

// flow is a sequence of blocks: the body, a cell, a text box or a note.
type flow struct {
	blocks []page.Block
	marks  []mark
	// held is the beginning of a paragraph that goes on in the next one (a drop cap, a deleted paragraph mark).
	held []page.Span
	// lines counts blank lines of code that wait for more code.
	lines int
	// inCode says that the last paragraph was code, so that the next one can go on with its block.
	inCode bool
	// section is the block that the current section begins with.
	section int
}

// mark is a page break: before span or row at of a block.
type mark struct {
	block, at int
	rendered  bool // recorded by Word where the page ended when it was last laid out
}

func (f *flow) add(b page.Block) { f.blocks = append(f.blocks, b) }

// flush ends a held paragraph for which no other came.
func (f *flow) flush() {
	if len(f.held) > 0 {
		f.add(page.Block{Kind: page.Paragraph, Spans: f.held})
		f.held = nil
	}
}

// blocks reads the block-level children of the current element.
func (d *document) blocks(c *opc.Cursor, f *flow) error {
	return c.Content(func(e opc.Element) error { return d.block(c, e, f) })
}

func (d *document) block(c *opc.Cursor, e opc.Element, f *flow) error {
	switch e.Name {
	case "w:p":
		return d.paragraph(c, f)
	case "w:tbl":
		f.flush()
		return d.table(c, f)
	case "w:altChunk":
		return d.altChunk(e, f)
	case "m:oMathPara", "m:oMath":
		b, err := omml.LaTeX(c, e)
		if err != nil {
			return err
		}
		f.add(page.Block{Kind: page.Formula, Spans: []page.Span{{Text: b, Math: true}}})
	case "w:sectPr":
		s, err := readSectionProps(c)
		d.endSection(f, s)
		return err
	}
	return nil
}
