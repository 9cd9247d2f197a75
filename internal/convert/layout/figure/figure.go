package figure

import (
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// Figure is a chart or a diagram that is drawn on the page.
type Figure struct {
	// Box is around the drawing and its texts, in points on the page as shown.
	Box page.Box
	// Words are the horizontal texts on the drawing, and its labels.
	Words []text.Word

	panels []page.Box
}

// Take finds the figures that are drawn on a page, and returns them and the words that are in none.
func Take(in *ink.Input, words []text.Word) (figures []Figure, rest []text.Word) {
	found := areas(in, words)
	if len(found) == 0 || len(words) == 0 {
		return nil, words
	}
	runs := text.Runs(words, nil)
	rest = words
	for _, panels := range joinPanels(found, runs) {
		f := Figure{panels: panels}
		var ok bool
		if f.Box, ok = withLabels(union(panels), runs); ok {
			inside, _ := split(f.Box, runs)
			f.Words, rest = divide(rest, inside)
			figures = append(figures, f)
		}
	}
	return figures, rest
}

// Without returns the input without what is drawn in figures.
func Without(in ink.Input, figures []Figure) ink.Input {
	inside := func(b page.Box) bool {
		return slices.ContainsFunc(figures, func(f Figure) bool { return contains(f.Box, b) })
	}
	in.Rules = slices.DeleteFunc(slices.Clone(in.Rules), func(r ink.Rule) bool { return inside(r.Box) })
	in.Fills = slices.DeleteFunc(slices.Clone(in.Fills), func(f ink.Fill) bool { return inside(f.Box) })
	in.Dots = slices.DeleteFunc(slices.Clone(in.Dots), inside)
	return in
}

// Piece returns a figure that has words as a block with its texts, panel by panel and line by line.
func (f Figure) Piece() text.Piece {
	words := f.Words
	points := 0
	for _, w := range words {
		if isPoint(w) {
			points++
		}
	}
	if points >= leastPoints && points < len(words) {
		words = slices.DeleteFunc(slices.Clone(words), isPoint)
	}
	parts := make([][]text.Run, len(f.panels))
	for _, r := range text.Runs(words, nil) {
		i := nearest(f.panels, r.Box)
		parts[i] = append(parts[i], r)
	}
	var out text.Piece
	var lines []string
	var all []page.Word
	for _, runs := range parts {
		if len(runs) > 0 {
			out = text.Picture(runs)
			lines = append(lines, out.Block.Text())
			all = append(all, out.Words...)
		}
	}
	out.Block.Box, out.Block.Spans, out.Words = f.Box, []page.Span{{Text: strings.Join(lines, "\n")}}, all
	return out
}

// isPoint reports whether a word is a sign that marks a point, such as a dot.
func isPoint(w text.Word) bool { return !strings.ContainsFunc(w.Text, text.IsWordRune) }

// contains reports whether the middle of inner is in outer.
func contains(outer, inner page.Box) bool {
	x, y := (inner.X0+inner.X1)/2, (inner.Y0+inner.Y1)/2
	return x >= outer.X0 && x <= outer.X1 && y >= outer.Y0 && y <= outer.Y1
}

// divide separates the words of runs from the others.
func divide(words []text.Word, runs []text.Run) (in, out []text.Word) {
	places := map[page.Box]bool{}
	for _, r := range runs {
		for _, w := range r.Words {
			places[w.Box] = true
		}
	}
	for _, w := range words {
		if places[w.Box] {
			in = append(in, w)
		} else {
			out = append(out, w)
		}
	}
	return in, out
}
