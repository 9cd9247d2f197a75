package formula

import (
	"slices"
	"strings"
	"unicode/utf8"

	"quire/internal/convert/latex"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// wordNodes makes a piece of every word. size is that of the line around the formula, or 0.
func wordNodes(words []text.Word, size float64) []node {
	words = splitWords(words)
	out := make([]node, 0, len(words))
	for _, w := range words {
		if !isLarge(w) {
			size = max(size, w.Size)
		}
	}
	arrays := maxArrays
	for _, w := range words {
		// Large signs may belong to larger type, and TeX's come in a single size for type of ten to twelve points.
		if size > 0 && (w.Size > size || (isLarge(w) && w.Size > largeSize*size)) {
			w.Size = size
		}
		out = append(out, node{
			tex: wordTex(w), text: w.Text, base: w.Base, size: w.Size, glued: w.Glued, word: true,
			box:   page.Box{X0: w.Box.X0, X1: w.Box.X1, Y0: min(w.Box.Y0, w.Base-nodeRise*w.Size), Y1: max(w.Base+nodeDrop*w.Size, w.Box.Y1)},
			large: isLarge(w), arrays: &arrays,
			big: strings.ContainsAny(w.Text, bigOperators) || takesLimits(w),
		})
	}
	return negated(out)
}

// isLarge reports whether a word is a sign whose size says nothing about the type around it.
func isLarge(w text.Word) bool {
	return strings.ContainsAny(w.Text, bigOperators) || w.Math == ink.MathExtension
}

// splitWords separates the names of functions from the brackets that are set in the same font, as in "log(".
func splitWords(words []text.Word) []text.Word {
	out := make([]text.Word, 0, len(words))
	for _, w := range words {
		parts := nameParts.FindAllString(w.Text, -1)
		if w.Math != ink.NoMath || w.Style.Math || len(parts) < 2 || !slices.ContainsFunc(parts, latex.IsName) {
			out = append(out, w)
			continue
		}
		each := (w.Box.X1 - w.Box.X0) / float64(utf8.RuneCountInString(w.Text))
		for i, part := range parts {
			v := w
			v.Text, v.Glued = part, w.Glued || i > 0
			v.Box.X1 = w.Box.X0 + each*float64(utf8.RuneCountInString(part))
			if i == len(parts)-1 {
				v.Box.X1 = w.Box.X1
			}
			w.Box.X0 = v.Box.X1
			out = append(out, v)
		}
	}
	return out
}

var nameParts = pattern.New(`[()\[\]]+|[^()\[\]]+`)

// negated joins the stroke of a negated relation to its sign.
func negated(nodes []node) []node {
	out := nodes[:0:0]
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		if n.text == stroke && i+1 < len(nodes) && nodes[i+1].word {
			next := nodes[i+1]
			next.tex = `\not` + next.tex
			if name := negations[next.text]; name != "" {
				next.tex = name
			}
			next.box.X0, next.glued = min(n.box.X0, next.box.X0), n.glued
			out, i = append(out, next), i+1
			continue
		}
		out = append(out, n)
	}
	return out
}

// stroke is the character that strikes out the sign after it.
const stroke = "\u0338"

var negations = map[string]string{"=": `\neq`, "∈": `\notin`, "≡": `\not\equiv`, "⊂": `\not\subset`}
