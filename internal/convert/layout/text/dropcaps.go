package text

import "unicode"

const (
	// An initial is a letter so many times as large as the body, beside so many lines at least.
	initialSize  = 2.0
	initialLines = 2
	// initialGap is the most space between an initial and its lines, in ems of the lines.
	initialGap = 1.5
)

// DropCaps joins large initials to the words they begin: an initial stands on the baseline of a later line. body is the
// size of the page's body type in points.
func DropCaps(words []Word, body float64) []Word {
	for i := 0; i < len(words); i++ {
		w := words[i]
		if r := []rune(w.Text); len(r) != 1 || !unicode.IsUpper(r[0]) || w.Size < initialSize*body {
			continue
		}
		first := besideInitial(w, words, body)
		if first < 0 {
			continue
		}
		// The word's box stays as it is: the lines beside an initial begin at one edge.
		if host := &words[first]; host.Spaced && host.Order == w.Order+1 {
			host.Text = w.Text + " " + host.Text
		} else {
			host.Text = w.Text + host.Text
		}
		words = append(words[:i:i], words[i+1:]...)
		i--
	}
	return words
}

// besideInitial finds the first word of the lines beside an initial, -1 when there are too few lines.
func besideInitial(w Word, words []Word, body float64) int {
	first := -1
	lines := map[int]bool{}
	for i, v := range words {
		gap := v.Box.X0 - w.Box.X1
		if v.Size > 1.3*body || gap < -.2*body || gap > initialGap*v.Size || v.Base > w.Base+.3*v.Size || v.Base < w.Base-w.Size {
			continue
		}
		lines[int(v.Base)] = true
		if first < 0 || v.Base < words[first].Base-.3*v.Size || v.Base < words[first].Base+.3*v.Size && v.Box.X0 < words[first].Box.X0 {
			first = i
		}
	}
	if len(lines) < initialLines {
		return -1
	}
	return first
}
