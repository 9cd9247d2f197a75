package table

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

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
	return text.IsBullet(marker) || text.IsDash(marker) || text.ListNumber.MatchString(marker)
}

// apart returns the index of the first single text below a table's rows that larger type, or white space above it, sets apart
// from them: a page number above a rule at the foot of the page, or the title of the next table. It is 0 if there is none.
func apart(rows []text.Row, ys []float64) int {
	several, k, usual := 0, 0, medianSize(rows)
	for i, r := range rows {
		for k < len(ys) && ys[k] <= r.Box.Y0+ink.Touch {
			k++
		}
		if i > 0 && k > 0 && several >= 2 && loneWords(r) > 0 {
			above := max(rows[i-1].Box.Y1, ys[k-1])
			if r.Box.Y0-above > apartGap*r.Size || r.Size > otherSize*usual {
				return i
			}
		}
		if len(r.Runs) > 1 {
			several++
		}
	}
	return 0
}
