package docx

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// paraProps is what a paragraph's own properties say.
type paraProps struct {
	style       string
	numbering   numbering
	outline     int // -1 when not given
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

// paragraph reads the current w:p and adds what it becomes: a block, then its pictures and text boxes.
func (d *document) paragraph(c *opc.Cursor, f *flow) error {
	p := &paragraph{doc: d, props: paraProps{numbering: numbering{level: -1}, outline: -1}}
	p.style = d.styles.paragraph("")
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
	p.finish(f)
	return nil
}

// finish turns the paragraph into blocks.
func (p *paragraph) finish(f *flow) {
	p.endSpan()
	if p.props.breakBefore && len(f.blocks) > 0 {
		f.marks = append(f.marks, mark{block: len(f.blocks)})
	}
	if p.props.dropCap || p.props.mark.deleted {
		if p.props.dropCap {
			p.level()
		}
		f.held = append(f.held, p.spans...)
		p.attach(f)
		return
	}
	if len(f.held) > 0 {
		p.shiftBreaks(len(f.held))
		p.spans, f.held = append(f.held, p.spans...), nil
	}
	if p.style.role == roleContents {
		p.dropPageNumber()
	}
	p.trim()
	b, ok := p.block(f)
	for _, m := range p.breaks {
		if !ok {
			m.at = 0
		}
		f.marks = append(f.marks, mark{block: len(f.blocks), at: m.at, rendered: m.rendered})
	}
	if ok {
		f.add(b)
	}
	p.attach(f)
	if p.props.section != nil {
		p.doc.endSection(f, *p.props.section)
	}
}

// level puts text on its line: a drop cap is lowered only to stand beside several.
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

// block makes the paragraph's block; false when there is nothing to show.
func (p *paragraph) block(f *flow) (page.Block, bool) {
	role, level := p.role()
	if role == roleCode {
		return p.code(f)
	}
	inCode := f.inCode
	f.inCode = false
	number, numbered := p.number()
	if len(p.spans) == 0 {
		f.lines = 0
		return page.Block{}, false
	}
	if p.onlyMath() {
		return p.formulas()
	}
	p.proseInTypewriter(inCode)
	p.lettersOfWords()
	b := page.Block{Kind: page.Paragraph, Spans: p.spans}
	switch {
	case role == roleTitle || role == roleHeading:
		b.Kind, b.Level = page.Heading, level
		if numbered && number.ordered {
			p.prefix(number.text + " ")
			b.Spans = p.spans
		}
	case role == roleContents:
		b.Kind, b.Level = page.ListItem, level
	case numbered:
		b.Kind, b.Level, b.Marker, b.Ordered = page.ListItem, p.listLevel, number.text, number.ordered
	case role == roleCaption:
		b.Kind = page.Caption
	case role == roleQuote && p.doc.depth == 0:
		b.Kind = page.Quote
	case p.ticked():
		b.Kind, b.Marker, b.Spans = page.ListItem, p.takeBox(), p.spans
	case p.looksLikeCode(inCode):
		f.inCode = inCode
		return p.code(f)
	}
	f.lines = 0
	return b, true
}

// boxes are the signs of a task list, as fonts and content controls show them.
const boxes = "☐☑☒"

// ticked says whether the paragraph begins with the only box to tick in it, as lines of a form do; in a cell it stays a
// line.
func (p *paragraph) ticked() bool {
	box, size := utf8.DecodeRuneInString(p.spans[0].Text)
	if p.doc.depth > 0 || !strings.ContainsRune(boxes, box) {
		return false
	}
	rest := page.Block{Spans: p.spans}.Text()[size:]
	return strings.TrimLeft(rest, " \t\u00a0") != rest && strings.TrimSpace(rest) != "" && !strings.ContainsAny(rest, boxes)
}

// takeBox takes the box from the front of the text.
func (p *paragraph) takeBox() string {
	box, size := utf8.DecodeRuneInString(p.spans[0].Text)
	p.spans[0].Text = p.spans[0].Text[size:]
	p.trim()
	return string(box)
}

// role is what the paragraph's style or its own outline level makes of it, with a heading's level.
func (p *paragraph) role() (role, int) {
	role, level := p.style.role, p.style.level
	if p.props.outline >= 0 && p.props.outline < 9 && role != roleTitle {
		role, level = roleHeading, p.props.outline+1
	} else if p.props.outline == 9 && role == roleHeading {
		role = roleText
	}
	switch role {
	case roleTitle:
		p.doc.titled = p.doc.titled || len(p.spans) > 0
		level = 1
	case roleHeading:
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
}

// trim drops white space at both ends of the paragraph, but not the indentation of code.
func (p *paragraph) trim() {
	for len(p.spans) > 0 {
		last := &p.spans[len(p.spans)-1]
		if last.Note != "" {
			break
		}
		if last.Text = strings.TrimRight(last.Text, " \t\n\u00a0"); last.Text != "" {
			break
		}
		p.spans = p.spans[:len(p.spans)-1]
	}
	dropped := 0
	for len(p.spans) > 0 && p.spans[0].Note == "" && p.style.role != roleCode {
		if strings.TrimLeft(p.spans[0].Text, " \t\n\u00a0") != "" {
			if !p.spans[0].Code {
				p.spans[0].Text = strings.TrimLeft(p.spans[0].Text, " \t\n\u00a0")
			}
			break
		}
		p.spans = p.spans[1:]
		dropped++
	}
	for i := range p.breaks {
		p.breaks[i].at = max(p.breaks[i].at-dropped, 0)
	}
}

func (p *paragraph) onlyMath() bool {
	for i := range p.spans {
		if s := &p.spans[i]; !s.Math && (s.Note != "" || strings.TrimSpace(s.Text) != "") {
			return false
		}
	}
	return true
}

// breaksBeforeText says whether a page begins ahead of or inside the paragraph's text.
func (p *paragraph) breaksBeforeText() bool {
	return slices.ContainsFunc(p.breaks, func(b spanBreak) bool { return b.at < len(p.spans) })
}

// formulas makes a block of each formula of a paragraph that holds nothing else.
func (p *paragraph) formulas() (page.Block, bool) {
	var blocks []page.Block
	for _, s := range p.spans {
		if s.Math {
			blocks = append(blocks, page.Block{Kind: page.Formula, Spans: []page.Span{s}})
		}
	}
	p.anchored = append(blocks[1:], p.anchored...)
	return blocks[0], true
}

// pageNumber is what stands behind an entry of a table of contents.
var pageNumber = regexp.MustCompile(`\t[ .]*(\d{1,5}|[ivxlc]{1,9})$`)

// dropPageNumber takes the page number off an entry of a table of contents where it is plain text, not a field.
func (p *paragraph) dropPageNumber() {
	text := page.Block{Spans: p.spans}.Text()
	left := len(pageNumber.FindString(text))
	for i := len(p.spans) - 1; i >= 0 && left > 0; i-- {
		s := &p.spans[i]
		n := min(left, len(s.Text))
		s.Text, left = s.Text[:len(s.Text)-n], left-n
	}
}
