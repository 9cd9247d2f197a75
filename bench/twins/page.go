package main

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// kind is the kind of a block.
type kind int

const (
	paragraph kind = iota
	heading
	code
	table
)

// block is one piece of the truth: words, each with the space before it.
type block struct {
	kind  kind
	level int
	// marker is the text that a list item begins with.
	marker string
	words  []word
	// rows are the cells of a table, whose words are the block's.
	rows [][]cell
	// apart is the number of the figure or note of the page that the block belongs to, or 0 if it is part of the running text.
	apart int
}

type word struct{ before, text string }

// cell is a cell of a table. Its words are those of the block from one index to another.
type cell struct{ from, to, rowSpan, colSpan int }

// webPage is the content of a web page.
type webPage struct{ blocks []block }

// What does not belong to the text of a manual: navigation, and additions of programs. The names are those used by the
// tools that make manuals: DocBook, Texinfo, Sphinx, Doxygen, LaTeX2HTML and the like.
var (
	unread = []atom.Atom{
		atom.Script, atom.Style, atom.Title, atom.Nav, atom.Form, atom.Footer, atom.Noscript, atom.Button, atom.Select, atom.Svg,
	}
	ways = []string{
		"navheader", "navfooter", "navigation", "nav", "toc", "contents", "shortcontents", "short-contents", "menu", "sphinxsidebar",
		"related", "footer", "headerlink", "breadcrumbs", "nav-panel", "header", "contents_element", "region-contents", "index", "anchor",
		"child-links", "copiable-anchor", "copiable-link", "list-of-tables", "list-of-figures", "printindex-index-entry", "printindex-index-section",
	}
	inline = []atom.Atom{
		atom.A, atom.B, atom.I, atom.Em, atom.Strong, atom.Code, atom.Tt, atom.Kbd, atom.Samp, atom.Var, atom.Span, atom.Font, atom.U, atom.S,
		atom.Sub, atom.Sup, atom.Small, atom.Big, atom.Cite, atom.Q, atom.Abbr, atom.Acronym, atom.Dfn, atom.Ins, atom.Del, atom.Mark, atom.Img,
		atom.Label, atom.Bdo, atom.Bdi, atom.Wbr, atom.Time, atom.Strike,
	}
)

// reader turns a web page into blocks.
type reader struct {
	blocks []block
	// open is the text of the current block.
	open   strings.Builder
	kind   kind
	level  int
	marker string
	// apart is the number of the current figure or note, and figures how many there were.
	apart, figures int
	// floats is set if figures and notes are not where they are printed.
	floats bool
}

func newWebPage(root *html.Node) *webPage {
	floats := isTeX4ht(root)
	if floats {
		asText(root)
	}
	r := &reader{floats: floats}
	r.walk(root)
	r.end()
	return &webPage{r.blocks}
}

// end ends the open block.
func (r *reader) end() {
	b := block{kind: r.kind, level: r.level, apart: r.apart, words: split(r.open.String(), r.kind == code)}
	r.open.Reset()
	if len(b.words) == 0 {
		return
	}
	b.marker, r.marker = r.marker, ""
	r.blocks = append(r.blocks, b)
}

// split returns the words of a text. In a listing, the space between words is kept.
func split(text string, listing bool) []word {
	var words []word
	rest := text
	for _, field := range strings.Fields(text) {
		before, after, _ := strings.Cut(rest, field)
		rest = after
		if !listing {
			before = " "
		}
		words = append(words, word{before, field})
	}
	return words
}

func (r *reader) walk(n *html.Node) {
	for c := range n.ChildNodes() {
		switch {
		case c.Type == html.TextNode:
			r.open.WriteString(c.Data)
		case c.Type == html.ElementNode && !skipped(c):
			r.element(c)
		}
	}
}

func (r *reader) element(n *html.Node) {
	level := slices.Index([]atom.Atom{atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6}, n.DataAtom) + 1
	switch {
	case r.floats && r.apart == 0 && isApart(n):
		r.end()
		r.figures++
		r.apart = r.figures
		r.walk(n)
		r.end()
		r.apart = 0
	case level > 0:
		r.as(heading, level, n)
	case n.DataAtom == atom.Pre:
		r.as(code, 0, n)
	case n.DataAtom == atom.Br:
		r.open.WriteString("\n")
	case n.DataAtom == atom.Ul || n.DataAtom == atom.Ol:
		r.end()
		r.list(n)
	case n.DataAtom == atom.Table && isGrid(n):
		r.end()
		r.table(n)
	case slices.Contains(inline, n.DataAtom):
		r.walk(n)
	default:
		r.end()
		r.walk(n)
		r.end()
	}
}

// as reads an element as a block of a kind.
func (r *reader) as(k kind, level int, n *html.Node) {
	r.end()
	before, beforeLevel := r.kind, r.level
	r.kind, r.level = k, level
	r.walk(n)
	r.end()
	r.kind, r.level = before, beforeLevel
}

func (r *reader) list(n *html.Node) {
	number := 1
	if start, err := strconv.Atoi(attribute(n, "start")); err == nil {
		number = start
	}
	for c := range n.ChildNodes() {
		if c.Type != html.ElementNode || skipped(c) {
			continue
		}
		r.marker = "-"
		if n.DataAtom == atom.Ol {
			r.marker = strconv.Itoa(number) + "."
			number++
		}
		r.walk(c)
		r.end()
		r.marker = ""
	}
}

// skipped reports whether an element is not part of the text.
func skipped(n *html.Node) bool {
	if slices.Contains(unread, n.DataAtom) || attribute(n, "role") == "navigation" {
		return true
	}
	for class := range strings.FieldsSeq(strings.ToLower(attribute(n, "class") + " " + attribute(n, "id"))) {
		if slices.Contains(ways, class) && n.DataAtom != atom.Body && n.DataAtom != atom.Html {
			return true
		}
	}
	return slices.Contains([]atom.Atom{atom.Ul, atom.Ol, atom.Dl, atom.Table}, n.DataAtom) && leadsAway(n)
}

// leadsAway reports whether a list or table consists of links, like a table of contents or an index.
func leadsAway(n *html.Node) bool {
	links, linked, all := 0, 0, 0
	var count func(n *html.Node, in bool)
	count = func(n *html.Node, in bool) {
		if n.DataAtom == atom.A && attribute(n, "href") != "" {
			links, in = links+1, true
		}
		if n.Type == html.TextNode {
			size := len(strings.Join(compared(n.Data), ""))
			all += size
			if in {
				linked += size
			}
		}
		for c := range n.ChildNodes() {
			count(c, in)
		}
	}
	count(n, false)
	return links >= minLinks && float64(linked) >= linkedShare*float64(all)
}

const (
	// minLinks is the minimum number of links in navigation, and linkedShare the minimum share of the text that they
	// make up.
	minLinks    = 3
	linkedShare = 0.8
)

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
