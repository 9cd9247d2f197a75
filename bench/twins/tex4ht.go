package main

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Classes that TeX4ht marks its elements with. Displayed formulas are left out: how they are written as text is a matter of
// taste, so a page with many of them has too few words in common with its truth. Contents lists are left out as in manuals.
var (
	leftOutClasses = []string{
		"equation", "equation-star", "eqnarray", "eqnarray-star", "align", "align-star", "gather", "gather-star", "multline", "multline-star",
		"math-display", "par-math-display", "tableofcontents",
	}
	runInClasses   = []string{"paragraphHead", "subparagraphHead", "likeparagraphHead", "likesubparagraphHead"}
	floatClasses   = []string{"figure", "table", "float", "wrapfigure", "wraptable"}
	footnotesClass = []string{"footnotes"}
)

// isTeX4ht reports whether TeX4ht made a web page.
func isTeX4ht(root *html.Node) bool {
	for d := range root.Descendants() {
		if d.DataAtom == atom.Meta && strings.HasPrefix(attribute(d, "content"), "TeX4ht") {
			return true
		}
	}
	return false
}

// asText rewrites what TeX4ht makes of a document so that it reads like the printed page: formulas are their letters, and
// labels of items, described terms and titles of paragraphs begin the text that follows.
func asText(n *html.Node) {
	for _, c := range slices.Collect(n.ChildNodes()) {
		switch {
		case c.Type != html.ElementNode:
		case has(c, leftOutClasses) || attribute(c, "display") == "block":
			n.RemoveChild(c)
		case c.Data == "math":
			n.InsertBefore(&html.Node{Type: html.TextNode, Data: formulaText(c)}, c)
			n.RemoveChild(c)
		case (has(c, runInClasses) && c.DataAtom != atom.Span) || c.DataAtom == atom.Dt:
			asText(c)
			runIn(c)
		default:
			asText(c)
		}
	}
}

// has reports whether an element has one of some classes.
func has(n *html.Node, classes []string) bool {
	for class := range strings.FieldsSeq(attribute(n, "class")) {
		if slices.Contains(classes, class) {
			return true
		}
	}
	return false
}

// isApart reports whether an element of a document made by TeX4ht is printed elsewhere than where LaTeX has it: a figure, a
// table with its caption, or a note.
func isApart(n *html.Node) bool {
	return has(n, floatClasses) || (n.DataAtom == atom.P && n.Parent != nil && has(n.Parent, footnotesClass))
}

// formulaText returns the characters of a formula as they are printed in a line.
func formulaText(n *html.Node) string {
	if n.Type == html.TextNode {
		return strings.TrimSpace(n.Data)
	}
	if strings.HasPrefix(n.Data, "annotation") {
		return ""
	}
	var out strings.Builder
	for c := range n.ChildNodes() {
		out.WriteString(formulaText(c))
	}
	return out.String()
}

// runIn moves a label or title to the start of the first paragraph that follows. A label without letters and digits is a
// bullet.
func runIn(n *html.Node) {
	next := n.NextSibling
	for next != nil && next.Type != html.ElementNode {
		next = next.NextSibling
	}
	if next == nil {
		return
	}
	to := next
	for d := range next.Descendants() {
		if d.DataAtom == atom.P {
			to = d
			break
		}
	}
	n.Parent.RemoveChild(n)
	n.DataAtom, n.Data = atom.Span, "span"
	label := textOf(n)
	isBullet := label != "" && !strings.ContainsFunc(label, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	if isBullet {
		n = &html.Node{Type: html.TextNode, Data: "-"}
	}
	to.InsertBefore(&html.Node{Type: html.TextNode, Data: " "}, to.FirstChild)
	to.InsertBefore(n, to.FirstChild)
}

func textOf(n *html.Node) string {
	var out strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			out.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(out.String())
}
