package layout

import (
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// sideways returns the direction, in degrees, of nearly all text of a page if it runs up or down the page, as
// wide tables are often set, and 0 for other pages.
func sideways(glyphs []ink.Glyph) int {
	counts := map[int]int{}
	all := 0
	for _, g := range glyphs {
		if g.Size >= text.MinSize && !g.Generated {
			counts[(g.Angle+quarterTurn/2)%fullTurn/quarterTurn]++
			all++
		}
	}
	for quarter, n := range counts {
		upOrDown := quarter%2 == 1
		if upOrDown && n >= sidewaysGlyphs && float64(n) >= sidewaysShare*float64(all) {
			return quarterTurn * quarter
		}
	}
	return 0
}

// analyzeSideways lays a page out the way it is read, and returns it the way it is shown.
func analyzeSideways(in ink.Input, angle int) page.Page {
	shown := page.Page{Width: in.Width, Height: in.Height, Angle: float64(angle)}
	p := analyze(turned(in, shown.Level, angle))
	read := page.Page{Width: p.Width, Height: p.Height, Angle: float64(fullTurn - angle)}
	p.Place(read.Level)
	p.Width, p.Height, p.Angle = in.Width, in.Height, shown.Angle
	return p
}

// turned returns the page with all its boxes turned.
func turned(in ink.Input, turn func(page.Box) page.Box, angle int) ink.Input {
	in.Width, in.Height = in.Height, in.Width
	in.Glyphs = slices.Clone(in.Glyphs)
	for i := range in.Glyphs {
		g := &in.Glyphs[i]
		origin := turn(page.Box{X0: g.X, Y0: g.Y, X1: g.X, Y1: g.Y})
		g.Box, g.X, g.Y, g.Angle = turn(g.Box), origin.X0, origin.Y0, (g.Angle-angle+fullTurn)%fullTurn
	}
	drawn := turnedScan(ink.Scan{Words: in.Words, Rules: in.Rules, Fills: in.Fills}, turn)
	in.Words, in.Rules, in.Fills = drawn.Words, drawn.Rules, drawn.Fills
	in.Dots, in.Links, in.Images = slices.Clone(in.Dots), slices.Clone(in.Links), slices.Clone(in.Images)
	in.Shapes, in.Fields = slices.Clone(in.Shapes), slices.Clone(in.Fields)
	in.Dotted = slices.Clone(in.Dotted)
	for i := range in.Dotted {
		in.Dotted[i] = turn(in.Dotted[i])
	}
	for i := range in.Shapes {
		in.Shapes[i].Box = turn(in.Shapes[i].Box)
	}
	for i := range in.Fields {
		in.Fields[i].Field = in.Fields[i].Placed(turn)
	}
	for i := range in.Dots {
		in.Dots[i] = turn(in.Dots[i])
	}
	for i := range in.Links {
		in.Links[i].Box = turn(in.Links[i].Box)
	}
	for i := range in.Images {
		in.Images[i].Box, in.Images[i].Scan = turn(in.Images[i].Box), turnedScan(in.Images[i].Scan, turn)
	}
	return in
}

// turnedScan returns s after a quarter turn, with rules that ran across now running down.
func turnedScan(s ink.Scan, turn func(page.Box) page.Box) ink.Scan {
	s = s.Placed(turn)
	for i := range s.Rules {
		s.Rules[i].Vertical = !s.Rules[i].Vertical
	}
	return s
}
