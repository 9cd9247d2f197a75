package content

var pathOperations = map[string]operation{
	"m": {2, func(r *runner, n [6]float32) error { r.moveTo(n[0], n[1]); return nil }},
	"l": {2, func(r *runner, n [6]float32) error { r.to(n[0], n[1], Line); return nil }},
	"c": {6, func(r *runner, n [6]float32) error { r.curve(n[0], n[1], n[2], n[3], n[4], n[5]); return nil }},
	"v": {4, func(r *runner, n [6]float32) error { r.curve(r.at.x, r.at.y, n[0], n[1], n[2], n[3]); return nil }},
	"y": {4, func(r *runner, n [6]float32) error { r.curve(n[0], n[1], n[2], n[3], n[2], n[3]); return nil }},
	"h": {-1, func(r *runner, _ [6]float32) error { r.close(); return nil }},
	"re": {4, func(r *runner, n [6]float32) error {
		x, y, w, h := n[0], n[1], n[2], n[3]
		r.moveTo(x, y)
		for _, p := range [...]point{{x + w, y}, {x + w, y + h}, {x, y + h}} {
			r.to(p.x, p.y, Line)
		}
		r.closeAt(point{x, y})
		return nil
	}},
	"n": {-1, func(r *runner, _ [6]float32) error { return r.paint(false, false) }},
	"W": {-1, clip}, "W*": {-1, clip},
	"S": {-1, func(r *runner, _ [6]float32) error { return r.paint(false, true) }},
	"s": {-1, func(r *runner, _ [6]float32) error { return r.closed(false, true) }},
	"f": {-1, fillPath}, "F": {-1, fillPath}, "f*": {-1, fillPath},
	"B": {-1, fillAndStroke}, "B*": {-1, fillAndStroke},
	"b": {-1, func(r *runner, _ [6]float32) error { return r.closed(true, true) }},
	"b*": {-1, func(r *runner, _ [6]float32) error {
		r.closeAt(r.start)
		return r.paint(true, true)
	}},
}

func clip(r *runner, _ [6]float32) error {
	r.clipped, r.clipping = true, true
	return nil
}

// clipTo restricts what is painted from now on to the box of a path. The path itself may be painted as well: all of it is
// in its box.
func (r *runner) clipTo(path []PathPoint) {
	r.clipping = false
	if len(path) < 2 {
		return
	}
	m := r.ctm.then(r.whole)
	x, y := m.point(path[0].X, path[0].Y)
	box := Rect{Left: x, Bottom: y, Right: x, Top: y}
	for _, p := range path[1:] {
		x, y := m.point(p.X, p.Y)
		box = Rect{Left: min(box.Left, x), Bottom: min(box.Bottom, y), Right: max(box.Right, x), Top: max(box.Top, y)}
	}
	r.within(box)
}

// within restricts what is painted to a part of the page.
func (r *runner) within(box Rect) {
	if r.clip != nil {
		box = box.intersection(*r.clip)
	}
	r.clip = &box
}

func fillPath(r *runner, _ [6]float32) error      { return r.paint(true, false) }
func fillAndStroke(r *runner, _ [6]float32) error { return r.paint(true, true) }

// moveTo begins a subpath. It replaces a beginning that has led nowhere.
func (r *runner) moveTo(x, y float32) {
	r.at, r.start = point{x, y}, point{x, y}
	if n := len(r.points); n > 0 && r.points[n-1].Kind == Move && !r.points[n-1].Close {
		r.points[n-1].X, r.points[n-1].Y = x, y
		return
	}
	r.points = append(r.points, PathPoint{X: x, Y: y, Kind: Move})
}

// to adds a point, unless the path has not begun.
func (r *runner) to(x, y float32, kind Segment) {
	r.at = point{x, y}
	if len(r.points) > 0 {
		r.points = append(r.points, PathPoint{X: x, Y: y, Kind: kind})
	}
}

func (r *runner) curve(x1, y1, x2, y2, x3, y3 float32) {
	for _, p := range [...]point{{x1, y1}, {x2, y2}, {x3, y3}} {
		r.to(p.x, p.y, Curve)
	}
}

// close closes a subpath with a line to its start, unless it is already there.
func (r *runner) close() {
	switch {
	case len(r.points) == 0:
	case r.start != r.at:
		r.closeAt(r.start)
	default:
		r.points[len(r.points)-1].Close = true
	}
}

func (r *runner) closeAt(p point) {
	r.at = p
	if len(r.points) > 0 {
		r.points = append(r.points, PathPoint{X: p.x, Y: p.y, Kind: Line, Close: true})
	}
}

func (r *runner) closed(fill, stroke bool) error {
	r.close()
	return r.paint(fill, stroke)
}

// paintable reports whether a colour may be known.
func (r *runner) paintable(c Color) bool { return r.doc.Paintable == nil || r.doc.Paintable(c) }

// paint ends a path, and draws it if it is filled or stroked.
func (r *runner) paint(fill, stroke bool) error {
	points := r.points
	r.points = r.points[:0]
	if r.clipping {
		r.clipTo(points)
	}
	if n := len(points); n == 1 && points[0].Close {
		return ErrUnknown // a dot, if the ends of lines are round
	}
	if n := len(points); n > 1 && points[n-1].Kind == Move && !points[n-1].Close {
		points = points[:n-1]
	}
	if len(points) < 2 || (!fill && !stroke) {
		return nil
	}
	if r.pathPoints+len(points) > maxPoints {
		return r.draw(Drawn{Path: &Path{}})
	}
	r.pathPoints += len(points)
	if (fill && !r.paintable(r.fill.Color)) || (stroke && !r.paintable(r.stroke.Color)) {
		return ErrUnknown
	}
	from := len(r.outlines)
	r.outlines = append(r.outlines, points...)
	path := &Path{Points: r.outlines[from:len(r.outlines):len(r.outlines)], Matrix: r.ctm, Width: r.width}
	if fill {
		color := r.fill.Paint
		path.Fill = &color
	}
	if stroke {
		color := r.stroke.Paint
		path.Stroke = &color
	}
	return r.draw(Drawn{Path: path})
}
