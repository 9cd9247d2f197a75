package slides

import (
	"cmp"
	"slices"

	"quire/internal/convert/page"
)

const (
	// comparedShapes is how many shapes are compared with each other to determine whether the file has them in reading
	// order. More are ordered by position.
	comparedShapes = 128
	// cutDepth bounds how often regions are cut into smaller ones.
	cutDepth = 24
	// overlapShare is the fraction of the smaller of two shapes that must be beside the other for both to be in one row
	// or column.
	overlapShare = .5
	// rowPreference is how much narrower a gap between rows may be than one between columns to be preferred.
	rowPreference = 1.5
	// backdropShare is the least fraction of the slide that its background picture covers, which is read first.
	backdropShare = .6
	// insetShare is the fraction of a shape's length that is free of text at each end, up to mostInset points, which is
	// the default margin of text boxes. Boxes that touch therefore have a gap between their texts.
	insetShare = .1
	mostInset  = 7.2
)

// inReadingOrder orders shapes within a region. The order in the file is that of drawing, usually that in which the
// shapes were created, and authors, layouts and accessibility checkers correct it, so it is kept as long as it never
// goes backwards. Otherwise rows are read from the top, and within them columns from the left.
func inReadingOrder(shapes []shape, region page.Box) []shape {
	shapes = slices.DeleteFunc(shapes, func(s shape) bool { return len(s.blocks) == 0 && len(s.kids) == 0 })
	for i := range shapes {
		shapes[i].kids = inReadingOrder(shapes[i].kids, shapes[i].box)
	}
	if slices.ContainsFunc(shapes, func(s shape) bool { return s.box == page.Box{} }) || inOrder(shapes) {
		return pairCards(shapes)
	}
	back, front := partition(shapes, func(s shape) bool { return area(s.box) >= backdropShare*area(region) })
	cut(front, cutDepth)
	return append(back, pairCards(front)...)
}

// partition returns the shapes for which is returns true, and the others.
func partition(shapes []shape, is func(shape) bool) (yes, no []shape) {
	for _, s := range shapes {
		if is(s) {
			yes = append(yes, s)
		} else {
			no = append(no, s)
		}
	}
	return yes, no
}

func area(b page.Box) float64 { return (b.X1 - b.X0) * (b.Y1 - b.Y0) }

// inOrder reports whether no shape comes before an earlier one.
func inOrder(shapes []shape) bool {
	if len(shapes) > comparedShapes {
		return false
	}
	for i := range shapes {
		for k := range i {
			if before(shapes[i].box, shapes[k].box) {
				return false
			}
		}
	}
	return true
}

// before reports whether a reader reads a before b, however the page is divided: a is above b in a column, or left of
// it in a row.
func before(a, b page.Box) bool {
	inColumn := overlap(a.X0, a.X1, b.X0, b.X1) > overlapShare
	inRow := overlap(a.Y0, a.Y1, b.Y0, b.Y1) > overlapShare
	above := middle(a.Y0, a.Y1) < b.Y0 && middle(b.Y0, b.Y1) > a.Y1
	left := middle(a.X0, a.X1) < b.X0 && middle(b.X0, b.X1) > a.X1
	diagonal := a.Y1 <= b.Y0 && a.X1 <= b.X0
	return (inColumn && above) || (inRow && left) || diagonal
}

// overlap returns the fraction of the shorter of two ranges that lies in the other.
func overlap(a0, a1, b0, b1 float64) float64 {
	shorter := min(a1-a0, b1-b0)
	if shorter <= 0 {
		return 0
	}
	return (min(a1, b1) - max(a0, b0)) / shorter
}

func middle(from, to float64) float64 { return (from + to) / 2 }

// cut orders shapes by cutting their region at its widest gaps, between rows or columns, again and again.
func cut(shapes []shape, depth int) {
	if len(shapes) < 2 {
		return
	}
	columns, rows := gaps(shapes, across), gaps(shapes, down)
	if depth == 0 || (rows.width == 0 && columns.width == 0) {
		slices.SortStableFunc(shapes, func(a, b shape) int {
			return cmp.Or(cmp.Compare(a.box.Y0, b.box.Y0), cmp.Compare(a.box.X0, b.box.X0))
		})
		return
	}
	at := rows
	if rows.width*rowPreference < columns.width {
		at = gaps(shapes, across)
	}
	for from, to := range at.parts(len(shapes)) {
		cut(shapes[from:to], depth-1)
	}
}

// down and across return the range of a shape along one direction, without the margins of its text.
func down(s shape) (from, to float64) { return inset(s.box.Y0, s.box.Y1) }

func across(s shape) (from, to float64) { return inset(s.box.X0, s.box.X1) }

func inset(from, to float64) (float64, float64) {
	free := min(insetShare*(to-from), mostInset)
	return from + free, to - free
}

// gapList holds the widest gap between shapes along one direction, and the positions of gaps about as wide.
type gapList struct {
	width  float64
	before []int // indexes of the shapes that follow a gap
}

// parts yields the ranges of shapes between the gaps.
func (g gapList) parts(n int) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		from := 0
		for _, to := range append(g.before, n) {
			if !yield(from, to) {
				return
			}
			from = to
		}
	}
}

// alike is the least width of a gap that is cut along with the widest one, as a fraction of that.
const alike = .5

// gaps sorts shapes along one direction and returns the gaps between them.
func gaps(shapes []shape, along func(shape) (from, to float64)) gapList {
	slices.SortStableFunc(shapes, func(a, b shape) int {
		from, _ := along(a)
		other, _ := along(b)
		return cmp.Compare(from, other)
	})
	var found gapList
	_, end := along(shapes[0])
	widths := make([]float64, len(shapes))
	for i, s := range shapes[1:] {
		from, to := along(s)
		widths[i+1] = max(from-end, 0)
		end = max(end, to)
		found.width = max(found.width, widths[i+1])
	}
	for i, width := range widths {
		if width > 0 && width >= alike*found.width {
			found.before = append(found.before, i)
		}
	}
	return found
}
