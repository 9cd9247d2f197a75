package ocr

import "image"

const (
	// faintShare is the divisor for the part of the contrast that is noise and blur.
	faintShare = 5
	// frameDistance is how far from a word, in pixels, its background is sampled.
	frameDistance = 2
)

// strokeWidth returns the mean length, in pixels, of the stretches of ink in the rows of a box, a measure of how bold
// its letters are. Grey pixels count proportionally, so the result is finer than a pixel. It is 0 if there is no ink.
func strokeWidth(g *image.Gray, box image.Rectangle) float64 {
	box = box.Intersect(g.Rect)
	low, high := greys(g, box)
	if high-low < minContrast {
		return 0
	}
	light := darkAround(g, box, (low+high)/2)
	ink, turns := 0, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		before := 0
		for _, v := range g.Pix[y*g.Stride+box.Min.X : y*g.Stride+box.Max.X] {
			d := high - int(v)
			if light {
				d = int(v) - low
			}
			if d*faintShare < high-low {
				d = 0
			}
			ink += d
			turns += max(d-before, before-d)
			before = d
		}
		turns += before
	}
	if turns == 0 {
		return 0
	}
	return 2 * float64(ink) / float64(turns)
}

// darkAround reports whether most pixels above and below a box are darker than middle.
func darkAround(g *image.Gray, box image.Rectangle, middle int) bool {
	dark, all := 0, 0
	for _, y := range []int{max(box.Min.Y-frameDistance, 0), min(box.Max.Y-1+frameDistance, g.Rect.Dy()-1)} {
		for _, v := range g.Pix[y*g.Stride+box.Min.X : y*g.Stride+box.Max.X] {
			all++
			if int(v) < middle {
				dark++
			}
		}
	}
	return 2*dark > all
}
