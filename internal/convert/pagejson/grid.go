package pagejson

import "quire/internal/convert/page"

const (
	// gridSide is the number of columns and rows into which a page is divided.
	gridSide = 32
	// mostInSquare bounds the pieces kept per square, and those that cover more than mostSquares.
	mostInSquare = 64
	mostSquares  = 64
)

// grid finds the pieces around a point, however many there are and in whatever order.
type grid struct {
	pieces        []piece
	width, height float64
	squares       map[int][]int // pieces by square
	large         []int
}

func newGrid(pieces []piece) *grid {
	g := &grid{pieces: pieces, squares: map[int][]int{}}
	for _, p := range pieces {
		if p.box != nil {
			g.width, g.height = max(g.width, p.box.X1), max(g.height, p.box.Y1)
		}
	}
	for k, p := range pieces {
		if p.box != nil {
			g.add(k, *p.box)
		}
	}
	return g
}

func (g *grid) add(k int, b page.Box) {
	left, right := band(b.X0-outside, g.width), band(b.X1+outside, g.width)
	top, bottom := band(b.Y0-outside, g.height), band(b.Y1+outside, g.height)
	if (right-left+1)*(bottom-top+1) > mostSquares {
		if len(g.large) < mostInSquare {
			g.large = append(g.large, k)
		}
		return
	}
	for y := top; y <= bottom; y++ {
		for x := left; x <= right; x++ {
			if at := y*gridSide + x; len(g.squares[at]) < mostInSquare {
				g.squares[at] = append(g.squares[at], k)
			}
		}
	}
}

// band returns the column or row that contains a coordinate.
func band(v, length float64) int {
	if !(v > 0 && length > 0) {
		return 0
	}
	return int(min(v/length*gridSide, gridSide-1))
}

// around returns the first piece at a point that comes after last or, if there is none, the last one before it; -1 if
// there is no piece.
func (g *grid) around(x, y float64, last int) int {
	found := -1
	for _, list := range [][]int{g.squares[band(y, g.height)*gridSide+band(x, g.width)], g.large} {
		for _, k := range list {
			if holds(g.pieces[k].box, x, y) && (found < 0 || sooner(k, found, last)) {
				found = k
			}
		}
	}
	return found
}

func sooner(k, than, last int) bool {
	if after := k >= last; after != (than >= last) {
		return after
	} else if after {
		return k < than
	}
	return k > than
}
