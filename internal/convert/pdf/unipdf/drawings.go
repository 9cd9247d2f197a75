package unipdf

import (
	"github.com/unidoc/unipdf/v3/contentstream"
	"github.com/unidoc/unipdf/v3/core"
	"github.com/unidoc/unipdf/v3/model"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

// visible is the minimum opacity at which something is visible.
const visible = 8.0 / 255

// opacity is the opacity set by a graphics state, from 0 to 1.
type opacity struct{ stroke, fill float64 }

// painter follows a content stream and records what it draws.
type painter struct {
	pdf.Drawing
	shown    *shown
	dpi      float64
	objects  int
	segments int
}

// canvas is a painter at one content stream: that of the page, or of a form within it.
type canvas struct {
	*painter
	base    pdf.Matrix // from the stream's space to the page as it is shown
	depth   int        // of forms
	bounds  page.Box   // of the form
	path    []pdf.Subpath
	opacity opacity
	stack   []opacity
}

// drawings fills in.Rules, in.Fills and in.Images, and returns the number of curved shapes. dpi is the highest
// resolution of the images. If UniPDF cannot follow the content, the drawings up to that point are kept.
func (g *shown) drawings(in *ink.Input) (curves int, dpi float64) {
	p := &painter{Drawing: pdf.Drawing{In: in}, shown: g}
	if content, err := g.page.GetAllContentStreams(); err == nil {
		p.follow(content, g.page.Resources, canvas{painter: p, base: g.matrix, opacity: opacity{1, 1}})
	}
	return p.Curves, p.dpi
}

func (p *painter) follow(content string, resources *model.PdfPageResources, c canvas) {
	defer func() { _ = recover() }() // what was drawn before is kept
	operations, err := contentstream.NewContentStreamParser(content).Parse()
	if err != nil || resources == nil {
		return
	}
	processor := contentstream.NewContentStreamProcessor(*operations)
	processor.SetRelaxedMode(true)
	processor.AddHandler(contentstream.HandlerConditionEnumAllOperands, "", c.operation)
	_ = processor.Process(resources)
}

func (c *canvas) operation(op *contentstream.ContentStreamOperation, gs contentstream.GraphicsState, r *model.PdfPageResources) error {
	switch op.Operand {
	case "q":
		c.stack = append(c.stack, c.opacity)
	case "Q":
		if last := len(c.stack) - 1; last >= 0 {
			c.opacity, c.stack = c.stack[last], c.stack[:last]
		}
	case "gs":
		c.setOpacity(op.Params, r)
	case "Do":
		c.do(op.Params, gs, r)
	case "BI":
		c.inline(op.Params, gs)
	case "sh":
		if c.depth > 0 {
			c.Shade(c.bounds)
		}
	default:
		if painting, ok := paintings[op.Operand]; ok {
			c.paint(painting, gs)
		} else {
			c.construct(op, gs)
		}
	}
	return nil
}

func (c *canvas) setOpacity(params []core.PdfObject, r *model.PdfPageResources) {
	if len(params) != 1 {
		return
	}
	name, ok := core.GetName(params[0])
	if !ok {
		return
	}
	state, _ := r.GetExtGState(*name)
	dict, ok := core.GetDict(state)
	if !ok {
		return
	}
	if v, err := core.GetNumberAsFloat(core.TraceToDirectObject(dict.Get("CA"))); err == nil {
		c.opacity.stroke = v
	}
	if v, err := core.GetNumberAsFloat(core.TraceToDirectObject(dict.Get("ca"))); err == nil {
		c.opacity.fill = v
	}
}

// construct adds to the path. Points are mapped immediately, because the path keeps its position whatever follows.
func (c *canvas) construct(op *contentstream.ContentStreamOperation, gs contentstream.GraphicsState) {
	n, known := coordinates[op.Operand]
	if !known || len(op.Params) != n {
		return
	}
	v, err := core.GetNumbersAsFloat(op.Params)
	if err != nil {
		return
	}
	at := func(i int) pdf.Point {
		x, y := c.base.Point(gs.Transform(v[i], v[i+1]))
		return pdf.Point{X: x, Y: y}
	}
	switch op.Operand {
	case "m":
		c.path = append(c.path, pdf.Subpath{Points: []pdf.Point{at(0)}})
	case "l":
		c.add(false, at(0))
	case "c":
		c.add(true, at(0), at(2), at(4))
	case "v", "y":
		c.add(true, at(0), at(2))
	case "h":
		c.closePath()
	case "re":
		x, y, w, h := v[0], v[1], v[2], v[3]
		v = []float64{x, y, x + w, y, x + w, y + h, x, y + h}
		c.path = append(c.path, pdf.Subpath{Points: []pdf.Point{at(0), at(2), at(4), at(6), at(0)}})
	}
}

// coordinates maps the operators that construct paths to their numbers of operands.
var coordinates = map[string]int{"m": 2, "l": 2, "c": 6, "v": 4, "y": 4, "h": 0, "re": 4}

func (c *canvas) add(curved bool, points ...pdf.Point) {
	if len(c.path) == 0 {
		c.path = append(c.path, pdf.Subpath{})
	}
	last := &c.path[len(c.path)-1]
	last.Points = append(last.Points, points...)
	last.Curved = last.Curved || curved
}

func (c *canvas) closePath() {
	if len(c.path) == 0 {
		return
	}
	if last := &c.path[len(c.path)-1]; len(last.Points) > 2 {
		last.Points = append(last.Points, last.Points[0])
	}
}

// painting is the effect of an operator on the path.
type painting struct{ strokes, fills, closes bool }

// paintings maps the operators that end a path (ISO 32000-2, 8.5.3) to their effects.
var paintings = map[string]painting{
	"S": {strokes: true}, "s": {strokes: true, closes: true},
	"f": {fills: true}, "F": {fills: true}, "f*": {fills: true},
	"B": {strokes: true, fills: true}, "B*": {strokes: true, fills: true},
	"b": {strokes: true, fills: true, closes: true}, "b*": {strokes: true, fills: true, closes: true},
	"n": {},
}

func (c *canvas) paint(how painting, gs contentstream.GraphicsState) {
	if how.closes {
		c.closePath()
	}
	path := c.path
	c.path = nil
	n := 0
	for _, p := range path {
		n += len(p.Points)
	}
	if c.objects++; n < 2 || c.objects > pdf.MaxObjects || c.segments+n > pdf.MaxSegments {
		return
	}
	if !how.strokes && !how.fills {
		return
	}
	c.segments += n
	if how.strokes && c.opacity.stroke > visible {
		if color, ok := rgb(gs.ColorspaceStroking, gs.ColorStroking); ok && color != pdf.White {
			c.Stroke(path, how.fills)
		}
	}
	if how.fills && c.opacity.fill > visible {
		if color, ok := rgb(gs.ColorspaceNonStroking, gs.ColorNonStroking); ok {
			c.Fill(path, color)
		}
	}
}

// rgb returns a colour as 0xRRGGBB. It returns false for a pattern, and for anything that cannot be determined.
func rgb(space model.PdfColorspace, color model.PdfColor) (uint32, bool) {
	if space == nil || color == nil {
		return 0, false
	}
	converted, err := space.ColorToRGB(color)
	if err != nil {
		return 0, false
	}
	c, ok := converted.(*model.PdfColorDeviceRGB)
	if !ok {
		return 0, false
	}
	part := func(v float64) uint32 { return uint32(min(max(v, 0), 1)*255 + 0.5) }
	return part(c.R())<<16 | part(c.G())<<8 | part(c.B()), true
}
