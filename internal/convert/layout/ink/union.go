package ink

import "quire/internal/convert/page"

// Union returns the smallest box that holds both a and b.
func Union(a, b page.Box) page.Box {
	return page.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}
