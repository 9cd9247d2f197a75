package table

import "quire/internal/convert/layout/text"

// fragmentWords is the minimum number of words in a line that begins in the middle of a sentence. Names and values,
// such as those of options, may begin with a lowercase letter but are single words; in prose only the last line of a
// paragraph is that short.
const fragmentWords = 2

// isFragment reports whether a cell begins in the middle of a sentence, as lines of prose in columns do. Code never
// does.
func isFragment(cell []text.Run) bool {
	first := cell[0]
	return text.StartsLower(first.Text()) && text.CountWords(first.Words) >= fragmentWords && !looks(first).mono
}

// broken reports whether a column has many fragments below a first text that is not one, like the lines of prose. A
// column whose texts all begin with a lowercase letter contains phrases instead.
func (g *grid) broken() bool {
	for c := range g.columns() {
		cells, fragments, whole := 0, 0, false
		for r := 1; r < g.rows(); r++ {
			cell := g.cells[r][c]
			if len(cell) == 0 {
				continue
			}
			cells++
			if isFragment(cell) {
				fragments++
			} else if cells == 1 {
				whole = true
			}
		}
		if whole && float64(fragments) >= lowerShare*float64(cells) && fragments > 0 {
			return true
		}
	}
	return false
}
