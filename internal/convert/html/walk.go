package html

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/internal/convert/page"
)

// walker turns a tree into blocks.
type walker struct {
	ctx     context.Context
	base    *url.URL
	blocks  []page.Block
	spans   []page.Span
	buf     []byte    // text of the open span
	open    page.Span // its style
	style   page.Span // of the text being read
	kind    page.Kind // of the block being read; "" is a paragraph
	level   int
	marker  string
	ordered bool
	lists   []list
	late    []page.Block // pictures inside a line, to be placed after it
	outside bool         // the main element was found, so nothing in it is furniture
	tables  int
	defs    int // open definition lists
	quotes  int // open quotes
	body    *html.Node
	length  int   // length of the body's text, computed on demand
	book    *Book // nil for a web page
	// picture, if not nil, returns the block of a picture, or false to leave it out.
	picture func(source, alt string) (page.Block, bool)
}

// deepestQuote is the maximum nesting depth at which quotations are shown.
const deepestQuote = 8

// list is an open ul or ol.
type list struct {
	ordered bool
	next    int
	step    int
	format  string
}

func (w *walker) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.node(c)
	}
}

func (w *walker) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		w.text(n.Data)
		return
	case html.ElementNode:
	default:
		return
	}
	if w.ctx.Err() == nil && w.bookElement(n) {
		return
	}
	if w.ctx.Err() != nil || skipped(n) || (!w.outside && w.pageFurniture(n)) {
		w.mathScript(n)
		return
	}
	if w.inline(n) || w.special(n) {
		return
	}
	if blockElements[n.DataAtom] {
		w.flush()
		w.children(n)
		w.flush()
		return
	}
	w.children(n)
}

var blockElements = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Section: true, atom.Article: true, atom.Main: true, atom.Header: true, atom.Footer: true,
	atom.Aside: true, atom.Address: true, atom.Blockquote: true, atom.Center: true, atom.Details: true, atom.Summary: true,
	atom.Fieldset: true, atom.Form: true, atom.Figure: true, atom.Hgroup: true, atom.Legend: true, atom.Body: true, atom.Html: true,
	atom.Dl: true, atom.Caption: true, atom.Td: true, atom.Th: true, atom.Tr: true, atom.Noframes: true, atom.Option: true, atom.Hr: true,
}

// special reads elements that produce blocks other than paragraphs.
func (w *walker) special(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.as(page.Heading, int(n.Data[1]-'0'), func() { w.children(n) })
	case atom.Figcaption:
		w.as(page.Caption, 0, func() { w.children(n) })
	case atom.Ul, atom.Menu, atom.Dir:
		w.list(n, list{})
	case atom.Ol:
		w.list(n, orderedList(n))
	case atom.Li:
		w.item(n)
	case atom.Dl:
		w.flush()
		w.defs++
		w.children(n)
		w.defs--
		w.flush()
	case atom.Dt:
		w.term(n)
	case atom.Blockquote:
		w.flush()
		w.quotes++
		w.children(n)
		w.flush()
		w.quotes--
	case atom.Dd:
		w.as(page.ListItem, len(w.lists)+max(w.defs-1, 0), func() { w.children(n) })
	case atom.Pre, atom.Listing, atom.Xmp:
		w.pre(n)
	case atom.Table:
		w.table(n)
	case atom.Img:
		w.image(n)
	case atom.Math:
		w.math(n)
	default:
		return false
	}
	return true
}

// term reads a term in bold type. A term inside another's definition becomes an item of it.
func (w *walker) term(n *html.Node) {
	bold := w.style.Bold
	w.style.Bold = true
	if w.defs > 1 {
		w.as(page.ListItem, len(w.lists)+w.defs-2, func() { w.children(n) })
	} else {
		w.flush()
		w.children(n)
		w.flush()
	}
	w.style.Bold = bold
}

// as reads content as one block of the given kind. Anything inside that starts another block ends it.
func (w *walker) as(kind page.Kind, level int, read func()) {
	w.flush()
	w.kind, w.level = kind, level
	read()
	w.flush()
	w.kind = ""
}

func orderedList(n *html.Node) list {
	l := list{ordered: true, next: 1, step: 1, format: attr(n, "type")}
	if v, err := strconv.Atoi(attr(n, "start")); err == nil {
		l.next = v
	}
	if hasAttr(n, "reversed") {
		l.step = -1
		if !hasAttr(n, "start") {
			l.next = countItems(n)
		}
	}
	return l
}

func countItems(n *html.Node) int {
	count := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Li {
			count++
		}
	}
	return count
}

func (w *walker) list(n *html.Node, l list) {
	w.flush()
	w.lists = append(w.lists, l)
	w.children(n)
	w.flush()
	w.lists = w.lists[:len(w.lists)-1]
}

func (w *walker) item(n *html.Node) {
	w.flush()
	w.kind, w.level, w.marker, w.ordered = page.ListItem, max(len(w.lists)-1, 0), "•", false
	if len(w.lists) > 0 {
		if l := &w.lists[len(w.lists)-1]; l.ordered {
			if v, err := strconv.Atoi(attr(n, "value")); err == nil {
				l.next = v
			}
			w.marker, w.ordered = number(l.next, l.format)+".", true
			l.next += l.step
		}
	}
	w.children(n)
	w.flush()
	w.kind = ""
}

// number writes a list number in the format of the type attribute.
func number(n int, format string) string {
	switch {
	case n < 1 || n > 3999:
	case format == "a" || format == "A":
		return strings.Repeat(string(rune(format[0])+rune((n-1)%26)), (n-1)/26+1)
	case format == "i":
		return strings.ToLower(roman(n))
	case format == "I":
		return roman(n)
	}
	return strconv.Itoa(n)
}

func roman(n int) string {
	var s strings.Builder
	for i, v := range [...]int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1} {
		for ; n >= v; n -= v {
			s.WriteString([...]string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}[i])
		}
	}
	return s.String()
}

// flush ends the current block. A block without text so far stays open, because its paragraph follows.
func (w *walker) flush() {
	w.endSpan()
	spans := trim(w.spans)
	w.spans = nil
	if len(spans) > 0 {
		b := page.Block{Kind: page.Paragraph, Spans: spans}
		if w.quotes > 0 {
			b.Kind, b.Level = page.Quote, min(w.quotes, deepestQuote)-1
		}
		if w.kind != "" {
			b.Kind, b.Level = w.kind, w.level
		}
		if b.Kind == page.ListItem {
			b.Marker, b.Ordered = w.marker, w.ordered
		}
		if (b.Kind == page.Paragraph || b.Kind == page.Quote) && isFormula(spans) {
			b.Kind = page.Formula
		}
		w.blocks = append(w.blocks, b)
	}
	if len(spans) > 0 {
		w.kind, w.level, w.marker, w.ordered = "", 0, "", false
	}
	w.blocks = append(w.blocks, w.late...)
	w.late = nil
}

func isFormula(spans []page.Span) bool { return len(spans) == 1 && spans[0].Math }

func trim(spans []page.Span) []page.Span {
	const space = " \n\u00a0"
	for len(spans) > 0 && strings.Trim(spans[0].Text, space) == "" {
		spans = spans[1:]
	}
	for len(spans) > 0 && strings.Trim(spans[len(spans)-1].Text, space) == "" {
		spans = spans[:len(spans)-1]
	}
	if n := len(spans); n > 0 {
		spans[0].Text = strings.TrimLeft(spans[0].Text, space)
		spans[n-1].Text = strings.TrimRight(spans[n-1].Text, space)
	}
	return spans
}
