package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// lineUpBrackets replaces the brackets or section signs printed in a column down the middle of a pleading's caption
// with the line that they stand for. The parties are to the left of it, the title of the paper to the right.
func lineUpBrackets(words []text.Word, lines ink.Rulings) ([]text.Word, ink.Rulings) {
	type place struct {
		sign string
		at   int
	}
	columns := map[place][]text.Word{}
	for _, w := range words {
		if (w.Text == ")" || w.Text == "§") && w.Math == ink.NoMath {
			p := place{w.Text, int(math.Round(w.Box.X0 / countSlack))}
			columns[p] = append(columns[p], w)
		}
	}
	taken := map[page.Box]bool{}
	down := slices.Clone(lines.Down)
	for _, column := range columns {
		slices.SortFunc(column, func(a, b text.Word) int { return cmp.Compare(a.Base, b.Base) })
		if len(column) < captionBrackets || !isClose(column) {
			continue
		}
		box := column[0].Box
		for _, w := range column {
			taken[w.Box], box = true, ink.Union(box, w.Box)
		}
		down = append(down, ink.Segment{Pos: (box.X0 + box.X1) / 2, From: box.Y0, To: box.Y1})
	}
	if len(taken) == 0 {
		return words, lines
	}
	slices.SortFunc(down, func(a, b ink.Segment) int { return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.From, b.From)) })
	words, _ = without(words, taken)
	return words, ink.Rulings{Across: lines.Across, Down: down}
}

// isClose reports whether no two neighbouring words of a column are farther apart than lines with a blank line between
// them.
func isClose(column []text.Word) bool {
	for i := 1; i < len(column); i++ {
		if column[i].Base-column[i-1].Base > bracketStep*column[i].Size {
			return false
		}
	}
	return true
}
