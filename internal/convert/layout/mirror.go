package layout

import (
	"slices"

	"quire/internal/convert/layout/formula"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// mirror maps a page of a right-to-left script to one that is laid out like a left-to-right page: the first
// column, the margin that lists are indented from and the first column of a table are on its left. The zero
// value leaves a page as it is.
type mirror struct {
	on    bool
	math  bool // the mirrored page has formulas
	width float64
}

// mirrorOf returns the mirror in which a page with these words is laid out.
func mirrorOf(in *ink.Input, words []text.Word) mirror {
	on := text.MostlyLeftward(words)
	math := on && slices.ContainsFunc(words, func(w text.Word) bool { return w.Math != ink.NoMath })
	return mirror{on: on, math: math, width: in.Width}
}

// box returns the mirror image of b. It is its own inverse.
func (m mirror) box(b page.Box) page.Box {
	if !m.on {
		return b
	}
	return page.Box{X0: m.width - b.X1, Y0: b.Y0, X1: m.width - b.X0, Y1: b.Y1}
}

// input returns the page with everything mirrored except glyphs and scanned words, which have already been turned into
// text. It shares nothing that it changes.
func (m mirror) input(in ink.Input) ink.Input {
	if !m.on {
		return in
	}
	glyphs, words := in.Glyphs, in.Words
	in = in.Placed(m.box)
	in.Glyphs, in.Words = glyphs, words
	for _, img := range in.Images {
		for k := range img.Words {
			img.Words[k].Mirrored = true
		}
	}
	return in
}

// words mirrors words in place.
func (m mirror) words(words []text.Word) {
	if !m.on {
		return
	}
	for i := range words {
		words[i].Box, words[i].Mirrored = m.box(words[i].Box), !words[i].Mirrored
	}
}

// formulas finds the formulas of a page. They read from left to right whatever the language around them.
func (m mirror) formulas(runs []text.Run, bars []page.Box, gutters []ink.Segment) ([]text.Piece, []text.Run) {
	if !m.math {
		return formula.Find(runs, bars, gutters)
	}
	shown := make([]page.Box, len(bars))
	for i, b := range bars {
		shown[i] = m.box(b)
	}
	between := slices.Clone(gutters)
	for i := range between {
		between[i].Pos = m.width - between[i].Pos
	}
	pieces, rest := formula.Find(m.runs(runs), shown, between)
	for i := range pieces {
		found := page.Page{Blocks: []page.Block{pieces[i].Block}, Words: pieces[i].Words}
		found.Place(m.box)
		pieces[i] = text.Piece{Block: found.Blocks[0], Words: found.Words}
	}
	return pieces, m.runs(rest)
}

// runs returns mirrored copies of runs.
func (m mirror) runs(runs []text.Run) []text.Run {
	out := make([]text.Run, 0, len(runs))
	for _, r := range runs {
		words := slices.Clone(r.Words)
		m.words(words)
		slices.Reverse(words)
		out = append(out, text.NewRun(words))
	}
	return out
}
