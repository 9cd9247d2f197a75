package highlight

import (
	"sort"

	"quire/internal/convert/page"
	"quire/internal/passage"
)

// Areas finds where the passages of a document stand, by the boxes of the blocks and table rows that they come from. It
// takes the pages in order and holds two of them, which is how far a passage reaches.
type Areas struct{ before, current *laidOut }

// laidOut is a page and the rows of its tables, as far as they were asked for.
type laidOut struct {
	page page.Page
	rows map[int]*tableRows
}

// tableRows are the places of a table's rows.
type tableRows struct {
	ends  []int // where each row ends in the table's text
	boxes []page.Box
}

// Add takes the next page.
func (a *Areas) Add(p page.Page) {
	p.Words = nil
	a.before, a.current = a.current, &laidOut{page: p, rows: map[int]*tableRows{}}
}

// Of returns the places of a passage's spans: one box for each block, and one for the rows of each table.
func (a *Areas) Of(spans []passage.Span) []Place {
	places := []Place{}
	for _, s := range spans {
		var boxes []page.Box
		if b := a.box(s); b != (page.Box{}) && !endsWith(places, s.Page, b) {
			boxes = []page.Box{b}
		}
		places = add(places, s.Page, boxes)
	}
	return places
}

// endsWith reports whether the last box is that one already, as with two pieces of one block.
func endsWith(places []Place, number int, b page.Box) bool {
	if len(places) == 0 || places[len(places)-1].Page != number {
		return false
	}
	boxes := places[len(places)-1].Boxes
	return len(boxes) > 0 && boxes[len(boxes)-1] == b
}

// box returns the box of what a span comes from; the zero Box if the format has no geometry.
func (a *Areas) box(s passage.Span) page.Box {
	for _, on := range []*laidOut{a.current, a.before} {
		if on == nil || on.page.Number != s.Page || s.Block < 0 || s.Block >= len(on.page.Blocks) {
			continue
		}
		b := on.page.Blocks[s.Block]
		if b.Table == nil {
			return b.Box
		}
		if rows := on.table(s.Block).within(s.From, s.From+s.End-s.Start); rows != (page.Box{}) {
			return rows
		}
		return b.Box
	}
	return page.Box{}
}

// table measures the rows of a table once.
func (on *laidOut) table(block int) *tableRows {
	if t, ok := on.rows[block]; ok {
		return t
	}
	t := &tableRows{}
	at := 0
	for _, r := range on.page.Blocks[block].Table.Rows {
		var around page.Box
		for _, c := range r.Cells {
			at += len(c.Text()) + 1 // the tab or the newline after it
			around = joined(around, c.Box)
		}
		if len(r.Cells) == 0 {
			at++
		}
		t.ends, t.boxes = append(t.ends, at), append(t.boxes, around)
	}
	on.rows[block] = t
	return t
}

// within returns the box around the rows that have text from one offset to another.
func (t *tableRows) within(from, to int) page.Box {
	var around page.Box
	for i := sort.SearchInts(t.ends, from+1); i < len(t.ends); i++ {
		around = joined(around, t.boxes[i])
		if t.ends[i] >= to {
			break
		}
	}
	return around
}

// joined returns the box around two, of which the zero Box is none.
func joined(a, b page.Box) page.Box {
	switch {
	case a == (page.Box{}):
		return b
	case b == (page.Box{}):
		return a
	}
	return union(a, b)
}
