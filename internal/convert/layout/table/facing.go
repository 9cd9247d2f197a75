package table

import (
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/text"
)

// facing reports whether the grid has labels that are flush right and begin at different places, beside texts that are
// flush left. Lines of prose, list items and texts in columns, in contrast, begin at a common left edge.
func (g *grid) facing() bool {
	if g.columns() != 2 {
		return false
	}
	var starts, ends, values []float64
	words := 0
	for r := range g.rows() {
		label, value := g.cells[r][0], g.cells[r][1]
		if len(label) == 0 && len(value) > 0 {
			continue
		}
		if len(label) != 1 || len(value) == 0 || g.joined[r][0] || !strings.ContainsFunc(label[0].Text(), unicode.IsLetter) {
			return false
		}
		words += text.CountWords(label[0].Words)
		starts, ends = append(starts, label[0].Box.X0), append(ends, label[0].Box.X1)
		values = append(values, value[0].Box.X0)
	}
	if len(starts) < looseRows || float64(words) > labelWords*float64(len(starts)) {
		return false
	}
	em := g.textSize()
	return extent(starts) >= facingSpread*em && max(extent(ends), extent(values)) <= facingSlack*em
}

// extent returns the distance between the outermost of some positions.
func extent(positions []float64) float64 { return slices.Max(positions) - slices.Min(positions) }
