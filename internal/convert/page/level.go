package page

import "math"

// Level returns where b would lie if the page's lines ran level from left to right, which is what separates
// lines and columns on a page scanned crooked or upside down. For skews below 45° it exactly inverts taking the
// bounding box of a rotated box.
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

// quarters returns how many quarter turns an angle is, of 0 to 3.
func quarters(angle float64) int { return int(math.Round(angle/90)) % 4 }

// turned returns where b lies after the page was turned counterclockwise by some quarters.
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

// Upright turns a page whose lines run up, down or upside down by quarters, so that they run from left to right but for
// the skew that remains in Angle, and records in Turned by how much. What is upright stays as it is.
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

// UprightSize returns the size of a page of this size and angle after Upright, its remaining angle, and by how many
// degrees clockwise it is turned.
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

// hundredths rounds to hundredths of a point, as precise as pages are stored.
func hundredths(b Box) Box {
	round := func(v float64) float64 { return math.Round(v*100) / 100 }
	return Box{X0: round(b.X0), Y0: round(b.Y0), X1: round(b.X1), Y1: round(b.Y1)}
}
