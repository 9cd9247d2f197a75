package html

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var skippedElements = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Head: true, atom.Svg: true, atom.Iframe: true,
	atom.Object: true, atom.Embed: true, atom.Applet: true, atom.Audio: true, atom.Video: true, atom.Canvas: true, atom.Nav: true,
	atom.Button: true, atom.Datalist: true, atom.Dialog: true, atom.Link: true, atom.Meta: true, atom.Rp: true, atom.Map: true, atom.Frameset: true,
}

// skippedClasses mark non-content in pages produced by widespread software.
var skippedClasses = map[string]bool{
	"mw-editsection": true, "noprint": true, "navbox": true, "mw-jump-link": true, "sr-only": true, "visually-hidden": true,
	"screen-reader-text": true, "vector-dropdown": true, "vector-menu": true, "mw-portlet": true, "mw-indicators": true,
	"catlinks": true, "printfooter": true, "dropdown-menu": true, "mwe-math-fallback-image-inline": true, "mwe-math-fallback-image-display": true, "headerlink": true,
	"skip-link": true, "skiplink": true, "skip-to-content": true, "skip-nav": true, "screen-reader-only": true,
}

// skipped reports whether an element is not part of the page's text: machinery, navigation or hidden.
func skipped(n *html.Node) bool { return hidden(n) || navigates(n) }

// hidden reports whether an element is machinery or not shown.
func hidden(n *html.Node) bool {
	if skippedElements[n.DataAtom] || n.Namespace == "svg" {
		return true
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden":
			return true
		case "aria-hidden":
			// Icons are hidden from screen readers, but so are formulas that are also present as pictures.
			if a.Val == "true" && n.DataAtom != atom.Math && n.DataAtom != atom.Img {
				return true
			}
		case "style":
			if css := compactCSS(a.Val); (strings.Contains(css, "display:none") || strings.Contains(css, "visibility:hidden")) && first(n, atom.Math) == nil {
				return true
			}
		}
	}
	return false
}

// navigates reports whether an element's role or class marks it as navigation.
func navigates(n *html.Node) bool {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "role":
			switch a.Val {
			case "navigation", "search", "menu", "menubar", "dialog", "alertdialog", "tooltip":
				return true
			}
		case "class":
			for class := range strings.FieldsSeq(a.Val) {
				if skippedClasses[class] {
					return true
				}
			}
		}
	}
	return false
}

func compactCSS(s string) string {
	return strings.ToLower(strings.ReplaceAll(s, " ", ""))
}
