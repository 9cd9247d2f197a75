package ocr

import (
	"image"
	"math"
	"slices"

	"quire/internal/convert/page"
)

// leastTight is the least share of a box's height that must remain after cutting. If less would remain, the blank part
// belongs to the word. Letters have no blank part: a small one in a box as tall as the line spacing fills a quarter of
// it, so for them leastLetters tells ink from grain.
const leastTight, leastLetters = .4, .2

// tighten cuts a word's box to its ink, because tesseract sometimes gives a word the height of its row.
func tighten(g *image.Gray, b page.Box, text string) page.Box {
	box := image.Rect(int(b.X0), int(b.Y0), int(b.X1), int(b.Y1)).Intersect(g.Rect)
	low, high := greys(g, box)
	middle := (low + high + 1) / 2
	if high-low < minContrast || darkAround(g, box, middle) {
		return b
	}
	share := leastTight
	if letters(text) > 0 {
		share = leastLetters
	}
	least := int(math.Ceil(share * float64(box.Dy())))
	top, bottom := inkedRows(g, box, middle)
	if float64(bottom-top) < leastTight*float64(box.Dy()) { // the box may end within a letter, such as before the stem of a 4
		top, bottom = inkedRows(g, widened(g, box, middle), middle)
	}
	if bottom-top < least {
		return b
	}
	b.Y0, b.Y1 = float64(box.Min.Y+top), float64(box.Min.Y+bottom)
	return b
}

// inkedRows returns the range of rows that contains all ink of a box, counted from its upper edge.
func inkedRows(g *image.Gray, box image.Rectangle, middle int) (top, bottom int) {
	inked := make([]bool, box.Dy())
	for y := range inked {
		row := g.Pix[(box.Min.Y+y)*g.Stride:]
		inked[y] = slices.ContainsFunc(row[box.Min.X:box.Max.X], func(v byte) bool { return int(v) < middle })
	}
	return edgeOf(inked, 0, 1), edgeOf(inked, len(inked)-1, -1) + 1
}

// widened returns the box with the rest of the letters that its sides cut off, up to half of its height.
func widened(g *image.Gray, box image.Rectangle, middle int) image.Rectangle {
	inked := func(x int) bool {
		for y := box.Min.Y; y < box.Max.Y; y++ {
			if int(g.Pix[y*g.Stride+x]) < middle {
				return true
			}
		}
		return false
	}
	wide := box
	for wide.Min.X > max(box.Min.X-box.Dy()/2, 0) && inked(wide.Min.X) {
		wide.Min.X--
	}
	for wide.Max.X < min(box.Max.X+box.Dy()/2, g.Rect.Dx()) && inked(wide.Max.X-1) {
		wide.Max.X++
	}
	return wide
}

// edgeOf returns the first row with ink, starting from one end.
func edgeOf(inked []bool, i, step int) int {
	for i >= 0 && i < len(inked) && !inked[i] {
		i += step
	}
	return i
}

// greys returns the darkest and the lightest grey in a box.
func greys(g *image.Gray, box image.Rectangle) (low, high int) {
	low, high = 255, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for _, v := range g.Pix[y*g.Stride+box.Min.X : y*g.Stride+box.Max.X] {
			low, high = min(low, int(v)), max(high, int(v))
		}
	}
	return low, high
}
