package text

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// Run is a piece of a line without a gap that looks like a gutter. Base is the y of its baseline and Size the type size
// of most of its characters, both in points.
type Run struct {
	Words []Word
	Box   page.Box
	Base  float64
	Size  float64 // of most of its characters
}

// Runs groups words into rows by their baselines and splits them like [SplitRows].
func Runs(words []Word, down []ink.Segment) []Run { return SplitRows(Baselines(words), down) }

// SplitRows splits rows of words at gutters, and at the vertical lines in down. It marks superscripts and subscripts.
// Runs come sorted by baseline, then from left to right.
func SplitRows(rows [][]Word, down []ink.Segment) []Run {
	var runs []Run
	for _, row := range rows {
		for _, part := range splitRow(row, down) {
			MarkScripts(part)
			runs = append(runs, NewRun(part))
		}
	}
	slices.SortStableFunc(runs, func(a, b Run) int { return cmp.Or(cmp.Compare(a.Base, b.Base), cmp.Compare(a.Box.X0, b.Box.X0)) })
	return runs
}

// NewRun makes a run from at least one word. It keeps words, not a copy.
func NewRun(words []Word) Run {
	r := Run{Words: words, Box: words[0].Box, Size: words[0].Size, Base: words[0].Base}
	plain := true
	for i := range words {
		w := &words[i]
		r.Box = ink.Union(r.Box, w.Box)
		plain = plain && w.Size == words[0].Size && !w.Style.Sup && !w.Style.Sub
	}
	if !plain {
		r.Size, r.Base = mainType(words)
	}
	return r
}

// mainType returns the size of most characters that are not scripts, and their baseline.
func mainType(words []Word) (size, base float64) {
	weights := map[float64]int{}
	for _, w := range words {
		weights[w.Size] += len(w.Text)
	}
	size, base = words[0].Size, words[0].Base
	best := -1
	for _, w := range words {
		if n := weights[w.Size]; n > best && !w.Style.Sup && !w.Style.Sub {
			best, size, base = n, w.Size, w.Base
		}
	}
	return size, base
}

// Baselines groups words whose baselines agree, from top to bottom, each group sorted from left to right. Small type
// that overlaps a row vertically (superscripts, fractions) joins it.
func Baselines(words []Word) [][]Word {
	sorted := slices.Clone(words)
	sortWords(sorted, func(w *Word) float64 { return w.Base })
	var out [][]Word
	for i := 0; i < len(sorted); {
		j := i + 1
		anchor := sorted[i]
		for j < len(sorted) && sorted[j].Base-anchor.Base <= SameLine*min(anchor.Size, sorted[j].Size) {
			if sorted[j].Size > anchor.Size {
				anchor = sorted[j]
			}
			j++
		}
		out = append(out, sorted[i:j:j])
		i = j
	}
	out = joinScripts(out)
	for _, row := range out {
		sortWords(row, func(w *Word) float64 { return w.Box.X0 })
	}
	return out
}

// sortWords sorts words by a key, stably. Words are large, and usually they are already sorted.
func sortWords(words []Word, key func(*Word) float64) {
	sorted := true
	for i := 1; i < len(words) && sorted; i++ {
		sorted = cmp.Compare(key(&words[i-1]), key(&words[i])) <= 0
	}
	if sorted {
		return
	}
	type place struct {
		key   float64
		index int
	}
	places := make([]place, len(words))
	for i := range words {
		places[i] = place{key(&words[i]), i}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.key, b.key), a.index-b.index) })
	for i := range places {
		if places[i].index == i {
			continue
		}
		moved, at := words[i], i
		for next := places[at].index; next != i; next = places[at].index {
			words[at], places[at].index = words[next], at
			at = next
		}
		words[at], places[at].index = moved, at
	}
}

// joinScripts moves words of small type into the neighbouring row that they are attached to.
func joinScripts(in [][]Word) [][]Word {
	looks := scriptLooks
	for i := range in {
		kept := in[i][:0]
		row, last := -1, Word{Order: -1} // where the previous word has gone
		for _, w := range in[i] {
			k := hostRow(in, i, &w, &looks)
			if k < 0 && w.Glued && w.Order == last.Order+1 && w.Size == last.Size {
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
	return slices.DeleteFunc(in, func(r []Word) bool { return len(r) == 0 })
}

// hostRow finds the row above or below in whose larger type w is a script, or -1. It examines at most looks more words.
func hostRow(in [][]Word, i int, w *Word, looks *int) int {
	for _, k := range [...]int{i + 1, i - 1} {
		if k < 0 || k >= len(in) || *looks < 0 {
			continue
		}
		*looks -= len(in[k])
		for h := range in[k] {
			host := &in[k][h]
			if isScriptSize(w.Size, host.Size) && math.Abs(w.Base-host.Base) < scriptRise*host.Size && touches(w, host) {
				return k
			}
		}
	}
	return -1
}

// isScriptSize reports whether type of a size could be that of scripts in a larger one.
func isScriptSize(size, host float64) bool {
	return size <= scriptSize*host && size >= scriptLeast*host
}

// noteLabel matches the label of a footnote.
var noteLabel = pattern.New(`^(?:\d{1,3}|[*†‡§¶]{1,3})$`)

// hangingSign matches the sign of a note below a table.
var hangingSign = pattern.New(`^(?:\(?(?:\d{1,2}|[a-z])\)|[*†‡§¶]{1,3})$`)

// hangs reports whether w is the raised sign of a note that begins with the word to its right. Notes below tables are
// often indented from their signs. Before a figure, the sign may belong to the column on its left.
func (w *Word) hangs(first *Word) bool {
	gap, rise := first.Box.X0-w.Box.X1, first.Base-w.Base
	near := gap > 0 && gap < signHang*first.Size
	raised := rise > supRise*first.Size && rise < scriptRise*first.Size && w.Size <= scriptSize*first.Size
	return near && raised && hangingSign.MatchString(w.Text) && strings.ContainsFunc(first.Text, unicode.IsLetter)
}

// StartsNote reports whether a run begins with the raised sign of a note.
func (r Run) StartsNote() bool {
	return r.Words[0].Style.Sup && hangingSign.MatchString(r.Words[0].Text)
}

// touches reports whether a script is horizontally close enough to its host. A footnote's label may be a space away
// from the note.
func touches(w, host *Word) bool {
	if w.hangs(host) {
		return true
	}
	if space := host.Box.X0 - w.Box.X1; space > 0 && space < labelGap*host.Size && w.Base < host.Base && noteLabel.MatchString(w.Text) {
		return true
	}
	gap := max(w.Box.X0-host.Box.X1, host.Box.X0-w.Box.X1)
	return gap < scriptGap*host.Size && gap > -scriptOverlap*host.Size-(w.Box.X1-w.Box.X0)
}

// MarkScripts marks the superscripts and subscripts of a row in place: smaller than the row's type and off its baseline.
func MarkScripts(row []Word) {
	if len(row) < 2 {
		return
	}
	host := NewRun(row)
	for i := range row {
		w := &row[i]
		if w.Size > scriptSize*host.Size {
			continue
		}
		switch rise := host.Base - w.Base; {
		case rise > supRise*host.Size:
			w.Style.Sup = true
		case rise < -subDrop*host.Size:
			w.Style.Sub = true
		}
	}
}

// splitRow splits a row of words at its gutters and at vertical rules between words.
func splitRow(row []Word, down []ink.Segment) [][]Word {
	limit := gutterOf(row)
	var out [][]Word
	start, reach := 0, row[0].Box.X1
	for i := 1; i < len(row); i++ {
		gap := row[i].Box.X0 - reach
		reach = max(reach, row[i].Box.X1)
		if row[i].Entries > 0 && row[i].Entries == row[i-1].Entries {
			continue
		}
		if start == i-1 && row[start].hangs(&row[i]) && !ruleBetween(row[start], row[i], down) {
			continue
		}
		if gap > limit*gapSize(row[i-1], row[i]) || (gap > 0 && ruleBetween(row[i-1], row[i], down)) {
			out = append(out, row[start:i])
			start, reach = i, row[i].Box.X1
		}
	}
	return append(out, row[start:])
}

// gapSize returns the type size by which the gap between two words is measured: the larger or, between two
// kinds of type, the smaller one, because a title and the text next to it share no space.
func gapSize(a, b Word) float64 {
	small, large := min(a.Size, b.Size), max(a.Size, b.Size)
	if large > otherType*small && !a.Style.script() && !b.Style.script() {
		return small
	}
	return large
}

// gutterOf returns the least gap, in ems, at which a row is split.
func gutterOf(row []Word) float64 {
	if !slices.ContainsFunc(row, func(w Word) bool { return !w.mono }) {
		return monoGutter
	}
	var gaps []float64
	for i := 1; i < len(row); i++ {
		size := gapSize(row[i-1], row[i])
		if gap := row[i].Box.X0 - row[i-1].Box.X1; gap > leastGap*size {
			gaps = append(gaps, gap/size)
		}
	}
	if len(gaps) < 2 {
		return fewGapsGutter
	}
	slices.Sort(gaps)
	for i := 1; i < len(gaps); i++ {
		if gaps[i] >= gapJump*max(gaps[i-1], wordSpace) && gaps[i] >= minGutterEm {
			return min((gaps[i]+gaps[i-1])/2, wideGap)
		}
	}
	return wideGap
}

// ruleBetween reports whether there is a vertical line between two words.
func ruleBetween(a, b Word, down []ink.Segment) bool {
	y := a.middle()
	for _, l := range down {
		if l.Pos > a.Box.X1-rulePlay && l.Pos < b.Box.X0+rulePlay && l.From < y && l.To > y {
			return true
		}
	}
	return false
}
