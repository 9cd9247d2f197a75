package ocr

import (
	"image"
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

const (
	// Areas are at least leastArea high, and the ends of their upper and lower edges line up within edgeSlack
	// (points).
	leastArea, edgeSlack = 5.0, 4.0
	// leastTint is how many levels of grey an area must be darker than the paper.
	leastTint = 8
	// areaSamples is roughly how many pixels are sampled for the grey of an area.
	areaSamples = 400
	// maxEdges is the maximum number of edges that are compared in pairs.
	maxEdges = 2000
)

// areas returns the rectangles between two edges, one above the other, that are darker than the paper.
func areas(g *image.Gray, edges []edge, px float64) []ink.Fill {
	if len(edges) > maxEdges {
		return nil
	}
	paper := groundOf(g, page.Box{X1: float64(g.Rect.Dx()), Y1: float64(g.Rect.Dy())})
	var out []ink.Fill
	for i := range edges { // sorted from top to bottom
		a := &edges[i]
		for j := i + 1; j < len(edges); j++ {
			b := &edges[j]
			if math.Abs(float64(a.from-b.from)) > edgeSlack*px || math.Abs(float64(a.to-b.to)) > edgeSlack*px {
				continue
			}
			box := page.Box{X0: float64(min(a.from, b.from)), Y0: a.pos() + 1, X1: float64(max(a.to, b.to)), Y1: b.pos() + 1}
			if box.Y1-box.Y0 < leastArea*px {
				continue
			}
			if grey := groundOf(g, box); int(grey)+leastTint <= int(paper) {
				out = append(out, ink.Fill{Box: box, Color: uint32(grey) * 0x010101})
			}
			break
		}
	}
	return out
}

// groundOf returns the background of a box: the most frequent grey of its pixels other than ink.
func groundOf(g *image.Gray, b page.Box) byte {
	x0, x1 := max(int(b.X0)+2, 0), min(int(b.X1)-2, g.Rect.Dx())
	y0, y1 := max(int(b.Y0)+2, 0), min(int(b.Y1)-2, g.Rect.Dy())
	if x1 <= x0 || y1 <= y0 {
		return 255
	}
	step := max(1, int(math.Sqrt(float64((x1-x0)*(y1-y0))/areaSamples)))
	var hist [256]int
	n := 0
	for y := y0; y < y1; y += step {
		for x := x0; x < x1; x += step {
			hist[g.Pix[y*g.Stride+x]]++
			n++
		}
	}
	return percentile(&hist, n*70/100)
}
