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
	switch int(quarter) % 4 {
	case 1:
		b = Box{X0: b.Y0, Y0: width - b.X1, X1: b.Y1, Y1: width - b.X0}
		width, height = height, width
	case 2:
		b = Box{X0: width - b.X1, Y0: height - b.Y1, X1: width - b.X0, Y1: height - b.Y0}
	case 3:
		b = Box{X0: height - b.Y1, Y0: b.X0, X1: height - b.Y0, Y1: b.X1}
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
