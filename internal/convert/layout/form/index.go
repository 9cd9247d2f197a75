package form

import (
	"math"

	"quire/internal/convert/page"
)

// index finds boxes by where they are on the page.
type index map[[2]int][]int

func newIndex(boxes []page.Box) index {
	x := index{}
	for i, b := range boxes {
		at := cell((b.X0+b.X1)/2, (b.Y0+b.Y1)/2)
		// A word longer than an area is found by its ends as well.
		for _, end := range [...][2]int{cell(b.X0, (b.Y0+b.Y1)/2), cell(b.X1, (b.Y0+b.Y1)/2)} {
			if end != at {
				x[end] = append(x[end], i)
			}
		}
		x[at] = append(x[at], i)
	}
	return x
}

func cell(x, y float64) [2]int {
	return [2]int{int(math.Floor(x / bucket)), int(math.Floor(y / bucket))}
}

// around visits the boxes near b. One that is far longer than its surroundings may be visited twice.
func (x index) around(b page.Box, visit func(i int)) {
	at := cell((b.X0+b.X1)/2, (b.Y0+b.Y1)/2)
	seen := 0
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			for _, i := range x[[2]int{at[0] + dx, at[1] + dy}] {
				if seen++; seen > maxNear {
					return
				}
				visit(i)
			}
		}
	}
}
