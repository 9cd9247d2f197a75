package table

import (
	"math"
	"strings"
	"unicode"

	"quire/internal/convert/layout/text"
)

// proseMargin returns the left edge of the lines of running text among rows, in points. It is infinite if there are none.
func proseMargin(rows []text.Row) float64 {
	margin := math.Inf(1)
	for _, r := range rows {
		if loneWords(r) >= sentenceWords {
			margin = min(margin, r.Box.X0)
		}
	}
	return margin
}

// fitted reports whether the first of two columns is as wide as the widest of its names, which differ, and the grid is set in
// from the margin of the text around it as cells with white space on both sides are. Terms with explanations begin at that
// margin, and there is as much white space behind the widest of them as their indent happens to leave.
func (g *grid) fitted(margin float64) bool {
	size := g.textSize()
	widest, narrowest, second := math.Inf(-1), math.Inf(1), math.Inf(1)
	left, names, words, lettered := math.Inf(1), 0, 0, 0
	for r := range g.rows() {
		name, value := g.cells[r][0], g.cells[r][1]
		if len(name) > 1 || len(value) > 1 || g.joined[r][0] {
			return false
		}
		for _, u := range name {
			left, widest, narrowest = min(left, u.Box.X0), max(widest, u.Box.X1), min(narrowest, u.Box.X1)
			names, words = names+1, words+len(u.Words)
		}
		for _, u := range value {
			second = min(second, u.Box.X0)
			if strings.ContainsFunc(u.Text(), unicode.IsLetter) {
				lettered++
			}
		}
	}
	gutter := second - widest
	return left-margin >= insetTable*gutter && widest-narrowest >= fittedSpread*size && gutter <= fittedGutter*size && 2*lettered > g.rows() &&
		float64(words) <= labelWords*float64(names) && g.aligned()
}
