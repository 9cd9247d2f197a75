package docx

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/field"
	"quire/internal/convert/office/omml"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/stylename"
	"quire/internal/convert/office/symbol"
	"quire/internal/convert/page"
)

// paragraph is a w:p while it is being read.
type paragraph struct {
	doc       *document
	props     paraProps
	style     paraStyle
	listLevel int
	spans     []page.Span
	breaks    []spanBreak
	anchored  []page.Block  // pictures and text boxes
	fields    []*formField  // form fields that begin in it
	enclosed  []placedField // those of its text boxes
	link      string
	// styled is the span being written.
	styled page.SpanWriter
}

// spanBreak is a page break before a span.
type spanBreak struct {
	at       int
	rendered bool
}

// inline reads one child of a paragraph, or of an element that stands for the paragraph's content.
func (p *paragraph) inline(c *opc.Cursor, e opc.Element) error {
	switch e.Name {
	case "w:r":
		return p.run(c)
	case "w:hyperlink":
		outer := p.link
		if target := p.doc.hyperlink(e); target != "" {
			p.link = target
		}
		err := c.Content(func(e opc.Element) error { return p.inline(c, e) })
		p.link = outer
		return err
	case "w:fldSimple":
		p.doc.beginField()
		p.doc.instruct(e.Attr("instr"))
		p.doc.separateField()
		err := c.Content(func(e opc.Element) error { return p.inline(c, e) })
		p.endField()
		return err
	case "m:oMath", "m:oMathPara":
		latex, err := omml.LaTeX(c, e)
		if latex != "" && !p.doc.fieldHides() {
			p.endSpan()
			p.write(latex, page.Span{Math: true})
			p.endSpan()
		}
		return err
	case "w:subDoc", "w:bookmarkStart", "w:bookmarkEnd", "w:proofErr":
		return nil
	}
	return nil
}

// run reads the current w:r.
func (p *paragraph) run(c *opc.Cursor) error {
	var props runProps
	st := p.spanStyle(runProps{})
	return c.Content(func(e opc.Element) (err error) {
		if e.Name == "w:rPr" {
			if props, err = readRunProps(c); err == nil {
				props = p.resolve(props)
				st = p.spanStyle(props)
			}
			return err
		}
		if props.hidden == on || (props.hidden == unset && p.style.hidden) {
			if e.Name != "w:fldChar" && e.Name != "w:instrText" {
				return nil
			}
		}
		return p.runContent(c, e, st, props)
	})
}

// resolve adds the properties that the run's character style provides.
func (p *paragraph) resolve(props runProps) runProps {
	return props.over(p.doc.styles.run(props.style))
}

func (p *paragraph) spanStyle(props runProps) page.Span {
	return page.Span{
		Bold:   props.bold == on,
		Italic: props.italic == on,
		Strike: props.strike == on,
		Sup:    props.vert == "superscript",
		Sub:    props.vert == "subscript",
		Code:   p.doc.styles.isCodeRun(props) || (props.font == "" && p.style.mono && p.style.role != stylename.Code),
	}
}

// oneLine replaces the line breaks with which programs format their XML by spaces; line breaks in the text are
// elements.
var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// runContent reads one child of a run. st is the style of its text.
func (p *paragraph) runContent(c *opc.Cursor, e opc.Element, st page.Span, props runProps) error {
	switch e.Name {
	case "w:t":
		s, err := c.Text()
		p.endInstructions()
		p.writeText(symbol.Text(oneLine.Replace(s), props.font), st)
		return err
	case "w:tab", "w:ptab":
		p.writeText("\t", st)
	case "w:noBreakHyphen":
		p.writeText("-", st)
	case "w:cr":
		p.writeText("\n", st)
	case "w:br":
		p.lineBreak(e, st)
	case "w:lastRenderedPageBreak":
		p.pageBreak(true)
	case "w:sym":
		p.writeText(symbolOf(e), st)
	case "w16se:symEx":
		if r, err := strconv.ParseUint(e.Attr("char"), 16, 21); err == nil {
			p.writeText(string(rune(r)), st)
		}
	case "w:fldChar":
		return p.fieldChar(c, e, st)
	case "w:instrText":
		s, err := c.Text()
		p.doc.instruct(s)
		return err
	case "w:footnoteReference", "w:endnoteReference":
		p.note(e)
	case "w:drawing", "w:pict", "w:object":
		return p.drawing(c)
	case "w:ruby":
		return p.ruby(c)
	case "m:oMath", "w:hyperlink", "w:fldSimple", "w:r":
		return p.inline(c, e)
	}
	return nil
}

func (p *paragraph) lineBreak(e opc.Element, st page.Span) {
	switch e.Attr("type") {
	case "page":
		p.writeText("\n", st)
		p.pageBreak(false)
	default:
		p.writeText("\n", st)
	}
}

// pageBreak records that a page begins here.
func (p *paragraph) pageBreak(rendered bool) {
	if p.doc.fieldHides() {
		return
	}
	p.endSpan()
	p.breaks = append(p.breaks, spanBreak{at: len(p.spans), rendered: rendered})
}

// writeText appends document text, unless a field hides it.
func (p *paragraph) writeText(s string, st page.Span) {
	if s == "" || p.doc.fieldHides() {
		return
	}
	st.Link = p.link
	if link := p.doc.fieldLink(); link != "" {
		st.Link = link
	}
	p.doc.fill(s)
	p.write(s, st)
}

// write appends to the open span, or begins a new one if the style differs.
func (p *paragraph) write(s string, st page.Span) { p.spans = p.styled.Write(p.spans, s, st) }

func (p *paragraph) endSpan() { p.spans = p.styled.End(p.spans) }

// note adds a reference to a footnote or endnote.
func (p *paragraph) note(e opc.Element) {
	if p.doc.fieldHides() {
		return
	}
	label := p.doc.noteLabel(noteKey{endnote: e.Name == "w:endnoteReference", id: e.Attr("id")})
	p.endSpan()
	p.spans = append(p.spans, page.Span{Note: label})
}

// ruby keeps the base text and appends its reading, which is stored first, in parentheses.
func (p *paragraph) ruby(c *opc.Cursor) error {
	reading := &paragraph{doc: p.doc, style: p.style}
	err := c.Each(func(e opc.Element) error {
		into := p
		switch e.Name {
		case "w:rt":
			into = reading
		case "w:rubyBase":
		default:
			return nil
		}
		return c.Content(func(e opc.Element) error { return into.inline(c, e) })
	})
	reading.endSpan()
	text := page.Block{Spans: reading.spans}.Text()
	if text != "" {
		p.writeText("("+text+")", p.styled.Open)
	}
	return err
}

// hyperlink returns the target of a w:hyperlink, or "" for a place within the document, because the Markdown has no
// anchors.
func (d *document) hyperlink(e opc.Element) string {
	r, ok := d.rels[e.Attr("id")]
	if !ok || !r.External {
		return ""
	}
	target := r.Target
	if anchor := e.Attr("anchor"); anchor != "" && !strings.Contains(target, "#") {
		target += "#" + anchor
	}
	return field.WebLink(target)
}
