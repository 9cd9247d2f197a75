package html

import (
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/internal/pattern"
)

// rootLimit is how many root element tags a page may have. For each of them, the parser adds its attributes to
// the first one and compares them with all those before.
const rootLimit = 32

var rootTag = pattern.New(`(?i)<(?:html|body)[\s/>]`)

// rooted drops the tags of root elements beyond rootLimit, which open nothing anyway.
func rooted(source string) string {
	if len(rootTag.FindAllStringIndex(source, rootLimit+1)) <= rootLimit {
		return source
	}
	var out strings.Builder
	roots := 0
	tokens := html.NewTokenizer(strings.NewReader(source))
	for {
		kind := tokens.Next()
		raw := string(tokens.Raw())
		switch kind {
		case html.ErrorToken:
			if errors.Is(tokens.Err(), io.EOF) {
				return out.String() + raw
			}
			return source
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := tokens.TagName()
			if a := atom.Lookup(name); a == atom.Html || a == atom.Body {
				if roots++; roots > rootLimit {
					continue
				}
			}
		}
		out.WriteString(raw)
	}
}
