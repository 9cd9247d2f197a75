// Package omml converts the formulas of Office documents (ECMA-376 part 1, 22.1) to LaTeX.
package omml

import (
	"encoding/xml"
	"slices"
	"strings"

	"quire/internal/convert/latex"
	"quire/internal/convert/office/opc"
)

// node is an element of a formula. Formulas are small enough to be held as trees.
type node struct {
	opc.Element
	text string
	kids []*node
}

// mathLimit bounds the elements of one formula.
const mathLimit = 100_000

// LaTeX reads the current m:oMath or m:oMathPara and returns LaTeX without delimiters. The lines of a formula
// paragraph are joined by \\.
func LaTeX(c *opc.Cursor, e opc.Element) (string, error) {
	budget := mathLimit
	n, err := readNode(c, e, &budget)
	if err != nil {
		return "", err
	}
	if n.Name != "m:oMathPara" {
		return latex.Squeeze(n.latex()), nil
	}
	var lines []string
	for _, k := range n.kids {
		if line := latex.Squeeze(k.latex()); k.Name == "m:oMath" && line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) < 2 {
		return strings.Join(lines, ""), nil
	}
	return `\begin{gathered} ` + strings.Join(lines, ` \\ `) + ` \end{gathered}`, nil
}

// readNode reads the current element as a tree, with deletions and alternatives resolved.
func readNode(c *opc.Cursor, e opc.Element, budget *int) (*node, error) {
	n := &node{Element: e}
	if *budget--; *budget < 0 {
		return n, nil
	}
	if e.Name == "m:t" || e.Name == "w:t" {
		s, err := c.Text()
		n.text = s
		return n, err
	}
	n.Attrs = append([]xml.Attr(nil), e.Attrs...)
	err := c.Content(func(e opc.Element) error {
		k, err := readNode(c, e, budget)
		n.kids = append(n.kids, k)
		return err
	})
	return n, err
}

// child returns the first child with that name, or an empty node.
func (n *node) child(name string) *node {
	for _, k := range n.kids {
		if k.Name == name {
			return k
		}
	}
	return &node{}
}

// property returns the value of a property from the element's own properties, or def if it is absent.
func (n *node) property(name, def string) string {
	for _, k := range n.kids {
		if !strings.HasSuffix(k.Name, "Pr") || k.Name == "m:ctrlPr" {
			continue
		}
		for _, p := range k.kids {
			if p.Name == name {
				v, ok := p.Lookup("val")
				if !ok {
					return "on"
				}
				return v
			}
		}
	}
	return def
}

func (n *node) flag(name string) bool {
	switch n.property(name, "0") {
	case "0", "off", "false":
		return false
	}
	return true
}

// inner returns the LaTeX of the children.
func (n *node) inner() string {
	var s strings.Builder
	for _, k := range n.kids {
		s.WriteString(k.latex())
	}
	return s.String()
}

// arg returns a child as an argument in braces.
func (n *node) arg(name string) string {
	text := latex.Squeeze(n.child(name).latex())
	if isProse(text) {
		text = `\text{` + text + "}"
	}
	return "{" + text + "}"
}

// latex renders the element (ECMA-376 part 1, 22.1.2).
func (n *node) latex() string {
	switch n.Name {
	case "m:r":
		return n.run()
	case "m:t", "w:t":
		return latex.Escape(n.text, false)
	case "m:f":
		return n.fraction()
	case "m:sSup":
		return latex.Base(n.arg("m:e")) + "^" + n.arg("m:sup")
	case "m:sSub":
		return latex.Base(n.arg("m:e")) + "_" + n.arg("m:sub")
	case "m:sSubSup":
		return latex.Base(n.arg("m:e")) + "_" + n.arg("m:sub") + "^" + n.arg("m:sup")
	case "m:sPre":
		return "{}" + scripts("m:sub", n, true) + scripts("m:sup", n, true) + n.arg("m:e")
	case "m:rad":
		if n.flag("m:degHide") || latex.Squeeze(n.child("m:deg").latex()) == "" {
			return `\sqrt` + n.arg("m:e")
		}
		return `\sqrt[` + latex.Squeeze(n.child("m:deg").latex()) + "]" + n.arg("m:e")
	case "m:nary":
		return n.nary()
	case "m:d":
		return n.delimited()
	case "m:m":
		return n.matrix()
	case "m:eqArr":
		return n.aligned()
	case "m:func":
		return n.function()
	case "m:acc":
		return n.accent()
	case "m:bar":
		if n.property("m:pos", "bot") == "top" {
			return `\overline` + n.arg("m:e")
		}
		return `\underline` + n.arg("m:e")
	case "m:groupChr":
		return n.group()
	case "m:limLow", "m:limUpp":
		return n.limit()
	case "m:borderBox":
		return `\boxed` + n.arg("m:e")
	case "m:phant":
		if n.property("m:show", "1") == "0" {
			return `\phantom` + n.arg("m:e")
		}
		return n.child("m:e").latex()
	}
	if strings.HasSuffix(n.Name, "Pr") {
		return ""
	}
	if n.Name == "w:br" {
		return " "
	}
	return n.inner()
}

// run renders m:r: upright words as text or as an operator name, styled letters in their alphabet.
func (n *node) run() string {
	var text strings.Builder
	for _, k := range n.kids {
		if k.Name == "m:t" || k.Name == "w:t" {
			text.WriteString(k.text)
		}
	}
	s := text.String()
	props := n.child("m:rPr")
	for _, p := range props.kids {
		v, given := p.Lookup("val")
		switch {
		case p.Name == "m:nor" && (!given || p.On()):
			if strings.TrimSpace(s) == "" {
				return s
			}
			return `\text{` + latex.EscapeText(strings.TrimSpace(s)) + "}"
		case p.Name == "m:sty" && v == "p" && latex.IsName(s):
			return latex.FunctionName(s)
		case p.Name == "m:sty" && v == "b":
			return `\mathbf{` + latex.Escape(s, true) + "}"
		case p.Name == "m:sty" && v == "bi":
			return `\boldsymbol{` + latex.Escape(s, true) + "}"
		case p.Name == "m:scr" && alphabets[v] != "":
			return alphabets[v] + "{" + latex.Escape(s, true) + "}"
		}
	}
	switch {
	case latex.IsFunction(strings.TrimSpace(s)):
		return latex.FunctionName(s)
	case isProse(s):
		return `\text{` + latex.EscapeText(s) + "}"
	}
	return latex.Escape(s, false)
}

// isProse reports whether the text of a run is words separated by spaces, which LaTeX would run together.
func isProse(s string) bool {
	words := strings.Fields(s)
	for _, w := range words {
		if !latex.IsName(w) && len(w) > 1 {
			return false
		}
	}
	return len(words) > 1 && latex.IsName(words[0])
}

var alphabets = map[string]string{
	"double-struck": `\mathbb`, "script": `\mathcal`, "fraktur": `\mathfrak`, "sans-serif": `\mathsf`, "monospace": `\mathtt`,
}

func (n *node) fraction() string {
	switch n.property("m:type", "bar") {
	case "lin", "skw":
		return n.arg("m:num") + "/" + n.arg("m:den")
	case "noBar":
		return `\genfrac{}{}{0pt}{}` + n.arg("m:num") + n.arg("m:den")
	}
	return `\frac` + n.arg("m:num") + n.arg("m:den")
}

func (n *node) nary() string {
	op := n.property("m:chr", "∫")
	s := strings.TrimSpace(latex.Escape(op, false))
	limits := scripts("m:sub", n, !n.flag("m:subHide")) + scripts("m:sup", n, !n.flag("m:supHide"))
	if limits != "" && n.property("m:limLoc", "") == "undOvr" && strings.Contains("∫∬∭∮", op) {
		s += `\limits`
	}
	return s + limits + n.operand()
}

// scripts returns a child as a subscript or superscript, or "" if it is empty or not shown.
func scripts(name string, n *node, shown bool) string {
	text := latex.Squeeze(n.child(name).latex())
	if text == "" || !shown {
		return ""
	}
	if name == "m:sub" {
		return "_{" + text + "}"
	}
	return "^{" + text + "}"
}

// operand returns the argument of an operator or function, separated from a preceding command.
func (n *node) operand() string {
	text := latex.Squeeze(n.child("m:e").latex())
	if text == "" || text[0] == '\\' {
		return text
	}
	return " " + text
}

func (n *node) delimited() string {
	left, right := n.property("m:begChr", "("), n.property("m:endChr", ")")
	separator := n.property("m:sepChr", "|")
	var parts []string
	var only *node
	for _, k := range n.kids {
		if k.Name == "m:e" {
			parts = append(parts, latex.Squeeze(k.latex()))
			only = k
		}
	}
	if len(parts) == 1 && left == "(" && right == ")" {
		if f := only.only("m:f"); f != nil && f.property("m:type", "bar") == "noBar" {
			return `\binom` + f.arg("m:num") + f.arg("m:den")
		}
	}
	sep := " " + strings.TrimSpace(latex.Escape(separator, false)) + " "
	if len(parts) > 1 && separator == "|" {
		sep = ` \middle| `
	}
	return `\left` + latex.Delimiter(left) + " " + strings.Join(parts, sep) + ` \right` + latex.Delimiter(right)
}

// only returns the single child of n if it has that name.
func (n *node) only(name string) *node {
	var found *node
	for _, k := range n.kids {
		if k.Name == "m:ctrlPr" || k.Name == "m:argPr" {
			continue
		}
		if found != nil || k.Name != name {
			return nil
		}
		found = k
	}
	return found
}

func (n *node) matrix() string {
	var rows []string
	for _, row := range n.kids {
		if row.Name != "m:mr" {
			continue
		}
		var cells []string
		for _, e := range row.kids {
			if e.Name == "m:e" {
				cells = append(cells, latex.Squeeze(e.latex()))
			}
		}
		rows = append(rows, strings.Join(cells, " & "))
	}
	return `\begin{matrix} ` + strings.Join(rows, ` \\ `) + ` \end{matrix}`
}

// aligned renders an array of equations, in which & marks the alignment points.
func (n *node) aligned() string {
	var rows []string
	for _, k := range n.kids {
		if k.Name == "m:e" {
			rows = append(rows, latex.Squeeze(strings.ReplaceAll(k.latex(), `\&`, "&")))
		}
	}
	if len(rows) == 1 {
		return strings.ReplaceAll(rows[0], "&", "")
	}
	return `\begin{aligned} ` + strings.Join(rows, ` \\ `) + ` \end{aligned}`
}

// function renders a name and its argument. The name may carry limits.
func (n *node) function() string {
	name := latex.Squeeze(n.child("m:fName").latex())
	if latex.IsName(name) {
		name = strings.TrimSpace(latex.FunctionName(name))
	}
	return name + n.operand()
}

func (n *node) accent() string {
	// For an accent without a character, Word shows a combining circumflex.
	c := n.property("m:chr", "\u0302")
	command, ok := latex.Accents[c]
	if !ok {
		return `\hat` + n.arg("m:e")
	}
	return command + n.arg("m:e")
}

func (n *node) group() string {
	chr := n.property("m:chr", "⏟")
	command, ok := latex.Groups[chr]
	if !ok {
		if n.property("m:pos", "bot") == "top" {
			return `\overset{` + strings.TrimSpace(latex.Escape(chr, false)) + "}" + n.arg("m:e")
		}
		return `\underset{` + strings.TrimSpace(latex.Escape(chr, false)) + "}" + n.arg("m:e")
	}
	return command + n.arg("m:e")
}

// limit sets text below or above: an operator's limits, a brace's label, or anything else.
func (n *node) limit() string {
	mark, set := "_", `\underset`
	if n.Name == "m:limUpp" {
		mark, set = "^", `\overset`
	}
	base := latex.Squeeze(n.child("m:e").latex())
	if latex.IsName(base) {
		base = strings.TrimSpace(latex.FunctionName(base))
	}
	switch {
	case strings.HasPrefix(base, `\underbrace`), strings.HasPrefix(base, `\overbrace`), slices.Contains(latex.LimitNames, strings.TrimPrefix(base, `\`)):
		return base + mark + n.arg("m:lim")
	case strings.HasPrefix(base, `\operatorname{`):
		return `\operatorname*` + strings.TrimPrefix(base, `\operatorname`) + mark + n.arg("m:lim")
	}
	return set + n.arg("m:lim") + "{" + base + "}"
}
