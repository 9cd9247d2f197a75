package figure

import "quire/internal/convert/layout/text"

// isProse reports whether runs are running text, are stacked like paragraphs, or belong to the fields of a form.
func isProse(runs []text.Run) bool {
	letters, sentences, stacked := 0, 0, 0
	for i, r := range runs {
		if r.Words[0].Entries > 0 {
			return true
		}
		words, n := lettered(r)
		letters += n
		if words >= sentenceWords {
			sentences += n
		}
		if words > 1 && followed(runs, i) {
			stacked++
		}
	}
	return float64(sentences) > mostProse*float64(letters) || stacked > mostStacked
}

// lettered returns how many words of a run have letters, and the number of letters.
func lettered(r text.Run) (words, letters int) {
	for _, w := range r.Words {
		n := 0
		if !text.IsNumeric(w.Text) {
			n = text.LenWithoutSymbols(w.Text)
		}
		if letters += n; n > 1 {
			words++
		}
	}
	return words, letters
}

// followed reports whether a line of words is right below run i. Runs are sorted by baseline, so only the next few need
// to be examined.
func followed(runs []text.Run, i int) bool {
	r := runs[i]
	for _, o := range runs[i+1 : min(len(runs), i+mostAround)] {
		if o.Base-r.Base > leading*r.Size {
			return false
		}
		if words, _ := lettered(o); words > 1 && o.Base-r.Base > r.Size/2 && beside(o.Box, r.Box) {
			return true
		}
	}
	return false
}
