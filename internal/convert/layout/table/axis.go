package table

import (
	"math"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// standsOnLine reports whether a drawn separator crosses the middle of a text, as the gridlines of a chart cross the
// numbers on its axis.
func (g *grid) standsOnLine(row int, b page.Box) bool {
	margin := overhang * (b.X1 - b.X0)
	for c := interval(g.xs, b.X0+margin); c < interval(g.xs, b.X1-margin); c++ {
		if g.ruled[c+1] && !g.joined[row][c] {
			return true
		}
	}
	return false
}

// hasAxis reports whether there are numbers below most of a grid's vertical lines, each centred on its line: they are
// the axis of a chart.
func (g *grid) hasAxis(around []text.Run) bool {
	bottom, marked := g.ys[g.rows()], map[int]bool{}
	for _, u := range around {
		if u.Middle() < bottom || u.Box.Y0 > bottom+axisReach*u.Size {
			continue
		}
		for _, w := range u.Words {
			if x := (w.Box.X0 + w.Box.X1) / 2; text.IsNumeric(w.Text) && x >= g.xs[0]-w.Size && x <= g.xs[g.columns()]+w.Size {
				c := interval(g.xs, x)
				if x-g.xs[c] > g.xs[c+1]-x {
					c++
				}
				if g.ruled[c] && math.Abs(x-g.xs[c]) < axisSlack*w.Size {
					marked[c] = true
				}
			}
		}
	}
	lines := 0
	for _, r := range g.ruled {
		if r {
			lines++
		}
	}
	return len(marked) >= axisMarks && 2*len(marked) > lines
}
