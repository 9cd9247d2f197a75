package form

import (
	"cmp"
	"slices"
	"strings"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// placed is a word with its place among the page's words.
type placed struct {
	text.Word
	at int
}

// rows are the words of a page, sorted by the middle of their letters.
type rows []placed

func newRows(words []text.Word) rows {
	r := make(rows, 0, len(words))
	for i, w := range words {
		r = append(r, placed{w, i})
	}
	slices.SortStableFunc(r, func(a, b placed) int { return cmp.Compare(middle(a.Word), middle(b.Word)) })
	return r
}

// between returns the words whose letters have their middle between two heights, from left to right, or none if there
// are too many to be a line.
func (r rows) between(top, bottom float64) []placed {
	height := func(w placed, y float64) int { return cmp.Compare(middle(w.Word), y) }
	from, _ := slices.BinarySearchFunc(r, top, height)
	to, _ := slices.BinarySearchFunc(r, bottom, height)
	if to <= from || to-from > maxNear {
		return nil
	}
	out := slices.Clone(r[from:to])
	slices.SortStableFunc(out, func(a, b placed) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	return out
}

// after returns the text that follows a box on its line, up to the next check box or a gap.
func (r rows) after(b page.Box) string {
	var found []placed
	reach := b.X1
	for _, w := range r.between(b.Y0, b.Y1) {
		gap := w.Box.X0 - reach
		if w.Box.X0 < b.X1-labelOverlap*w.Size {
			continue
		}
		if isBox(w.Word) || gap > labelGap*w.Size {
			break
		}
		found, reach = append(found, w), w.Box.X1
	}
	return join(found)
}

// before returns the words that lead up to a box on its line, from the last check box or gap on. reach is the widest
// gap before the box, in ems.
func (r rows) before(b page.Box, reach float64) []placed {
	var found []placed
	next := b.X0
	for _, w := range slices.Backward(r.between(b.Y0-edgePlay, b.Y1+edgePlay)) {
		gap := next - w.Box.X1
		if w.Box.X1 > b.X0+labelOverlap*w.Size {
			continue
		}
		if isBox(w.Word) || gap > reach*w.Size {
			break
		}
		found, next, reach = append(found, w), w.Box.X0, labelGap
	}
	slices.Reverse(found)
	return found
}

// over returns the text on the line between two heights that is above or below a box.
func (r rows) over(b page.Box, top, bottom float64) string {
	var found []placed
	for _, w := range r.between(top, bottom) {
		aside := w.Box.X1 < b.X0-labelOverlap*w.Size || w.Box.X0 > b.X1
		if n := len(found); aside || (n > 0 && w.Box.X0-found[n-1].Box.X1 > labelGap*w.Size) {
			if n > 0 {
				break
			}
			continue
		}
		found = append(found, w)
	}
	return join(found)
}

// join returns the text of words, without the punctuation that leads to a field.
func join(found []placed) string {
	words := make([]text.Word, 0, len(found))
	for _, w := range found {
		words = append(words, w.Word)
	}
	s := text.Line{Words: words}.Text()
	return strings.Trim(s, " :.…_*")
}
