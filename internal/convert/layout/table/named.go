package table

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/text"
)

// named reports whether the first of two columns has a name in every row, and the second a text that belongs to it. The
// names differ in width; the texts, on a single line in most rows, mostly look different or have more words. Lists or
// addresses side by side are alike instead. Text that is the same in most rows, such as "function" after signatures, is
// not data.
func (g *grid) named() bool {
	widest, narrowest := math.Inf(-1), math.Inf(1)
	words, said, lines, lettered, differing := 0, 0, 0, 0, 0
	texts := map[string]bool{}
	for r := range g.rows() {
		name, value := g.cells[r][0], g.cells[r][1]
		if len(name) != 1 || g.joined[r][0] {
			return false
		}
		widest, narrowest = max(widest, name[0].Box.X1), min(narrowest, name[0].Box.X1)
		words, lines = words+text.CountWords(name[0].Words), lines+len(value)
		if len(value) > 0 && looks(value[0]) != looks(name[0]) {
			differing++
		}
		for _, u := range value {
			texts[u.Text()] = true
			said += text.CountWords(u.Words)
			if strings.ContainsFunc(u.Text(), unicode.IsLetter) {
				lettered++
			}
		}
	}
	rows := float64(g.rows())
	short := float64(words) <= labelWords*rows && float64(lines) <= namedLines*rows
	unlike := 2*differing > g.rows() || float64(said) >= saidWords*float64(words)
	data := 2*len(texts) > g.rows() && 2*lettered > g.rows() && unlike
	return short && data && widest-narrowest >= namedSpread*g.textSize() && g.aligned()
}

// looks returns the style in which a text begins, after quotation marks.
func looks(u text.Run) (style struct{ bold, italic, mono bool }) {
	quoted := max(0, slices.IndexFunc(u.Words, func(w text.Word) bool {
		return strings.ContainsFunc(w.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	}))
	s := u.Words[quoted].Style
	style.bold, style.italic, style.mono = s.Bold, s.Italic, s.Mono
	return style
}

// sentences reports whether most texts of the second column end like sentences, as those that explain terms do.
func (g *grid) sentences() bool {
	n := 0
	for r := range g.rows() {
		if cell := g.cells[r][1]; len(cell) > 0 && strings.HasSuffix(cell[len(cell)-1].Text(), ".") {
			n++
		}
	}
	return 2*n > g.rows()
}
