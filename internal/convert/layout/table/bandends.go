package table

import (
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/pattern"
)

// sectionNumber matches the number of a section.
var sectionNumber = pattern.New(`^(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4}\.?$`)

// couldEntitle reports whether a row is a single text, or the number of a section with white space between it and the title.
func couldEntitle(r text.Row) bool {
	return loneWords(r) > 0 || (len(r.Runs) == 2 && sectionNumber.MatchString(r.Runs[0].Text()))
}

// loneWords returns the number of words of a line that is a single text, if need be after the marker of a list or a note. It
// is 0 for any other line.
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

// titledWithin reports whether a title in larger type is below other text, and no row of several texts is above it: a page
// between rules then, or a section.
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

// stands reports whether row i is a line of running text that is more than step points away not only from the row
// above, like the name of a group of rows, but also from the row below.
func stands(rows []text.Row, i int, step float64) bool {
	if i+1 >= len(rows) || loneWords(rows[i]) < proseWords {
		return false
	}
	return rows[i].Base-rows[i-1].Base > step && rows[i+1].Base-rows[i].Base > step
}
