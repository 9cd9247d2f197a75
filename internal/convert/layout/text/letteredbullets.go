package text

import "math"

// letteredBullet is the letter that word processors use as the bullet of inner lists, in a fixed-width typeface.
const letteredBullet = "o"

// LetteredBullets replaces the letters that stand in for bullets, in place. A column of several single letters in a
// fixed-width typeface lists something else, such as options.
func LetteredBullets(words []Word) []Word {
	others := map[int]bool{}
	for _, w := range words {
		if w.mono && len(w.Text) == 1 && w.Text != letteredBullet {
			others[column(w)] = true
		}
	}
	for i := range words {
		w := &words[i]
		at := column(*w)
		if !isLettered(words, i) || others[at-1] || others[at] || others[at+1] {
			continue
		}
		next := words[i+1]
		w.Text, w.Style, w.mono = "•", next.Style, false
	}
	return words
}

// column returns the left edge of a word, in points.
func column(w Word) int { return int(math.Round(w.Box.X0)) }

// isLettered reports whether a word is a letter before a line of text in a proportional typeface.
func isLettered(words []Word, i int) bool {
	w := words[i]
	if w.Text != letteredBullet || !w.mono || i+1 == len(words) || (i > 0 && onLine(words[i-1], w)) {
		return false
	}
	next := words[i+1]
	gap := next.Box.X0 - w.Box.X1
	return !next.mono && onLine(w, next) && gap > letteredGap*w.Size && gap < bulletGap*w.Size
}

// onLine reports whether b follows a on the same line.
func onLine(a, b Word) bool {
	return math.Abs(a.Base-b.Base) < bulletDrift*b.Size && a.Box.X0 < b.Box.X0
}
