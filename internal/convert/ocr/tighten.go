package ocr

import (
	"image"

	"quire/internal/convert/page"
)

// leastTight is the least share of a box's height that cutting must leave. If less would remain, the blank part
// belongs to the word.
const leastTight = .4

// tighten cuts a word's box to its ink, because tesseract sometimes gives a word the height of its row.
func tighten(g *image.Gray, b page.Box) page.Box {
	box := image.Rect(int(b.X0), int(b.Y0), int(b.X1), int(b.Y1)).Intersect(g.Rect)
	low, high := greys(g, box)
	if high-low < minContrast || darkAround(g, box, (low+high)/2) {
		return b
	}
	inked := make([]bool, box.Dy())
	for y := range inked {
		row := g.Pix[(box.Min.Y+y)*g.Stride:]
		for _, v := range row[box.Min.X:box.Max.X] {
			if 2*int(v) < low+high {
				inked[y] = true
				break
			}
		}
	}
	top, bottom := edgeOf(inked, 0, 1), edgeOf(inked, len(inked)-1, -1)+1
	if float64(bottom-top) < leastTight*float64(len(inked)) {
		return b
	}
	b.Y0, b.Y1 = float64(box.Min.Y+top), float64(box.Min.Y+bottom)
	return b
}

// edgeOf returns the first row of ink, starting from one end.
func edgeOf(inked []bool, i, step int) int {
	for i >= 0 && i < len(inked) && !inked[i] {
		i += step
	}
	return i
}

// greys returns the darkest and the lightest grey within a box.
func greys(g *image.Gray, box image.Rectangle) (low, high int) {
	low, high = 255, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for _, v := range g.Pix[y*g.Stride+box.Min.X : y*g.Stride+box.Max.X] {
			low, high = min(low, int(v)), max(high, int(v))
		}
	}
	return low, high
}
