package layout

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// takeSmallNumbers separates the small line numbers of a manuscript from the other words. They count titles, listings
// and formulas as well as running text, and in some LaTeX classes empty lines too. They are to the left of everything
// else at their height, down most of the page, whereas the numbers of a listing or an algorithm end with it.
func takeSmallNumbers(words []text.Word, rules []ink.Rule) (rest, numbers []text.Word) {
	usual := bodySize(words)
	small := func(w text.Word) bool {
		return w.Size <= countSize*usual && !w.Glued && len(w.Text) <= lineDigits && strings.Trim(w.Text, "0123456789") == ""
	}
	for _, edge := range edges {
		column := sharing(words, edge, small)
		if countsOn(column) && standsApart(column, words) && !ruledApart(column, rules) {
			return withoutColumn(words, column)
		}
	}
	return words, nil
}

// edges are the sides at which the numbers of a column may be level.
var edges = [...]func(page.Box) float64{func(b page.Box) float64 { return b.X1 }, func(b page.Box) float64 { return b.X0 }}

// sharing returns the counting words at the most common edge, from top to bottom.
func sharing(words []text.Word, edge func(page.Box) float64, counts func(text.Word) bool) []text.Word {
	bin := func(w text.Word) int { return int(math.Round(edge(w.Box) / countSlack)) }
	bins := map[int]int{}
	var found []text.Word
	most := 0
	for _, w := range words {
		if !counts(w) {
			continue
		}
		found = append(found, w)
		if bins[bin(w)]++; bins[bin(w)] > bins[most] {
			most = bin(w)
		}
	}
	found = slices.DeleteFunc(found, func(w text.Word) bool { return bin(w) < most-1 || bin(w) > most+1 })
	slices.SortStableFunc(found, func(a, b text.Word) int { return cmp.Compare(a.Base, b.Base) })
	return found
}

// withoutColumn separates the numbers of a column from the other words.
func withoutColumn(words, column []text.Word) (rest, numbers []text.Word) {
	of := make(map[page.Box]bool, len(column))
	for _, w := range column {
		of[w.Box] = true
	}
	return without(words, of)
}

// countsOn reports whether a column has enough numbers, and each is the next number, or the fifth one, after the number
// above.
func countsOn(column []text.Word) bool {
	if len(column) < countedLines {
		return false
	}
	number := func(i int) int { n, _ := strconv.Atoi(column[i].Text); return n }
	step := number(1) - number(0)
	for i := 1; i < len(column); i++ {
		if number(i)-number(i-1) != step {
			return false
		}
	}
	return step == 1 || step == everyFifth
}

// standsApart reports whether a column of numbers is to the left of all other words at its height, separated by a gap,
// and extends over most of the height of the page's words. No other small words may be as far left.
func standsApart(column, words []text.Word) bool {
	first, last := column[0], column[len(column)-1]
	reach, top, bottom, small := 0.0, math.Inf(1), math.Inf(-1), 0
	for _, w := range column {
		reach = max(reach, w.Box.X1)
	}
	for _, w := range words {
		top, bottom = min(top, w.Base), max(bottom, w.Base)
		beside := w.Base > first.Base-w.Size && w.Base < last.Base+w.Size
		if beside && w.Box.X0 < reach+countGap*w.Size && w.Size > first.Size {
			return false
		}
		if w.Box.X1 <= reach && w.Size <= first.Size {
			small++
		}
	}
	return small == len(column) && last.Base-first.Base >= tallColumn*(bottom-top)
}
