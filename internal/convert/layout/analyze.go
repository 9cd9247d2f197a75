// Package layout turns what stands on a page (glyphs, words, rules, pictures) into blocks in reading order.
//
// The steps follow each other in Analyze. Decisions that need the whole document (heading levels, running heads,
// what goes on over a page break) are made by a Survey in a second pass over the pages.
package layout

import (
	"math"
	"slices"

	"quire/internal/convert/page"
)

// Analyze lays out one page.
func Analyze(in Input) page.Page {
	p := page.Page{Number: in.Number, Width: in.Width, Height: in.Height, Source: in.Source}
	straight, turned := upright(in.Glyphs)
	words := buildWords(&in, straight)
	words = append(words, ocrWords(in.Words)...)
	markLinks(words, in.Links)
	body := bodySize(words)
	runs := buildRuns(words, in.Rules)
	items := make([]item, 0, len(runs))
	for i := range runs {
		items = append(items, item{box: runs[i].box, run: &runs[i]})
	}
	for _, r := range order(items, body) {
		for _, lines := range paragraphs(buildLines(r.items)) {
			p.Blocks = append(p.Blocks, textBlock(lines))
			p.Words = appendWords(p.Words, lines)
		}
	}
	p.Blocks = append(p.Blocks, turnedBlocks(&in, turned)...)
	return p
}

// bodySize is the type size of most characters.
func bodySize(words []word) float64 {
	weights := map[float64]int{}
	for _, w := range words {
		weights[math.Round(w.size*2)/2] += len(w.text)
	}
	size, most := 10.0, 0
	for s, n := range weights {
		if n > most || n == most && s < size {
			size, most = s, n
		}
	}
	return size
}

func appendWords(out []page.Word, lines []line) []page.Word {
	for _, l := range lines {
		for _, w := range l.words {
			if n := len(out); w.glued && n > 0 {
				out[n-1].Text += w.text
				out[n-1].Box = union(out[n-1].Box, w.box)
				continue
			}
			out = append(out, page.Word{Text: w.text, Box: w.box, Confidence: w.confidence})
		}
	}
	return out
}

// turnedBlocks reads text that is not upright, direction by direction, as blocks of their own after the rest.
func turnedBlocks(in *Input, turned []Glyph) []page.Block {
	byAngle := map[int][]Glyph{}
	for _, g := range turned {
		byAngle[g.Angle] = append(byAngle[g.Angle], g)
	}
	angles := make([]int, 0, len(byAngle))
	for a := range byAngle {
		angles = append(angles, a)
	}
	slices.Sort(angles)
	var out []page.Block
	for _, a := range angles {
		out = append(out, turnedText(in, byAngle[a], a)...)
	}
	return out
}

// turnedText turns glyphs of one direction upright, groups them, and gives the blocks their boxes on the page.
func turnedText(in *Input, glyphs []Glyph, angle int) []page.Block {
	sin, cos := math.Sincos(float64(angle) * math.Pi / 180)
	for i, g := range glyphs {
		length := max(g.Box.X1-g.Box.X0, g.Box.Y1-g.Box.Y0)
		x, y := g.X*cos+g.Y*sin, g.Y*cos-g.X*sin
		advance := math.Abs((g.Box.X1-g.Box.X0)*cos) + math.Abs((g.Box.Y1-g.Box.Y0)*sin)
		if angle%90 != 0 {
			advance = min(length, .5*g.Size)
		}
		glyphs[i].X, glyphs[i].Y = x, y
		glyphs[i].Box = page.Box{X0: x, X1: x + advance, Y0: y - .8*g.Size, Y1: y + .2*g.Size}
	}
	words := buildWords(in, glyphs)
	runs := buildRuns(words, nil)
	var out []page.Block
	items := make([]item, 0, len(runs))
	for i := range runs {
		items = append(items, item{box: runs[i].box, run: &runs[i]})
	}
	for _, r := range order(items, bodySize(words)) {
		for _, lines := range paragraphs(buildLines(r.items)) {
			b := textBlock(lines)
			b.Box = turnBack(b.Box, sin, cos)
			out = append(out, b)
		}
	}
	return out
}

func turnBack(b page.Box, sin, cos float64) page.Box {
	out := page.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	for _, c := range [][2]float64{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := c[0]*cos-c[1]*sin, c[0]*sin+c[1]*cos
		out = union(out, page.Box{X0: x, Y0: y, X1: x, Y1: y})
	}
	return out
}
