package unipdf

import (
	"github.com/unidoc/unipdf/v3/contentstream"
	"github.com/unidoc/unipdf/v3/core"
	"github.com/unidoc/unipdf/v3/model"

	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

// ctm returns the current transformation matrix, which UniPDF only applies but does not expose.
func ctm(gs contentstream.GraphicsState) pdf.Matrix {
	e, f := gs.Transform(0, 0)
	a, b := gs.Transform(1, 0)
	c, d := gs.Transform(0, 1)
	return pdf.Matrix{A: a - e, B: b - f, C: c - e, D: d - f, E: e, F: f}
}

// do draws an external object: a picture, or a form.
func (c *canvas) do(params []core.PdfObject, gs contentstream.GraphicsState, r *model.PdfPageResources) {
	if len(params) != 1 {
		return
	}
	name, ok := core.GetName(params[0])
	if c.objects++; !ok || c.objects > pdf.MaxObjects {
		return
	}
	stream, kind := r.GetXObjectByName(*name)
	if stream == nil {
		return
	}
	switch kind {
	case model.XObjectTypeImage:
		width, _ := core.GetNumberAsFloat(core.TraceToDirectObject(stream.Get("Width")))
		height, _ := core.GetNumberAsFloat(core.TraceToDirectObject(stream.Get("Height")))
		if c.picture(gs, width, height) {
			c.shown.images = append(c.shown.images, stream)
		}
	case model.XObjectTypeForm:
		c.form(stream, gs, r)
	}
}

// inline adds an inline picture of the content stream.
func (c *canvas) inline(params []core.PdfObject, gs contentstream.GraphicsState) {
	if len(params) != 1 {
		return
	}
	img, ok := params[0].(*contentstream.ContentStreamInlineImage)
	if c.objects++; !ok || c.objects > pdf.MaxObjects {
		return
	}
	width, _ := core.GetNumberAsFloat(img.Width)
	height, _ := core.GetNumberAsFloat(img.Height)
	c.picture(gs, width, height)
}

// picture adds an image of width by height pixels, which fills the unit square, and reports whether it counts as a
// picture.
func (c *canvas) picture(gs contentstream.GraphicsState, width, height float64) bool {
	b := square(ctm(gs).Then(c.base))
	if !c.Image(b, -1) {
		return false
	}
	c.dpi = max(c.dpi, pdf.Resolution(b, width, height))
	return true
}

// square returns the box around the transformed unit square, wherever a matrix puts its corners.
func square(m pdf.Matrix) page.Box {
	one, other := m.Box(0, 0, 1, 1), m.Box(0, 1, 1, 0)
	return page.Box{
		X0: min(one.X0, other.X0), Y0: min(one.Y0, other.Y0),
		X1: max(one.X1, other.X1), Y1: max(one.Y1, other.Y1),
	}
}

func (c *canvas) form(stream *core.PdfObjectStream, gs contentstream.GraphicsState, r *model.PdfPageResources) {
	if c.depth >= pdf.MaxForms {
		return
	}
	form, err := model.NewXObjectFormFromStream(stream)
	if err != nil {
		return
	}
	content, err := form.GetContentStream()
	if err != nil {
		return
	}
	base := ctm(gs).Then(c.base)
	if array, ok := core.GetArray(form.Matrix); ok {
		if v, err := array.ToFloat64Array(); err == nil && len(v) == 6 {
			base = pdf.Matrix{A: v[0], B: v[1], C: v[2], D: v[3], E: v[4], F: v[5]}.Then(base)
		}
	}
	resources := form.Resources
	if resources == nil {
		resources = r
	}
	inner := canvas{painter: c.painter, base: base, depth: c.depth + 1, opacity: c.opacity}
	if array, ok := core.GetArray(form.BBox); ok {
		if v, err := array.ToFloat64Array(); err == nil && len(v) == 4 {
			inner.bounds = base.Box(v[0], v[1], v[2], v[3])
		}
	}
	c.follow(string(content), resources, inner)
}
