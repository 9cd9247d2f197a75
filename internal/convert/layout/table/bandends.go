package table

import (
	"math"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// sectionNumber matches the number of a section.
var sectionNumber = pattern.New(`^(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4}\.?$`)

// couldEntitle reports whether a row is a single text, or the number of a section with white space between it and the title.
func couldEntitle(r text.Row) bool {
	return loneWords(r) > 0 || (len(r.Runs) == 2 && sectionNumber.MatchString(r.Runs[0].Text()))
}

// loneWords returns the number of words in a line that is a single text, possibly after a list or note marker. It is 0
// for any other line.
func loneWords(r text.Row) int {
	n := len(r.Runs)
	last := r.Runs[n-1].Words
	if n == 1 || (n == 2 && isMarker(r.Runs[0]) && len(last) >= proseWords) {
		return len(last)
	}
	return 0
}

func isMarker(u text.Run) bool {
	marker := u.Text()
	return text.IsBullet(marker) || text.IsDash(marker) || text.ListNumber.MatchString(marker) || isNoteSign(marker)
}

// isNoteSign reports whether a text is the sign of a note, which may be repeated.
func isNoteSign(marker string) bool { return marker != "" && strings.Trim(marker, "*†‡§¶") == "" }

// belowTable returns the index of the first single text below a table's rows that is not one of them, because it stands
// apart or is not inset as they are. It is 0 if there is none.
func belowTable(rows []text.Row, ys []float64, left float64) int {
	i, k := apart(rows, ys), outOfInset(rows, left)
	if i == 0 || k == 0 {
		return max(i, k)
	}
	return min(i, k)
}

// apart returns the index of the first single text below a table's rows that is separated from them by larger type or
// white space: a page number above a rule at the foot of the page, the title of the next table, or a line that
// introduces it. It is 0 if there is none.
func apart(rows []text.Row, ys []float64) int {
	several, k, usual, step, left := 0, 0, medianSize(rows), introStep*text.MedianStep(rows), countSeveral(rows)
	for i, r := range rows {
		for k < len(ys) && ys[k] <= r.Box.Y0+ink.Touch {
			k++
		}
		if i > 0 && k > 0 && several >= 2 && couldEntitle(r) {
			above := max(rows[i-1].Box.Y1, ys[k-1])
			introduces := several < left && stands(rows, i, step)
			if r.Size > otherSize*usual || (loneWords(r) > 0 && (r.Box.Y0-above > apartGap*r.Size || introduces)) {
				return i
			}
		}
		if len(r.Runs) > 1 {
			several++
		}
	}
	return 0
}

// outOfInset returns the index of the first line with a single text that begins at the left end of the bands, if all
// rows above it begin further inside, as the cells of filled rows do: it is a title or a text between two tables. It is
// 0 if there is none.
func outOfInset(rows []text.Row, left float64) int {
	several := 0
	for i, r := range rows {
		inset := r.Box.X0 - left
		switch {
		case inset <= flushEdge && several >= 2 && couldEntitle(r):
			return i
		case inset < cellInset:
			return 0
		case len(r.Runs) > 1:
			several++
		}
	}
	return 0
}

// titledWithin reports whether a title in larger type is below other text but below no row of several texts. What is
// between the rules is then a section or a whole page.
func titledWithin(rows []text.Row) bool {
	usual, plain := medianSize(rows), false
	for _, r := range rows {
		larger := r.Size > otherSize*usual
		switch {
		case !couldEntitle(r):
			return false
		case larger && plain:
			return true
		}
		plain = plain || !larger
	}
	return false
}

// betweenTitles reports whether a title in larger type at the top of a box or right above it, and the text right below
// the box, are in the same type and on backgrounds as wide as the rule. They are then section titles, and there is no
// table between them.
func betweenTitles(rules []ink.Segment, rule ink.Segment, runs []text.Run, rows []text.Row, box page.Box) bool {
	if !rule.Soft {
		return false
	}
	var above, below *text.Run
	for i := range runs {
		r := &runs[i]
		switch y := r.Middle(); {
		case r.Box.X0 >= box.X1 || r.Box.X1 <= box.X0:
		case y < box.Y0 && (above == nil || r.Base > above.Base):
			above = r
		case y > box.Y1 && (below == nil || r.Base < below.Base):
			below = r
		}
	}
	if titled(rows) {
		above = &rows[0].Runs[0]
	}
	if above == nil || below == nil || math.Abs(below.Size-above.Size) >= titleGrain || above.Size <= otherSize*medianSize(rows) {
		return false
	}
	return onBackground(rules, rule, *above) && onBackground(rules, rule, *below)
}

// onBackground reports whether a text is between two edges of fills that are as long as a rule and close to it.
func onBackground(rules []ink.Segment, like ink.Segment, u text.Run) bool {
	top, bottom := math.Inf(-1), math.Inf(1)
	for _, s := range rules {
		if !s.Soft || math.Abs(s.From-like.From) > sameExtent || math.Abs(s.To-like.To) > sameExtent {
			continue
		}
		if s.Pos < u.Middle() {
			top = max(top, s.Pos)
		} else {
			bottom = min(bottom, s.Pos)
		}
	}
	return bottom-top <= titleBackground*u.Size
}

// stands reports whether row i is a line of running text more than step points away from the rows above and below. The
// name of a group of rows is far only from the row above.
func stands(rows []text.Row, i int, step float64) bool {
	if i+1 >= len(rows) || loneWords(rows[i]) < proseWords {
		return false
	}
	return rows[i].Base-rows[i-1].Base > step && rows[i+1].Base-rows[i].Base > step
}
