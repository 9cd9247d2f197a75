package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

const (
	// A run is split at its own gaps: sorted, the first gap that is so many times the one before it starts the
	// gaps between columns. In justified prose spaces differ by less than half, gutters are 3 to 4 spaces wide.
	gapJump = 2.5
	// Gaps below these are never gutters (points, ems), gaps above wideGap ems always are.
	minGutter   = 3.0
	minGutterEm = .55
	wideGap     = 1.25
	// sameLine is how far baselines may lie apart on one line, in ems of the smaller type.
	sameLine = .35
	// otherType is how much larger type is that does not belong to the same text.
	otherType = 1.5
	// scriptSize is the most that a superscript measures, relative to its line.
	scriptSize = .88
)

// run is a piece of a line without a gap that looks like a gutter.
type run struct {
	words []word
	box   page.Box
	base  float64
	size  float64 // of most of its characters
}

// buildRuns groups words into rows by their baselines and splits the rows into runs. Runs come sorted by
// baseline, then from left to right.
func buildRuns(words []word, down []ink.Segment) []run {
	var runs []run
	for _, row := range rows(words) {
		for _, part := range splitRow(row, down) {
			attachScripts(part)
			runs = append(runs, newRun(part))
		}
	}
	slices.SortStableFunc(runs, func(a, b run) int { return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.box.X0, b.box.X0)) })
	return runs
}

func newRun(words []word) run {
	r := run{words: words, box: words[0].box, size: words[0].size, base: words[0].base}
	plain := true
	for _, w := range words {
		r.box = ink.Union(r.box, w.box)
		plain = plain && w.size == words[0].size && !w.style.sup && !w.style.sub
	}
	if !plain {
		r.size, r.base = mainType(words)
	}
	return r
}

// mainType is the size of most characters that are no scripts, and their baseline.
func mainType(words []word) (size, base float64) {
	weights := map[float64]int{}
	for _, w := range words {
		weights[w.size] += len(w.text)
	}
	size, base = words[0].size, words[0].base
	best := -1
	for _, w := range words {
		if n := weights[w.size]; n > best && !w.style.sup && !w.style.sub {
			best, size, base = n, w.size, w.base
		}
	}
	return size, base
}

// rows groups words whose baselines agree. Small type that overlaps a row vertically (superscripts, fractions)
// joins it.
func rows(words []word) [][]word {
	sorted := slices.Clone(words)
	slices.SortStableFunc(sorted, func(a, b word) int { return cmp.Compare(a.base, b.base) })
	var out [][]word
	for i := 0; i < len(sorted); {
		j := i + 1
		anchor := sorted[i]
		for j < len(sorted) && sorted[j].base-anchor.base <= sameLine*min(anchor.size, sorted[j].size) {
			if sorted[j].size > anchor.size {
				anchor = sorted[j]
			}
			j++
		}
		out = append(out, slices.Clone(sorted[i:j]))
		i = j
	}
	out = joinScripts(out)
	for _, row := range out {
		slices.SortStableFunc(row, func(a, b word) int { return cmp.Compare(a.box.X0, b.box.X0) })
	}
	return out
}

// joinScripts moves rows of small type into the neighbouring row on which they hang, word by word.
func joinScripts(in [][]word) [][]word {
	for i := range in {
		kept := in[i][:0]
		row, last := -1, word{order: -1} // where the word before has gone
		for _, w := range in[i] {
			k := hostRow(in, i, w)
			if k < 0 && w.glued && w.order == last.order+1 && w.size == last.size {
				k = row
			}
			row, last = k, w
			if k >= 0 {
				in[k] = append(in[k], w)
			} else {
				kept = append(kept, w)
			}
		}
		in[i] = kept
	}
	return slices.DeleteFunc(in, func(r []word) bool { return len(r) == 0 })
}

// hostRow finds the row above or below in whose larger type w hangs as a script, or -1.
func hostRow(in [][]word, i int, w word) int {
	for _, k := range []int{i + 1, i - 1} {
		if k < 0 || k >= len(in) {
			continue
		}
		for _, host := range in[k] {
			if w.size <= scriptSize*host.size && math.Abs(w.base-host.base) < .6*host.size && touches(w, host) {
				return k
			}
		}
	}
	return -1
}

func touches(w, host word) bool {
	gap := max(w.box.X0-host.box.X1, host.box.X0-w.box.X1)
	return gap < .2*host.size && gap > -.5*host.size-(w.box.X1-w.box.X0)
}

// attachScripts marks superscripts and subscripts: smaller than the row's type and off its baseline.
func attachScripts(row []word) {
	if len(row) < 2 {
		return
	}
	host := newRun(row)
	for i := range row {
		w := &row[i]
		if w.size > scriptSize*host.size {
			continue
		}
		switch rise := host.base - w.base; {
		case rise > .2*host.size:
			w.style.sup = true
		case rise < -.08*host.size:
			w.style.sub = true
		}
	}
}

// splitRow splits a row of words at its gutters and at vertical rules between words.
func splitRow(row []word, down []ink.Segment) [][]word {
	limit := gutterOf(row)
	var out [][]word
	start := 0
	for i := 1; i < len(row); i++ {
		gap := row[i].box.X0 - reach(row[start:i])
		if gap > limit*gapSize(row[i-1], row[i]) || gap > 0 && ruleBetween(row[i-1], row[i], down) {
			out = append(out, row[start:i])
			start = i
		}
	}
	return append(out, row[start:])
}

// gapSize is the type size by which the gap between two words is measured: that of the larger type, but between type
// of two kinds the smaller one, for a title and the text beside it share no space.
func gapSize(a, b word) float64 {
	small, large := min(a.size, b.size), max(a.size, b.size)
	if large > otherType*small && !a.style.sup && !a.style.sub && !b.style.sup && !b.style.sub {
		return small
	}
	return large
}

func reach(words []word) float64 {
	x := words[0].box.X1
	for _, w := range words[1:] {
		x = max(x, w.box.X1)
	}
	return x
}

// gutterOf is the gap, in ems, from which a row is split.
func gutterOf(row []word) float64 {
	if !slices.ContainsFunc(row, func(w word) bool { return !w.mono }) {
		return 1 // fixed-width type is not stretched: a second space parts columns
	}
	var gaps []float64
	for i := 1; i < len(row); i++ {
		size := gapSize(row[i-1], row[i])
		if gap := row[i].box.X0 - row[i-1].box.X1; gap > .05*size {
			gaps = append(gaps, gap/size)
		}
	}
	if len(gaps) < 2 {
		return 1
	}
	slices.Sort(gaps)
	for i := 1; i < len(gaps); i++ {
		if gaps[i] >= gapJump*max(gaps[i-1], .15) && gaps[i] >= minGutterEm {
			return min((gaps[i]+gaps[i-1])/2, wideGap)
		}
	}
	return wideGap
}

func ruleBetween(a, b word, down []ink.Segment) bool {
	y := a.base - .3*a.size
	for _, l := range down {
		if l.Pos > a.box.X1-.5 && l.Pos < b.box.X0+.5 && l.From < y && l.To > y {
			return true
		}
	}
	return false
}
