package ocr

import (
	"image"
	"slices"
)

const (
	// minSpecks is how many specks of at most speckSize pixels make a page dirty, provided they number at least
	// half the letters.
	minSpecks, speckSize = 500, 4
	// minCleanable is the height of letters, in pixels, whose strokes survive the cleaning.
	minCleanable = 14
)

// smooth applies a 3 × 3 filter with weights 4 for the pixel, 2 for its direct neighbours and 1 for its
// diagonal ones. The border is left unchanged.
func smooth(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		row, out := g.Pix[y*g.Stride:][:w], dst.Pix[y*dst.Stride:][:w]
		copy(out, row)
		if y == 0 || y == h-1 {
			continue
		}
		above, below := g.Pix[(y-1)*g.Stride:][:w], g.Pix[(y+1)*g.Stride:][:w]
		column := func(x int) int { return int(above[x]) + 2*int(row[x]) + int(below[x]) }
		for x, left, middle := 1, column(0), column(min(1, w-1)); x < w-1; x++ {
			right := column(x + 1)
			out[x] = byte((left + 2*middle + right + 8) >> 4) //nolint:gosec // a weighted average of bytes
			left, middle = middle, right
		}
	}
	return dst
}

// speckled reports whether much of the ink is dirt.
func speckled(all []component, letters int) bool {
	specks := 0
	for _, c := range all {
		if c.area <= speckSize {
			specks++
		}
	}
	return specks >= minSpecks && 2*specks >= letters
}

// wipe whitens the specks. It is for letters so small that they would not survive a filter.
func wipe(g *image.Gray, t tiles) *image.Gray {
	limits := t.thresholds()
	for i, l := range limits {
		limits[i] = max(l, t.ground[i]-min(t.ground[i], maxContrast))
	}
	dst := &image.Gray{Pix: slices.Clone(g.Pix), Stride: g.Stride, Rect: g.Rect}
	for _, c := range components(g, limits) {
		if c.area > speckSize/2 {
			continue
		}
		for y := c.y0; y < c.y1; y++ {
			for x := c.x0; x < c.x1; x++ {
				dst.Pix[y*dst.Stride+x] = 255
			}
		}
	}
	return dst
}

// despeckle replaces every pixel by the median of its 3 × 3 neighbourhood. The border is left unchanged.
func despeckle(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		row := g.Pix[y*g.Stride:][:w]
		out := dst.Pix[y*dst.Stride:][:w]
		copy(out, row)
		if y == 0 || y == h-1 {
			continue
		}
		above, below := g.Pix[(y-1)*g.Stride:][:w], g.Pix[(y+1)*g.Stride:][:w]
		for x := 1; x < w-1; x++ {
			out[x] = median9(above[x-1], above[x], above[x+1], row[x-1], row[x], row[x+1], below[x-1], below[x], below[x+1])
		}
	}
	return dst
}

// median9 sorts only as far as the middle (Paeth, "Median finding on a 3×3 grid", Graphics Gems, 1990).
func median9(a, b, c, d, e, f, g, h, i byte) byte {
	a, b, c = sorted(a, b, c)
	d, e, f = sorted(d, e, f)
	g, h, i = sorted(g, h, i)
	_, middle, _ := sorted(b, e, h)
	_, median, _ := sorted(max(a, d, g), middle, min(c, f, i))
	return median
}

func sorted(a, b, c byte) (low, middle, high byte) {
	a, b = min(a, b), max(a, b)
	b, c = min(b, c), max(b, c)
	return min(a, b), max(a, b), c
}
