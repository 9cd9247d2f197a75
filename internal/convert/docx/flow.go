package docx

import (
	"errors"

	"quire/internal/convert/office/omml"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

var errNoBody = errors.New("document part has no body")

// flow is a sequence of blocks: the body, a cell, a text box or a note.
type flow struct {
	blocks []page.Block
	marks  []paging.Mark
	// held is the beginning of a paragraph that continues in the next one (after a drop cap or a deleted
	// paragraph mark).
	held []page.Span
	// lines counts blank lines of code that wait for more code.
	lines int
	// inCode is set when the last paragraph was code, so that the next one can continue its block.
	inCode bool
	fields []placedField
	// section is the block with which the current section begins.
	section int
}

func (f *flow) add(b page.Block) { f.blocks = append(f.blocks, b) }

// flush ends a held paragraph that had no successor.
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
