package pdf

import (
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// The sizes of small drawings, in points.
const (
	// shapeLeast is the minimum extent of one: the strokes of a tick in a box for seven-point type.
	shapeLeast = 2.0
	// shapeMost is the maximum extent of one: a box for twice the usual type size.
	shapeMost = 26.0
	// outlineLeast is the minimum side of an outline.
	outlineLeast = 4.0
	// outlineAspect is the aspect ratio up to which an outline counts as being as wide as it is high.
	outlineAspect = 1.25
	// outlineThickness is the maximum thickness of an outline that is painted as a filled frame.
	outlineThickness = 2.5
	// outlineEdge is the minimum distance of all parts of an outline from its middle, as a fraction of the distance to
	// its edge.
	outlineEdge = .85
	// closedGap is the maximum distance between the ends of an outline.
	closedGap = .5

	// A dotted line consists of at least dottedLeast points of dots on one level, within dottedDrift points, with gaps
	// of at most dottedGap times their size.
	dottedLeast = 15.0
	dottedDrift = .2
	dottedGap   = 3.0

	// A ring around a word is at least ringLeast high, at most ringHigh high and ringWide wide, and nowhere farther
	// from its middle than ringEdge times the distance to its edge; the control points of an ellipse are at 1.14.
	ringLeast = 8.0
	ringHigh  = 48.0
	ringWide  = 160.0
	ringEdge  = 1.2
	// maxRings is the maximum number of rings on a page. Plots and diagrams have more.
	maxRings = 200

	// maxShapes is the maximum number of small drawings on a page. Plots and maps have more, and no check boxes.
	maxShapes = 4000
)

// stroked records a stroked path if it is small. A path that is also filled counts as solid until its paint proves to
// be white.
func (d *Drawing) stroked(path []Subpath, filled bool) {
	form := ink.MarkShape
	if len(path) == 1 && path[0].closed() && outlineSized(path[0].box()) {
		form = outlineForm(path[0])
	}
	if form != ink.MarkShape && (filled || d.coloured(path[0].box())) {
		form = ink.SolidShape
	}
	d.shape(boxOf(path), form)
	if len(path) == 1 && !filled {
		d.ring(path[0])
	}
}

// coloured reports whether the shape painted last fills a box with a colour.
func (d *Drawing) coloured(b page.Box) bool {
	n := len(d.In.Shapes)
	return n > 0 && d.In.Shapes[n-1] == ink.Shape{Box: b, Form: ink.SolidShape}
}

// ring records an ellipse that may be drawn around a word.
func (d *Drawing) ring(p Subpath) {
	b := p.box()
	w, h := b.X1-b.X0, b.Y1-b.Y0
	fits := h >= ringLeast && h <= ringHigh && w >= ringLeast && w <= ringWide
	if !fits || !p.Curved || !p.closed() || len(d.In.Rings) == maxRings || !OnPage(b, d.In.Width, d.In.Height) {
		return
	}
	for _, q := range p.Points {
		far := math.Hypot((q.X-(b.X0+b.X1)/2)/(w/2), (q.Y-(b.Y0+b.Y1)/2)/(h/2))
		if far < outlineEdge || far > ringEdge {
			return
		}
	}
	d.In.Rings = append(d.In.Rings, b)
}

// filled records a filled path if it is small: a frame, which is one outline within another, or an area. White
// paint on top of an area leaves an outline.
func (d *Drawing) filled(path []Subpath, color uint32) {
	b := boxOf(path)
	if color == White {
		d.hollow(path)
		return
	}
	switch {
	case len(path) == 2 && outlineSized(b) && framed(path[0].box(), path[1].box()):
		d.shape(b, outlineForm(path[0]))
	case len(path) == 1 && outlineSized(b) && path[0].convex():
		d.shape(b, ink.SolidShape)
	default:
		d.shape(b, ink.MarkShape)
	}
}

// hollow turns the area painted last into an outline if white paint leaves only its edge.
func (d *Drawing) hollow(path []Subpath) {
	n := len(d.In.Shapes)
	if n == 0 || len(path) != 1 {
		return
	}
	if last := &d.In.Shapes[n-1]; last.Form == ink.SolidShape && (last.Box == path[0].box() || framed(last.Box, path[0].box())) {
		last.Form = outlineForm(path[0])
	}
}

func (d *Drawing) shape(b page.Box, form ink.ShapeForm) {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	small := max(w, h) >= shapeLeast && max(w, h) <= shapeMost
	if small && len(d.In.Shapes) < maxShapes && OnPage(b, d.In.Width, d.In.Height) {
		d.In.Shapes = append(d.In.Shapes, ink.Shape{Box: b, Form: form})
	}
}

// outlineForm returns the form of an outline: square if it consists only of corners, round if it runs along the edge of
// its box. Anything else is the outline of a character.
func outlineForm(p Subpath) ink.ShapeForm {
	b := p.box()
	cx, cy, w, h := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2, (b.X1-b.X0)/2, (b.Y1-b.Y0)/2
	square, round := !p.Curved && len(p.Points) <= 6, p.Curved
	for _, q := range p.Points {
		x, y := math.Abs(q.X-cx)/w, math.Abs(q.Y-cy)/h
		square = square && min(x, y) >= outlineEdge
		round = round && math.Hypot(x, y) >= outlineEdge
	}
	switch {
	case square:
		return ink.SquareShape
	case round:
		return ink.RoundShape
	}
	return ink.MarkShape
}

func outlineSized(b page.Box) bool {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	return min(w, h) >= outlineLeast && max(w, h) <= outlineAspect*min(w, h)
}

// framed reports whether one of two boxes is inside the other and leaves only a narrow edge of it.
func framed(a, b page.Box) bool {
	edges := [...]float64{b.X0 - a.X0, b.Y0 - a.Y0, a.X1 - b.X1, a.Y1 - b.Y1}
	least, most := math.Inf(1), math.Inf(-1)
	for _, e := range edges {
		least, most = min(least, e), max(most, e)
	}
	return (least > 0 && most <= outlineThickness) || (most < 0 && least >= -outlineThickness)
}

// closed reports whether the path ends where it began.
func (p Subpath) closed() bool {
	n := len(p.Points)
	first, last := p.Points[0], p.Points[n-1]
	return n >= 4 && math.Abs(first.X-last.X) <= closedGap && math.Abs(first.Y-last.Y) <= closedGap
}

// convex reports whether the path is a rectangle or round, rather than a letter or another character drawn as an
// outline.
func (p Subpath) convex() bool {
	turn := 0.0
	n := len(p.Points)
	for i := range n {
		a, b, c := p.Points[i], p.Points[(i+1)%n], p.Points[(i+2)%n]
		cross := (b.X-a.X)*(c.Y-b.Y) - (b.Y-a.Y)*(c.X-b.X)
		if cross*turn < 0 {
			return false
		}
		if cross != 0 {
			turn = cross
		}
	}
	return true
}

func boxOf(path []Subpath) page.Box {
	b := path[0].box()
	for _, p := range path[1:] {
		c := p.box()
		b = page.Box{X0: min(b.X0, c.X0), Y0: min(b.Y0, c.Y0), X1: max(b.X1, c.X1), Y1: max(b.Y1, c.Y1)}
	}
	return b
}

// dottedLine joins the dots of a line across the page. It reports whether a dot continues a row.
func (d *Drawing) dottedLine(b page.Box) bool {
	size := b.X1 - b.X0
	if size >= ruleLength || b.Y1-b.Y0 >= ruleLength {
		return false
	}
	gap := b.X0 - d.dotted.X1
	level := math.Abs(b.Y0-d.dotted.Y0) <= dottedDrift && math.Abs(b.Y1-d.dotted.Y1) <= dottedDrift
	if !level || gap < -dottedDrift || gap > dottedGap*size {
		d.dotted, d.inDotted = b, false
		return false
	}
	d.dotted.X1 = b.X1
	switch {
	case d.inDotted:
		d.In.Dotted[len(d.In.Dotted)-1].X1 = b.X1
	case d.dotted.X1-d.dotted.X0 >= dottedLeast && OnPage(d.dotted, d.In.Width, d.In.Height):
		d.In.Dotted, d.inDotted = append(d.In.Dotted, d.dotted), true
	}
	return true
}
