package odf

import (
	"slices"
	"strconv"

	"quire/internal/convert/office/form"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/office/para"
	"quire/internal/convert/office/stylename"
	"quire/internal/convert/page"
)

// paragraph is a text:p or text:h while it is being read.
type paragraph struct {
	doc      *Document
	style    paraStyle
	spans    []page.Span
	breaks   []int        // the spans before which a page begins in the program's last layout
	anchored []page.Block // pictures and text boxes
	link     string
	spaced   bool // the text ends in white space, so further white space is dropped
	styled   page.SpanWriter
	fields   []*formField
	marked   *formField    // the field in progress, which has no end yet
	enclosed []placedField // fields in what is anchored
}

// paragraph reads the current text:p or text:h and adds the resulting block, followed by what is anchored in it.
func (d *Document) paragraph(c *opc.Cursor, e opc.Element, f *Flow, in *item) error {
	p := &paragraph{doc: d, style: d.styles.paragraph(e.Attr("style-name")), spaced: true}
	if e.Name == "text:h" {
		if p.style.role != stylename.Title {
			p.style.role = stylename.Heading
			p.style.level = 1
		}
		if level, err := strconv.Atoi(e.Attr("outline-level")); err == nil && level > 0 {
			p.style.level = level
		}
	}
	if err := p.inline(c, p.style.text); err != nil {
		return err
	}
	p.end()
	p.labelFields(f)
	if e.Name == "text:h" && in == nil {
		in = d.outlined(e, p.style.level)
	}
	p.finish(f, in)
	return nil
}

// outlined returns the item that numbers a heading outside of lists, or nil.
func (d *Document) outlined(e opc.Element, level int) *item {
	style := d.styles.lists[outlineList]
	if style == nil || level < 1 || level > levelCount || e.Attr("is-list-header") == "true" {
		return nil
	}
	counts := d.counts[outlineList]
	if counts == nil {
		counts = &counter{}
		d.counts[outlineList] = counts
	}
	in := &item{list: &list{style: style, name: outlineList, level: level - 1, counter: counts}, start: -1}
	if n, err := strconv.Atoi(e.Attr("start-value")); err == nil {
		in.start = n
	}
	return in
}

// finish turns the paragraph into blocks.
func (p *paragraph) finish(f *Flow, in *item) {
	if f.breaks || (len(f.Blocks) > 0 && (p.style.breakBefore == on || p.style.master != "")) {
		f.mark(false)
	}
	f.breaks = p.style.breakAfter == on
	if p.style.master != "" {
		f.masters = append(f.masters, masterUse{len(f.Blocks), p.style.master})
	}
	if p.style.role == stylename.Contents {
		para.DropPageNumber(p.spans)
	}
	p.trim()
	b, shown := p.block(f, in)
	f.fields = append(f.fields, form.Place(len(f.Blocks), p.fields, p.enclosed)...)
	for _, at := range p.breaks {
		if !shown {
			at = 0
		}
		f.marks = append(f.marks, paging.Mark{Block: len(f.Blocks), At: at, Rendered: true})
	}
	if shown {
		f.headed = f.headed && p.style.tableHead
		f.add(b)
	}
	f.Blocks = append(f.Blocks, p.anchored...)
}

// block returns the paragraph's block. It returns false if there is nothing to show.
func (p *paragraph) block(f *Flow, in *item) (page.Block, bool) {
	if p.style.role == stylename.Code && in == nil {
		return p.code(f)
	}
	inCode := f.listing.Open
	f.listing.Open = false
	if len(p.spans) == 0 {
		f.listing.Break()
		return page.Block{}, false
	}
	if formulas := para.Formulas(p.spans); formulas != nil {
		p.anchored = append(formulas[1:], p.anchored...)
		return formulas[0], true
	}
	para.ProseInTypewriter(p.spans, inCode)
	para.LettersOfWords(p.spans)
	marker, ordered, first := p.number(in)
	b := page.Block{Kind: page.Paragraph, Spans: p.spans}
	switch {
	case p.style.role == stylename.Title || p.style.role == stylename.Heading:
		b.Kind, b.Level = page.Heading, p.headingLevel()
		if ordered {
			p.prefix(marker + " ")
			b.Spans = p.spans
		}
	case p.style.role == stylename.Contents:
		b.Kind, b.Level = page.ListItem, p.style.level
	case first:
		b.Kind, b.Level, b.Marker, b.Ordered = page.ListItem, in.list.level, marker, ordered
	case p.style.role == stylename.Caption:
		b.Kind = page.Caption
	case p.style.role == stylename.Quote && p.doc.depth == 0:
		b.Kind = page.Quote
	case para.LooksLikeCode(p.spans, inCode):
		f.listing.Open = inCode
		return p.code(f)
	case p.doc.depth == 0: // in a cell, a check box stays in its line
		if box, rest := para.TakeBox(p.spans); box != "" {
			b.Kind, b.Marker, b.Spans = page.ListItem, box, rest
		}
	}
	f.listing.Break()
	return b, true
}

// number counts the paragraph if it is the first of its list item. It returns false for any other paragraph, and for
// one without a number or a bullet.
func (p *paragraph) number(in *item) (marker string, ordered, first bool) {
	if in == nil || in.taken || p.style.unnumbered {
		return "", false, false
	}
	in.taken = true
	marker, ordered = in.marker()
	return marker, ordered, marker != ""
}

// lowestHeading is the lowest level of headings in Markdown.
const lowestHeading = 6

// headingLevel returns the level of a title or heading. Headings are below a title.
func (p *paragraph) headingLevel() int {
	if p.style.role == stylename.Title {
		p.doc.titled = true
		return 1
	}
	level := p.style.level
	if p.doc.titled {
		level++
	}
	return min(max(level, 1), lowestHeading)
}

// code adds a line to the preceding code block, or begins one.
func (p *paragraph) code(f *Flow) (page.Block, bool) {
	return f.listing.Add(f.Blocks, p.spans, len(p.breaks) > 0)
}

// prefix puts text before the paragraph's own.
func (p *paragraph) prefix(text string) {
	for i := range p.breaks {
		if p.breaks[i] > 0 {
			p.breaks[i]++
		}
	}
	p.spans = slices.Insert(p.spans, 0, page.Span{Text: text})
}

// trim drops white space at both ends of the paragraph, but not the indentation of code.
func (p *paragraph) trim() {
	spans, dropped := para.Trim(p.spans, p.style.role == stylename.Code)
	p.spans = spans
	for i := range p.breaks {
		p.breaks[i] = min(max(p.breaks[i]-dropped, 0), len(p.spans))
	}
}
