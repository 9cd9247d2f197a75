package ink

import "quire/internal/convert/page"

// Union returns the smallest box that holds both a and b.
func Union(a, b page.Box) page.Box {
	return page.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}

// Grown returns a box whose edges are farther out by so many points.
func Grown(b page.Box, by float64) page.Box {
	return page.Box{X0: b.X0 - by, Y0: b.Y0 - by, X1: b.X1 + by, Y1: b.Y1 + by}
}

// Area returns the area of a box in square points.
func Area(b page.Box) float64 { return (b.X1 - b.X0) * (b.Y1 - b.Y0) }
