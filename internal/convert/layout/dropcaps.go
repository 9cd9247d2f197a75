package layout

import "unicode"

const (
	// An initial is a letter so many times as large as the body, beside so many lines at least.
	initialSize  = 2.0
	initialLines = 2
	// initialGap is the most space between an initial and its lines, in ems of the lines.
	initialGap = 1.5
)

// dropCaps puts large initials back in front of their words: they stand on the baseline of a later line.
func dropCaps(words []word, body float64) []word {
	for i := 0; i < len(words); i++ {
		w := words[i]
		if r := []rune(w.text); len(r) != 1 || !unicode.IsUpper(r[0]) || w.size < initialSize*body {
			continue
		}
		first := besideInitial(w, words, body)
		if first < 0 {
			continue
		}
		// The word's box stays as it is: the lines beside an initial begin at one edge.
		if host := &words[first]; host.spaced && host.order == w.order+1 {
			host.text = w.text + " " + host.text
		} else {
			host.text = w.text + host.text
		}
		words = append(words[:i:i], words[i+1:]...)
		i--
	}
	return words
}

// besideInitial finds the first word of the lines beside an initial, -1 when there are too few.
func besideInitial(w word, words []word, body float64) int {
	first := -1
	lines := map[int]bool{}
	for i, v := range words {
		gap := v.box.X0 - w.box.X1
		if v.size > 1.3*body || gap < -.2*body || gap > initialGap*v.size || v.base > w.base+.3*v.size || v.base < w.base-w.size {
			continue
		}
		lines[int(v.base)] = true
		if first < 0 || v.base < words[first].base-.3*v.size || v.base < words[first].base+.3*v.size && v.box.X0 < words[first].box.X0 {
			first = i
		}
	}
	if len(lines) < initialLines {
		return -1
	}
	return first
}
