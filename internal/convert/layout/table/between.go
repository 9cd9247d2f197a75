package table

import "quire/internal/convert/layout/text"

// scattered reports whether text lies at all heights, as the labels in a chart do: rows so close together that
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

// runningText returns the index of the first of two consecutive lines that fill most of the width with words,
// or of a single one that is a sentence. Such lines are text between two rules rather than a table. It is -1 if
// there are none.
func runningText(rows []text.Row, width float64) int {
	full := 0
	for i, r := range rows {
		words := loneWords(r)
		if wide := r.Box.X1 - r.Box.X0; words >= proseWords && wide > lineWidth*width {
			sentence := words >= sentenceWords && (wide > sentenceWidth*width || countSeveral(rows[i+1:]) > 0)
			if full++; full == 2 || sentence {
				return i + 1 - full
			}
		} else {
			full = 0
		}
	}
	return -1
}

// endsAbove returns where a table ends whose last rule belongs to something else: below its last row with
// several cells above the following text. It is 0 if no text follows, or if all rows lie above the last rule
// but one.
func endsAbove(rows []text.Row, last, width float64) float64 {
	k := runningText(rows, width)
	for k > 0 && loneWords(rows[k-1]) > 0 {
		k--
	}
	if k < 1 || rows[k-1].Middle() < last {
		return 0
	}
	return (rows[k-1].Box.Y1 + rows[k].Box.Y0) / 2
}

// hasCaption reports whether there is a caption among the rows.
func hasCaption(rows []text.Row) bool {
	for _, r := range rows {
		if text.CaptionStart.MatchString(r.Text()) && len(r.Runs) == 1 && len(r.Runs[0].Words) > 2 {
			return true
		}
	}
	return false
}
