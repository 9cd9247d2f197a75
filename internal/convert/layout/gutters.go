package layout

import (
	"cmp"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// proseGutters finds the gutters between columns of running text, which may be too narrow to be distinguished from a
// space within a single line. A gutter stays white over many lines, and the lines to its right begin at the same place,
// whereas the spaces of prose do not line up. Where a gutter has been found, shorter stretches of it count as well,
// such as those above and below whatever interrupts the columns.
func proseGutters(rows [][]text.Word, body float64) []gutter {
	w := newWhite(rows, body)
	w.mark(w.findEdges())
	var out []gutter
	for _, x := range w.edges {
		parts := w.stretches(x)
		if slices.ContainsFunc(parts, stretch.prose) {
			out = append(out, persistent(parts)...)
		}
	}
	if len(out) > maxGutters {
		return nil
	}
	return out
}

// splits returns the lines down the middle of gutters, at which rows of words are split.
func splits(gutters []gutter) []ink.Segment {
	out := make([]ink.Segment, 0, len(gutters))
	for _, g := range gutters {
		out = append(out, ink.Segment{Pos: (g.x0 + g.x1) / 2, From: g.y0, To: g.y1})
	}
	return out
}

// white describes the white space between the words of a page.
type white struct {
	rows  []whiteRow
	body  float64
	edges []float64    // the places at which columns may begin, sorted
	bins  map[int]bool // the places at which many lines begin
}

// whiteRow is a row of words from left to right.
type whiteRow struct {
	words []text.Word
	reach []float64 // the right end of the words before each word
	edge  []bool    // whether each word begins where many lines do
}

func newWhite(rows [][]text.Word, body float64) white {
	w := white{body: body}
	for _, row := range rows {
		r := whiteRow{row, make([]float64, len(row)), make([]bool, len(row))}
		reach := math.Inf(-1)
		for i := range row {
			r.reach[i] = reach
			reach = max(reach, row[i].Box.X1)
		}
		w.rows = append(w.rows, r)
	}
	return w
}

// findEdges returns the places where many rows have a line, or the text after a wide space, begin to the right of white
// space.
func (w *white) findEdges() []float64 {
	counts := map[int]int{}
	w.starts(func(_ *whiteRow, _, bin int) { counts[bin]++ })
	var bins []int
	w.bins = map[int]bool{}
	for bin := range counts {
		if counts[bin]+counts[bin+1] >= gutterRows/2 {
			bins = append(bins, bin)
			w.bins[bin], w.bins[bin+1] = true, true
		}
	}
	slices.SortFunc(bins, func(a, b int) int {
		return cmp.Or(cmp.Compare(counts[b]+counts[b+1], counts[a]+counts[a+1]), cmp.Compare(a, b))
	})
	var out []float64
	var chosen []int
	for _, bin := range bins[:min(len(bins), maxEdges)] {
		near := slices.ContainsFunc(chosen, func(c int) bool { return max(c-bin, bin-c) <= 2 })
		if x := float64(bin) * w.grain(); !near && slices.ContainsFunc(w.stretches(x), stretch.clear) {
			chosen, out = append(chosen, bin), append(out, x)
		}
	}
	return out
}

func (w white) grain() float64 { return edgeSlack * w.body }

// starts calls do for the words that begin a row or follow a space as wide as a gutter.
func (w white) starts(do func(r *whiteRow, i, bin int)) {
	for k := range w.rows {
		r := &w.rows[k]
		for i := range r.words {
			if x := r.words[i].Box.X0; x-r.reach[i] >= leastGutter*w.body {
				do(r, i, int(math.Floor(x/w.grain())))
			}
		}
	}
}

// mark marks the words that begin at an edge, because the column before it ends there.
func (w *white) mark(edges []float64) {
	slices.Sort(edges)
	w.edges = edges
	bins := map[int]bool{}
	for _, x := range edges {
		bin := int(math.Round(x / w.grain()))
		bins[bin], bins[bin+1] = true, true
	}
	w.starts(func(r *whiteRow, i, bin int) { r.edge[i] = bins[bin] })
}

// stretch is a part of the page in which no word crosses the white space left of an edge.
type stretch struct {
	gutter
	left, right flank
	aligned     float64 // the width of the lines on the right that begin at the edge or at an indent
}

// flank is the text next to one side of a stretch.
type flank struct {
	lines int
	width float64 // of the lines in total
	long  int     // lines that could be running text, and their width
	prose float64
}

// prose reports whether a stretch is a gutter between columns of running text.
func (s stretch) prose() bool { return s.clear() && s.left.isProse() && s.right.isProse() }

func (f flank) isProse() bool { return f.long >= gutterRows && f.prose >= columnProse*f.width }

// clear reports whether a stretch has lines on both sides and nothing across it.
func (s stretch) clear() bool {
	return min(s.left.lines, s.right.lines) >= gutterRows && s.lined()
}

// lined reports whether the lines on the right begin at the same place, or at an indent from it.
func (s stretch) lined() bool { return s.aligned >= alignedShare*s.right.width }

// persistent returns the stretches that are about as wide as the widest one, if that is a gutter in its own right.
func persistent(parts []stretch) []gutter {
	usual := math.Inf(1)
	for _, s := range parts {
		if s.prose() {
			usual = min(usual, s.x1-s.x0)
		}
	}
	var out []gutter
	for _, s := range parts {
		if s.lined() && s.x1-s.x0 >= sameGutter*usual {
			out = append(out, s.gutter)
		}
	}
	return out
}

// stretches returns the parts of the page where the place left of an edge is white and has text on both sides.
func (w white) stretches(x float64) []stretch {
	var out []stretch
	start := 0
	for i := 0; i <= len(w.rows); i++ {
		if i < len(w.rows) && !w.rows[i].crosses(x, w.body) {
			continue
		}
		if s, ok := w.measure(w.rows[start:i], x); ok {
			out = append(out, s)
		}
		start = i + 1
	}
	return out
}

// after returns the index of the first word that begins at or after an edge.
func (r *whiteRow) after(x, body float64) int {
	at := x - edgeSlack*body
	k, _ := slices.BinarySearchFunc(r.words, at, func(w text.Word, x float64) int { return cmp.Compare(w.Box.X0, x) })
	return k
}

func (r *whiteRow) crosses(x, body float64) bool {
	k := r.after(x, body)
	if k < len(r.words) && k > 0 { // a large title has wider spaces
		body = max(body, min(r.words[k-1].Size, r.words[k].Size))
	}
	return k > 0 && r.reachAt(k) > x-(edgeSlack+leastGutter)*body
}

// reachAt returns the right end of the first k words.
func (r *whiteRow) reachAt(k int) float64 {
	if k < len(r.reach) {
		return r.reach[k]
	}
	return max(r.reach[k-1], r.words[k-1].Box.X1)
}

// measure describes the rows from the first to the last that are between lines on both sides of an edge.
func (w white) measure(rows []whiteRow, x float64) (stretch, bool) {
	first, last := [2]int{-1, -1}, [2]int{-1, -1}
	for i := range rows {
		k := rows[i].after(x, w.body)
		for side, has := range [2]bool{k > 0, k < len(rows[i].words)} {
			if has && first[side] < 0 {
				first[side] = i
			}
			if has {
				last[side] = i
			}
		}
	}
	from, to := max(first[0], first[1]), min(last[0], last[1])
	if min(first[0], first[1]) < 0 || to-from < 1 {
		return stretch{}, false
	}
	s := stretch{gutter: gutter{x0: math.Inf(-1), x1: math.Inf(1), y0: math.Inf(1), y1: math.Inf(-1)}}
	for i := from; i <= to; i++ {
		s.add(&rows[i], rows[i].after(x, w.body), w.around(x), w)
	}
	return s, true
}

// around returns the edges before and after x. The indents within a column do not count as edges of another column.
func (w white) around(x float64) [3]float64 {
	i, _ := slices.BinarySearch(w.edges, x)
	out := [3]float64{math.Inf(-1), x, math.Inf(1)}
	if i > 0 {
		out[0] = w.edges[i-1]
	}
	for i < len(w.edges) && w.edges[i] <= x+columnIndent*w.body {
		i++
	}
	if i < len(w.edges) {
		out[2] = w.edges[i]
	}
	return out
}

// add adds a row whose words from index k on are right of the middle one of three edges. Text
// beyond the other two belongs to other columns.
func (s *stretch) add(r *whiteRow, k int, edges [3]float64, on white) {
	body, slack := on.body, edgeSlack*on.body
	for _, w := range r.words {
		s.y0, s.y1 = min(s.y0, w.Box.Y0), max(s.y1, w.Box.Y1)
	}
	if k > 0 && r.reachAt(k) > edges[0]+slack {
		s.x0 = max(s.x0, r.reachAt(k))
		i := k - 1
		for i > 0 && r.continues(i, body) {
			i--
		}
		s.left.add(r.words[i:k], body)
	}
	if k < len(r.words) && r.words[k].Box.X0 < edges[2]-slack {
		s.x1 = min(s.x1, r.words[k].Box.X0)
		i := k + 1
		for i < len(r.words) && r.continues(i, body) {
			i++
		}
		width := s.right.add(r.words[k:i], body)
		if at := r.words[k].Box.X0; at < edges[1]+2*slack || (at < edges[1]+columnIndent*body && on.lines(at)) {
			s.aligned += width
		}
	}
}

// lines reports whether many lines begin at x.
func (w white) lines(x float64) bool { return w.bins[int(math.Floor(x/w.grain()))] }

// continues reports whether a word belongs to the column of the word before it.
func (r *whiteRow) continues(i int, body float64) bool {
	return !r.edge[i] && r.words[i].Box.X0-r.reach[i] < columnSpace*body
}

// add adds a line and returns its width.
func (f *flank) add(words []text.Word, body float64) float64 {
	width := words[len(words)-1].Box.X1 - words[0].Box.X0
	f.lines++
	f.width += width
	if len(words) > 1 && width >= columnWidth*body {
		f.long++
		f.prose += width
	}
	return width
}
