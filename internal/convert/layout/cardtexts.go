package layout

import (
	"slices"

	"quire/internal/convert/layout/text"
)

// cardTexts is what the lines below level titles show of whether they are independent texts or the columns of a table.
type cardTexts struct {
	// starts are the heights at which paragraphs begin in each strip, other than items with a bullet.
	starts [][]float64
	// breaks are the lines that follow another one closely, flowing those of them that begin with a small letter or a
	// bullet, and items the items that have white space above them.
	breaks, flowing, items int
	// wordy means that no line that another one follows closely is as short as the cells of most tables.
	wordy bool
}

// cards reports whether the strips are independent texts rather than columns of a table.
func (s *strips) cards() bool {
	t := cardTexts{starts: make([][]float64, len(s.lines)), wordy: true}
	for k, lines := range s.lines {
		n := slices.IndexFunc(lines, func(r text.Run) bool { return !sameTitle(r, s.title) })
		if n < 0 {
			return false
		}
		t.add(k, lines[n:])
	}
	all, level := levels(t.starts, lineLevel)
	if len(level) > 0 && float64(len(level)) >= rowShare*float64(all) {
		return false
	}
	breaks := t.breaks + t.items
	return breaks > 0 && (float64(t.flowing+t.items) >= flowingShare*float64(breaks) || (all == 0 && t.wordy && s.uneven()))
}

// add adds the lines below the title of strip k.
func (t *cardTexts) add(k int, lines []text.Run) {
	step := leading(lines)
	for i := 1; i < len(lines); i++ {
		before, next := lines[i-1], lines[i]
		alone := len(next.Words) == 1 && (i+1 == len(lines) || lines[i+1].Base > next.Base+newLine*next.Size)
		item := marksItem(next.Words[0].Text) && !alone
		switch down := next.Base - before.Base; {
		case down > looseLeading*step && item:
			t.items++
		case down > looseLeading*step:
			t.starts[k] = append(t.starts[k], next.Base)
		case down > newLine*next.Size:
			t.breaks++
			t.wordy = t.wordy && len(before.Words) >= cardWords
			if item || text.StartsLower(next.Text()) {
				t.flowing++
			}
		}
	}
}

// marksItem reports whether a word that others follow makes an item of them.
func marksItem(word string) bool { return text.IsBullet(word) || text.IsDash(word) }

// uneven reports whether some strip has fewer lines than another. The rows of a table fill most of its columns.
func (s *strips) uneven() bool {
	return slices.ContainsFunc(s.lines, func(l []text.Run) bool { return len(l) != len(s.lines[0]) })
}
