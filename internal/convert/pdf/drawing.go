package pdf

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

const (
	// MaxObjects caps the drawn objects of a page that are examined, because maps and plots have millions of
	// strokes that say nothing about the layout.
	MaxObjects = 20_000
	// MaxSegments caps the line segments of those objects, for the same reason.
	MaxSegments = 60_000
	// MaxForms is the maximum nesting depth of forms.
	MaxForms = 6

	// ruleThickness is the maximum thickness of a filled rectangle that counts as a line.
	ruleThickness = 3.0
	ruleLength    = 3.0
	// mitredArea is the least share of its box that a filled line with mitred ends encloses. Programs that print from
	// Word draw cell borders like that, with six or seven points.
	mitredArea = .5
	// pieceGap is how far apart the ends of two pieces of one line may be. Chromium and the programs behind annual
	// reports leave less than .01 points.
	pieceGap = .05

	// lineThickness is the maximum thickness of an image that counts as a line.
	lineThickness = 1.5

	// straightLine is how far a line may stray, in points, and still be straight.
	straightLine = 1.0
	// cornerPoints is the maximum number of points of a line that only turns a corner.
	cornerPoints = 3
	// boxArea is the least share of its box that a rectangle, a rounded rectangle or an ellipse encloses: the control
	// points of a circle's curves enclose .90 of it.
	boxArea = .85
	// wholeBoxArea and roundBoxArea are the least shares that a rectangle, and one with round corners, encloses.
	wholeBoxArea = .99
	roundBoxArea = .95
	// maxStrokes caps the free lines of a page that are kept.
	maxStrokes = 4_000

	// clipMargin is how far, in points, a line may lie outside of what it is clipped to: half of its thickness is visible.
	clipMargin = 1.0

	// White is the colour that is invisible on paper.
	White = 0xFFFFFF

	// A dot is at least this large (points) and about as wide as it is high. The largest bullets belong to large type on
	// slides.
	dotLeast = 1.2
	dotMost  = 16.0
	// darkest is the highest level of each colour component in squares that have the colour of text.
	darkest = 0x50
	// strongest is the highest level of the weakest colour component of a fill on which white is visible, and
	// backgrounds how many of the last painted fills are searched for the one below a shape. Chosen by eye.
	strongest   = 0x90
	backgrounds = 64
)

// Drawing sorts a page's drawings into the rules, fills, dots and pictures of its Input.
type Drawing struct {
	In *ink.Input
	// Clip is the part of the page outside of which nothing is visible of what is added, or nil.
	Clip *page.Box
	// Curves counts the curved shapes, which include letters converted to outlines.
	Curves int

	// dotted is the row of dots painted last; inDotted is set once it is long enough to be the last element of
	// In.Dotted.
	dotted   page.Box
	inDotted bool
}

// Point is a position on the page as shown.
type Point struct{ X, Y float64 }

// Subpath is a run of segments. Of a curved one, only the control points are known.
type Subpath struct {
	Points []Point
	Curved bool
}

// Stroke adds a path that is visibly stroked; filled reports whether it is filled as well.
func (d *Drawing) Stroke(path []Subpath, filled bool) {
	if _, ok := d.visibleLine(boxOf(path)); !ok {
		return
	}
	d.stroked(path, filled)
	for _, p := range path {
		d.strokes(p)
		d.free(p)
		if !filled && p.Curved && len(path) == 1 {
			d.dot(p.box()) // a ring
		}
	}
}

// Fill adds a path filled with a colour, 0xRRGGBB.
func (d *Drawing) Fill(path []Subpath, color uint32) {
	if _, ok := d.visible(boxOf(path)); !ok {
		return
	}
	d.filled(path, color)
	for _, p := range path {
		if p.Curved {
			d.Curves++
			if color != White || d.onColour(p.box()) {
				d.dot(p.box())
			}
		}
		d.fill(p, color)
	}
}

// visible returns the part of a box that is not clipped away, and whether there is any.
func (d *Drawing) visible(b page.Box) (page.Box, bool) {
	if c := d.Clip; c != nil {
		b = page.Box{X0: max(b.X0, c.X0), Y0: max(b.Y0, c.Y0), X1: min(b.X1, c.X1), Y1: min(b.Y1, c.Y1)}
	}
	shown := b.X0 <= b.X1 && b.Y0 <= b.Y1
	return b, shown && OnPage(b, d.In.Width, d.In.Height)
}

// visibleLine returns the part of a horizontal or vertical line that is not clipped away, and whether there is any.
func (d *Drawing) visibleLine(b page.Box) (page.Box, bool) {
	c := d.Clip
	if c == nil {
		return d.visible(b)
	}
	thick := page.Box{X0: b.X0 - clipMargin, Y0: b.Y0 - clipMargin, X1: b.X1 + clipMargin, Y1: b.Y1 + clipMargin}
	_, ok := d.visible(thick)
	if b.X1-b.X0 > b.Y1-b.Y0 {
		b.X0, b.X1 = max(b.X0, c.X0), min(b.X1, c.X1)
	} else {
		b.Y0, b.Y1 = max(b.Y0, c.Y0), min(b.Y1, c.Y1)
	}
	ok = ok && b.X0 <= b.X1 && b.Y0 <= b.Y1
	return b, ok && OnPage(b, d.In.Width, d.In.Height)
}

// Image adds a picture and reports whether it counts as one. A picture as thin as a line counts as a line, because that
// is how older typesetting programs paint lines; one outside of the page is ignored. content is its marked-content id,
// or -1.
func (d *Drawing) Image(b page.Box, content int) bool {
	b, ok := d.visible(b)
	if !ok {
		return false
	}
	if min(b.X1-b.X0, b.Y1-b.Y0) <= lineThickness && max(b.X1-b.X0, b.Y1-b.Y0) > 2*lineThickness {
		d.rule(b)
		return false
	}
	d.In.Images = append(d.In.Images, ink.Image{Box: b, Content: content})
	return true
}

func (d *Drawing) strokes(p Subpath) {
	if p.Curved {
		return
	}
	for i := 1; i < len(p.Points); i++ {
		a, b := p.Points[i-1], p.Points[i]
		d.rule(page.Box{X0: min(a.X, b.X), Y0: min(a.Y, b.Y), X1: max(a.X, b.X), Y1: max(a.Y, b.Y)})
	}
}

// free records the box of a path that is neither a horizontal or vertical line nor a box: curves, slanted lines,
// polygons, stairs.
func (d *Drawing) free(p Subpath) {
	b := p.box()
	w, h := b.X1-b.X0, b.Y1-b.Y0
	straight := min(w, h) <= straightLine || (len(p.Points) <= cornerPoints && p.aligned())
	if straight || p.area() >= boxArea*w*h || len(d.In.Strokes) >= maxStrokes {
		return
	}
	if b, ok := d.visible(b); ok {
		d.In.Strokes = append(d.In.Strokes, b)
	}
}

// fill adds a rectangle as a rule if it is thin, and as a fill otherwise.
func (d *Drawing) fill(p Subpath, color uint32) {
	if len(p.Points) < 4 {
		return
	}
	b := p.box()
	if !p.fillsBox(b) {
		return
	}
	b, ok := d.visible(b)
	if !ok {
		return
	}
	if min(b.X1-b.X0, b.Y1-b.Y0) <= ruleThickness {
		if color != White {
			d.rule(b)
			if !d.dottedLine(b) {
				d.square(b, color)
			}
		}
		return
	}
	d.square(b, color)
	d.In.Fills = append(d.In.Fills, ink.Fill{Box: b, Color: color, Round: p.Curved})
}

func (d *Drawing) rule(b page.Box) {
	b, ok := d.visibleLine(b)
	if !ok || d.lengthens(b) {
		return
	}
	w, h := b.X1-b.X0, b.Y1-b.Y0
	if min(w, h) > ruleThickness || max(w, h) < ruleLength {
		return
	}
	d.In.Rules = append(d.In.Rules, ink.Rule{Box: b, Vertical: h > w})
}

// lengthens adds a piece to the rule drawn last if it begins where that rule ends, and reports whether it does.
// Browsers draw the border of a row cell by cell, and the pieces at narrow cells between columns are too short to be
// rules of their own.
func (d *Drawing) lengthens(b page.Box) bool {
	if len(d.In.Rules) == 0 {
		return false
	}
	last := &d.In.Rules[len(d.In.Rules)-1]
	near := func(x, y float64) bool { return math.Abs(x-y) <= pieceGap }
	if last.Vertical || !near(b.X0, last.Box.X1) || !near(b.Y0, last.Box.Y0) || !near(b.Y1, last.Box.Y1) {
		return false
	}
	last.Box.X1 = max(last.Box.X1, b.X1)
	return true
}

// thick adds the square drawn by a line as thick as it is long, which is how LaTeX draws bullets in Spanish documents.
func (d *Drawing) thick(line Subpath, color uint32, width float64) {
	b := line.box()
	switch {
	case b.Y1-b.Y0 <= pieceGap:
		b.Y0, b.Y1 = b.Y0-width/2, b.Y1+width/2
	case b.X1-b.X0 <= pieceGap:
		b.X0, b.X1 = b.X0-width/2, b.X1+width/2
	default:
		return
	}
	d.square(b, color)
}

// isShort reports whether a path is a straight line no longer than a bullet.
func isShort(path []Subpath) bool {
	if len(path) != 1 || path[0].Curved || len(path[0].Points) != 2 {
		return false
	}
	b := path[0].box()
	return max(b.X1-b.X0, b.Y1-b.Y0) <= dotMost
}

// square records a filled square that could be a bullet. Coloured squares belong to the keys of charts.
func (d *Drawing) square(b page.Box, color uint32) {
	if max(color>>16, color>>8&0xFF, color&0xFF) <= darkest {
		d.dot(b)
	}
}

// onColour reports whether a shape is painted on a fill of a strong colour, on which white is visible. Only the last
// few fills are examined.
func (d *Drawing) onColour(b page.Box) bool {
	for _, f := range slices.Backward(d.In.Fills[max(0, len(d.In.Fills)-backgrounds):]) {
		if f.Box.X0 <= b.X0 && f.Box.X1 >= b.X1 && f.Box.Y0 <= b.Y0 && f.Box.Y1 >= b.Y1 {
			return min(f.Color>>16, f.Color>>8&0xFF, f.Color&0xFF) <= strongest
		}
	}
	return false
}

// Shade adds an area filled by a shading, which is how presentation programs draw balls as bullets.
func (d *Drawing) Shade(b page.Box) {
	if OnPage(b, d.In.Width, d.In.Height) {
		d.dot(b)
	}
}

// dot records a shape, about as wide as it is high, that could be a bullet.
func (d *Drawing) dot(b page.Box) {
	b, ok := d.visible(b)
	if !ok {
		return
	}
	w, h := b.X1-b.X0, b.Y1-b.Y0
	if min(w, h) >= dotLeast && max(w, h) <= dotMost && max(w, h) < 1.3*min(w, h) {
		d.In.Dots = append(d.In.Dots, b)
	}
}

// aligned reports whether all of a path's lines run across or down.
func (p Subpath) aligned() bool {
	for i := 1; i < len(p.Points); i++ {
		a, b := p.Points[i-1], p.Points[i]
		if min(math.Abs(a.X-b.X), math.Abs(a.Y-b.Y)) > straightLine {
			return false
		}
	}
	return !p.Curved
}

// fillsBox reports whether a filled path is taken for its box b: a path of few straight lines, one with more points that
// encloses the whole box, a thin one with mitred ends, or a box with round corners. LibreOffice begins a rectangle in
// the middle of a side.
func (p Subpath) fillsBox(b page.Box) bool {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	if p.Curved {
		return min(w, h) > dotMost && p.area() >= roundBoxArea*w*h
	}
	least := wholeBoxArea
	if min(w, h) <= ruleThickness {
		least = mitredArea
	}
	return len(p.Points) <= 6 || p.area() >= least*w*h
}

// area returns the area within a path's points, as if it were closed.
func (p Subpath) area() float64 {
	sum := 0.0
	last := p.Points[len(p.Points)-1]
	for _, q := range p.Points {
		sum += last.X*q.Y - q.X*last.Y
		last = q
	}
	return math.Abs(sum) / 2
}

func (p Subpath) box() page.Box {
	b := page.Box{X0: p.Points[0].X, Y0: p.Points[0].Y, X1: p.Points[0].X, Y1: p.Points[0].Y}
	for _, q := range p.Points[1:] {
		b = page.Box{X0: min(b.X0, q.X), Y0: min(b.Y0, q.Y), X1: max(b.X1, q.X), Y1: max(b.Y1, q.Y)}
	}
	return b
}

// OnPage reports whether a box lies at least partly on a page of the given size.
func OnPage(b page.Box, width, height float64) bool {
	return b.X1 > -1 && b.Y1 > -1 && b.X0 < width+1 && b.Y0 < height+1 && !math.IsNaN(b.X0+b.Y0+b.X1+b.Y1)
}

// Resolution returns the resolution, in pixels per inch, of a picture of width by height pixels, in either
// orientation, that fills b.
func Resolution(b page.Box, width, height float64) float64 {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	return PointsPerInch * max(max(width, height)/max(w, h), min(width, height)/min(w, h))
}
