package layout

import (
	"cmp"
	"slices"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/layout/text"
)

// rowOfTitles finds a height at which both sides of a gutter pause and resume with level titles. Such texts are
// arranged like cards, in rows and columns, and are read row by row.
func rowOfTitles(left, right []item, body float64) (float64, bool) {
	if !titlesLevel(left, right, body) {
		return 0, false
	}
	items := slices.Concat(left, right)
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.box.Y0, b.box.Y0) })
	bottom := items[0].box.Y1
	for _, it := range items {
		if it.box.Y0-bottom >= rowGap*body && titleBelow(left, it.box.Y0, body) && titleBelow(right, it.box.Y0, body) {
			return it.box.Y0, true
		}
		bottom = max(bottom, it.box.Y1)
	}
	return 0, false
}

// titlesLevel reports whether most titles on the side with fewer are level with one on the other side. In columns of
// prose only a few are, by chance.
func titlesLevel(left, right []item, body float64) bool {
	var titles [2][]pause
	for i, side := range [2][]item{left, right} {
		all := gaps(side, rowGap*body)
		titles[i] = slices.DeleteFunc(all[:min(len(all), maxPauses)], func(p pause) bool { return !titleBelow(side, p.y1, body) })
	}
	return inRows(titles[0], titles[1], titleDrop*body)
}

// titleBelow reports whether a title, larger than the body or bold, is just below y.
func titleBelow(side []item, y, body float64) bool {
	var first *text.Run
	for _, it := range side {
		if it.box.Y0 < y-samePlace || it.box.Y0 > y+titleDrop*body {
			continue
		}
		if it.run == nil {
			return false
		}
		if first == nil || it.run.Base < first.Base {
			first = it.run
		}
	}
	return first != nil && (first.Size >= document.HeadingSize*body || text.NewLine(slices.Clone(first.Words)).Bold)
}

// titleAcross moves a title from the end of a column to the items right below it that span the columns, because no
// column ends with a title. The other column must end above it.
func (s *sorter) titleAcross(column, other, below []item) (rest, title []item) {
	if len(column) == 0 || len(other) == 0 || len(below) == 0 {
		return column, below
	}
	column = byTop(column)
	next, end := newRegion(slices.Clone(below)).box, newRegion(slices.Clone(other)).box.Y1
	y, at := next.Y0, len(column)
	for at > 1 {
		it := column[at-1]
		near := it.box.Y0 > end && y-it.box.Y1 <= sideStep*s.body
		if it.run == nil || !near || it.run.Size < document.HeadingSize*s.body {
			break
		}
		y = it.box.Y0
		at--
	}
	return column[:at], slices.Concat(column[at:], below)
}
