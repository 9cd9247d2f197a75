package ocr

import (
	"image"
	"math"
	"slices"
)

// outlined is a component that may be the outline of a box or a ring.
type outlined struct {
	image  *image.Gray
	limits []byte
	whole  component
}

func (o outlined) ink(x, y int) bool {
	return x >= 0 && y >= 0 && x < o.image.Rect.Dx() && y < o.image.Rect.Dy() && dark(o.image, o.limits, x, y)
}

// square reports whether the ink is a box with four straight sides, alone on its line, with nothing or a tick inside.
func (o outlined) square(least, most float64) (checkBox, bool) {
	c := o.whole
	x0, x1 := longest(c.x0, c.x1, func(x int) int { return o.count(x, x+1, c.y0, c.y1) })
	y0, y1 := longest(c.y0, c.y1, func(y int) int { return o.count(c.x0, c.x1, y, y+1) })
	w, h := float64(x1-x0), float64(y1-y0)
	side := max(w, h)
	if min(w, h) < least || side > most || math.Abs(w-h) > unequal*side || !o.apart(y0, y1, side) {
		return checkBox{}, false
	}
	outline := component{x0: x0, y0: y0, x1: x1, y1: y1}
	if !o.sides(outline, max(int(sideBand*side), 1)) || !o.corners(outline, max(int(roundCorner*side), 1)) {
		return checkBox{}, false
	}
	inset := o.thickness(x0, x1, y0, y1) + 2
	if float64(inset) > thickestSide*side {
		return checkBox{}, false
	}
	area := max((x1-x0-2*inset)*(y1-y0-2*inset), 1)
	inside := float64(o.count(x0+inset, x1-inset, y0+inset, y1-inset)) / float64(area)
	return checkBox{outline: outline, all: c, checked: inside > blankInside}, inside < fullInside
}

// sides reports whether all four sides of a box are drawn, at most band inside it.
func (o outlined) sides(b component, band int) bool {
	across := func(y int) float64 {
		return o.reached(b.x0, b.x1, func(x int) bool { return o.count(x, x+1, y, y+band+1) > 0 })
	}
	down := func(x int) float64 {
		return o.reached(b.y0, b.y1, func(y int) bool { return o.count(x, x+band+1, y, y+1) > 0 })
	}
	return min(across(b.y0-1), across(b.y1-band), down(b.x0-1), down(b.x1-band)) >= fullSide
}

// corners reports whether a box has ink at its corners, at most reach inside it.
func (o outlined) corners(b component, reach int) bool {
	for _, c := range [][4]int{{b.x0, b.y0, 1, 1}, {b.x1 - 1, b.y0, -1, 1}, {b.x0, b.y1 - 1, 1, -1}, {b.x1 - 1, b.y1 - 1, -1, -1}} {
		found := false
		for i := -1; i <= reach; i++ {
			found = found || o.ink(c[0]+i*c[2], c[1]+i*c[3])
		}
		if !found {
			return false
		}
	}
	return true
}

// longest returns the range of rows, end exclusive, that have nearly as much ink as the row with the most.
func longest(from, to int, ink func(i int) int) (first, end int) {
	counts, most := make([]int, to-from), 0
	for i := range counts {
		counts[i] = ink(from + i)
		most = max(most, counts[i])
	}
	first = -1
	for i, n := range counts {
		if float64(n) < longRow*float64(most) {
			continue
		}
		if first < 0 {
			first = from + i
		}
		end = from + i + 1
	}
	return first, end
}

// count returns the number of ink pixels in an area.
func (o outlined) count(x0, x1, y0, y1 int) int {
	n := 0
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			if o.ink(x, y) {
				n++
			}
		}
	}
	return n
}

// reached returns the share of the positions from a up to b for which something holds.
func (o outlined) reached(a, b int, something func(i int) bool) float64 {
	n := 0
	for i := a; i < b; i++ {
		if something(i) {
			n++
		}
	}
	return float64(n) / float64(max(b-a, 1))
}

// thickness returns the thickness of the outline: the greatest distance from its outer edge inwards to the first paper.
func (o outlined) thickness(x0, x1, y0, y1 int) int {
	x, y := x0+(x1-x0)/4, y0+(y1-y0)/4 // a tick is closer to the middle
	left, right := o.walk(x0, y, 1, 0), o.walk(x1-1, y, -1, 0)
	top, bottom := o.walk(x, y0, 0, 1), o.walk(x, y1-1, 0, -1)
	return max(min(left, right), min(top, bottom))
}

// walk returns the number of steps from a position, through ink if there is any, to paper.
func (o outlined) walk(x, y, dx, dy int) int {
	steps := 0
	for limit := max(o.whole.x1-o.whole.x0, o.whole.y1-o.whole.y0); steps < limit && (o.ink(x, y) || steps == 0); steps++ {
		x, y = x+dx, y+dy
	}
	return steps
}

// apart reports whether the component has nothing beside it, within the rows.
func (o outlined) apart(y0, y1 int, side float64) bool {
	space := max(int(aside*side), 2)
	c := o.whole
	return o.count(c.x0-space, c.x0-1, y0, y1) == 0 && o.count(c.x1+1, c.x1+space, y0, y1) == 0
}

const (
	// ringSamples is the number of directions in which a ring is examined.
	ringSamples = 48
	// ringPaper is the radius at which there is paper between the ring and a dot in it, ringDot one at which the dot
	// has ink; the ring's is 1.
	ringPaper, ringDot = .74, .25
	// leastCross and mostCross bound the share of the directions in which a cross or tick reaches the ring. Letters in
	// a ring, as in the copyright sign, do not reach it.
	leastCross, mostCross = .02, .5
	// almost is the share of the directions that counts as all of them.
	almost = .9
)

// ring reports whether the component is a thin ring, alone on its line, with nothing, a dot or a cross inside.
func (o outlined) ring(least, most float64) (checkBox, bool) {
	c := o.whole
	w, h := float64(c.x1-c.x0), float64(c.y1-c.y0)
	side := max(w, h)
	if min(w, h) < least || side > most || math.Abs(w-h) > unequal/2*side || !o.apart(c.y0, c.y1, side) {
		return checkBox{}, false
	}
	thick, crossed, dot := make([]float64, ringSamples), 0., 0.
	for i := range thick {
		r := o.ray(2 * math.Pi * float64(i) / ringSamples)
		outer := r.outer(1 / side)
		if outer < 1-2*sideBand {
			return checkBox{}, false
		}
		inner := outer
		for inner > 0 && r.ink(inner) {
			inner -= 1 / side
		}
		thick[i] = (outer - inner) / 2
		if r.ink(ringPaper) {
			crossed += 1. / ringSamples
		}
		if r.ink(ringDot) {
			dot += 1. / ringSamples
		}
	}
	slices.Sort(thick)
	thin := thick[ringSamples/2] <= thinnestLetter+1/side
	x, y, half := (c.x0+c.x1)/2, (c.y0+c.y1)/2, int(side/4)
	inside := float64(o.count(x-half, x+half, y-half, y+half)) / max(4*float64(half*half), 1)
	box := checkBox{outline: c, all: c, round: true}
	switch {
	case !thin:
		return box, false
	case crossed >= leastCross:
		box.checked = true
		return box, crossed <= mostCross && inside > blankInside && inside < fullInside
	case dot >= almost:
		box.checked = true
		return box, true
	}
	return box, inside <= blankInside
}

// ray is a line from the middle of a component to its edge.
type ray struct {
	outlined
	sin, cos float64
}

func (o outlined) ray(angle float64) ray {
	sin, cos := math.Sincos(angle)
	return ray{o, sin, cos}
}

// ink reports whether there is ink at a distance from the middle, in radii.
func (r ray) ink(at float64) bool {
	c := r.whole
	w, h := float64(c.x1-c.x0)/2, float64(c.y1-c.y0)/2
	return r.outlined.ink(int(float64(c.x0)+w+at*w*r.cos), int(float64(c.y0)+h+at*h*r.sin))
}

// outer returns the radius at which the ink begins, from outside; it is below 1-2*sideBand if there is none near the
// edge.
func (r ray) outer(step float64) float64 {
	at := 1.
	for at >= 1-2*sideBand && !r.ink(at) {
		at -= step
	}
	return at
}
