package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// textRow is what stands on one baseline within an area.
type textRow struct {
	runs []run
	base float64
	size float64
	box  page.Box
}

// textRows groups runs by their baselines; within a row they are sorted from left to right.
func textRows(runs []run) []textRow {
	sorted := slices.Clone(runs)
	slices.SortStableFunc(sorted, func(a, b run) int { return cmp.Compare(a.base, b.base) })
	var out []textRow
	for _, r := range sorted {
		if n := len(out); n > 0 && r.base-out[n-1].base <= .45*min(out[n-1].size, r.size) {
			row := &out[n-1]
			row.runs = append(row.runs, r)
			row.box = ink.Union(row.box, r.box)
			row.size = max(row.size, r.size)
			continue
		}
		out = append(out, textRow{runs: []run{r}, base: r.base, size: r.size, box: r.box})
	}
	for _, row := range out {
		slices.SortFunc(row.runs, func(a, b run) int { return cmp.Compare(a.box.X0, b.box.X0) })
	}
	return out
}

// looseGap parts words within the lines of a table, in ems: there a gap wider than a space is a gutter, because
// nothing is justified.
const (
	looseGap     = .5
	looseGapMono = .9
)

// loosen splits the runs of rows at every gap that is wider than a space.
func loosen(rows []textRow) []textRow {
	out := make([]textRow, len(rows))
	for i, row := range rows {
		out[i] = row
		out[i].runs = nil
		for _, r := range row.runs {
			start := 0
			for k := 1; k <= len(r.words); k++ {
				if k == len(r.words) || r.words[k].box.X0-reach(r.words[start:k]) > gutterAfter(r.words[k-1])*max(r.words[k].size, r.words[k-1].size) {
					out[i].runs = append(out[i].runs, newRun(r.words[start:k]))
					start = k
				}
			}
		}
	}
	glueSigns(out)
	return out
}

func gutterAfter(w word) float64 {
	if w.mono {
		return looseGapMono
	}
	return looseGap
}

func (r textRow) text() string {
	parts := make([]string, 0, len(r.runs))
	for _, u := range r.runs {
		parts = append(parts, u.text())
	}
	return strings.Join(parts, " ")
}

func (r run) text() string { return line{words: r.words}.text() }

// middle is the height at which a run's x-letters stand: what decides in which row or area it lies.
func (r run) middle() float64 { return r.base - .3*r.size }

func (r textRow) middle() float64 { return r.base - .3*r.size }

// within are the runs whose middle lies in b, runs that stick out of it by their words.
func within(runs []run, b page.Box) (inside, outside []run) {
	for _, r := range runs {
		y := r.middle()
		switch {
		case y < b.Y0 || y > b.Y1 || r.box.X1 < b.X0 || r.box.X0 > b.X1:
			outside = append(outside, r)
		case r.box.X0 >= b.X0-ink.Touch && r.box.X1 <= b.X1+ink.Touch:
			inside = append(inside, r)
		default:
			in, out := r.divide(func(w word) bool { x := (w.box.X0 + w.box.X1) / 2; return x > b.X0 && x < b.X1 })
			inside, outside = append(inside, in...), append(outside, out...)
		}
	}
	return inside, outside
}

// divide splits a run into the stretches of words for which test holds, and the others.
func (r run) divide(test func(word) bool) (yes, no []run) {
	start := 0
	for i := 1; i <= len(r.words); i++ {
		if i < len(r.words) && test(r.words[i]) == test(r.words[start]) {
			continue
		}
		part := newRun(r.words[start:i])
		if test(r.words[start]) {
			yes = append(yes, part)
		} else {
			no = append(no, part)
		}
		start = i
	}
	return yes, no
}

// numeric reports text that is a number, a percentage, an amount, or a mark for none.
func numeric(text string) bool {
	digits, letters := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	if digits == 0 {
		switch strings.TrimSpace(text) {
		case "-", "–", "—", "n/a", "N/A", "n.a.", "…", "...", "*", "†", "‡", "$":
			return true
		}
		return false
	}
	return letters <= digits/2
}

func medianStep(rows []textRow) float64 {
	var steps []float64
	for i := 1; i < len(rows); i++ {
		steps = append(steps, rows[i].base-rows[i-1].base)
	}
	if len(steps) == 0 {
		return math.Inf(1)
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// picture is the block of a picture that was read, line by line, with its words.
func picture(runs []run) (page.Block, []page.Word) {
	var text []string
	var words []page.Word
	b := page.Block{Kind: page.Picture, Box: runs[0].box}
	for _, row := range textRows(runs) {
		text = append(text, row.text())
		b.Box = ink.Union(b.Box, row.box)
		for _, r := range row.runs {
			words = appendWords(words, []line{{words: r.words}})
		}
	}
	b.Spans = []page.Span{{Text: strings.Join(text, "\n")}}
	return b, words
}
