package form

import (
	"slices"
	"strings"
	"unicode/utf8"

	"quire/internal/convert/layout/text"
)

// These are the characters that fonts have for check boxes. The plain squares are also bullets and ends of proofs.
const (
	tickedBoxes = "☑☒\uf0fe\uf0fd\uf078"
	squares     = "□▢◻❏❐❑❒\uf06f\uf0a8\uf071\uf072"
)

// signs replaces check boxes that are characters by Empty and Ticked, each as a separate word. A plain square is one if
// another box on the page is ticked, or if there is another square on its line.
func signs(words []text.Word) []text.Word {
	first := func(w text.Word) string {
		_, n := utf8.DecodeRuneInString(w.Text)
		return w.Text[:n]
	}
	is := func(w text.Word, set string) bool { return w.Text != "" && strings.Contains(set, first(w)) }
	anyTicked := slices.ContainsFunc(words, func(w text.Word) bool { return is(w, tickedBoxes) })
	level := map[int]int{} // number of squares on a line, by the rounded baseline
	for _, w := range words {
		if is(w, squares) {
			level[int(w.Base)]++
		}
	}
	var out []text.Word
	for i, w := range words {
		sign := ""
		switch {
		case is(w, tickedBoxes):
			sign = Ticked
		case is(w, Empty), is(w, squares) && (anyTicked || level[int(w.Base)] > 1):
			sign = Empty
		}
		if sign == "" {
			if out != nil {
				out = append(out, w)
			}
			continue
		}
		if out == nil {
			out = append(make([]text.Word, 0, len(words)+1), words[:i]...)
		}
		out = append(out, split(w, sign, len(first(w)))...)
	}
	if out == nil {
		return words
	}
	return out
}

// split returns the first n bytes of a word as a check box, and the rest of the word if there is any.
func split(w text.Word, sign string, n int) []text.Word {
	box, rest := w, w
	box.Text, rest.Text = sign, w.Text[n:]
	if rest.Text == "" {
		return []text.Word{box}
	}
	box.Box.X1 = min(w.Box.X1, w.Box.X0+w.Size)
	rest.Box.X0, rest.Glued, rest.Spaced = box.Box.X1, false, true
	return []text.Word{box, rest}
}
