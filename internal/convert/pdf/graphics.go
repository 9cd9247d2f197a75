package pdf

import (
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

const (
	objectPath    = 2
	objectImage   = 3
	objectShading = 4
	objectForm    = 5

	segmentBezier = 1
	segmentMove   = 2
)

// drawings collects rules, filled rectangles and pictures.
type drawings struct {
	*pdfPage
	Drawing
	tagged   bool
	objects  int
	segments int
	// within is the part of the page outside of which the form being read shows nothing, or nil.
	within *page.Box
}

// drawings fills in.Rules, in.Fills and in.Images, and counts the curved shapes.
func (g *pdfPage) drawings(in *ink.Input, tagged bool) (curves int) {
	d := &drawings{pdfPage: g, Drawing: Drawing{In: in}, tagged: tagged}
	n := int(int32(g.call("FPDFPage_CountObjects", g.handle)))
	for i := range min(max(n, 0), MaxObjects) {
		d.object(uint64(uint32(g.call("FPDFPage_GetObject", g.handle, uint64(i)))), g.matrix, 0)
	}
	return d.Curves
}

func (d *drawings) object(object uint64, m Matrix, depth int) {
	if d.objects++; object == 0 || d.objects > MaxObjects {
		return
	}
	kind := uint32(d.hot.objectType.call(object))
	if kind == objectText {
		return
	}
	d.clip(object, m)
	switch kind {
	case objectPath:
		d.path(object, m)
	case objectImage:
		d.image(object, m, depth)
	case objectShading:
		d.shading(object, m, depth)
	case objectForm:
		d.form(object, m, depth)
	}
}

// shading adds the area that a shading fills. On the page itself, its extent depends on the clipping path.
func (d *drawings) shading(object uint64, m Matrix, depth int) {
	if depth == 0 {
		return
	}
	if b, ok := d.bounds(object, m); ok {
		d.Shade(b)
	}
}

func (d *drawings) image(object uint64, m Matrix, depth int) {
	b, ok := d.bounds(object, m)
	if !ok || !d.Image(b, d.content(object, depth)) {
		return
	}
	d.imageDPI = max(d.imageDPI, d.resolution(object, b))
	d.images = append(d.images, object)
}

// content returns the marked-content id of an object, or -1 in untagged documents. Forms number their ids separately.
func (d *drawings) content(object uint64, depth int) int {
	if !d.tagged || depth > 0 {
		return -1
	}
	return int(int32(d.call("FPDFPageObj_GetMarkedContentID", object)))
}

func (d *drawings) form(object uint64, m Matrix, depth int) {
	if depth >= MaxForms {
		return
	}
	d.call("FPDFPageObj_GetMatrix", object, d.scratch)
	inner := d.matrixAt(d.scratch).Then(m)
	outer := d.within
	d.within = d.Clip
	defer func() { d.within = outer }()
	n := int(int32(d.call("FPDFFormObj_CountObjects", object)))
	for i := range min(max(n, 0), MaxObjects) {
		d.object(uint64(uint32(d.call("FPDFFormObj_GetObject", object, uint64(i)))), inner, depth+1)
	}
}

// resolution returns the resolution of an image that fills b, in pixels per inch, or 0 if it cannot be
// determined.
func (d *drawings) resolution(object uint64, b page.Box) float64 {
	s := d.scratch
	if uint32(d.call("FPDFImageObj_GetImagePixelSize", object, s, s+4)) == 0 {
		return 0
	}
	var pixels [2]uint32
	d.pdfPage.words(pixels[:])
	return Resolution(b, float64(pixels[0]), float64(pixels[1]))
}

func (d *drawings) bounds(object uint64, m Matrix) (page.Box, bool) {
	s := d.scratch
	if uint32(d.hot.objectBounds.call(object, s, s+4, s+8, s+12)) == 0 {
		return page.Box{}, false
	}
	var v [4]float64
	d.floats(v[:])
	return m.Box(v[0], v[1], v[2], v[3]), true
}

// path turns a path into rules (its straight strokes and thin rectangles) and fills.
func (d *drawings) path(object uint64, m Matrix) {
	s := d.scratch
	if uint32(d.hot.drawMode.call(object, s, s+4)) == 0 {
		return
	}
	var mode [2]uint32
	d.pdfPage.words(mode[:])
	filled, stroked := mode[0] != 0, mode[1] != 0
	n := int(int32(d.hot.pathSegments.call(object)))
	if (!filled && !stroked) || n < 2 || d.segments+n > MaxSegments {
		return
	}
	d.segments += n
	d.call("FPDFPageObj_GetMatrix", object, d.scratch)
	full := d.matrixAt(d.scratch).Then(m)
	subpaths := d.subpaths(object, n, full)
	if stroked {
		d.strokePath(object, subpaths, filled, full.Scale())
	}
	if !filled {
		return
	}
	if color, ok := d.color(fillColor, object); ok {
		d.Fill(subpaths, color)
	}
}

func (d *drawings) strokePath(object uint64, path []Subpath, filled bool, scale float64) {
	color, ok := d.color(strokeColor, object)
	if !ok || color == White {
		return
	}
	d.Stroke(path, filled)
	if isShort(path) {
		d.thick(path[0], color, d.strokeWidth(object)*scale)
	}
}

// strokeWidth returns the thickness of a path's lines in its own space.
func (d *drawings) strokeWidth(object uint64) float64 {
	d.call("FPDFPageObj_GetStrokeWidth", object, d.scratch)
	var width [1]float64
	d.floats(width[:])
	return width[0]
}

func (d *drawings) subpaths(object uint64, n int, full Matrix) []Subpath {
	var out []Subpath
	for i := range n {
		segment := uint64(uint32(d.hot.segment.call(object, uint64(i))))
		if segment == 0 {
			continue
		}
		at := d.point(segment, full)
		kind := uint32(d.hot.segmentType.call(segment))
		if kind == segmentMove || len(out) == 0 {
			out = append(out, Subpath{})
		}
		last := &out[len(out)-1]
		last.Points = append(last.Points, at)
		last.Curved = last.Curved || kind == segmentBezier
		if uint32(d.call("FPDFPathSegment_GetClose", segment)) == 1 && len(last.Points) > 2 {
			last.Points = append(last.Points, last.Points[0])
		}
	}
	return out
}

// point returns where a segment of a path ends on the page.
func (d *drawings) point(segment uint64, m Matrix) Point {
	d.hot.segmentPoint.call(segment, d.scratch, d.scratch+4)
	var v [2]float64
	d.floats(v[:])
	x, y := m.Point(v[0], v[1])
	return Point{x, y}
}
