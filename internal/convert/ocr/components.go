package ocr

import (
	"image"
	"math"
	"slices"
)

// component is the bounding box of connected ink.
type component struct {
	x0, y0, x1, y1 int // x1, y1 exclusive
	area           int
}

// run is a horizontal stretch of ink in one row.
type run struct{ x0, x1, label int }

// maxComponents bounds the memory for images that are nothing but noise.
const maxComponents = 200_000

// components labels the connected ink of g (8-neighbourhood), row by row, with runs joined by union-find. Ink
// is darker than the limit of its tile.
func components(g *image.Gray, limits []byte) []component {
	cols := (g.Rect.Dx() + tileSize - 1) / tileSize
	var (
		parents     []int
		boxes       []component
		above, here []run
	)
	find := func(i int) int {
		for parents[i] != i {
			parents[i] = parents[parents[i]]
			i = parents[i]
		}
		return i
	}
	for y := range g.Rect.Dy() {
		here = inkRuns(here[:0], g, y, limits[y/tileSize*cols:][:cols])
		first := 0
		for i := range here {
			r := &here[i]
			r.label = -1
			for first < len(above) && above[first].x1 < r.x0 {
				first++
			}
			for k := first; k < len(above) && above[k].x0 <= r.x1; k++ {
				other := find(above[k].label)
				if r.label >= 0 && r.label != other {
					boxes[r.label] = unite(boxes[r.label], boxes[other])
					parents[other] = r.label
				} else {
					r.label = other
				}
			}
			box := component{r.x0, y, r.x1, y + 1, r.x1 - r.x0}
			if r.label < 0 {
				r.label = len(boxes)
				parents, boxes = append(parents, r.label), append(boxes, box)
			} else {
				boxes[r.label] = unite(boxes[r.label], box)
			}
		}
		if len(boxes) > maxComponents {
			break
		}
		above, here = here, above
	}
	return roots(parents, boxes)
}

func roots(parents []int, boxes []component) []component {
	var out []component
	for i, p := range parents {
		if p == i {
			out = append(out, boxes[i])
		}
	}
	return out
}

func inkRuns(dst []run, g *image.Gray, y int, limits []byte) []run {
	w := g.Rect.Dx()
	row := g.Pix[y*g.Stride:][:w]
	start := -1
	for tx, limit := range limits {
		from := tx * tileSize
		for i, v := range row[from:min(from+tileSize, w)] {
			switch ink := v < limit; {
			case ink && start < 0:
				start = from + i
			case !ink && start >= 0:
				dst = append(dst, run{x0: start, x1: from + i})
				start = -1
			}
		}
	}
	if start >= 0 {
		dst = append(dst, run{x0: start, x1: w})
	}
	return dst
}

func unite(a, b component) component {
	return component{min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1), a.area + b.area}
}

// glyphs keeps components that may be letters: neither specks nor rules nor pictures.
func glyphs(all []component, imageHeight int) []component {
	return slices.DeleteFunc(all, func(c component) bool {
		w, h := c.x1-c.x0, c.y1-c.y0
		speck := h < 4 || c.area < 6
		elongated := w > 12*h || h > 12*w
		return speck || elongated || h > imageHeight/4 || 20*c.area < w*h
	})
}

// textHeight returns the median height of the glyphs in pixels, or 0 if there are none.
func textHeight(g []component) float64 {
	if len(g) == 0 {
		return 0
	}
	heights := make([]int, len(g))
	for i, c := range g {
		heights[i] = c.y1 - c.y0
	}
	slices.Sort(heights)
	return float64(heights[len(heights)/2])
}

const (
	// minSkewGlyphs is the least number of glyphs that determine an angle.
	minSkewGlyphs = 60
	// maxSkew bounds the search for the skew, which advances by coarseStep and then fineStep, all in degrees.
	maxSkew, coarseStep, fineStep = 12.0, .5, .05
	// skewGain is the least gain in the lines' sharpness for which a page is rotated.
	skewGain = 1.15
)

// skew returns the angle, in radians and clockwise positive, at which the feet of the glyphs fall into the sharpest
// lines (Baird, "The skew angle of printed documents", 1987), or 0 if the lines are about as sharp without rotation.
func skew(g []component, height float64) float64 {
	if len(g) < minSkewGlyphs {
		return 0
	}
	step := max(1, len(g)/4000)
	var feet [][2]float64
	for i := 0; i < len(g); i += step {
		c := g[i]
		if h := float64(c.y1 - c.y0); h > .5*height && h < 3*height {
			feet = append(feet, [2]float64{float64(c.x0+c.x1) / 2, float64(c.y1)})
		}
	}
	bin := max(height/4, 1)
	level := sharpness(feet, 0, bin)
	best, sharpest := 0.0, level
	search := func(from, to, step float64) {
		for a := from; a <= to; a += step {
			if s := sharpness(feet, a*math.Pi/180, bin); s > sharpest {
				best, sharpest = a, s
			}
		}
	}
	search(-maxSkew, maxSkew, coarseStep)
	search(best-coarseStep, best+coarseStep, fineStep)
	if sharpest < skewGain*level {
		return 0
	}
	return best * math.Pi / 180
}

// sharpness returns the sum of squares of the histogram of the feet projected along the angle.
func sharpness(feet [][2]float64, angle, bin float64) float64 {
	sin, cos := math.Sincos(angle)
	low, high := math.Inf(1), math.Inf(-1)
	for _, f := range feet {
		v := f[1]*cos - f[0]*sin
		low, high = min(low, v), max(high, v)
	}
	if len(feet) == 0 {
		return 0
	}
	counts := make([]float64, int((high-low)/bin)+1)
	for _, f := range feet {
		counts[int((f[1]*cos-f[0]*sin-low)/bin)]++
	}
	sum := 0.0
	for _, n := range counts {
		sum += n * n
	}
	return sum
}
