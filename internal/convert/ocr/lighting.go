package ocr

import (
	"image"
	"slices"
)

// gentleStep is the largest change of the background from one tile to the next that counts as lighting, in percent of
// the lighter one. The shadow of a hand stays below it; the border of a tinted box does not.
const gentleStep = 12

func gentle(a, b byte) bool {
	return 100*max(int(a)-int(b), int(b)-int(a)) <= gentleStep*max(int(a), int(b))
}

// paper reports which tiles show the paper, however it is lit: those reached in gentle steps from the lightest tiles.
// The others are boxes, bands and pictures, unless enough of their tiles have ink darker than the background: then they
// are paper in a sharp shadow.
func (t tiles) paper() []bool {
	light := int(slices.Max(t.ground)) * (100 - gentleStep)
	reached := make([]bool, len(t.ground))
	for i, g := range t.ground {
		if int(g)*100 >= light {
			t.spread(i, reached, nil)
		}
	}
	var boxes []int
	for i := range t.ground {
		inked := 0
		if area := t.spread(i, reached, &inked); inkedArea*inked < len(area) {
			boxes = append(boxes, area...)
		}
	}
	for _, i := range boxes {
		reached[i] = false
	}
	return reached
}

// inkedArea: in a shadow over text, at least one in this many tiles has ink.
const inkedArea = 4

// spread marks the unmarked tiles that gentle steps lead to from a tile, and returns them. It counts those with dark
// ink.
func (t tiles) spread(from int, marked []bool, inked *int) []int {
	if marked[from] {
		return nil
	}
	marked[from] = true
	area := []int{from}
	for at := 0; at < len(area); at++ {
		i := area[at]
		if inked != nil && int(t.ground[i])-int(t.ink[i]) >= t.contrast {
			*inked++
		}
		for _, k := range t.beside(i) {
			if k >= 0 && !marked[k] && gentle(t.ground[i], t.ground[k]) {
				marked[k] = true
				area = append(area, k)
			}
		}
	}
	return area
}

// beside returns the tiles to the left, to the right, above and below; -1 stands for none.
func (t tiles) beside(i int) [4]int {
	out := [4]int{i - 1, i + 1, i - t.cols, i + t.cols}
	if i%t.cols == 0 {
		out[0] = -1
	}
	if (i+1)%t.cols == 0 {
		out[1] = -1
	}
	if out[3] >= len(t.ground) {
		out[3] = -1
	}
	out[2] = max(out[2], -1)
	return out
}

// lit returns the background of the paper; under a box or picture, that of the paper around it.
func (t tiles) lit() []byte {
	known := t.paper()
	out := slices.Clone(t.ground)
	var border []int
	for i, k := range known {
		if k {
			border = append(border, i)
		}
	}
	for at := 0; at < len(border); at++ {
		for _, k := range t.beside(border[at]) {
			if k >= 0 && !known[k] {
				known[k], out[k] = true, out[border[at]]
				border = append(border, k)
			}
		}
	}
	return out
}

// uneven reports whether the background changes slowly over the page, as in a photo. Such a change is lighting
// and can be corrected. Sharp changes are the page's own design.
func (t tiles) uneven() bool {
	sorted := slices.Sorted(slices.Values(t.lit()))
	low, high := int(sorted[len(sorted)/20]), int(sorted[len(sorted)*19/20])
	if low < 40 || low*100 > high*85 {
		return false
	}
	steps, pairs := 0, 0
	for y := range t.rows {
		for x := 1; x < t.cols; x++ {
			pairs++
			if gentle(t.ground[y*t.cols+x-1], t.ground[y*t.cols+x]) {
				steps++
			}
		}
	}
	return steps*100 > pairs*93
}

// evenOut divides by the background, so that paper becomes white everywhere.
func evenOut(g *image.Gray, t tiles) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	smooth, lit := make([]byte, len(t.ground)), t.lit()
	for y := range t.rows {
		for x := range t.cols {
			smooth[y*t.cols+x] = max(t.around(lit, x, y, median), 1)
		}
	}
	field := &image.Gray{Pix: smooth, Stride: t.cols, Rect: image.Rect(0, 0, t.cols, t.rows)}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		fy := min(max((float64(y)+.5)/tileSize-.5, 0), float64(t.rows-1))
		row, out := g.Pix[y*g.Stride:][:w], dst.Pix[y*dst.Stride:][:w]
		for x, v := range row {
			fx := min(max((float64(x)+.5)/tileSize-.5, 0), float64(t.cols-1))
			ground := sample(field, t.cols, t.rows, fx, fy)
			out[x] = byte(min(int(v)*250/max(int(ground), 1), 255)) //nolint:gosec // at most 255
		}
	}
	return dst
}
