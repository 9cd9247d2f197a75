package figure

import (
	"math"

	"quire/internal/convert/page"
)

// grid is a page divided into squares. A box is entered at its corners only, so that each costs the same whatever its
// size; the sums are computed once.
type grid struct {
	cell       float64
	cols, rows int
	sums       []int32 // with a column and a row to spare
}

func newGrid(width, height float64) *grid {
	size := max(cell, math.Sqrt(width*height/mostCells))
	cols, rows := int(width/size)+1, int(height/size)+1
	return &grid{cell: size, cols: cols, rows: rows, sums: make([]int32, (cols+1)*(rows+1))}
}

// span returns the squares that a box touches, the last ones excluded.
func (g *grid) span(b page.Box) (x0, y0, x1, y1 int) {
	at := func(v float64, n int) int { return int(min(max(v/g.cell, 0), float64(n-1))) }
	return at(b.X0, g.cols), at(b.Y0, g.rows), at(b.X1, g.cols) + 1, at(b.Y1, g.rows) + 1
}

func (g *grid) enter(b page.Box) {
	x0, y0, x1, y1 := g.span(b)
	w := g.cols + 1
	g.sums[y0*w+x0]++
	g.sums[y0*w+x1]--
	g.sums[y1*w+x0]--
	g.sums[y1*w+x1]++
}

// tally enters boxes, and computes for each square how many squares above and to the left of it have one.
func (g *grid) tally(boxes []page.Box) {
	for _, b := range boxes {
		g.enter(b)
	}
	g.sum()
	w := g.cols + 1
	for y := g.rows; y >= 0; y-- {
		for x := g.cols; x >= 0; x-- {
			taken := int32(0)
			if x > 0 && y > 0 && g.sums[(y-1)*w+x-1] > 0 {
				taken = 1
			}
			g.sums[y*w+x] = taken
		}
	}
	g.sum()
}

// sum adds up what is above and to the left of every square. If the corners of boxes have been entered, the sum is the
// number of boxes that cover the square.
func (g *grid) sum() {
	w := g.cols + 1
	for y := 0; y <= g.rows; y++ {
		for x := 0; x <= g.cols; x++ {
			at := y*w + x
			if x > 0 {
				g.sums[at] += g.sums[at-1]
			}
			if y > 0 {
				g.sums[at] += g.sums[at-w]
			}
			if x > 0 && y > 0 {
				g.sums[at] -= g.sums[at-w-1]
			}
		}
	}
}

// within returns, after tally, how many squares of a box are taken and how many it has in all.
func (g *grid) within(b page.Box) (taken, all int) {
	x0, y0, x1, y1 := g.span(b)
	w := g.cols + 1
	return int(g.sums[y1*w+x1] - g.sums[y0*w+x1] - g.sums[y1*w+x0] + g.sums[y0*w+x0]), (x1 - x0) * (y1 - y0)
}

// parts numbers the connected parts of the squares taken by boxes, from 1. It returns the part of each square and the
// number of parts.
func (g *grid) parts() (of []int32, count int) {
	g.sum()
	of = make([]int32, g.cols*g.rows)
	var queue []int
	for start := range of {
		if of[start] != 0 || !g.has(start) {
			continue
		}
		count++
		of[start] = int32(count)
		for queue = append(queue[:0], start); len(queue) > 0; {
			at := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for _, next := range g.beside(at) {
				if next >= 0 && of[next] == 0 && g.has(next) {
					of[next] = int32(count)
					queue = append(queue, next)
				}
			}
		}
	}
	return of, count
}

func (g *grid) has(at int) bool { return g.sums[at/g.cols*(g.cols+1)+at%g.cols] > 0 }

// beside returns the squares beside, above and below one, or -1 where the page ends.
func (g *grid) beside(at int) [4]int {
	out := [4]int{-1, -1, -1, -1}
	if at%g.cols > 0 {
		out[0] = at - 1
	}
	if at%g.cols < g.cols-1 {
		out[1] = at + 1
	}
	if at >= g.cols {
		out[2] = at - g.cols
	}
	if at+g.cols < g.cols*g.rows {
		out[3] = at + g.cols
	}
	return out
}

// at returns the index of the square in which the middle of a box lies.
func (g *grid) at(b page.Box) int {
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	x0, y0, _, _ := g.span(page.Box{X0: x, X1: x, Y0: y, Y1: y})
	return y0*g.cols + x0
}
