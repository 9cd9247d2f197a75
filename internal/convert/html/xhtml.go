package html

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	xhtml       = "http://www.w3.org/1999/xhtml"
	xhtmlWithin = 4096 // bytes of a page that are searched for the namespace of XHTML
)

// isXHTML reports whether a page is written in XML.
func isXHTML(source string) bool {
	return strings.Contains(source[:min(len(source), xhtmlWithin)], xhtml)
}

// unquoted writes the sections of character data of XML as text, because HTML knows them only in SVG and MathML and
// takes them for comments elsewhere.
func unquoted(source string) string {
	const begin, end = "<![CDATA[", "]]>"
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(source, begin)
		data, after, closed := strings.Cut(rest, end)
		if !found || !closed {
			out.WriteString(source)
			return out.String()
		}
		out.WriteString(before)
		out.WriteString(html.EscapeString(data))
		source = after
	}
}

// attachShadows makes the shadow trees that a page declares part of it, as browsers do.
func attachShadows(root *html.Node) {
	_ = each(root, func(n *html.Node) error {
		if n.DataAtom == atom.Template && attr(n, "shadowrootmode") != "" {
			n.DataAtom, n.Data = atom.Div, atom.Div.String()
		}
		return nil
	})
}
