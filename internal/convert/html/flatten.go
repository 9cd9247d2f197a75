package html

import (
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// kept are the elements kept from a page that nests too deeply: those that divide its text into blocks and are closed
// implicitly where the next one begins.
var kept = map[atom.Atom]bool{
	atom.P: true, atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Br: true, atom.Hr: true,
	atom.Title: true, atom.Script: true, atom.Style: true, atom.Textarea: true, atom.Head: true, atom.Body: true, atom.Base: true, atom.Meta: true,
}

// flatten rewrites a page whose elements nest deeper than the parser allows, which happens if the author forgets to
// close them. The text is kept, in paragraphs; tables and lists are not.
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
			case blockElements[a], a == atom.Li, a == atom.Dt, a == atom.Dd, a == atom.Table, a == atom.Pre:
				out.WriteString("<p>")
			}
		case html.TextToken:
			out.Write(tokens.Raw())
		}
	}
}
