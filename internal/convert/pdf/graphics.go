package pdf

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

const (
	objectPath  = 2
	objectImage = 3
	objectForm  = 5

	// maxObjects and maxSegments cap the work on drawings: maps and plots have millions of strokes that say
	// nothing about the layout.
	maxObjects  = 20_000
	maxSegments = 60_000
	maxDepth    = 6

	// ruleThickness is the most that a filled rectangle may measure across to be seen as a line.
	ruleThickness = 3.0
	ruleLength    = 3.0

	// lineThickness is the most that an image measures across that is a line.
	lineThickness = 1.5

	segmentLine   = 0
	segmentBezier = 1
	segmentMove   = 2

	white = 0xFFFFFF
)

// drawings collects rules, filled rectangles and pictures.
type drawings struct {
	*pdfPage
	in       *ink.Input
	tagged   bool
	objects  int
	segments int
	curves   int
}

// drawings fills in.Rules, in.Fills and in.Images, and counts the curved shapes: letters that were turned into
// outlines are such.
func (g *pdfPage) drawings(in *ink.Input, tagged bool) (curves int) {
	d := &drawings{pdfPage: g, in: in, tagged: tagged}
	n := int(int32(g.call("FPDFPage_CountObjects", g.handle)))
	for i := range min(max(n, 0), maxObjects) {
		d.object(uint64(uint32(g.call("FPDFPage_GetObject", g.handle, uint64(i)))), g.matrix, 0)
	}
	return d.curves
}

func (d *drawings) object(object uint64, m matrix, depth int) {
	if d.objects++; object == 0 || d.objects > maxObjects {
		return
	}
	switch uint32(d.hot.objectType.call(object)) {
	case objectPath:
		d.path(object, m)
	case objectImage:
		d.image(object, m, depth)
	case objectForm:
		d.form(object, m, depth)
	}
}

// image takes a picture; one as thin as a line is a line, as older typesetting programs paint them.
func (d *drawings) image(object uint64, m matrix, depth int) {
	b, ok := d.bounds(object, m)
	if !ok || !onPage(b, d.width, d.height) {
		return
	}
	if min(b.X1-b.X0, b.Y1-b.Y0) <= lineThickness && max(b.X1-b.X0, b.Y1-b.Y0) > 2*lineThickness {
		d.rule(b)
		return
	}
	d.in.Images = append(d.in.Images, ink.Image{Box: b, Content: d.content(object, depth)})
	d.imageDPI = max(d.imageDPI, d.resolution(object, b))
	d.images = append(d.images, object)
}

// content is the marked-content id of an object, -1 in untagged documents. Within forms the ids are their own.
func (d *drawings) content(object uint64, depth int) int {
	if !d.tagged || depth > 0 {
		return -1
	}
	return int(int32(d.call("FPDFPageObj_GetMarkedContentID", object)))
}

func (d *drawings) form(object uint64, m matrix, depth int) {
	if depth >= maxDepth {
		return
	}
	d.call("FPDFPageObj_GetMatrix", object, d.scratch)
	inner := d.matrixAt(d.scratch).then(m)
	n := int(int32(d.call("FPDFFormObj_CountObjects", object)))
	for i := range min(max(n, 0), maxObjects) {
		d.object(uint64(uint32(d.call("FPDFFormObj_GetObject", object, uint64(i)))), inner, depth+1)
	}
}

// resolution is that of an image that fills b, in pixels an inch; 0 when it cannot be told.
func (d *drawings) resolution(object uint64, b page.Box) float64 {
	s := d.scratch
	if uint32(d.call("FPDFImageObj_GetImagePixelSize", object, s, s+4)) == 0 {
		return 0
	}
	var pixels [2]uint32
	d.pdfPage.words(pixels[:])
	long, short := max(pixels[0], pixels[1]), min(pixels[0], pixels[1])
	w, h := b.X1-b.X0, b.Y1-b.Y0
	return pointsPerInch * max(float64(long)/max(w, h), float64(short)/min(w, h))
}

func (d *drawings) bounds(object uint64, m matrix) (page.Box, bool) {
	s := d.scratch
	if uint32(d.hot.objectBounds.call(object, s, s+4, s+8, s+12)) == 0 {
		return page.Box{}, false
	}
	var v [4]float64
	d.floats(v[:])
	return m.box(v[0], v[1], v[2], v[3]), true
}

// path turns a path into rules (its straight strokes, thin rectangles) and fills.
func (d *drawings) path(object uint64, m matrix) {
	s := d.scratch
	if uint32(d.hot.drawMode.call(object, s, s+4)) == 0 {
		return
	}
	var mode [2]uint32
	d.pdfPage.words(mode[:])
	filled, stroked := mode[0] != 0, mode[1] != 0
	n := int(int32(d.hot.pathSegments.call(object)))
	if !filled && !stroked || n < 2 || d.segments+n > maxSegments {
		return
	}
	d.segments += n
	subpaths := d.subpaths(object, n, m)
	if stroked && d.visible("FPDFPageObj_GetStrokeColor", object) {
		for _, p := range subpaths {
			d.strokes(p)
			if !filled && p.curved && len(subpaths) == 1 {
				d.dot(p, 0) // a ring
			}
		}
	}
	if !filled {
		return
	}
	color, ok := d.color("FPDFPageObj_GetFillColor", object)
	if !ok {
		return
	}
	for _, p := range subpaths {
		if p.curved {
			d.curves++
			d.dot(p, color)
		}
		d.fill(p, color)
	}
}

func (d *drawings) visible(function string, object uint64) bool {
	color, ok := d.color(function, object)
	return ok && color != white
}

// color reads a fill or stroke colour; false when it is transparent.
func (d *drawings) color(function string, object uint64) (uint32, bool) {
	s := d.scratch
	if uint32(d.call(function, object, s, s+4, s+8, s+12)) == 0 {
		return 0, false
	}
	var v [4]uint32
	d.pdfPage.words(v[:])
	return v[0]&255<<16 | v[1]&255<<8 | v[2]&255, v[3] > 8
}

type point struct{ x, y float64 }

// subpath is a run of straight segments; curved ones are left out of it.
type subpath struct {
	points []point
	curved bool
}

func (d *drawings) subpaths(object uint64, n int, m matrix) []subpath {
	d.call("FPDFPageObj_GetMatrix", object, d.scratch)
	full := d.matrixAt(d.scratch).then(m)
	var out []subpath
	for i := range n {
		segment := uint64(uint32(d.hot.segment.call(object, uint64(i))))
		if segment == 0 {
			continue
		}
		d.hot.segmentPoint.call(segment, d.scratch, d.scratch+4)
		var v [2]float64
		d.floats(v[:])
		kind := uint32(d.hot.segmentType.call(segment))
		if kind == segmentMove || len(out) == 0 {
			out = append(out, subpath{})
		}
		last := &out[len(out)-1]
		x, y := full.point(v[0], v[1])
		last.points = append(last.points, point{x, y})
		last.curved = last.curved || kind == segmentBezier
		if uint32(d.call("FPDFPathSegment_GetClose", segment)) == 1 && len(last.points) > 2 {
			last.points = append(last.points, last.points[0])
		}
	}
	return out
}

func (d *drawings) strokes(p subpath) {
	if p.curved {
		return
	}
	for i := 1; i < len(p.points); i++ {
		a, b := p.points[i-1], p.points[i]
		d.rule(page.Box{X0: min(a.x, b.x), Y0: min(a.y, b.y), X1: max(a.x, b.x), Y1: max(a.y, b.y)})
	}
}

// fill takes a rectangle as a rule where it is thin, as a fill where it is not.
func (d *drawings) fill(p subpath, color uint32) {
	if p.curved || len(p.points) < 4 || len(p.points) > 6 {
		return
	}
	b := p.box()
	if min(b.X1-b.X0, b.Y1-b.Y0) <= ruleThickness {
		if color != white {
			d.rule(b)
		}
		return
	}
	if onPage(b, d.width, d.height) {
		d.in.Fills = append(d.in.Fills, ink.Fill{Box: b, Color: color})
	}
}

func (d *drawings) rule(b page.Box) {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	if min(w, h) > ruleThickness || max(w, h) < ruleLength || !onPage(b, d.width, d.height) {
		return
	}
	d.in.Rules = append(d.in.Rules, ink.Rule{Box: b, Vertical: h > w})
}

func (p subpath) box() page.Box {
	b := page.Box{X0: p.points[0].x, Y0: p.points[0].y, X1: p.points[0].x, Y1: p.points[0].y}
	for _, q := range p.points[1:] {
		b = page.Box{X0: min(b.X0, q.x), Y0: min(b.Y0, q.y), X1: max(b.X1, q.x), Y1: max(b.Y1, q.y)}
	}
	return b
}

// A dot is so large (points) and about as wide as high.
const (
	dotLeast = 1.2
	dotMost  = 8.0
)

// dot takes note of a round shape that could be a bullet.
func (d *drawings) dot(p subpath, color uint32) {
	b := p.box()
	w, h := b.X1-b.X0, b.Y1-b.Y0
	if color != white && min(w, h) >= dotLeast && max(w, h) <= dotMost && max(w, h) < 1.3*min(w, h) {
		d.in.Dots = append(d.in.Dots, b)
	}
}
