package page

import "math"

// Level returns the position of b if the page's lines ran level from left to right. That separates lines and columns on
// a page scanned crooked or upside down. For skews below 45°, it exactly inverts taking the bounding box of a rotated
// box.
func (p *Page) Level(b Box) Box {
	if p.Angle == 0 {
		return b
	}
	quarter := math.Round(p.Angle / 90)
	width, height := p.Width, p.Height
	if b = p.turned(b, quarters(p.Angle)); quarters(p.Angle)%2 == 1 {
		width, height = height, width
	}
	sin, cos := math.Sincos((p.Angle - 90*quarter) * math.Pi / 180)
	dx, dy := (b.X0+b.X1-width)/2, (b.Y0+b.Y1-height)/2
	x, y := width/2+dx*cos+dy*sin, height/2+dy*cos-dx*sin
	w, h := b.X1-b.X0, b.Y1-b.Y0
	double := cos*cos - sin*sin
	halfWidth := max(w*cos-h*math.Abs(sin), 0) / double / 2
	halfHeight := max(h*cos-w*math.Abs(sin), 0) / double / 2
	return Box{X0: x - halfWidth, Y0: y - halfHeight, X1: x + halfWidth, Y1: y + halfHeight}
}

// quarters returns the number of quarter turns in an angle, from 0 to 3.
func quarters(angle float64) int { return int(math.Round(angle/90)) % 4 }

// turned returns the position of b after turning the page counterclockwise by quarter turns.
func (p *Page) turned(b Box, quarters int) Box {
	width, height := p.Width, p.Height
	switch quarters {
	case 1:
		return Box{X0: b.Y0, Y0: width - b.X1, X1: b.Y1, Y1: width - b.X0}
	case 2:
		return Box{X0: width - b.X1, Y0: height - b.Y1, X1: width - b.X0, Y1: height - b.Y0}
	case 3:
		return Box{X0: height - b.Y1, Y0: b.X0, X1: height - b.Y0, Y1: b.X1}
	}
	return b
}

// Upright turns a page whose lines run up, down or upside down by quarter turns, so that they run from left to right
// except for the skew that remains in Angle, and records the turn in Turned. It does not change pages that are upright.
func (p *Page) Upright() {
	n := quarters(p.Angle)
	if n == 0 {
		return
	}
	p.Place(func(b Box) Box {
		if b == (Box{}) {
			return b // a cell without geometry
		}
		return hundredths(p.turned(b, n))
	})
	p.Width, p.Height, p.Angle, p.Turned = UprightSize(p.Width, p.Height, p.Angle)
}

// UprightSize returns what Upright makes of a page of this size and angle: its size, its remaining angle, and the
// number of degrees by which it is turned clockwise.
func UprightSize(width, height, angle float64) (w, h, remaining float64, turned int) {
	n := quarters(angle)
	if n == 0 {
		return width, height, angle, 0
	}
	if n%2 == 1 {
		width, height = height, width
	}
	return width, height, math.Mod(angle-90*float64(n)+360, 360), 360 - 90*n
}

// hundredths rounds to hundredths of a point, which is the precision of stored pages.
func hundredths(b Box) Box {
	round := func(v float64) float64 { return math.Round(v*100) / 100 }
	return Box{X0: round(b.X0), Y0: round(b.Y0), X1: round(b.X1), Y1: round(b.Y1)}
}
