package layout

import (
	"math"

	"quire/internal/convert/page"
)

// roundPage rounds all boxes of a page.
func roundPage(p *page.Page) { p.Place(rounded) }

func rounded(b page.Box) page.Box {
	return page.Box{X0: round(b.X0), Y0: round(b.Y0), X1: round(b.X1), Y1: round(b.Y1)}
}

func round(v float64) float64 { return math.Round(v*grain) / grain }
