package pdf

import (
	"math"

	"quire/internal/convert/page"
)

// Matrix maps (x, y) to (A*x + C*y + E, B*x + D*y + F), as in PDF.
type Matrix struct{ A, B, C, D, E, F float64 }

// Point maps a point.
func (m Matrix) Point(x, y float64) (float64, float64) {
	return m.A*x + m.C*y + m.E, m.B*x + m.D*y + m.F
}

// Scale returns by how much the matrix enlarges, on average of both directions.
func (m Matrix) Scale() float64 { return math.Sqrt(math.Abs(m.A*m.D - m.B*m.C)) }

// Then applies n after m.
func (m Matrix) Then(n Matrix) Matrix {
	return Matrix{
		A: m.A*n.A + m.B*n.C, B: m.A*n.B + m.B*n.D,
		C: m.C*n.A + m.D*n.C, D: m.C*n.B + m.D*n.D,
		E: m.E*n.A + m.F*n.C + n.E, F: m.E*n.B + m.F*n.D + n.F,
	}
}

// Box maps two opposite corners of a rectangle whose sides stay parallel to the axes.
func (m Matrix) Box(x0, y0, x1, y1 float64) page.Box {
	ax, ay := m.Point(x0, y0)
	bx, by := m.Point(x1, y1)
	return page.Box{X0: min(ax, bx), Y0: min(ay, by), X1: max(ax, bx), Y1: max(ay, by)}
}

// Angle returns the direction of text in degrees clockwise on the page as shown.
func (m Matrix) Angle() int {
	degrees := int(math.Round(math.Atan2(m.B, m.A) * 180 / math.Pi))
	return (degrees%360 + 360) % 360
}

// angleOf is Angle for text of a type size. A negative size turns each glyph and its advance by half a turn.
func (m Matrix) angleOf(size float64) int {
	if size < 0 {
		m.A, m.B = -m.A, -m.B
	}
	return m.Angle()
}
