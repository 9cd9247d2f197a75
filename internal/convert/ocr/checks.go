package ocr

import (
	"image"
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Sizes of check boxes and radio buttons, in heights of lowercase letters unless stated otherwise. They hold on
// generated forms whose boxes measure .7 to 1.4 ems, printed and scanned at 150 to 300 dpi.
const (
	checkLeast, checkMost = 1.1, 4.4
	// leastCheckPixels is the least side that shows what is inside, in pixels.
	leastCheckPixels = 10
	// ringLeast is the least diameter of a radio button: ring-shaped letters are no taller than capitals.
	ringLeast = 1.5
	// protruding is the greatest size of a box with a tick that sticks out of it, as a multiple of the largest box.
	protruding = 1.7
	// maxChecks is the maximum number of outlines that are examined; a page with more is a plot.
	maxChecks = 1000
)

// Shares of the side of a box.
const (
	// fullSide is how much of a side has ink within sideBand of it: round corners leave .9, the letter D has less than .7.
	fullSide, sideBand = .88, .1
	// roundCorner is the greatest distance from the corner at which the ink begins: a rounded corner with a radius of a
	// third of the side leaves .1, the letter D .15.
	roundCorner = .11
	// longRow is the least ink of a row in the upper or lower side, as a share of the row with the most ink.
	longRow = .75
	// unequal is how far the sides may differ.
	unequal = .15
	// thickestSide is the greatest thickness of a box's sides, thinnestLetter that of a radio button's ring: letters
	// are thicker.
	thickestSide, thinnestLetter = .25, .11
	// aside is the blank space on both sides. Letters are closer together, including Chinese characters shaped like a
	// box.
	aside = .2
	// blankInside and fullInside bound the ink inside: less is grain, more is a solid mark.
	blankInside, fullInside = .06, .7
)

// checkBox is the outline of a check box or radio button, in pixels, with everything that is drawn into it.
type checkBox struct {
	outline, all   component
	round, checked bool
}

// checkBoxes finds the check boxes and radio buttons among the components. A ring is a radio button only if there is
// another of the same size.
func (s *sheet) checkBoxes(all []component, limits []byte, height float64) []checkBox {
	least := max(checkLeast*height, leastCheckPixels)
	most := checkMost * height
	var found []checkBox
	examined := 0
	for _, c := range all {
		w, h := float64(c.x1-c.x0), float64(c.y1-c.y0)
		if min(w, h) < least || max(w, h) > protruding*most || float64(c.area) < 2*min(w, h) {
			continue
		}
		if examined++; examined > maxChecks {
			return nil
		}
		b := outlined{image: s.image, limits: limits, whole: c}
		if box, ok := b.square(least, most); ok {
			found = append(found, box)
		} else if box, ok := b.ring(max(ringLeast*height, least), most); ok {
			found = append(found, box)
		}
	}
	return slices.DeleteFunc(found, func(c checkBox) bool { return c.round && !hasTwin(c, found) })
}

func hasTwin(c checkBox, all []checkBox) bool {
	twins := 0
	for _, o := range all {
		side, other := float64(c.outline.x1-c.outline.x0), float64(o.outline.x1-o.outline.x0)
		if o.round && math.Abs(side-other) <= unequal*side {
			twins++
		}
	}
	return twins > 1
}

// withoutChecks returns the image with the boxes painted over, because tesseract takes them for letters.
func withoutChecks(g *image.Gray, boxes []checkBox) *image.Gray {
	if len(boxes) == 0 {
		return g
	}
	out := &image.Gray{Pix: slices.Clone(g.Pix), Stride: g.Stride, Rect: g.Rect}
	for _, b := range boxes {
		c := b.all
		const fringe = 2 // grey pixels beside the ink
		ground := groundOf(g, page.Box{X0: float64(c.x0 - fringe), Y0: float64(c.y0 - fringe), X1: float64(c.x1 + fringe), Y1: float64(c.y1 + fringe)})
		for y := max(c.y0-fringe, 0); y < min(c.y1+fringe, g.Rect.Dy()); y++ {
			for x := max(c.x0-fringe, 0); x < min(c.x1+fringe, g.Rect.Dx()); x++ {
				out.Pix[y*out.Stride+x] = ground
			}
		}
	}
	return out
}

// shapes returns the boxes as drawings, with a mark in those that are checked.
func (s *sheet) shapes() []ink.Shape {
	var out []ink.Shape
	for _, c := range s.checks {
		b := s.points(s.placed(c.outline))
		shape := ink.Shape{Box: b, Form: ink.SquareShape}
		if c.round {
			shape.Form = ink.RoundShape
		}
		out = append(out, shape)
		if c.checked {
			dx, dy := (b.X1-b.X0)/4, (b.Y1-b.Y0)/4
			out = append(out, ink.Shape{Box: page.Box{X0: b.X0 + dx, Y0: b.Y0 + dy, X1: b.X1 - dx, Y1: b.Y1 - dy}, Form: ink.MarkShape})
		}
	}
	return out
}

// placed returns the place of a component after the image was straightened about its centre and scaled.
func (s *sheet) placed(c component) page.Box {
	sin, cos := math.Sincos(s.angle)
	cx, cy := s.before.X/2, s.before.Y/2
	dx, dy := float64(c.x0+c.x1)/2-cx, float64(c.y0+c.y1)/2-cy
	x, y := (cx+dx*cos+dy*sin)*s.adjusted, (cy-dx*sin+dy*cos)*s.adjusted
	w, h := float64(c.x1-c.x0)/2*s.adjusted, float64(c.y1-c.y0)/2*s.adjusted
	return page.Box{X0: x - w, Y0: y - h, X1: x + w, Y1: y + h}
}
