package odf

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/office/para"
	"quire/internal/convert/page"
)

// Flow is a sequence of blocks: the body, a cell, a text box or a note.
type Flow struct {
	Blocks  []page.Block
	marks   []paging.Mark
	masters []masterUse
	listing para.Listing
	breaks  bool // the last paragraph ends its page
	headed  bool // all paragraphs so far are set as the header of a table
	fields  []placedField
}

func (f *Flow) add(b page.Block) { f.Blocks = append(f.Blocks, b) }

// mark records that a page begins with the next block.
func (f *Flow) mark(rendered bool) {
	f.marks = append(f.marks, paging.Mark{Block: len(f.Blocks), Rendered: rendered})
}

// Blocks reads the text in the current element: paragraphs, lists, tables and drawings among them.
func (d *Document) Blocks(c *opc.Cursor) ([]page.Block, error) {
	f := &Flow{}
	err := d.blocks(c, f)
	return f.Blocks, err
}

// Line reads the text of the current paragraph, without what is anchored in it.
func (d *Document) Line(c *opc.Cursor) ([]page.Span, error) {
	p := &paragraph{doc: d, spaced: true}
	err := p.inline(c, textProps{})
	p.end()
	p.spans, _ = para.Trim(p.spans, false)
	return p.spans, err
}

// Drawn reads the current drawing element e.
func (d *Document) Drawn(c *opc.Cursor, e opc.Element) ([]page.Block, error) {
	f := &Flow{}
	err := d.drawn(c, e, f)
	return f.Blocks, err
}

func (d *Document) blocks(c *opc.Cursor, f *Flow) error {
	return c.Each(func(e opc.Element) error { return d.block(c, e, f, nil) })
}

// block reads a block-level element, which may be the next in a list item.
func (d *Document) block(c *opc.Cursor, e opc.Element, f *Flow, in *item) error {
	switch e.Name {
	case "text:p", "text:h":
		return d.paragraph(c, e, f, in)
	case "text:list":
		return d.list(c, d.begin(e, in), f)
	case "text:numbered-paragraph":
		return d.numberedParagraph(c, e, f)
	case "table:table":
		return d.table(c, e, f)
	case "text:section":
		if e.Attr("display") == "none" {
			return nil
		}
		return d.blocks(c, f)
	case "text:soft-page-break":
		f.mark(true)
	case "office:forms":
		return d.readForms(c)
	case "text:tracked-changes", "text:sequence-decls", "text:variable-decls", "text:user-field-decls", "office:annotation",
		"text:table-of-content-source", "text:illustration-index-source", "text:table-index-source", "text:object-index-source",
		"text:user-index-source", "text:alphabetical-index-source", "text:bibliography-source", "office:dde-source", "office:scripts",
		"text:dde-connection-decls", "text:alphabetical-index-auto-mark-file", "presentation:notes":
	default:
		if strings.HasPrefix(e.Name, "draw:") {
			return d.drawn(c, e, f)
		}
		return c.Each(func(e opc.Element) error { return d.block(c, e, f, in) })
	}
	return nil
}

// list reads the items of the current text:list.
func (d *Document) list(c *opc.Cursor, l *list, f *Flow) error {
	return c.Each(func(e opc.Element) error {
		switch e.Name {
		case "text:list-item":
			in := &item{list: l, start: -1}
			if n, err := strconv.Atoi(e.Attr("start-value")); err == nil {
				in.start = n
			}
			return c.Each(func(e opc.Element) error { return d.block(c, e, f, in) })
		case "text:list-header":
			in := &item{list: l, start: -1, taken: true}
			return c.Each(func(e opc.Element) error { return d.block(c, e, f, in) })
		}
		return nil
	})
}

// numberedParagraph reads the current text:numbered-paragraph, a list item that is not inside a list element.
func (d *Document) numberedParagraph(c *opc.Cursor, e opc.Element, f *Flow) error {
	name := e.Attr("style-name")
	key := "numbered " + e.Attr("list-id")
	if d.counts[key] == nil {
		d.counts[key] = &counter{}
	}
	level, _ := strconv.Atoi(e.Attr("level"))
	in := &item{start: -1, list: &list{
		name: name, style: d.styles.lists[name], level: min(max(level-1, 0), levelCount-1), counter: d.counts[key],
	}}
	if n, err := strconv.Atoi(e.Attr("start-value")); err == nil {
		in.start = n
	}
	return c.Each(func(e opc.Element) error { return d.block(c, e, f, in) })
}
