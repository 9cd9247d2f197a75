package form

import (
	"math"
	"slices"
	"strings"

	"quire/internal/convert/layout/text"
)

// fillIn removes underscores that have an entry written on them, and moves the entry to their line. In forms filled in
// on a screen, entries are slightly above the underscores.
func fillIn(words []text.Word) []text.Word {
	if !slices.ContainsFunc(words, isBlank) {
		return words
	}
	written := map[int]float64{} // the baselines of what is written on underscores
	gone := map[int]bool{}
	all := newRows(words)
	for i, b := range words {
		if !isBlank(b) {
			continue
		}
		for _, w := range all.between(b.Base-entryRise*b.Size, b.Base) {
			x := (w.Box.X0 + w.Box.X1) / 2
			level := math.Abs(w.Base-b.Base) <= entryDrift*b.Size
			if x > b.Box.X0 && x < b.Box.X1 && level && !isBlank(w.Word) && !isBox(w.Word) {
				written[w.at], gone[i] = b.Base, true
			}
		}
	}
	out := make([]text.Word, 0, len(words))
	for i, w := range words {
		if gone[i] {
			continue
		}
		if base, ok := written[i]; ok {
			w.Base = base
		}
		out = append(out, w)
	}
	return out
}

// isBlank reports whether a word is a line of underscores to write on.
func isBlank(w text.Word) bool {
	return len(w.Text) >= leastUnderscores && strings.Trim(w.Text, "_") == ""
}
