package layout

import (
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// direction returns the direction, in degrees, of nearly all text on a page that runs up or down, as in many wide
// tables, or is upside down, as on sheets scanned the wrong way round. It returns 0 for other pages.
func direction(glyphs []ink.Glyph) int {
	counts := map[int]int{}
	all := 0
	for _, g := range glyphs {
		if g.Size >= text.MinSize && !g.Generated {
			counts[(g.Angle+quarterTurn/2)%fullTurn/quarterTurn]++
			all++
		}
	}
	for quarter, n := range counts {
		if quarter != 0 && n >= sidewaysGlyphs && float64(n) >= sidewaysShare*float64(all) {
			return quarterTurn * quarter
		}
	}
	return 0
}

// analyzeTurned lays a page out as it is read, and returns it as it is shown.
func analyzeTurned(in ink.Input, angle int) page.Page {
	shown := page.Page{Width: in.Width, Height: in.Height, Angle: float64(angle)}
	p := Analyze(turned(in, shown.Level, angle))
	read := page.Page{Width: p.Width, Height: p.Height, Angle: float64(fullTurn - angle)}
	p.Place(read.Level)
	p.Width, p.Height, p.Angle = in.Width, in.Height, math.Mod(shown.Angle+p.Angle, fullTurn)
	return p
}

// turned returns the page with all its boxes turned.
func turned(in ink.Input, turn func(page.Box) page.Box, angle int) ink.Input {
	in = in.Placed(turn)
	for i := range in.Glyphs {
		g := &in.Glyphs[i]
		g.Angle = (g.Angle - angle + fullTurn) % fullTurn
	}
	if angle%(fullTurn/2) == 0 {
		return in
	}
	in.Width, in.Height = in.Height, in.Width
	turnRules(in.Rules)
	for i := range in.Images {
		turnRules(in.Images[i].Rules)
	}
	return in
}

// turnRules marks rules that ran across as running down, and vice versa.
func turnRules(rules []ink.Rule) {
	for i := range rules {
		rules[i].Vertical = !rules[i].Vertical
	}
}
