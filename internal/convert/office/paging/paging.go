// Package paging divides documents into the pages recorded by the programs that wrote them.
package paging

import (
	"cmp"
	"slices"
	"strings"

	"quire/internal/convert/page"
)

// Mark is a page break before a span or a row (At) of a block.
type Mark struct {
	Block, At int
	// Rendered marks the end of a page in the program's last layout, as opposed to a break made by the author.
	Rendered bool
}

// PageOf returns the index of the page with something at a position. Something at a break is below it. The breaks are in
// order.
func PageOf(breaks []Mark, at Mark) int {
	i, _ := slices.BinarySearchFunc(breaks, at, func(b, m Mark) int {
		if c := cmp.Or(cmp.Compare(b.Block, m.Block), cmp.Compare(b.At, m.At)); c != 0 {
			return c
		}
		return -1
	})
	return i
}

// Split splits blocks where pages began in the program's last layout or, if there are no such breaks, at those made by
// the author. If the breaks do not agree with the number of pages recorded by the program, which is 0 for none, they
// are stale, and the blocks become one page. Split also returns the breaks at which the parts begin, or nil for a
// document that does not record its pages.
func Split(blocks []page.Block, marks []Mark, recorded int) (parts [][]page.Block, breaks []Mark) {
	slices.SortStableFunc(marks, func(a, b Mark) int { return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.At, b.At)) })
	for _, rendered := range []bool{true, false} {
		var chosen []Mark
		for _, m := range marks {
			if m.Rendered == rendered && m.Block <= len(blocks) {
				chosen = append(chosen, m)
			}
		}
		if n := len(chosen) + 1; n > 1 && agrees(n, recorded) {
			return cut(blocks, chosen), chosen
		}
	}
	return [][]page.Block{blocks}, nil
}

func agrees(pages, recorded int) bool {
	return recorded <= 0 || (pages >= recorded-1 && pages <= recorded+1)
}

// cut splits blocks at marks, which are in order.
func cut(blocks []page.Block, marks []Mark) [][]page.Block {
	var parts [][]page.Block
	var current []page.Block
	next := 0
	for i := range len(blocks) + 1 {
		from, size := 0, 0
		if i < len(blocks) {
			size = pieces(&blocks[i])
		}
		goesOn := false
		var rows clipper
		if i < len(blocks) {
			rows.table = blocks[i].Table
		}
		for ; next < len(marks) && marks[next].Block == i; next++ {
			if at := min(max(marks[next].At, from), size); at > from {
				current = append(current, rows.piece(blocks[i], from, at, goesOn))
				from = at
			}
			goesOn = marks[next].Rendered
			parts = append(parts, current)
			current = nil
		}
		if i < len(blocks) && (from < size || size == 0) {
			current = append(current, rows.piece(blocks[i], from, size, goesOn))
		}
	}
	return append(parts, current)
}

// pieces returns the number of parts that a block can be cut into.
func pieces(b *page.Block) int {
	switch b.Kind {
	case page.Paragraph, page.ListItem, page.Caption, page.Quote:
		return len(b.Spans)
	case page.TableKind:
		return len(b.Table.Rows)
	}
	return 1
}

// piece returns the part of a block between two cuts. goesOn means that the cut before it was a page break within the
// text, as opposed to one that the author put between two paragraphs.
func (c *clipper) piece(b page.Block, from, to int, goesOn bool) page.Block {
	if from == 0 && to == pieces(&b) {
		return b
	}
	b.Continues = from > 0 && (goesOn || b.Table != nil)
	if b.Table != nil {
		b.Table = c.tablePiece(from, to)
		return b
	}
	if from > 0 && !goesOn && b.Kind == page.ListItem {
		b.Kind, b.Marker, b.Ordered, b.Level = page.Paragraph, "", false, 0
	}
	b.Spans = trimSpans(b.Spans[from:to])
	return b
}

// trimSpans returns spans without white space at either end.
func trimSpans(spans []page.Span) []page.Span {
	spans = slices.Clone(spans)
	if n := len(spans); n > 0 {
		spans[0].Text = strings.TrimLeft(spans[0].Text, " \n\t")
		spans[n-1].Text = strings.TrimRight(spans[n-1].Text, " \n\t")
	}
	return spans
}
