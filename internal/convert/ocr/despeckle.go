package ocr

import "image"

const (
	// minSpecks is how many specks of at most speckSize pixels make a sheet dirty, and that many times as many as letters.
	minSpecks, speckSize, specksPerGlyph = 2000, 4, 2
	// minCleanable is the height of letters, in pixels, whose strokes outlive the cleaning.
	minCleanable = 14
)

// speckled tells whether the ink is mostly dirt.
func speckled(all []component, letters int) bool {
	specks := 0
	for _, c := range all {
		if c.area <= speckSize {
			specks++
		}
	}
	return specks >= minSpecks && specks >= specksPerGlyph*letters
}

// despeckle replaces every pixel by the median of the three by three around it; the border stays.
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
