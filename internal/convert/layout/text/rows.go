package text

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Row is everything on one baseline within an area, sorted from left to right. Base is the y of the baseline
// and Size the largest type size, both in points.
type Row struct {
	Runs []Run
	Base float64
	Size float64
	Box  page.Box
}

// runsPerRow is about how many runs a row has, for the memory that rows take.
const runsPerRow = 2

// byBaseline reports whether runs are sorted by their baselines.
func byBaseline(runs []Run) bool {
	for i := 1; i < len(runs); i++ {
		if cmp.Less(runs[i].Base, runs[i-1].Base) {
			return false
		}
	}
	return true
}

// Rows groups runs by their baselines, from top to bottom; within a row they are sorted from left to right.
// runs itself keeps its order.
func Rows(runs []Run) []Row {
	sorted := slices.Clone(runs)
	if !byBaseline(sorted) { // the usual case
		slices.SortStableFunc(sorted, func(a, b Run) int { return cmp.Compare(a.Base, b.Base) })
	}
	out := make([]Row, 0, len(sorted)/runsPerRow+1)
	start := 0 // of the row
	for i := range sorted {
		r := &sorted[i]
		if n := len(out); n > 0 && r.Base-out[n-1].Base <= sameRow*min(out[n-1].Size, r.Size) {
			row := &out[n-1]
			row.Runs = sorted[start : i+1 : i+1]
			row.Box = ink.Union(row.Box, r.Box)
			row.Size = max(row.Size, r.Size)
			continue
		}
		start = i
		out = append(out, Row{Runs: sorted[i : i+1 : i+1], Base: r.Base, Size: r.Size, Box: r.Box})
	}
	for _, row := range out {
		slices.SortFunc(row.Runs, func(a, b Run) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	}
	return out
}

// Loosen returns the rows with their runs split at every gap that is wider than a space, and signs joined to
// their numbers.
func Loosen(rows []Row) []Row {
	out := make([]Row, len(rows))
	for i, row := range rows {
		out[i] = row
		out[i].Runs = nil
		for _, r := range row.Runs {
			if r.justified() {
				out[i].Runs = append(out[i].Runs, r)
				continue
			}
			start, reach := 0, r.Words[0].Box.X1
			for k := 1; k < len(r.Words); k++ {
				if r.Words[k].Box.X0-reach > LooseGap(r.Words[k-1])*max(r.Words[k].Size, r.Words[k-1].Size) {
					out[i].Runs = append(out[i].Runs, NewRun(r.Words[start:k]))
					start, reach = k, r.Words[k].Box.X1
				}
				reach = max(reach, r.Words[k].Box.X1)
			}
			out[i].Runs = append(out[i].Runs, NewRun(r.Words[start:]))
		}
	}
	GlueSigns(out)
	return out
}

// justified reports whether a run is a line of running text, whose spaces are all about equal, however wide.
func (r Run) justified() bool { return len(r.Words) > ProseLine && evenlySpaced(r.Words) }

// Justified reports whether a row may be a line of a narrow column of running text, whose spaces are all about equal.
func (r Row) Justified() bool {
	words := r.words()
	return CountWords(words) >= narrowLine && evenlySpaced(words)
}

// CountWords counts words. Touching pieces in different styles are one word.
func CountWords(words []Word) int {
	n := 0
	for i, w := range words {
		if i == 0 || !w.Glued {
			n++
		}
	}
	return n
}

// evenlySpaced reports whether the spaces of a line are all about equal. Those between column names may be too, but few
// of these begin with a lowercase letter.
func evenlySpaced(words []Word) bool {
	least, most, size, lower := math.Inf(1), 0.0, 0.0, 0
	for i, w := range words {
		size = max(size, w.Size)
		if StartsLower(w.Text) {
			lower++
		}
		if i > 0 && !w.Glued {
			gap := w.Box.X0 - words[i-1].Box.X1
			least, most = min(least, gap), max(most, gap)
		}
	}
	return most <= min(justifiedSpaces*least, widestJustified*size) && float64(lower) >= lowerShare*float64(len(words))
}

// LooseGap returns the widest space after a word within a table's cell, in ems. A wider gap is a gutter,
// because text in tables is not justified.
func LooseGap(w Word) float64 {
	if w.mono {
		return looseGapMono
	}
	return looseGap
}

// Text returns the texts of the row's runs, joined by spaces.
func (r Row) Text() string {
	parts := make([]string, 0, len(r.Runs))
	for _, u := range r.Runs {
		parts = append(parts, u.Text())
	}
	return strings.Join(parts, " ")
}

// Text returns the words of the run in reading order, with a space between those that are not glued.
func (r Run) Text() string {
	if runsLeft(r.Words) != r.Words[0].Mirrored {
		return NewLine(slices.Clone(r.Words)).Text()
	}
	return Line{Words: r.Words}.Text()
}

// Middle returns the y of the middle of a run's lowercase letters, in points. It decides in which row or area the
// run lies.
func (r Run) Middle() float64 { return r.Base - middleHeight*r.Size }

// Middle returns the y of the middle of the row's lowercase letters, in points.
func (r Row) Middle() float64 { return r.Base - middleHeight*r.Size }

// Within divides runs into those whose middle lies in b and those outside. A run that protrudes from b sideways
// is split between words.
func Within(runs []Run, b page.Box) (inside, outside []Run) {
	for i := range runs {
		r := &runs[i]
		switch {
		case r.beyond(b):
			if outside == nil {
				outside = make([]Run, 0, len(runs))
			}
			outside = append(outside, *r)
		case r.fits(b):
			inside = append(inside, *r)
		default:
			in, out := r.divideAt(b)
			inside, outside = append(inside, in...), append(outside, out...)
		}
	}
	return inside, outside
}

// Inside returns what [Within] returns first.
func Inside(runs []Run, b page.Box) []Run {
	var inside []Run
	for i := range runs {
		switch r := &runs[i]; {
		case r.beyond(b):
		case r.fits(b):
			inside = append(inside, *r)
		default:
			in, _ := r.divideAt(b)
			inside = append(inside, in...)
		}
	}
	return inside
}

// beyond reports whether a run is outside a box.
func (r *Run) beyond(b page.Box) bool {
	y := r.Middle()
	return y < b.Y0 || y > b.Y1 || r.Box.X1 < b.X0 || r.Box.X0 > b.X1
}

// fits reports whether a run that is not beyond a box does not protrude from it.
func (r *Run) fits(b page.Box) bool {
	return r.Box.X0 >= b.X0-ink.Touch && r.Box.X1 <= b.X1+ink.Touch
}

// divideAt splits a run into the stretches of words in a box, and the others.
func (r *Run) divideAt(b page.Box) (inside, outside []Run) {
	return r.divide(func(w *Word) bool { x := (w.Box.X0 + w.Box.X1) / 2; return x > b.X0 && x < b.X1 })
}

// divide splits a run into the stretches of words that pass test, and the others.
func (r *Run) divide(test func(*Word) bool) (yes, no []Run) {
	start := 0
	for i := 1; i <= len(r.Words); i++ {
		if i < len(r.Words) && test(&r.Words[i]) == test(&r.Words[start]) {
			continue
		}
		part := NewRun(r.Words[start:i])
		if test(&r.Words[start]) {
			yes = append(yes, part)
		} else {
			no = append(no, part)
		}
		start = i
	}
	return yes, no
}

// IsNumeric reports whether text is a number, a percentage, an amount, or a mark that means none.
func IsNumeric(text string) bool {
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

// MedianStep returns the median distance between neighbouring baselines, in points; it is infinite for fewer
// than two rows.
func MedianStep(rows []Row) float64 {
	var steps []float64
	for i := 1; i < len(rows); i++ {
		steps = append(steps, rows[i].Base-rows[i-1].Base)
	}
	if len(steps) == 0 {
		return math.Inf(1)
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// Piece is a finished block with the words that it was made from.
type Piece struct {
	Block page.Block
	Words []page.Word
}

// Picture makes a picture block from the text that was read in it, line by line. It needs at least one run.
func Picture(runs []Run) Piece {
	var lines []string
	var words []page.Word
	b := page.Block{Kind: page.Picture, Box: runs[0].Box}
	for _, row := range Rows(runs) {
		lines = append(lines, row.Text())
		b.Box = ink.Union(b.Box, row.Box)
		for _, r := range row.Runs {
			words = AppendWords(words, []Line{{Words: r.Words}})
		}
	}
	b.Spans = []page.Span{{Text: strings.Join(lines, "\n")}}
	return Piece{Block: b, Words: words}
}
