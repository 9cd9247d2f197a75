package ocr

import (
	"cmp"
	"image"
	"slices"
)

// stroke is a stretch of one row (or column) of pixels along which the grey changes from one side to the other.
type stroke struct {
	at, from, to int  // to is exclusive
	falls        bool // light above (or left), dark below (or right)
}

// edge is a straight border between light and dark: connected strokes in neighbouring rows (or columns).
type edge struct {
	from, to    int
	first, last int // rows (or columns)
	weight      int // the total length of the strokes
	moment      int // the same, weighted by their positions
	falls       bool
}

func (e *edge) pos() float64 { return float64(e.moment) / float64(e.weight) }

// tracing defines what counts as an edge, in pixels and grey levels.
type tracing struct {
	step     int // distance between the two pixels compared
	contrast int
	gap      int // the longest interruption of a stroke
	least    int // shorter strokes are parts of letters
	join     int // the largest gap between strokes of neighbouring rows
}

// maxStrokes is the maximum number of strokes in a document; more are the texture of a photo.
const maxStrokes = 60_000

// trail is a stroke being built.
type trail struct{ start, last, count int }

// finish appends the stroke if it is long and dense enough.
func (t *trail) finish(out []stroke, at int, falls bool, least int) []stroke {
	length := t.last + 1 - t.start
	if t.count == 0 || length < least || 2*t.count < length {
		return out
	}
	return append(out, stroke{at: at, from: t.start, to: t.last + 1, falls: falls})
}

func (t *trail) extend(x int) {
	if t.count == 0 {
		t.start = x
	}
	t.last = x
	t.count++
}

// acrossStrokes compares every pixel with the one step rows below it.
func (t tracing) acrossStrokes(g *image.Gray) []stroke {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	var out []stroke
	for y := 0; y+t.step < h && len(out) < maxStrokes; y++ {
		above, below := g.Pix[y*g.Stride:][:w], g.Pix[(y+t.step)*g.Stride:][:w]
		var trails [2]trail
		for x, v := range above {
			d := int(v) - int(below[x])
			if d < t.contrast && d > -t.contrast {
				continue
			}
			k := 0
			if d > 0 {
				k = 1
			}
			r := &trails[k]
			if x-r.last > t.gap && r.count > 0 {
				out = r.finish(out, y, k == 1, t.least)
				*r = trail{}
			}
			r.extend(x)
		}
		out = trails[0].finish(out, y, false, t.least)
		out = trails[1].finish(out, y, true, t.least)
	}
	return out
}

// downStrokes compares every pixel with the one step columns to its right. It proceeds row by row, following
// the memory layout.
func (t tracing) downStrokes(g *image.Gray) []stroke {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	var out []stroke
	if w <= t.step {
		return nil
	}
	trails := make([]trail, 2*w)
	for y := range h {
		left, right := g.Pix[y*g.Stride:][:w-t.step], g.Pix[y*g.Stride+t.step:][:w-t.step]
		for x, v := range left {
			d := int(v) - int(right[x])
			if d < t.contrast && d > -t.contrast {
				continue
			}
			k := 0
			if d > 0 {
				k = 1
			}
			r := &trails[2*x+k]
			if y-r.last > t.gap && r.count > 0 {
				out = r.finish(out, x, k == 1, t.least)
				*r = trail{}
			}
			r.extend(y)
		}
		if len(out) >= maxStrokes {
			return out
		}
	}
	for i := range trails {
		out = trails[i].finish(out, i/2, i%2 == 1, t.least)
	}
	return out
}

// edges joins strokes of one direction and keeps the results that are straight.
func (t tracing) edges(strokes []stroke) []edge {
	if len(strokes) >= maxStrokes {
		return nil
	}
	slices.SortFunc(strokes, func(a, b stroke) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.from, b.from)) })
	var open, closed []edge
	for _, s := range strokes {
		open, closed = retire(open, closed, s.at)
		open = t.add(open, s)
	}
	out := slices.DeleteFunc(append(closed, open...), func(e edge) bool {
		return e.last-e.first > 2*t.step+2+(e.to-e.from)/maxSlope
	})
	slices.SortFunc(out, func(a, b edge) int { return cmp.Compare(a.pos(), b.pos()) })
	return out
}

// maxSlope: a straight edge rises by less than one pixel in this many.
const maxSlope = 60

// retire moves the edges that end before the row at to the closed ones.
func retire(open, closed []edge, at int) (stillOpen, allClosed []edge) {
	kept := open[:0]
	for _, e := range open {
		if e.last < at-1 {
			closed = append(closed, e)
		} else {
			kept = append(kept, e)
		}
	}
	return kept, closed
}

// add attaches a stroke to the open edges that it touches, merging them into one, or opens a new edge.
func (t tracing) add(open []edge, s stroke) []edge {
	n := s.to - s.from
	own := edge{from: s.from, to: s.to, first: s.at, last: s.at, weight: n, moment: n * s.at, falls: s.falls}
	kept := open[:0]
	for _, e := range open {
		if e.falls == s.falls && s.from <= e.to+t.join && s.to >= e.from-t.join {
			own.from, own.to = min(own.from, e.from), max(own.to, e.to)
			own.first = min(own.first, e.first)
			own.weight, own.moment = own.weight+e.weight, own.moment+e.moment
		} else {
			kept = append(kept, e)
		}
	}
	return append(kept, own)
}
