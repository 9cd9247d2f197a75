package odf

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/field"
	"quire/internal/convert/office/numeral"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/para"
	"quire/internal/convert/office/stylename"
	"quire/internal/convert/office/symbol"
	"quire/internal/convert/page"
)

// spaceLimit bounds the number of spaces that one text:s stands for.
const spaceLimit = 256

// inline reads the mixed content of the current element, set in a style.
func (p *paragraph) inline(c *opc.Cursor, props textProps) error {
	return c.Mixed(func(s string) { p.text(s, props) }, func(e opc.Element) error { return p.element(c, e, props) })
}

// element reads one element among the text of a paragraph.
func (p *paragraph) element(c *opc.Cursor, e opc.Element, props textProps) error {
	switch e.Name {
	case "text:span":
		return p.inline(c, p.doc.styles.run(e.Attr("style-name")).over(props))
	case "text:a":
		outer := p.link
		if p.link = field.WebLink(e.Attr("href")); p.link == "" {
			p.link = outer
		}
		err := p.inline(c, props)
		p.link = outer
		return err
	case "text:s":
		n, err := strconv.Atoi(e.Attr("c"))
		if err != nil {
			n = 1
		}
		p.write(strings.Repeat(" ", min(max(n, 0), spaceLimit)), props)
	case "text:tab":
		p.write("\t", props)
	case "text:line-break":
		p.write("\n", props)
	case "text:soft-page-break":
		p.end()
		p.breaks = append(p.breaks, len(p.spans))
	case "text:note":
		return p.note(c, e)
	case "loext:content-control":
		return p.contentControl(c, e, props)
	case "text:text-input", "text:drop-down":
		return p.inputField(c, e, props)
	case "field:fieldmark", "field:fieldmark-start":
		return p.fieldMark(c, e)
	case "field:fieldmark-end":
		p.endFieldMark()
	case "text:ruby":
		return p.ruby(c, props)
	case "text:page-number", "text:page-count", "text:page-continuation":
		if p.doc.furniture {
			return p.inline(c, props)
		}
	case "text:bookmark-ref", "text:reference-ref", "text:sequence-ref", "text:note-ref":
		if e.Attr("reference-format") == "page" {
			return nil
		}
		return p.inline(c, props)
	case "office:annotation", "office:annotation-end", "text:script", "text:hidden-text", "text:hidden-paragraph", "text:number", "text:tracked-changes":
	default:
		if isDrawn(e.Name) {
			return p.drawing(c, e)
		}
		return p.inline(c, props)
	}
	return nil
}

// text appends text with white space collapsed (ISO/IEC 26300-1, 6.1.2).
func (p *paragraph) text(s string, props textProps) {
	var out strings.Builder
	spaced := p.spaced
	for _, r := range s {
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
			if !spaced {
				out.WriteByte(' ')
			}
			spaced = true
			continue
		}
		out.WriteRune(r)
		spaced = false
	}
	p.write(out.String(), props)
	p.spaced = spaced
}

// write appends text unchanged.
func (p *paragraph) write(s string, props textProps) {
	if s == "" || props.hidden == on {
		return
	}
	p.spaced = false
	styles := p.doc.styles
	code := props.code || (styles.isMonospaced(props.font) && !styles.isMonospaced(styles.defaultFont)) || (props.font == "" && p.style.mono)
	style := page.Span{
		Bold: props.bold == on, Italic: props.italic == on, Strike: props.strike == on, Sup: props.sup == on, Sub: props.sub == on,
		Code: code && p.style.role != stylename.Code && p.style.role != stylename.Heading, Link: p.link,
	}
	p.spans = p.styled.Write(p.spans, symbol.Text(s, styles.fonts[props.font]), style)
}

func (p *paragraph) end() { p.spans = p.styled.End(p.spans) }

// note reads the current text:note and refers to it by its number in order of reference. Endnotes have Roman numerals,
// which distinguishes the two.
func (p *paragraph) note(c *opc.Cursor, e opc.Element) error {
	d := p.doc
	var label string
	if e.Attr("note-class") == "endnote" {
		d.endnotes++
		label = numeral.Write(d.endnotes, "lowerRoman")
	} else {
		d.footnotes++
		label = strconv.Itoa(d.footnotes)
	}
	p.end()
	p.spans = append(p.spans, page.Span{Note: label})
	p.spaced = false
	return c.Each(func(e opc.Element) error {
		if e.Name != "text:note-body" {
			return nil
		}
		blocks, err := d.Blocks(c)
		for _, b := range blocks {
			d.notes[label] = para.AddNote(d.notes[label], label, b)
		}
		return err
	})
}

// ruby keeps the base text and appends its reading in parentheses.
func (p *paragraph) ruby(c *opc.Cursor, props textProps) error {
	return c.Each(func(e opc.Element) error {
		switch e.Name {
		case "text:ruby-base":
			return p.inline(c, props)
		case "text:ruby-text":
			p.write("(", props)
			err := p.inline(c, props)
			p.write(")", props)
			return err
		}
		return nil
	})
}
