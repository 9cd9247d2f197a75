package layout

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// skew returns the angle, in degrees, by which nearly all text on a page runs downhill, or uphill if it is negative.
// OCR programs put their text over the lines in the picture, however skewed the scan is. skew returns 0 for pages whose
// text is level or runs in several directions.
func skew(glyphs []ink.Glyph) float64 {
	var angles []float64
	steps := 0
	for i := 1; i < len(glyphs); i++ {
		a, b := &glyphs[i-1], &glyphs[i]
		dx, dy := b.X-a.X, b.Y-a.Y
		if a.Angle != b.Angle || math.Abs(dx) < shortestStep*b.Size || math.Hypot(dx, dy) > longestStep*b.Size {
			continue
		}
		if steps++; dy == 0 { // most text is level
			continue
		}
		if angle := math.Atan(dy/dx) * fullTurn / (2 * math.Pi); math.Abs(angle) >= leastSkew && math.Abs(angle) <= mostSkew {
			angles = append(angles, angle)
		}
	}
	if len(angles) < skewedGlyphs || float64(len(angles)) < sidewaysShare*float64(steps) {
		return 0
	}
	slices.Sort(angles)
	middle := angles[len(angles)/2]
	from, _ := slices.BinarySearch(angles, middle-oneSkew)
	to, _ := slices.BinarySearch(angles, middle+oneSkew)
	if float64(to-from) < sidewaysShare*float64(steps) {
		return 0
	}
	return middle
}

// analyzeSkewed lays a page out as if its lines were level, and returns it the way it is shown.
func analyzeSkewed(in ink.Input, angle float64) page.Page {
	angle = math.Mod(angle+fullTurn, fullTurn)
	shown := page.Page{Width: in.Width, Height: in.Height, Angle: angle}
	in = in.Placed(shown.Level)
	for i := range in.Glyphs {
		g := &in.Glyphs[i]
		g.Angle = (g.Angle - int(math.Round(angle)) + 2*fullTurn) % fullTurn
	}
	p := analyze(in)
	sin, cos := math.Sincos(angle * 2 * math.Pi / fullTurn)
	x, y := in.Width/2, in.Height/2
	p.Place(func(b page.Box) page.Box {
		b = turnBack(page.Box{X0: b.X0 - x, Y0: b.Y0 - y, X1: b.X1 - x, Y1: b.Y1 - y}, sin, cos)
		return page.Box{X0: b.X0 + x, Y0: b.Y0 + y, X1: b.X1 + x, Y1: b.Y1 + y}
	})
	p.Angle = angle
	return p
}
