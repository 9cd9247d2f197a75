package table

import (
	"math"
	"slices"
	"strings"

	"quire/internal/convert/layout/text"
	"quire/internal/pattern"
)

// thousands matches the last digits of a number whose groups are separated by spaces, and noteNumber the number of a
// note.
var (
	thousands  = pattern.New(`^\d{3}(?:[.,]\d+)?\)?$`)
	noteNumber = pattern.New(`^\(\d{1,2}\)$`)
)

// partFigures adds separators where a column after the first has two aligned figures in several rows. These are two
// columns with hardly any white space between them, or with a header across both.
func partFigures(seps []float64, rows []text.Row, x1 float64) []float64 {
	xs := append(slices.Clone(seps), x1)
	var out []float64
	for c := range seps {
		out = append(out, xs[c])
		if x, ok := betweenFigures(rows, xs[c], xs[c+1]); ok {
			out = append(out, x)
		}
	}
	return out
}

// figureSpan is the extent of a figure with its signs. note is set if it may be the number of a note.
type figureSpan struct {
	from, to float64
	note     bool
}

// betweenFigures returns a place in the column from x0 to x1 that is between two figures in several rows and crosses no
// other figure.
func betweenFigures(rows []text.Row, x0, x1 float64) (float64, bool) {
	var lefts, rights, all []figureSpan
	var names []text.Word
	size, widest, plain := 0.0, 0.0, false
	for _, r := range rows {
		cell := wordsBetween(r, x0, x1)
		spans, sign := figureSpans(cell)
		all = append(all, spans...)
		if len(spans) == 0 {
			names = append(names, cell...)
		}
		if len(spans) == 2 {
			lefts, rights, size = append(lefts, spans[0]), append(rights, spans[1]), max(size, r.Size)
			gap := spans[1].from - spans[0].to
			widest, plain = max(widest, gap), plain || sign || gap >= doubleGap*r.Size
		}
	}
	counts := func(s figureSpan) bool { return !s.note }
	words := widest < tableGutter*size // words of one text, such as a code of two numbers
	if words || (len(lefts) < leastDoubles && !plain) || !slices.ContainsFunc(rights, counts) {
		return 0, false
	}
	from, to := math.Inf(-1), math.Inf(1)
	for i := range lefts {
		from, to = max(from, lefts[i].to), min(to, rights[i].from)
	}
	for _, s := range all {
		if s.from < from {
			from = max(from, s.to)
		} else {
			to = min(to, s.from)
		}
	}
	if to-from < leastGap*size || !alignedEnds(lefts, size) || !alignedEnds(rights, size) {
		return 0, false
	}
	return betweenNames(names, from, to), true
}

// betweenNames returns a place between two figures, one that no name in the header crosses if possible.
func betweenNames(names []text.Word, from, to float64) float64 {
	for _, w := range names {
		switch {
		case w.Box.X0 <= from && w.Box.X1 > from && w.Box.X1 < to:
			from = w.Box.X1
		case w.Box.X0 > from && w.Box.X0 < to && w.Box.X1 >= to:
			to = w.Box.X0
		}
	}
	return (from + to) / 2
}

// alignedEnds reports whether figures are right-aligned, give or take a sign.
func alignedEnds(spans []figureSpan, size float64) bool {
	least, most := math.Inf(1), math.Inf(-1)
	for _, s := range spans {
		least, most = min(least, s.to), max(most, s.to)
	}
	return most-least <= endSlack*size
}

// wordsBetween returns the words of a row whose middle is between x0 and x1.
func wordsBetween(r text.Row, x0, x1 float64) []text.Word {
	var out []text.Word
	for _, u := range r.Runs {
		if u.Box.X1 < x0 || u.Box.X0 > x1 {
			continue
		}
		for _, w := range u.Words {
			if x := (w.Box.X0 + w.Box.X1) / 2; x > x0 && x < x1 {
				out = append(out, w)
			}
		}
	}
	return out
}

// figureSpans returns the figures among the words of a cell, with the signs before and after them, and reports whether
// a figure after the first has a currency sign. It returns none if there are other words, a range, or the digit groups
// of one number.
func figureSpans(words []text.Word) (spans []figureSpan, signed bool) {
	open := false // after a sign that belongs to the next figure
	last := ""
	for i, w := range words {
		switch {
		case len(spans) > 0 && !open && afterSign.MatchString(w.Text):
			spans[len(spans)-1].to = w.Box.X1
			continue
		case open:
			spans[len(spans)-1].to = w.Box.X1
		case !text.IsNumeric(w.Text) && !currencySign.MatchString(w.Text):
			return nil, false
		case i > 0 && len(spans) > 0 && goesOnFigure(last, w, words[i-1]):
			return nil, false
		default:
			spans = append(spans, figureSpan{w.Box.X0, w.Box.X1, noteNumber.MatchString(w.Text)})
		}
		open = currencySign.MatchString(w.Text)
		signed = signed || (open && len(spans) > 1)
		last = w.Text
	}
	if open { // sign of a figure in the next column
		return spans[:len(spans)-1], false
	}
	return spans, signed
}

// goesOnFigure reports whether a word may belong to the figure before it, as one of its digit groups or the end of a
// range.
func goesOnFigure(last string, w, before text.Word) bool {
	near := w.Box.X0-before.Box.X1 < tableGutter*w.Size
	group := near && thousands.MatchString(w.Text) && !strings.ContainsAny(last, ".,)%")
	return group || (near && (text.IsDash(last) || text.IsDash(w.Text)))
}
