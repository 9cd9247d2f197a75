package html

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/internal/pattern"
)

// pageFurniture reports whether an element around the content belongs to the page rather than its content: a
// footer, a header without a heading, an aside of links, a bar of links, a cookie banner. An element that holds
// a good part of the text is not furniture.
func (w *walker) pageFurniture(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Footer:
	case atom.Header:
		if first(n, atom.H1) != nil {
			return false
		}
	case atom.Aside:
		return linkShare(n) > 0.5
	case atom.Div, atom.Section, atom.Ul, atom.Form, atom.P, atom.A, atom.Table:
		return w.namedFurniture(n)
	default:
		return false
	}
	for p := n.Parent; p != nil; p = p.Parent {
		switch p.DataAtom {
		case atom.Main, atom.Article, atom.Section, atom.Blockquote, atom.Figure, atom.Td:
			return false
		}
	}
	return true
}

// Names that programs give to elements placed around or over the content.
var (
	consentName = pattern.New(`(?i)(^|[-_ ])(consent|gdpr|ccpa|onetrust|cookiebot|cybotcookiebot|usercentrics|didomi|truste|qc-cmp2|cmplz|klaro|iubenda-cs|borlabs)([-_ ]|$)|cookies?[-_]?(banner|consent|notice|bar|law|policy|popup|dialog|modal|overlay|message|wall|info|alert|hint|disclaimer|warning|settings)`)
	barName     = pattern.New(`(?i)(^|[-_ ])(nav|navbar|navigation|menu|topmenu|mainmenu|breadcrumbs?|sidebar|footer|toolbar|pagination|pager|share|sharing|social|related|tags|skip)([-_ ]|$)`)
)

// namedFurniture looks at an element's id and classes, but never relies on them alone: a cookie banner must
// also be short compared to the page, and a bar must be mostly links.
func (w *walker) namedFurniture(n *html.Node) bool {
	name := attr(n, "id") + " " + attr(n, "class")
	switch {
	case name == " ":
		return false
	case consentName.MatchString(name):
		return textLength(n)*3 < w.pageLength()
	case barName.MatchString(name):
		return textLength(n)*3 < w.pageLength() && linkShare(n) > 0.6
	}
	return false
}

// pageLength returns the length of the page's text.
func (w *walker) pageLength() int {
	if w.length == 0 {
		w.length = max(textLength(w.body), 1)
	}
	return w.length
}

// linkShare returns the share of an element's text that is in links.
func linkShare(n *html.Node) float64 {
	links := 0
	_ = each(n, func(c *html.Node) error {
		if c.DataAtom == atom.A {
			links += textLength(c)
		}
		return nil
	})
	if n.DataAtom == atom.A {
		links = textLength(n)
	}
	return float64(links) / float64(max(textLength(n), 1))
}

// contentNames are the ids and classes that programs give to the element holding the page's content.
var contentNames = map[string]bool{
	"main": true, "content": true, "main-content": true, "maincontent": true, "page-content": true, "mw-content-text": true, "bodycontent": true,
	"post-content": true, "entry-content": true, "article-content": true, "article-body": true, "post-body": true, "markdown-body": true, "story-body": true,
}

func namedContent(n *html.Node) bool {
	if attr(n, "itemprop") == "articleBody" || contentNames[strings.ToLower(attr(n, "id"))] {
		return true
	}
	for class := range strings.FieldsSeq(attr(n, "class")) {
		if contentNames[strings.ToLower(class)] {
			return true
		}
	}
	return false
}

// mainContent returns the element that the page marks as its content, if it contains a good part of the text: a quarter
// if the element itself is semantic, and nearly all if only its name suggests it.
func mainContent(body *html.Node) *html.Node {
	var mains, articles, named []*html.Node
	_ = each(body, func(n *html.Node) error {
		switch {
		case skipped(n):
		case n.DataAtom == atom.Main || attr(n, "role") == "main":
			mains = append(mains, n)
		case n.DataAtom == atom.Article:
			articles = append(articles, n)
		case len(named) < 8 && namedContent(n):
			named = append(named, n)
		}
		return nil
	})
	whole := textLength(body)
	for _, candidates := range [][]*html.Node{mains, articles} {
		if len(candidates) == 1 && textLength(candidates[0])*4 >= whole {
			return candidates[0]
		}
	}
	for _, n := range named {
		if textLength(n)*4 >= whole*3 {
			return n
		}
	}
	return nil
}

func textLength(n *html.Node) int { return lengthWithout(n, skipped) }

// lengthWithout returns the length of an element's text outside the elements that leave selects.
func lengthWithout(n *html.Node, leave func(*html.Node) bool) int {
	if n.Type == html.TextNode {
		return len(strings.TrimSpace(n.Data))
	}
	if n.Type == html.ElementNode && leave(n) {
		return 0
	}
	total := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		total += lengthWithout(c, leave)
	}
	return total
}

// reveal removes what would leave almost nothing of a short page: names, if all that it contains is a menu, and
// attributes that hide elements, because some pages show themselves only after their script has run.
func reveal(body *html.Node) {
	shown := textLength(body)
	if shown > 200 {
		return
	}
	if 4*shown < lengthWithout(body, hidden) {
		strip(body, "class", "role")
		shown = textLength(body)
	}
	machinery := func(n *html.Node) bool { return skippedElements[n.DataAtom] }
	if shown == 0 || 50*shown < lengthWithout(body, machinery) {
		strip(body, "hidden", "style", "class", "role", "aria-hidden")
	}
	if shown == 0 && textLength(body) == 0 {
		_ = each(body, func(n *html.Node) error { // a page that is all navigation
			if n.DataAtom == atom.Nav {
				n.DataAtom, n.Data = atom.Div, atom.Div.String()
			}
			return nil
		})
	}
}

// strip removes attributes from the elements of a page.
func strip(body *html.Node, names ...string) {
	_ = each(body, func(n *html.Node) error {
		if !skippedElements[n.DataAtom] {
			n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return slices.Contains(names, a.Key) })
		}
		return nil
	})
}
