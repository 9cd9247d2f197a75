package html

import (
	"cmp"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/internal/convert/page"
)

// inline reads elements that style the text inside them.
func (w *walker) inline(n *html.Node) bool {
	before := w.style
	switch n.DataAtom {
	case atom.B, atom.Strong:
		w.style.Bold = true
	case atom.I, atom.Em, atom.Var, atom.Dfn:
		w.style.Italic = true
	case atom.S, atom.Strike, atom.Del:
		w.style.Strike = true
	case atom.Sup:
		w.style.Sup = true
	case atom.Sub:
		w.style.Sub = true
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		w.style.Code = true
	case atom.A:
		if permalink(n) {
			return true
		}
		w.style.Link = w.link(attr(n, "href"))
	case atom.Span, atom.Font:
		w.styled(n)
	case atom.Q:
		w.write("“")
		w.children(n)
		w.write("”")
		return true
	case atom.Rt:
		w.write("(")
		w.children(n)
		w.write(")")
		return true
	case atom.Br:
		w.write("\n")
		return true
	case atom.Input, atom.Textarea, atom.Select:
		w.control(n)
		return true
	default:
		return false
	}
	w.children(n)
	w.style = before
	return true
}

// permalink reports whether a link is merely the symbol from which readers copy a heading's address.
func permalink(n *html.Node) bool {
	if !strings.HasPrefix(attr(n, "href"), "#") || n.FirstChild == nil || n.FirstChild != n.LastChild || n.FirstChild.Type != html.TextNode {
		return false
	}
	switch strings.TrimSpace(n.FirstChild.Data) {
	case "#", "§", "¶", "🔗", "⚓", "∞", "permalink", "Permalink":
		return true
	}
	return false
}

// styled reads emphasis from a style attribute, which editors write instead of elements.
func (w *walker) styled(n *html.Node) {
	css := compactCSS(attr(n, "style"))
	if css == "" {
		return
	}
	for _, weight := range [...]string{"font-weight:bold", "font-weight:600", "font-weight:700", "font-weight:800", "font-weight:900"} {
		w.style.Bold = w.style.Bold || strings.Contains(css, weight)
	}
	if strings.Contains(css, "font-weight:normal") || strings.Contains(css, "font-weight:400") {
		w.style.Bold = false
	}
	w.style.Italic = w.style.Italic || strings.Contains(css, "font-style:italic")
	w.style.Strike = w.style.Strike || strings.Contains(css, "line-through")
	w.style.Sup = w.style.Sup || strings.Contains(css, "vertical-align:super")
	w.style.Sub = w.style.Sub || (strings.Contains(css, "vertical-align:sub") && !w.style.Sup)
}

// link returns the address that href leads to on the web, or "".
func (w *walker) link(href string) string {
	href = strings.TrimSpace(href)
	if strings.HasPrefix(href, "#") {
		return ""
	}
	if w.base != nil {
		if u, err := url.Parse(href); err == nil {
			href = w.base.ResolveReference(u).String()
		}
	}
	return page.WebLink(href)
}

// control writes the text that a form control shows.
func (w *walker) control(n *html.Node) {
	switch n.DataAtom {
	case atom.Textarea:
		w.children(n)
		return
	case atom.Select:
		chosen := first(n, atom.Option)
		_ = each(n, func(o *html.Node) error {
			if o.DataAtom == atom.Option && hasAttr(o, "selected") {
				chosen = o
			}
			return nil
		})
		if chosen != nil && chosen.FirstChild != nil {
			w.text(chosen.FirstChild.Data)
		}
		return
	}
	switch strings.ToLower(attr(n, "type")) {
	case "checkbox", "radio":
		if hasAttr(n, "role") || hasAttr(n, "aria-haspopup") {
			return // a switch belonging to the page itself
		}
		box := "☐"
		if hasAttr(n, "checked") {
			box = "☒"
		}
		if w.kind == page.ListItem && !w.ordered && len(w.spans)+len(w.buf) == 0 {
			w.marker = box
			return
		}
		w.write(box + " ")
	case "", "text", "email", "tel", "url", "number", "date":
		w.text(attr(n, "value"))
	}
}

// text appends text with white space collapsed as browsers do.
func (w *walker) text(s string) {
	if s = page.Visible(s); s == "" {
		return
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) })
	if len(words) == 0 {
		w.write(" ")
		return
	}
	folded := strings.Join(words, " ")
	if isSpace(s[0]) {
		folded = " " + folded
	}
	if isSpace(s[len(s)-1]) {
		folded += " "
	}
	w.write(folded)
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// atSpace reports whether a space here would double another one or begin the block.
func (w *walker) atSpace() bool {
	if n := len(w.buf); n > 0 {
		return w.buf[n-1] == ' ' || w.buf[n-1] == '\n'
	}
	n := len(w.spans)
	if n == 0 {
		return true
	}
	last := w.spans[n-1].Text
	return strings.HasSuffix(last, " ") || strings.HasSuffix(last, "\n")
}

// write appends to the open span, or begins a new one if the style differs.
func (w *walker) write(s string) {
	if s != "" && s[0] == ' ' && w.atSpace() {
		s = s[1:]
	}
	if s == "" {
		return
	}
	if w.open != w.style {
		w.endSpan()
		w.open = w.style
	}
	w.buf = append(w.buf, s...)
}

func (w *walker) endSpan() {
	if len(w.buf) > 0 {
		w.open.Text = string(w.buf)
		w.spans = append(w.spans, w.open)
	}
	w.open.Text, w.buf = "", w.buf[:0]
}

// image keeps a picture's alternative text.
func (w *walker) image(n *html.Node) {
	w.place(attr(n, "src"), strings.Join(strings.Fields(page.Visible(attr(n, "alt"))), " "))
}

// place adds a picture after the current line.
func (w *walker) place(source, alt string) {
	b, shown := page.Block{Kind: page.Picture, Alt: alt}, alt != ""
	if w.picture != nil {
		b, shown = w.picture(source, alt)
	}
	if !shown {
		return
	}
	if len(w.spans) == 0 && len(w.buf) == 0 && w.kind == "" {
		w.flush()
		w.blocks = append(w.blocks, b)
		return
	}
	w.late = append(w.late, b)
}

// math reads a formula from the TeX that it carries, or else from its text.
func (w *walker) math(n *html.Node) {
	tex := ""
	_ = each(n, func(c *html.Node) error {
		if c.Data == "annotation" && strings.Contains(attr(c, "encoding"), "tex") && c.FirstChild != nil {
			tex = strings.TrimSpace(c.FirstChild.Data)
			return errStop
		}
		return nil
	})
	if tex == "" {
		tex = strings.TrimSpace(attr(n, "alttext"))
	}
	if tex == "" {
		w.children(n)
		return
	}
	w.tex(tex, attr(n, "display") == "block")
}

// mathScript reads the formulas that MathJax keeps in scripts.
func (w *walker) mathScript(n *html.Node) {
	if n.DataAtom == atom.Script && strings.HasPrefix(attr(n, "type"), "math/tex") && n.FirstChild != nil {
		w.tex(strings.TrimSpace(n.FirstChild.Data), strings.Contains(attr(n, "type"), "mode=display"))
	}
}

func (w *walker) tex(tex string, display bool) {
	tex = page.Visible(tex)
	if inner, ok := strings.CutPrefix(tex, `{\displaystyle `); ok {
		tex = strings.TrimSpace(strings.TrimSuffix(inner, "}"))
	}
	if display {
		w.flush()
		w.blocks = append(w.blocks, page.Block{Kind: page.Formula, Spans: []page.Span{{Text: tex, Math: true}}})
		return
	}
	w.endSpan()
	w.spans = append(w.spans, page.Span{Text: tex, Math: true})
}

// pre reads preformatted text as code.
func (w *walker) pre(n *html.Node) {
	w.flush()
	text := dedent(page.Visible(string(preText(nil, n))))
	if text == "" {
		return
	}
	w.blocks = append(w.blocks, page.Block{Kind: page.Code, Marker: language(n), Spans: []page.Span{{Text: text}}})
}

// preText appends preformatted text. Blocks inside it, and consecutive code elements, go on separate lines.
func preText(dst []byte, n *html.Node) []byte {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			dst = append(dst, c.Data...)
		case c.DataAtom == atom.Br:
			dst = append(dst, '\n')
		case c.Type == html.ElementNode && !skipped(c):
			apart := blockElements[c.DataAtom] || (c.DataAtom == atom.Code && c.PrevSibling != nil && c.PrevSibling.DataAtom == atom.Code)
			if apart && len(dst) > 0 && dst[len(dst)-1] != '\n' {
				dst = append(dst, '\n')
			}
			dst = preText(dst, c)
			if apart && blockElements[c.DataAtom] && len(dst) > 0 && dst[len(dst)-1] != '\n' {
				dst = append(dst, '\n')
			}
		}
	}
	return dst
}

// dedent drops blank lines at both ends, trailing white space, and the indentation that all lines share, which
// belongs to the page rather than the code.
func dedent(s string) string {
	lines := strings.Split(s, "\n")
	shared := -1
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
		if indent := len(line) - len(strings.TrimLeft(line, " \t")); lines[i] != "" && (shared < 0 || indent < shared) {
			shared = indent
		}
	}
	for i, line := range lines {
		lines[i] = line[min(max(shared, 0), len(line)):]
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// language returns the language named by an attribute or a class on the element, on its code element, or around
// it.
func language(n *html.Node) string {
	around := []*html.Node{first(n, atom.Code), n, n.Parent}
	if n.Parent != nil {
		around = append(around, n.Parent.Parent)
	}
	for _, c := range around {
		if c == nil {
			continue
		}
		if lang := cmp.Or(attr(c, "data-lang"), attr(c, "data-language")); lang != "" {
			return lang
		}
		if lang := classLanguage(strings.Fields(attr(c, "class"))); lang != "" {
			return lang
		}
	}
	return ""
}

func classLanguage(classes []string) string {
	for i, class := range classes {
		next := ""
		if i+1 < len(classes) {
			next = strings.TrimSuffix(classes[i+1], ";")
		}
		switch class {
		case "sourceCode", "src", "brush:", "hljs":
			if next != "" && !strings.ContainsAny(next, ":-") {
				return next
			}
		}
		for _, prefix := range [...]string{"language-", "lang-", "highlight-source-", "highlight-", "brush:"} {
			if lang, ok := strings.CutPrefix(class, prefix); ok && lang != "" && lang != "default" && lang != "none" {
				return strings.TrimSuffix(lang, ";")
			}
		}
	}
	return ""
}
