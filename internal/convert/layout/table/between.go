package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// scattered reports whether text lies at all heights, like the labels in a chart: some rows are so close together that
// they cannot be lines.
func scattered(rows []text.Row) bool {
	close := 0
	for i := 1; i < len(rows); i++ {
		if rows[i].Base-rows[i-1].Base < crowded*min(rows[i].Size, rows[i-1].Size) {
			close++
		}
	}
	return close >= crowdedRows && float64(close) > crowdedShare*float64(len(rows))
}

// runningOutside returns the index of the first of two consecutive lines that fill most of the width with words, or of
// a single such line that is a sentence. Such lines are text between two rules rather than a table, but a line in a
// later column is part of the cell above, however wide it is. The index is -1 if there are none.
func runningOutside(rows []text.Row, _ []float64, width float64) int {
	return runningBut(rows, width, func(_, _ text.Row) bool { return true })
}

// runningBetween does the same, but a cell does not continue past a rule; ys are the heights of the rules. Titles
// between two tables, and the text below them, are between rules of their own.
func runningBetween(rows []text.Row, ys []float64, width float64) int {
	return runningBut(rows, width, func(above, below text.Row) bool {
		i, found := slices.BinarySearch(ys, above.Middle())
		return !found && (i == len(ys) || below.Middle() < ys[i])
	})
}

// runningBut returns that index, disregarding the lines that continue a row above according to goesOn.
func runningBut(rows []text.Row, width float64, goesOn func(above, below text.Row) bool) int {
	lastSeveral := len(rows) - 1
	for lastSeveral >= 0 && len(rows[lastSeveral].Runs) < 2 {
		lastSeveral--
	}
	full := 0
	for i := 0; i < len(rows); i++ {
		words, wide := loneWords(rows[i]), rows[i].Box.X1-rows[i].Box.X0
		if words < proseWords || wide <= lineWidth*width {
			full = 0
			continue
		}
		sentence := words >= sentenceWords && (wide > sentenceWidth*width || i < lastSeveral)
		if full++; full < 2 && !sentence {
			continue
		}
		k := i + 1 - full
		if above := inLaterColumn(rows[:k], rows[k]); above < 0 || !goesOn(rows[above], rows[k]) {
			return k
		}
		i, full = k, 0
	}
	return -1
}

// inLaterColumn returns the index of the last row of several texts above a line if the line begins where one of that
// row's later texts begins: it continues that cell, however wide it is. The index is -1 otherwise.
func inLaterColumn(above []text.Row, r text.Row) int {
	for i := len(above) - 1; i >= max(0, len(above)-maxCellLines); i-- {
		if runs := above[i].Runs; len(runs) > 1 {
			if slices.ContainsFunc(runs[1:], func(u text.Run) bool { return math.Abs(u.Box.X0-r.Box.X0) <= ink.Snap }) {
				return i
			}
			return -1
		}
	}
	return -1
}

// endsAbove returns the lower end of a table whose last rule belongs to something else: below the last row of several
// cells before the running text that begins with row k. It is 0 if no text follows, or if all rows are above the last
// rule but one.
func endsAbove(rows []text.Row, k int, last float64) float64 {
	for k > 0 && loneWords(rows[k-1]) > 0 {
		k--
	}
	if k < 1 || rows[k-1].Middle() < last {
		return 0
	}
	return (rows[k-1].Box.Y1 + rows[k].Box.Y0) / 2
}

// titled reports whether the first row is a title in larger type that shares the table's box.
func titled(rows []text.Row) bool {
	return len(rows[0].Runs) == 1 && rows[0].Size > otherSize*medianSize(rows[1:])
}

// hasCaption reports whether there is a caption among the rows.
func hasCaption(rows []text.Row) bool {
	for _, r := range rows {
		if len(r.Runs) == 1 && len(r.Runs[0].Words) > 2 && text.CaptionStart.MatchString(r.Text()) {
			return true
		}
	}
	return false
}

// headsRows reports whether the text between two rules is not a table but the header of one: it has no figures, and a
// row of figures follows in its columns.
func headsRows(rows []text.Row, outside []text.Run, box page.Box) bool {
	for _, r := range rows {
		for _, u := range r.Runs {
			if isAmount(u.Text()) {
				return false
			}
		}
	}
	reach := headReach * rows[len(rows)-1].Size
	below := text.Inside(outside, page.Box{X0: math.Inf(-1), Y0: box.Y1, X1: math.Inf(1), Y1: box.Y1 + reach})
	for _, r := range text.Loosen(text.Rows(below)) {
		figures := 0
		for _, u := range r.Runs {
			if x := (u.Box.X0 + u.Box.X1) / 2; x > box.X0 && x < box.X1 && text.IsNumeric(u.Text()) {
				figures++
			}
		}
		if figures > 1 && r.Runs[0].Box.X0 < box.X0 {
			return true
		}
	}
	return false
}

// holdsListing reports whether most of the text between rules is in listings, each between two neighbouring rules, or
// all of it is one listing, such as one with a background behind each line.
func holdsListing(rows []text.Row, ys []float64) bool {
	if text.AreListing(rows) {
		return true
	}
	listed, start := 0, 0
	for _, y := range ys[1:] {
		end := start
		for end < len(rows) && rows[end].Middle() < y {
			end++
		}
		if text.AreListing(rows[start:end]) {
			listed += end - start
		}
		start = end
	}
	return 2*listed > len(rows)
}
