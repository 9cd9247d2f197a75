package html

import (
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// kept are the elements that a page nested too deep keeps: those that part its text into blocks, and end by
// themselves where the next one begins.
var kept = map[atom.Atom]bool{
	atom.P: true, atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Br: true, atom.Hr: true,
	atom.Title: true, atom.Script: true, atom.Style: true, atom.Textarea: true, atom.Head: true, atom.Body: true, atom.Base: true, atom.Meta: true,
}

// flatten rewrites a page whose elements nest deeper than the parser allows: whoever forgets to close them means no
// nesting. Its text stays, in paragraphs; tables and lists do not.
func flatten(source string) string {
	var out strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(source))
	for {
		kind := tokens.Next()
		switch kind {
		case html.ErrorToken:
			if errors.Is(tokens.Err(), io.EOF) {
				return out.String()
			}
			return ""
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := tokens.TagName()
			switch a := atom.Lookup(name); {
			case kept[a]:
				out.Write(tokens.Raw())
			case blockElements[a] || a == atom.Li || a == atom.Dt || a == atom.Dd || a == atom.Table || a == atom.Pre:
				out.WriteString("<p>")
			}
		case html.TextToken:
			out.Write(tokens.Raw())
		}
	}
}
