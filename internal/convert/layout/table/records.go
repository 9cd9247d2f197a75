package table

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/text"
)

// records returns the separators between the rows of a band of text lines. A header band is one row, except for lines
// with text over several columns.
func records(band []text.Row, xs, cuts []float64, header bool, bands int) []float64 {
	var out []float64
	limit := wrapLimit(band)
	for i := 1; i < len(band); i++ {
		prev, cur := band[i-1], band[i]
		var same bool
		switch {
		case slices.ContainsFunc(cuts, func(y float64) bool { return y > prev.Middle() && y < cur.Middle() }):
		case header:
			same = !spansSeparator(prev, xs)
		case bands >= recordBands && len(band) <= wrappedLines && !bothNumeric(prev, cur):
			same = true
		default:
			same = continues(prev, cur, xs, limit)
		}
		if !same {
			out = append(out, (prev.Box.Y1+cur.Box.Y0)/2)
		}
	}
	return out
}

// spansSeparator reports whether one of the row's runs lies over a separator.
func spansSeparator(r text.Row, xs []float64) bool {
	for _, u := range r.Runs {
		for _, x := range xs[1 : len(xs)-1] {
			if u.Box.X0 < x-u.Size && u.Box.X1 > x+u.Size {
				return true
			}
		}
	}
	return false
}

// bothNumeric reports whether both rows have numbers.
func bothNumeric(a, b text.Row) bool { return numerals(a) > 0 && numerals(b) > 0 }

// numerals counts the numbers in a row.
func numerals(r text.Row) int {
	n := 0
	for _, u := range r.Runs {
		if text.IsNumeric(u.Text()) {
			n++
		}
	}
	return n
}

// wrapLimit is the distance, in points, up to which two lines may belong to one record: below the jump where distances
// are of two kinds, otherwise hardly more than the tightest.
func wrapLimit(rows []text.Row) float64 {
	least, most := 0.0, 0.0
	for i := 1; i < len(rows); i++ {
		step := rows[i].Base - rows[i-1].Base
		if least == 0 || step < least {
			least = step
		}
		most = max(most, step)
	}
	if most > recordJump*least {
		return (least + least*recordJump) / 2
	}
	return least * stepNoise
}

// continues reports whether cur is the wrapped rest of prev's record.
func continues(prev, cur text.Row, xs []float64, limit float64) bool {
	step := cur.Base - prev.Base
	if step < crowded*cur.Size {
		return true
	}
	if step > limit || step > tightStep*cur.Size {
		return false
	}
	if goesOn(cur) {
		return true
	}
	before, now := columnsOf(prev, xs), columnsOf(cur, xs)
	if (numerals(cur) > 0 && numerals(prev) > 0) || (len(now) > len(before) && len(before) > 1) {
		return false
	}
	if len(before) == 1 && before[0] && len(now) > 1 { // a label's first line above the line with the numbers
		return !startsUpperRun(cur) && now[0]
	}
	for c := range now {
		if !before[c] {
			return false
		}
	}
	if now[0] {
		return len(now) < len(before) && !startsUpperRun(cur)
	}
	return len(now) < len(before)
}

// goesOn reports whether at least half of a row's cells begin in the middle of a sentence.
func goesOn(r text.Row) bool {
	lower := 0
	for _, u := range r.Runs {
		if c, _ := utf8.DecodeRuneInString(u.Words[0].Text); unicode.IsLower(c) && len(u.Words[0].Text) > 1 {
			lower++
		}
	}
	return float64(lower) >= goesOnShare*float64(len(r.Runs)) && lower >= 2
}

func startsUpperRun(r text.Row) bool { return text.StartsUpper(text.Line{Words: r.Runs[0].Words}) }

// columnsOf is the set of columns in which a row has text.
func columnsOf(r text.Row, xs []float64) map[int]bool {
	out := map[int]bool{}
	for _, u := range r.Runs {
		out[interval(xs, (u.Box.X0+u.Box.X1)/2)] = true
	}
	return out
}
