package drawing

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/omml"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/symbol"
	"quire/internal/convert/page"
)

// linkLimit bounds a link in bytes, because any number of runs may share it. Browsers have a similar limit.
const linkLimit = 2048

// paragraph is an a:p (21.1.2.2.6).
type paragraph struct {
	level  int
	bullet Bullet
	spans  []page.Span
	size   float64 // points; the largest that its text is given, or 0
	above  int     // empty paragraphs above it
	// styled is the span being written.
	styled page.SpanWriter
}

func readParagraph(c *opc.Cursor, context Context) (paragraph, error) {
	var p paragraph
	err := c.Content(func(e opc.Element) (err error) {
		if e.Name == "a:pPr" {
			level, _ := strconv.Atoi(e.Attr("lvl"))
			p.level = min(max(level, 0), levelCount-1)
			p.bullet, err = readBullet(c)
			return err
		}
		return p.inline(c, e, context)
	})
	p.endSpan()
	p.trim()
	return p, err
}

// inline reads one child of a paragraph.
func (p *paragraph) inline(c *opc.Cursor, e opc.Element, context Context) error {
	switch e.Name {
	case "a:r":
		return p.run(c, context)
	case "a:fld":
		if e.Attr("type") == "slidenum" && !context.PageNumbers {
			return nil
		}
		return p.run(c, context)
	case "a:br":
		p.write("\n", p.styled.Open)
	case "a14:m":
		return c.Content(func(e opc.Element) error { return p.inline(c, e, context) })
	case "m:oMath", "m:oMathPara":
		latex, err := omml.LaTeX(c, e)
		if latex != "" {
			p.endSpan()
			p.write(latex, page.Span{Math: true})
			p.endSpan()
		}
		return err
	}
	return nil
}

// runStyle holds a run's properties.
type runStyle struct {
	span         page.Span
	font, symbol string // typefaces, of the text and of symbols in it
	size         float64
}

// run reads the current a:r or a:fld.
func (p *paragraph) run(c *opc.Cursor, context Context) error {
	style := runStyle{span: page.Span{Link: context.whole()}}
	return c.Each(func(e opc.Element) (err error) {
		switch e.Name {
		case "a:rPr":
			style, err = readRunStyle(c, e, context)
		case "a:t":
			var text string
			text, err = c.Text()
			p.write(style.shown(oneLine.Replace(text)), style.span)
			if strings.Trim(text, blank) != "" {
				p.size = max(p.size, style.size)
			}
		}
		return err
	})
}

// shown returns text as its fonts show it. Text typed after a symbol keeps the symbol's font as a property but is not
// shown in it.
func (s runStyle) shown(text string) string {
	if s.symbol != "" && !strings.ContainsFunc(text, isPlain) {
		return symbol.Text(text, s.symbol)
	}
	return symbol.Text(text, s.font)
}

// isPlain reports whether r is an ASCII character other than a space.
func isPlain(r rune) bool { return r > ' ' && r < 0x7F }

// oneLine replaces the line breaks with which programs format their XML by spaces; line breaks in the text are
// elements.
var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// readRunStyle reads the current a:rPr (21.1.2.3.9).
func readRunStyle(c *opc.Cursor, e opc.Element, context Context) (runStyle, error) {
	baseline, _ := strconv.Atoi(strings.TrimSuffix(e.Attr("baseline"), "%"))
	strike := e.Attr("strike")
	style := runStyle{span: page.Span{
		Bold:   isTrue(e.Attr("b")),
		Italic: isTrue(e.Attr("i")),
		Strike: strike == "sngStrike" || strike == "dblStrike",
		Sup:    baseline > 0,
		Sub:    baseline < 0,
		Link:   context.whole(),
	}, size: number(e.Attr("sz")) / 100}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
		case "a:latin":
			style.font = e.Attr("typeface")
			style.span.Code = IsMonospaced(style.font)
		case "a:sym":
			style.symbol = e.Attr("typeface")
		case "a:hlinkClick":
			if target := context.Link(e.Reference("id")); target != "" && len(target) <= linkLimit {
				style.span.Link = target
			}
		}
		return nil
	})
	return style, err
}

// whole returns the link of all text, or "" if it is too long.
func (c Context) whole() string {
	if len(c.Whole) > linkLimit {
		return ""
	}
	return c.Whole
}

func isTrue(s string) bool { return s == "1" || s == "true" || s == "on" }

// write appends to the open span, or begins a new one if the style differs.
func (p *paragraph) write(s string, style page.Span) { p.spans = p.styled.Write(p.spans, s, style) }

func (p *paragraph) endSpan() { p.spans = p.styled.End(p.spans) }

const blank = " \t\n\u00a0"

// trim drops white space at both ends of the paragraph, but not the indentation of code.
func (p *paragraph) trim() {
	for len(p.spans) > 0 {
		last := &p.spans[len(p.spans)-1]
		if last.Text = strings.TrimRight(last.Text, blank); last.Text != "" {
			break
		}
		p.spans = p.spans[:len(p.spans)-1]
	}
	for len(p.spans) > 0 {
		text := strings.TrimLeft(p.spans[0].Text, blank)
		if text != "" || p.spans[0].Code {
			if !p.spans[0].Code {
				p.spans[0].Text = text
			}
			break
		}
		p.spans = p.spans[1:]
	}
}
