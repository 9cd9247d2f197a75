package pdf

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf/content"
)

// nativeReader builds the input of the layout from what a page shows.
type nativeReader struct {
	*native
	geometry
	in    ink.Input
	fonts map[*content.Font]int
	// signs tells, for each font of the input, whether it is one of large brackets.
	signs []bool
	text  *content.Text
	style style
	// fill is the last text's colour in the document, and shown what it looks like.
	fill  *content.Color
	shown uint32
}

// sheet returns what a page shows. It is valid until the next call.
func (r *nativeReader) sheet(p *content.Page) (Sheet, bool) {
	chars, err := p.Chars(narrow(r.geometry), float32(r.width), float32(r.height))
	if err != nil || len(chars) > MaxGlyphs {
		return Sheet{}, false
	}
	r.fonts = map[*content.Font]int{}
	if len(chars) > 0 {
		r.in.Glyphs = slices.Grow(r.desk.glyphs[:0], len(chars))
		defer func() { r.desk.glyphs = r.in.Glyphs }()
	}
	for i := range chars {
		if !r.char(&chars[i]) {
			return Sheet{}, false
		}
	}
	d := Drawing{In: &r.in}
	dpi := 0.0
	for _, o := range p.Drawn {
		if !r.draw(&d, o, &dpi) {
			return Sheet{}, false
		}
	}
	return Sheet{Input: r.in, Curves: d.Curves, ImageDPI: dpi}, true
}

// char adds a character. It returns false if its font is not known.
func (r *nativeReader) char(c *content.Char) bool {
	if c.Text != nil && c.Text != r.text {
		r.text = c.Text
		var ok bool
		if r.style, ok = r.styleOf(c); !ok {
			return false
		}
	}
	u := c.Rune
	if !c.Generated && isCircle(&r.in, u, r.style.font) {
		u = circleSign
	}
	leading := c.Text == nil && len(r.in.Glyphs) == 0
	if leading || (u == 0 && !r.style.brackets) || u == '\r' || u == '\n' || r.style.skip {
		return true
	}
	gl := ink.Glyph{
		Rune: u, Color: r.style.color, Font: r.style.font, Size: r.style.size, Angle: r.style.angle, Content: r.style.content, Hidden: r.style.hidden,
		Stroked: r.style.stroked,
	}
	if u == pdfiumHyphen && !r.style.brackets {
		gl.Rune, gl.Hyphen = '-', true
	}
	gl.Box = r.matrix.rect(c.Loose)
	gl.X, gl.Y = r.matrix.Point(float64(c.X), float64(c.Y))
	if u == ' ' || gl.Hyphen {
		gl.Generated = c.Generated || (u == ' ' && gl.Box.X0 == gl.Box.X1)
	}
	if OnPage(gl.Box, r.width, r.height) {
		r.in.Glyphs = append(r.in.Glyphs, gl)
	}
	return true
}

// styleOf returns the style of the text of a character.
func (r *nativeReader) styleOf(c *content.Char) (style, bool) {
	t := c.Text
	m := wide(c.Matrix).Then(r.matrix)
	s := style{content: -1, angle: m.angleOf(float64(t.Size)), size: math.Abs(float64(t.Size)) * math.Hypot(m.C, m.D)}
	s.skip = !IsTypeSize(s.size)
	s.hidden, s.stroked = t.Mode == renderInvisible || t.Mode == renderClip, t.Mode == renderStroked
	i, ok := r.fonts[t.Font]
	if !ok {
		face, known := r.faces[t.Font.ID]
		if !known {
			return s, false
		}
		i = len(r.in.Fonts)
		r.in.Fonts, r.signs = append(r.in.Fonts, face), append(r.signs, ink.HasLargeSigns(face.Name))
		r.fonts[t.Font] = i
	}
	if t.Fill != r.fill {
		r.fill = t.Fill
		r.shown, _ = r.color(*t.Fill)
	}
	s.font, s.brackets, s.color = i, r.signs[i], r.shown
	return s, true
}

// draw adds a path or a picture. It returns false if a colour is not known.
func (r *nativeReader) draw(d *Drawing, o content.Drawn, dpi *float64) bool {
	if o.Text != nil {
		return true
	}
	m := r.matrix
	for _, f := range o.Forms {
		m = wide(f).Then(m)
	}
	d.Clip = nil
	if c := o.Clip; c != nil {
		box := r.matrix.rect(*c)
		d.Clip = &box
	}
	switch {
	case o.Path != nil:
		return r.path(d, o.Path, m)
	case o.Shading != nil:
		d.Shade(m.rect(*o.Shading))
	case o.Image != nil:
		box := m.rect(o.Image.Box)
		if d.Image(box, -1) {
			*dpi = max(*dpi, Resolution(box, float64(o.Image.Width), float64(o.Image.Height)))
		}
	}
	return true
}

// rect maps a rectangle whose sides stay parallel to the axes.
func (m Matrix) rect(r content.Rect) page.Box {
	return m.Box(float64(r.Left), float64(r.Top), float64(r.Right), float64(r.Bottom))
}

func (r *nativeReader) path(d *Drawing, p *content.Path, m Matrix) bool {
	if len(p.Points) == 0 {
		return true
	}
	stroke, ok := r.paint(p.Stroke)
	if !ok {
		return false
	}
	fill, ok := r.paint(p.Fill)
	if !ok {
		return false
	}
	path := subpathsOf(p, m)
	if p.Stroke != nil && opaque(p.Stroke) && stroke != White {
		d.Stroke(path, p.Fill != nil)
		if isShort(path) {
			d.thick(path[0], stroke, float64(p.Width)*wide(p.Matrix).Then(m).Scale())
		}
	}
	if p.Fill != nil && opaque(p.Fill) {
		d.Fill(path, fill)
	}
	return true
}

// opaque reports whether paint is visible.
func opaque(p *content.Paint) bool { return int(p.Alpha*255) > transparent }

// subpathsOf returns the subpaths of a path on the page.
func subpathsOf(p *content.Path, m Matrix) []Subpath {
	full := wide(p.Matrix).Then(m)
	points := make([]Point, 0, len(p.Points)+1)
	var out []Subpath
	start := 0
	for i, q := range p.Points {
		if q.Kind == content.Move || i == 0 {
			out = append(out, Subpath{})
			start = len(points)
		}
		x, y := full.Point(float64(q.X), float64(q.Y))
		points = append(points, Point{x, y})
		if q.Close && len(points)-start > 2 {
			points = append(points, points[start])
		}
		last := &out[len(out)-1]
		last.Points = points[start:len(points):len(points)]
		last.Curved = last.Curved || q.Kind == content.Curve
	}
	return out
}
