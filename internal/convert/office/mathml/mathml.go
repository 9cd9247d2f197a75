// Package mathml converts formulas from Presentation MathML to LaTeX.
package mathml

import (
	"slices"
	"strings"
	"unicode/utf8"

	"quire/internal/convert/latex"
	"quire/internal/convert/office/opc"
)

// Node is an element of a formula. Formulas are small enough to be held as trees.
type Node struct {
	Name string // without its namespace's prefix
	Text string // of an element that has no others in it
	Attr func(name string) string
	Kids []*Node
}

// nodeLimit bounds the elements of one formula.
const nodeLimit = 100_000

// Read reads the current math:math and returns LaTeX without delimiters.
func Read(c *opc.Cursor, e opc.Element) (string, error) {
	budget := nodeLimit
	n, err := readNode(c, e, &budget)
	return LaTeX(n), err
}

func readNode(c *opc.Cursor, e opc.Element, budget *int) (*Node, error) {
	e.Attrs = slices.Clone(e.Attrs)
	n := &Node{Name: strings.TrimPrefix(e.Name, "math:"), Attr: e.Attr}
	if *budget--; *budget < 0 {
		return n, nil
	}
	var text strings.Builder
	err := c.Mixed(func(s string) { text.WriteString(s) }, func(e opc.Element) error {
		k, err := readNode(c, e, budget)
		n.Kids = append(n.Kids, k)
		return err
	})
	n.Text = strings.TrimSpace(text.String())
	return n, err
}

// LaTeX returns a formula without delimiters.
func LaTeX(n *Node) string { return latex.Squeeze(n.latex()) }

// latex renders the element (MathML 3, chapter 3).
func (n *Node) latex() string {
	switch n.Name {
	case "annotation", "annotation-xml", "mspace", "maligngroup", "malignmark", "none", "mprescripts":
		return " "
	case "mi", "ci":
		return n.identifier()
	case "mn", "cn":
		return latex.Escape(n.Text, false)
	case "mo":
		return operator(n.Text)
	case "mtext", "ms":
		if n.Text == "" {
			return " "
		}
		return `\text{` + latex.EscapeText(n.Text) + "}"
	case "semantics":
		return n.kid(0).latex()
	case "mfrac":
		return n.fraction()
	case "msqrt":
		return `\sqrt{` + latex.Squeeze(n.row()) + "}"
	case "mroot":
		return `\sqrt[` + LaTeX(n.kid(1)) + "]" + n.arg(0)
	case "msub":
		return latex.Base(n.arg(0)) + "_" + n.arg(1)
	case "msup":
		return latex.Base(n.arg(0)) + "^" + n.arg(1)
	case "msubsup":
		return latex.Base(n.arg(0)) + "_" + n.arg(1) + "^" + n.arg(2)
	case "munder", "mover", "munderover":
		return n.stacked()
	case "mmultiscripts":
		return n.scripts()
	case "mtable":
		return n.table()
	case "mfenced":
		return n.fenced()
	case "menclose":
		return n.enclosed()
	case "mphantom":
		return `\phantom{` + latex.Squeeze(n.row()) + "}"
	}
	return n.row()
}

// kid returns the i-th child, or an empty row.
func (n *Node) kid(i int) *Node {
	if i < len(n.Kids) {
		return n.Kids[i]
	}
	return &Node{Name: "mrow"}
}

// arg returns the i-th child as an argument in braces.
func (n *Node) arg(i int) string { return "{" + LaTeX(n.kid(i)) + "}" }

// row renders the children side by side. Stretchy fences grow with what is between them.
func (n *Node) row() string {
	kids := n.Kids
	var s strings.Builder
	last := len(kids) - 1
	if last > 0 && kids[0].stretches() && kids[last].stretches() {
		s.WriteString(`\left` + latex.Delimiter(kids[0].Text) + " ")
		for _, k := range kids[1:last] {
			s.WriteString(k.latex())
		}
		s.WriteString(` \right` + latex.Delimiter(kids[last].Text))
		return s.String()
	}
	for _, k := range kids {
		s.WriteString(k.latex())
	}
	if len(kids) == 0 {
		return latex.Escape(n.Text, false)
	}
	return s.String()
}

// stretches reports whether the element is a fence that is marked as stretchy.
func (n *Node) stretches() bool {
	return n.Name == "mo" && n.Attr("stretchy") == "true" && n.Attr("fence") == "true" && utf8.RuneCountInString(n.Text) < 2
}

var alphabets = map[string]string{
	"bold": `\mathbf`, "double-struck": `\mathbb`, "script": `\mathcal`, "fraktur": `\mathfrak`, "sans-serif": `\mathsf`, "monospace": `\mathtt`,
	"bold-italic": `\boldsymbol`,
}

func (n *Node) identifier() string {
	variant := ""
	if n.Attr != nil {
		variant = n.Attr("mathvariant")
	}
	switch {
	case alphabets[variant] != "":
		return alphabets[variant] + "{" + latex.Escape(n.Text, true) + "}"
	case latex.IsName(n.Text) && variant != "italic":
		return latex.FunctionName(n.Text)
	}
	return latex.Escape(n.Text, false)
}

// operator writes an operator: words upright, and nothing for invisible multiplication and function application.
func operator(text string) string {
	switch {
	case text == "\u2061" || text == "\u2062" || text == "\u2063" || text == "\u2064":
		return " "
	case latex.IsName(text):
		return latex.FunctionName(text)
	}
	return latex.Escape(text, false)
}

func (n *Node) fraction() string {
	switch thickness := n.Attr("linethickness"); {
	case n.Attr("bevelled") == "true":
		return n.arg(0) + "/" + n.arg(1)
	case thickness != "" && strings.Trim(thickness, "0.ptexm%in") == "":
		return `\genfrac{}{}{0pt}{}` + n.arg(0) + n.arg(1)
	}
	return `\frac` + n.arg(0) + n.arg(1)
}

// stacked renders what is under and over a base: limits, accents, braces, or anything else.
func (n *Node) stacked() string {
	text := LaTeX(n.kid(0))
	under, over := -1, 1
	if n.Name != "mover" {
		under, over = 1, 2
	}
	for _, at := range [...]int{under, over} {
		if at > 0 && at < len(n.Kids) {
			text = mark(text, n.kid(at), at == under)
		}
	}
	return text
}

// mark sets one mark under or over a base.
func mark(text string, m *Node, under bool) string {
	if m.Name == "mo" {
		if under && strings.ContainsAny(m.Text, "_\u0332\u005f\u203e") {
			return `\underline{` + text + "}"
		}
		if command, ok := latex.Accents[m.Text]; ok && !under {
			return command + "{" + text + "}"
		}
		if command, ok := latex.Groups[m.Text]; ok && strings.ContainsAny(m.Text, "⏞⏟⏜⏝⎴⎵") {
			return command + "{" + text + "}"
		}
	}
	script, set := "^", `\overset`
	if under {
		script, set = "_", `\underset`
	}
	if limits(text) {
		return text + script + "{" + LaTeX(m) + "}"
	}
	return set + "{" + LaTeX(m) + "}{" + text + "}"
}

// limits reports whether the scripts of a base are limits, or labels of a brace.
func limits(base string) bool {
	name := strings.TrimPrefix(base, `\`)
	if end := strings.IndexAny(name, "_^{ "); end >= 0 {
		name = name[:end]
	}
	return strings.HasPrefix(base, `\`) && (slices.Contains(latex.LimitNames, name) || name == "underbrace" || name == "overbrace" || strings.HasSuffix(name, "int"))
}

// scripts renders scripts on both sides of a base.
func (n *Node) scripts() string {
	var before, after strings.Builder
	into := &after
	marks := [...]string{"_", "^"}
	place := 0
	for _, k := range n.Kids[min(1, len(n.Kids)):] {
		if k.Name == "mprescripts" {
			into, place = &before, 0
			continue
		}
		if text := LaTeX(k); text != "" && k.Name != "none" {
			into.WriteString(marks[place%len(marks)] + "{" + text + "}")
		}
		place++
	}
	if before.Len() > 0 {
		return "{}" + before.String() + latex.Base(n.arg(0)) + after.String()
	}
	return latex.Base(n.arg(0)) + after.String()
}

func (n *Node) table() string {
	var rows []string
	for _, row := range n.Kids {
		if row.Name != "mtr" && row.Name != "mlabeledtr" {
			continue
		}
		cells := row.Kids
		if row.Name == "mlabeledtr" && len(cells) > 0 {
			cells = cells[1:]
		}
		var texts []string
		for _, cell := range cells {
			texts = append(texts, LaTeX(cell))
		}
		rows = append(rows, strings.Join(texts, " & "))
	}
	if len(rows) == 1 && !strings.Contains(rows[0], " & ") {
		return rows[0]
	}
	return `\begin{matrix} ` + strings.Join(rows, ` \\ `) + ` \end{matrix}`
}

// fenced renders delimited arguments.
func (n *Node) fenced() string {
	open, end, separators := "(", ")", ","
	for name, into := range map[string]*string{"open": &open, "close": &end, "separators": &separators} {
		if given := n.Attr(name); given != "" {
			*into = strings.TrimSpace(given)
		}
	}
	parts := make([]string, len(n.Kids))
	for i, k := range n.Kids {
		parts[i] = LaTeX(k)
	}
	first, _ := utf8.DecodeRuneInString(separators)
	if separators == "" {
		return `\left` + latex.Delimiter(open) + " " + strings.Join(parts, " ") + ` \right` + latex.Delimiter(end)
	}
	separator := latex.Squeeze(latex.Escape(string(first), false)) + " "
	return `\left` + latex.Delimiter(open) + " " + strings.Join(parts, separator) + ` \right` + latex.Delimiter(end)
}

func (n *Node) enclosed() string {
	inner := "{" + latex.Squeeze(n.row()) + "}"
	switch notation := n.Attr("notation"); {
	case strings.Contains(notation, "radical"):
		return `\sqrt` + inner
	case strings.Contains(notation, "box"):
		return `\boxed` + inner
	}
	return inner
}
