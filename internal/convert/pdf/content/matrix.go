package content

import "math"

// Matrix maps (x, y) to (A*x + C*y + E, B*x + D*y + F) in 32-bit arithmetic, as PDFium does, so that the results are
// the same to the last bit.
type Matrix struct{ A, B, C, D, E, F float32 }

// identity maps every point to itself.
var identity = Matrix{A: 1, D: 1}

// then applies n after m. The conversions keep compilers from fusing a product with a sum.
func (m Matrix) then(n Matrix) Matrix {
	sum := func(a, x, b, y float32) float32 { return float32(a*x) + float32(b*y) }
	return Matrix{
		A: sum(m.A, n.A, m.B, n.C), B: sum(m.A, n.B, m.B, n.D),
		C: sum(m.C, n.A, m.D, n.C), D: sum(m.C, n.B, m.D, n.D),
		E: sum(m.E, n.A, m.F, n.C) + n.E, F: sum(m.E, n.B, m.F, n.D) + n.F,
	}
}

// point maps a point.
func (m Matrix) point(x, y float32) (float32, float32) {
	return float32(m.A*x) + float32(m.C*y) + m.E, float32(m.B*x) + float32(m.D*y) + m.F
}

// rect maps a rectangle to the smallest one around it.
func (m Matrix) rect(r Rect) Rect {
	x1, y1 := m.point(r.Left, r.Top)
	x4, y4 := m.point(r.Right, r.Bottom)
	if m.B == 0 && m.C == 0 { // the sides stay parallel to the axes
		return Rect{Left: min(x1, x4), Bottom: min(y1, y4), Right: max(x1, x4), Top: max(y1, y4)}
	}
	x2, y2 := m.point(r.Left, r.Bottom)
	x3, y3 := m.point(r.Right, r.Top)
	return Rect{Left: min(x1, x2, x3, x4), Bottom: min(y1, y2, y3, y4), Right: max(x1, x2, x3, x4), Top: max(y1, y2, y3, y4)}
}

// inverse undoes m. A matrix that has none yields the identity.
func (m Matrix) inverse() Matrix {
	i := float32(m.A*m.D) - float32(m.B*m.C)
	if i == 0 {
		return identity
	}
	j := -i
	return Matrix{
		A: m.D / i, B: m.B / j, C: m.C / j, D: m.A / i,
		E: (float32(m.C*m.F) - float32(m.D*m.E)) / i,
		F: (float32(m.A*m.F) - float32(m.B*m.E)) / j,
	}
}

// distance maps a length, using the mean of the lengths of both axes.
func (m Matrix) distance(d float32) float32 {
	return d * (hypot(m.A, m.B) + hypot(m.C, m.D)) / 2
}

// hypot returns the length of a vector, exactly if it is parallel to an axis.
func hypot(x, y float32) float32 {
	switch {
	case y == 0:
		return abs(x)
	case x == 0:
		return abs(y)
	}
	return float32(math.Hypot(float64(x), float64(y)))
}

func abs(v float32) float32 {
	if v < 0 {
		return -v
	}
	return v
}

// Rect is a rectangle in the space of PDF, which has its origin at the bottom left.
type Rect struct{ Left, Bottom, Right, Top float32 }

func (r Rect) width() float32  { return r.Right - r.Left }
func (r Rect) height() float32 { return r.Top - r.Bottom }

// empty reports whether the rectangle is empty.
func (r Rect) empty() bool { return r.Left >= r.Right || r.Bottom >= r.Top }

func (r Rect) normal() Rect {
	return Rect{Left: min(r.Left, r.Right), Bottom: min(r.Bottom, r.Top), Right: max(r.Left, r.Right), Top: max(r.Bottom, r.Top)}
}

// union returns the smallest rectangle around both.
func (r Rect) union(s Rect) Rect {
	r, s = r.normal(), s.normal()
	return Rect{Left: min(r.Left, s.Left), Bottom: min(r.Bottom, s.Bottom), Right: max(r.Right, s.Right), Top: max(r.Top, s.Top)}
}

// intersection returns the common part of both, or the zero rectangle.
func (r Rect) intersection(s Rect) Rect {
	r, s = r.normal(), s.normal()
	out := Rect{Left: max(r.Left, s.Left), Bottom: max(r.Bottom, s.Bottom), Right: min(r.Right, s.Right), Top: min(r.Top, s.Top)}
	if out.Left > out.Right || out.Bottom > out.Top {
		return Rect{}
	}
	return out
}

// contains reports whether a point is in the rectangle or on its edge.
func (r Rect) contains(x, y float32) bool {
	n := r.normal()
	return x <= n.Right && x >= n.Left && y <= n.Top && y >= n.Bottom
}
