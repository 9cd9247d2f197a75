package highlight

import (
	"sort"

	"quire/internal/convert/page"
	"quire/internal/passage"
)

// Areas locates the passages of a document by the boxes of their words, or else by those of the blocks and table rows
// that they come from. It takes the pages in order and holds two of them, because a passage spans at most two.
type Areas struct{ before, current *laidOut }

// laidOut is a page with its words and the rows of its tables, which are computed on demand.
type laidOut struct {
	*sheet
	rows map[int]*tableRows
}

// tableRows holds the positions of a table's rows.
type tableRows struct {
	ends  []int // where each row ends in the table's text
	boxes []page.Box
}

// Add adds the next page.
func (a *Areas) Add(p page.Page) {
	a.before, a.current = a.current, &laidOut{sheet: lay(p), rows: map[int]*tableRows{}}
}

// Of returns the places of a passage's spans: one box for each line of their words. Without words, it returns one box
// for each block and one for the rows of each table.
func (a *Areas) Of(spans []passage.Span) []Place {
	places := []Place{}
	for _, s := range spans {
		boxes := a.lines(s)
		if b := a.box(s); len(boxes) == 0 && b != (page.Box{}) && !endsWith(places, s.Page, b) {
			boxes = []page.Box{b}
		}
		places = add(places, s.Page, boxes)
	}
	return places
}

// on returns the page of a span if it is held and has the block.
func (a *Areas) on(s passage.Span) *laidOut {
	for _, on := range []*laidOut{a.current, a.before} {
		if on != nil && on.page.Number == s.Page && s.Block >= 0 && s.Block < len(on.page.Blocks) {
			return on
		}
	}
	return nil
}

// lines returns a box for each line of a span's words.
func (a *Areas) lines(s passage.Span) []page.Box {
	on := a.on(s)
	if on == nil || len(on.page.Words) == 0 {
		return nil
	}
	return on.boxes(on.within(s.Block, s.From, s.From+s.End-s.Start))
}

// endsWith reports whether the last box equals b, as for two pieces of one block.
func endsWith(places []Place, number int, b page.Box) bool {
	if len(places) == 0 || places[len(places)-1].Page != number {
		return false
	}
	boxes := places[len(places)-1].Boxes
	return len(boxes) > 0 && boxes[len(boxes)-1] == b
}

// box returns the box of what a span comes from, or the zero Box if the format has no geometry.
func (a *Areas) box(s passage.Span) page.Box {
	on := a.on(s)
	if on == nil {
		return page.Box{}
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

// table computes the rows of a table once.
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

// within returns the box around the rows with text between two offsets.
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

// joined returns the smallest box around two boxes. The zero Box counts as none.
func joined(a, b page.Box) page.Box {
	switch {
	case a == (page.Box{}):
		return b
	case b == (page.Box{}):
		return a
	}
	return union(a, b)
}
