package docx

import (
	"slices"

	"quire/internal/convert/office/form"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/office/para"
	"quire/internal/convert/office/stylename"
	"quire/internal/convert/page"
)

// paraProps holds a paragraph's own properties.
type paraProps struct {
	style       string
	numbering   numbering
	outline     int // -1 if not given
	mark        runProps
	breakBefore bool
	dropCap     bool
	section     *sectionProps // of the section that ends with the paragraph
}

func (d *document) readParaProps(c *opc.Cursor) (paraProps, error) {
	p := paraProps{numbering: numbering{level: -1}, outline: -1}
	err := c.Each(func(e opc.Element) (err error) {
		switch e.Name {
		case "w:pStyle":
			p.style = e.Attr("val")
		case "w:numPr":
			p.numbering, err = readNumbering(c)
		case "w:outlineLvl":
			p.outline = atLevel9(e.Attr("val"))
		case "w:rPr":
			p.mark, err = readRunProps(c)
		case "w:pageBreakBefore":
			p.breakBefore = e.On()
		case "w:framePr":
			drop := e.Attr("dropCap")
			p.dropCap = drop == "drop" || drop == "margin"
		case "w:sectPr":
			var s sectionProps
			s, err = readSectionProps(c)
			p.section = &s
		}
		return err
	})
	return p, err
}

// paragraph reads the current w:p and adds the resulting block, followed by its pictures and text boxes.
func (d *document) paragraph(c *opc.Cursor, f *flow) error {
	p := &paragraph{doc: d, props: paraProps{numbering: numbering{level: -1}, outline: -1}}
	p.style = d.styles.paragraph("")
	p.begin()
	err := c.Content(func(e opc.Element) (err error) {
		if e.Name == "w:pPr" {
			p.props, err = d.readParaProps(c)
			p.style = d.styles.paragraph(p.props.style)
			return err
		}
		return p.inline(c, e)
	})
	if err != nil {
		return err
	}
	p.labelFields(f)
	d.leaveParagraph()
	d.reading = nil
	p.finish(f)
	return nil
}

// finish turns the paragraph into blocks.
func (p *paragraph) finish(f *flow) {
	if p.props.breakBefore && len(f.blocks) > 0 {
		f.marks = append(f.marks, paging.Mark{Block: len(f.blocks)})
	}
	if p.props.dropCap || p.props.mark.deleted {
		if p.props.dropCap {
			p.level()
		}
		f.fields = append(f.fields, form.Place(len(f.blocks), p.fields, p.enclosed)...)
		f.held = append(f.held, p.spans...)
		p.attach(f)
		return
	}
	if len(f.held) > 0 {
		p.shiftBreaks(len(f.held))
		p.spans, f.held = append(f.held, p.spans...), nil
	}
	if p.style.role == stylename.Contents {
		para.DropPageNumber(p.spans)
	}
	p.trim()
	b, ok := p.block(f)
	for _, m := range p.breaks {
		if !ok {
			m.at = 0
		}
		f.marks = append(f.marks, paging.Mark{Block: len(f.blocks), At: m.at, Rendered: m.rendered})
	}
	f.fields = append(f.fields, form.Place(len(f.blocks), p.fields, p.enclosed)...)
	if ok {
		f.add(b)
	}
	p.attach(f)
	if p.props.section != nil {
		p.doc.endSection(f, *p.props.section)
	}
}

// level resets the vertical position of text: a drop cap is lowered only because it spans several lines.
func (p *paragraph) level() {
	for i := range p.spans {
		p.spans[i].Sup, p.spans[i].Sub = false, false
	}
}

// attach adds what is anchored in the paragraph.
func (p *paragraph) attach(f *flow) {
	for _, b := range p.anchored {
		f.add(b)
	}
}

// block returns the paragraph's block. It returns false if there is nothing to show.
func (p *paragraph) block(f *flow) (page.Block, bool) {
	role, level := p.role()
	if role == stylename.Code {
		return p.code(f)
	}
	inCode := f.inCode
	f.inCode = false
	number, numbered := p.number()
	if len(p.spans) == 0 {
		f.lines = 0
		return page.Block{}, false
	}
	if formulas := para.Formulas(p.spans); formulas != nil {
		p.anchored = append(formulas[1:], p.anchored...)
		return formulas[0], true
	}
	para.ProseInTypewriter(p.spans, inCode)
	para.LettersOfWords(p.spans)
	b := page.Block{Kind: page.Paragraph, Spans: p.spans}
	switch {
	case role == stylename.Title || role == stylename.Heading:
		b.Kind, b.Level = page.Heading, level
		if numbered && number.ordered {
			p.prefix(number.text + " ")
			b.Spans = p.spans
		}
	case role == stylename.Contents:
		b.Kind, b.Level = page.ListItem, level
	case numbered:
		b.Kind, b.Level, b.Marker, b.Ordered = page.ListItem, p.listLevel, number.text, number.ordered
	case role == stylename.Caption:
		b.Kind = page.Caption
	case role == stylename.Quote && p.doc.depth == 0:
		b.Kind = page.Quote
	case para.LooksLikeCode(p.spans, inCode):
		f.inCode = inCode
		return p.code(f)
	case p.doc.depth == 0: // in a cell, a check box stays in its line
		p.tick(&b)
	}
	f.lines = 0
	return b, true
}

// tick turns a paragraph that begins with a check box, like a line of a form, into a list item.
func (p *paragraph) tick(b *page.Block) {
	box, rest := para.TakeBox(p.spans)
	if box == "" {
		return
	}
	p.spans = rest
	b.Kind, b.Marker, b.Spans = page.ListItem, box, rest
}

// role returns the role that the paragraph's style or its own outline level gives it, with the level of a heading.
func (p *paragraph) role() (stylename.Role, int) {
	role, level := p.style.role, p.style.level
	if p.props.outline >= 0 && p.props.outline < 9 && role != stylename.Title {
		role, level = stylename.Heading, p.props.outline+1
	} else if p.props.outline == 9 && role == stylename.Heading {
		role = stylename.Text
	}
	switch role {
	case stylename.Title:
		p.doc.titled = p.doc.titled || len(p.spans) > 0
		level = 1
	case stylename.Heading:
		if p.doc.titled {
			level++
		}
		level = min(level, 6)
	}
	return role, level
}

// number counts the paragraph in its list, if it is in one.
func (p *paragraph) number() (marker, bool) {
	n := p.props.numbering.over(p.style.numbering)
	if n.id == "" || n.id == "0" {
		return marker{}, false
	}
	d := p.doc
	p.listLevel = d.numbers.level(n, []string{p.props.style, p.style.numStyle}, d.styles)
	return d.numbers.next(n.id, p.listLevel, d.styles)
}

// prefix puts text before the paragraph's own.
func (p *paragraph) prefix(text string) {
	p.shiftBreaks(1)
	p.spans = slices.Insert(p.spans, 0, page.Span{Text: text})
}

func (p *paragraph) shiftBreaks(n int) {
	for i := range p.breaks {
		if p.breaks[i].at > 0 {
			p.breaks[i].at += n
		}
	}
	for _, f := range p.fields {
		f.from += n
	}
}

// trim drops white space at both ends of the paragraph, but not the indentation of code.
func (p *paragraph) trim() {
	spans, dropped := para.Trim(p.spans, p.style.role == stylename.Code)
	p.spans = spans
	for i := range p.breaks {
		p.breaks[i].at = max(p.breaks[i].at-dropped, 0)
	}
	for _, f := range p.fields {
		f.from = max(f.from-dropped, 0)
	}
}

// breaksBeforeText reports whether a page begins before or inside the paragraph's text.
func (p *paragraph) breaksBeforeText() bool {
	return slices.ContainsFunc(p.breaks, func(b spanBreak) bool { return b.at < len(p.spans) })
}
