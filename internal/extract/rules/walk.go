package rules

import (
	"math"

	"quire/internal/extract/typed"
)

// walk goes through the lines of a page and assembles rows that span several lines.
type walk struct {
	t       *table
	lines   []line
	number  int
	hints   typed.Hints
	at, top int   // the current line, and the first below the header
	last    int   // the line of the last row on this page, or -1
	waiting []int // lines of text that belong to the row above or below
}

// step reads the next line, or the two lines of a header, and returns how many it consumed.
func (w *walk) step() int {
	t, l := w.t, w.lines[w.at]
	if c, n := t.head(w.lines, w.at, w.hints); n > 0 {
		w.close()
		t.columns, w.last, w.top = c, -1, w.at+n
		return n
	}
	switch {
	case len(t.columns) == 0 || len(t.rows) >= maxRows || stops(l, t.skip):
	case stops(l, t.stop):
		w.close()
		t.columns, w.last = nil, -1
	default:
		return w.line(l)
	}
	return 1
}

func (w *walk) line(l line) int {
	r, n := w.gather()
	switch {
	case w.t.complete(r):
		above := w.parted(r)
		w.t.rows = append(w.t.rows, r)
		for n := len(above) - 1; n >= 0; n-- {
			r.extend(w.t.read(w.lines[above[n]], w.number, w.hints), true)
		}
		w.last, w.waiting = w.at+n-1, nil
		return n
	case w.t.text(w.t.read(l, w.number, w.hints)):
		w.waiting = append(w.waiting, w.at)
	}
	return 1
}

// overlapping is the fraction of its height by which a line must overlap the one before to be part of its row.
const overlapping = .15

// besideLimit is the maximum number of lines beside each other in a row.
const besideLimit = 40

// gather reads the current line and, until the row is complete, those that begin beside it: cells with several lines
// whose neighbours are vertically centred, and lines of scans that are not quite level.
func (w *walk) gather() (row, int) {
	r := w.t.read(w.lines[w.at], w.number, w.hints)
	n := 1
	for ; !w.t.complete(r) && n < besideLimit && w.at+n < len(w.lines); n++ {
		before, next := w.lines[w.at+n-1], w.lines[w.at+n]
		if before.box.Y1-next.box.Y0 < overlapping*min(before.height(), next.height()) || stops(next, w.t.stop) {
			break
		}
		more := w.t.read(next, w.number, w.hints)
		if w.t.complete(more) || !r.join(more) {
			break
		}
	}
	return r, n
}

// farther is how much wider a gap between lines must be to separate rows.
const farther = 1.25

// parted returns the waiting lines that belong to the current row, and adds those before them to the row above. The
// widest gap separates the two. If no gap is wider, a row begins with its first line, unless the text there continues
// in lower case.
func (w *walk) parted(r row) []int {
	if len(w.waiting) == 0 {
		return nil
	}
	if w.last < 0 {
		if first := w.waiting[0]; first == w.top {
			return w.waiting
		}
		return nil
	}
	chain := append(append([]int{w.last}, w.waiting...), w.at)
	widest, narrowest, cut := math.Inf(-1), w.gap(chain[0], chain[1]), len(chain)-1
	for i := 1; i < len(chain); i++ {
		g := w.gap(chain[i-1], chain[i])
		narrowest = min(narrowest, g)
		if g > widest {
			widest, cut = g, i
		}
	}
	if widest < farther*narrowest || widest-narrowest < .25*w.lines[w.at].height() {
		cut = len(chain) - 1
		if w.t.goesOn(r) {
			cut = len(chain) - 2
		}
	}
	w.goOn(chain[1:cut])
	return chain[cut : len(chain)-1]
}

func (w *walk) gap(a, b int) float64 { return w.lines[b].box.Y0 - w.lines[a].box.Y1 }

// goOn adds lines to the row above them as long as they are close to each other.
func (w *walk) goOn(lines []int) {
	before := w.last
	for _, i := range lines {
		if w.gap(before, i) > 1.1*w.lines[before].height() {
			return
		}
		if !w.t.rows[len(w.t.rows)-1].extend(w.t.read(w.lines[i], w.number, w.hints), false) {
			return
		}
		before = i
	}
}

// close ends the last row of a table or page.
func (w *walk) close() {
	if w.last >= 0 && len(w.t.rows) > 0 {
		w.goOn(w.waiting)
	}
	w.waiting = nil
}
