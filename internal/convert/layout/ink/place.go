package ink

import (
	"slices"

	"quire/internal/convert/page"
)

// Placed returns the page with every box and every origin of a glyph mapped by place. It shares nothing that it changes.
func (in Input) Placed(place func(page.Box) page.Box) Input {
	in.Glyphs = slices.Clone(in.Glyphs)
	for i := range in.Glyphs {
		g := &in.Glyphs[i]
		origin := place(page.Box{X0: g.X, Y0: g.Y, X1: g.X, Y1: g.Y})
		g.Box, g.X, g.Y = place(g.Box), origin.X0, origin.Y0
	}
	drawn := Scan{Words: in.Words, Rules: in.Rules, Fills: in.Fills, Shapes: in.Shapes}.Placed(place)
	in.Words, in.Rules, in.Fills, in.Shapes = drawn.Words, drawn.Rules, drawn.Fills, drawn.Shapes
	in.Dots, in.Dotted, in.Rings = placed(in.Dots, place), placed(in.Dotted, place), placed(in.Rings, place)
	in.Strokes = placed(in.Strokes, place)
	in.Links, in.Images, in.Fields = slices.Clone(in.Links), slices.Clone(in.Images), slices.Clone(in.Fields)
	for i := range in.Links {
		in.Links[i].Box = place(in.Links[i].Box)
	}
	for i := range in.Images {
		in.Images[i].Box, in.Images[i].Scan = place(in.Images[i].Box), in.Images[i].Placed(place)
	}
	for i := range in.Fields {
		in.Fields[i].Field = in.Fields[i].Placed(place)
	}
	return in
}

func placed(boxes []page.Box, place func(page.Box) page.Box) []page.Box {
	boxes = slices.Clone(boxes)
	for i := range boxes {
		boxes[i] = place(boxes[i])
	}
	return boxes
}
