package rtf

import (
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/office/paging"
	"quire/internal/convert/office/para"
	"quire/internal/convert/office/stylename"
	"quire/internal/convert/office/symbol"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// paraProps holds the properties of a paragraph.
type paraProps struct {
	style       int
	outline     int // 0 to 8 for headings, 9 for text, or -1 if not given
	list, level int // list is 0 for paragraphs outside of lists
	inTable     bool
	nesting     int
	breakBefore bool
	indent      int // of the paragraph and of its first line, in twentieths of a point
	first       int
}

var plainParagraph = paraProps{outline: -1}

// lowestLevel is the deepest level of lists.
const lowestLevel = 8

// depth returns the number of tables that the paragraph is in.
func (p paraProps) depth() int {
	if p.inTable {
		return min(max(p.nesting, 1), tableDepth)
	}
	return min(max(p.nesting, 0), tableDepth)
}

// paragraph is a paragraph while it is being read.
type paragraph struct {
	spans    []page.Span
	styled   page.SpanWriter
	marker   strings.Builder
	level    int   // in its list
	marked   bool  // the paragraph shows a number or bullet, which may be empty
	breaks   []int // the spans before which a page begins
	anchored []page.Block
	alt      string // of the picture that follows
	math     strings.Builder
}

func (p *paragraph) write(s string, style page.Span) { p.spans = p.styled.Write(p.spans, s, style) }

func (p *paragraph) end() { p.spans = p.styled.End(p.spans) }

func (p *paragraph) anchor(b page.Block) { p.anchored = append(p.anchored, b) }

// note refers to a note.
func (p *paragraph) note(label string) {
	p.end()
	p.spans = append(p.spans, page.Span{Note: label})
}

// pageBreak records that a page begins here.
func (p *paragraph) pageBreak() {
	p.end()
	p.breaks = append(p.breaks, len(p.spans))
}

// mark adds to the number or bullet of the paragraph.
func (p *paragraph) mark(s string) {
	p.marked = true
	if p.marker.Len() < nameLimit {
		p.marker.WriteString(s)
	}
}

// formula ends a formula, which is kept as text in its line.
func (p *paragraph) formula() {
	p.write(strings.Join(strings.Fields(p.math.String()), " "), page.Span{})
	p.math.Reset()
}

// flow is a sequence of blocks: a text, or a cell.
type flow struct {
	blocks  []page.Block
	marks   []paging.Mark
	listing para.Listing
}

// story is a text with its own tables: the body, a note or a text box.
type story struct {
	flow
	tables  []*table // the open tables, outermost first
	par     paragraph
	section bool // the next paragraph begins a section
}

// end ends the open paragraph if it is not empty.
func (s *story) end(d *reader) {
	s.par.end()
	if len(s.par.spans)+len(s.par.anchored) > 0 {
		s.paragraph(d, d.state.para.depth())
	}
}

// paragraph ends the open paragraph, which is inside depth tables.
func (s *story) paragraph(d *reader, depth int) {
	p := &s.par
	p.end()
	f := s.at(depth)
	if depth == 0 {
		s.breakPage(d)
	}
	p.finish(d, f, depth > 0)
	if depth > 0 {
		f.marks = nil
	}
	s.par = paragraph{}
}

// breakPage begins a page before a paragraph if its section or the paragraph itself requires it.
func (s *story) breakPage(d *reader) {
	if len(s.blocks) > 0 && (d.state.para.breakBefore || (s.section && d.newPage)) {
		s.marks = append(s.marks, paging.Mark{Block: len(s.blocks)})
	}
	s.section = false
}

// finish turns the paragraph into blocks.
func (p *paragraph) finish(d *reader, f *flow, inTable bool) {
	role, level := d.role()
	if role == stylename.Contents {
		para.DropPageNumber(p.spans)
	}
	p.level = d.state.para.level
	p.hang(d.state.para)
	p.trim(role == stylename.Code)
	b, shown := p.block(d, f, role, level, inTable)
	for _, at := range p.breaks {
		if !shown {
			at = 0
		}
		f.marks = append(f.marks, paging.Mark{Block: len(f.blocks), At: at})
	}
	if shown {
		f.blocks = append(f.blocks, b)
	}
	f.blocks = append(f.blocks, p.anchored...)
}

func (p *paragraph) trim(code bool) {
	spans, dropped := para.Trim(p.spans, code)
	p.spans = spans
	for i := range p.breaks {
		p.breaks[i] = min(max(p.breaks[i]-dropped, 0), len(p.spans))
	}
}

// typed matches a number or bullet typed before a tab.
var typed = pattern.New(`^\s*([•·▪◦‣–o\-*]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)])\t`)

// hang extracts the number or bullet from a paragraph with a hanging indent: programs that do not number lists
// themselves write them that way.
func (p *paragraph) hang(props paraProps) {
	if p.marked || props.first >= 0 || len(p.spans) == 0 {
		return
	}
	m := typed.FindStringSubmatch(p.spans[0].Text)
	if m == nil {
		return
	}
	p.mark(m[1])
	p.level = min(max(props.indent/-props.first-1, 0), lowestLevel) // each level is indented by the width of its hanging indent
	p.spans[0].Text = p.spans[0].Text[len(m[0]):]
}

// chainLimit bounds the number of styles that a style is based on.
const chainLimit = 32

// role returns the role that the paragraph's style or its own outline level gives it.
func (d *reader) role() (stylename.Role, int) {
	props := d.state.para
	role, level := stylename.Text, 0
	st := d.styles[props.style]
	for n := 0; st != nil && n < chainLimit; n++ {
		if role, level = stylename.Of(st.name); role != stylename.Text {
			break
		}
		if st.outline >= 0 {
			role, level = stylename.Heading, st.outline+1
			break
		}
		st = d.styles[st.base]
	}
	switch {
	case role == stylename.Title:
	case props.outline >= 0 && props.outline <= lowestLevel:
		return stylename.Heading, props.outline + 1
	case props.outline > lowestLevel && role == stylename.Heading, level > lowestLevel+1:
		return stylename.Text, 0
	}
	return role, level
}

// lowestHeading is the lowest level of headings in Markdown.
const lowestHeading = 6

// block returns the paragraph's block. It returns false if there is nothing to show.
func (p *paragraph) block(d *reader, f *flow, role stylename.Role, level int, inTable bool) (page.Block, bool) {
	if role == stylename.Code {
		return p.code(f)
	}
	inCode := f.listing.Open
	f.listing.Open = false
	if len(p.spans) == 0 {
		f.listing.Break()
		return page.Block{}, false
	}
	para.ProseInTypewriter(p.spans, inCode)
	para.LettersOfWords(p.spans)
	marker, ordered, item := p.item(d.state.para)
	b := page.Block{Kind: page.Paragraph, Spans: p.spans}
	switch {
	case (role == stylename.Title || role == stylename.Heading) && !inTable:
		b.Kind, b.Level = page.Heading, d.headingLevel(role, level)
		if ordered {
			p.prefix(marker + " ")
			b.Spans = p.spans
		}
	case role == stylename.Contents:
		b.Kind, b.Level = page.ListItem, level
	case item:
		b.Kind, b.Level, b.Marker, b.Ordered = page.ListItem, p.level, marker, ordered
	case role == stylename.Caption:
		b.Kind = page.Caption
	case role == stylename.Quote && !inTable:
		b.Kind = page.Quote
	case para.LooksLikeCode(p.spans, inCode):
		f.listing.Open = inCode
		return p.code(f)
	case !inTable: // in a cell, a check box stays in its line
		if box, rest := para.TakeBox(p.spans); box != "" {
			b.Kind, b.Marker, b.Spans = page.ListItem, box, rest
		}
	}
	f.listing.Break()
	return b, true
}

// headingLevel returns the level of a title or heading. Headings are below a title.
func (d *reader) headingLevel(role stylename.Role, level int) int {
	if role == stylename.Title {
		d.titled = true
		return 1
	}
	if d.titled {
		level++
	}
	return min(max(level, 1), lowestHeading)
}

// item returns what the paragraph shows as an item of a list. It returns false for a paragraph that is not an item, or
// whose list shows nothing.
func (p *paragraph) item(props paraProps) (marker string, ordered, ok bool) {
	if !p.marked {
		return "•", false, props.list > 0
	}
	marker = strings.TrimSpace(page.Visible(p.marker.String()))
	if strings.ContainsFunc(marker, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) && marker != "o" {
		return marker, true, true
	}
	return symbol.Bullet(marker, ""), false, marker != ""
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

// code adds a line to the preceding code block, or begins one.
func (p *paragraph) code(f *flow) (page.Block, bool) {
	return f.listing.Add(f.blocks, p.spans, len(p.breaks) > 0)
}

// paragraphWord reads a word about paragraphs and sections.
func (d *reader) paragraphWord(t token) bool {
	p := &d.state.para
	switch t.word {
	case "par":
		if d.state.dest == inText {
			d.story().paragraph(d, p.depth())
		}
	case "pard":
		*p = plainParagraph
	case "s":
		p.style = t.number
	case "outlinelevel":
		p.outline = t.number
	case "ls":
		p.list = t.number
	case "ilvl":
		p.level = min(max(t.number, 0), lowestLevel)
	case "li", "lin":
		p.indent = t.number
	case "fi":
		p.first = t.number
	case "intbl":
		p.inTable = true
	case "itap":
		p.nesting = t.number
	case "pagebb":
		p.breakBefore = !t.given || t.number != 0
	case "page":
		if d.state.dest == inText {
			d.story().par.pageBreak()
		}
	case "sect":
		if d.state.dest == inText {
			d.story().end(d)
			d.story().section = true
		}
	case "sectd":
		d.newPage = true
	case "sbknone", "sbkcol":
		d.newPage = false
	case "ftnalt":
		if d.state.endnote != nil {
			*d.state.endnote = true
		}
	default:
		return false
	}
	return true
}
