package tree

import (
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// nestingOf returns how deep a row nests tables. A heading alone in its row is a title of the page, which no data table
// contains. One beside other cells, or in a cell over several columns, may be the name of a column, a record or a group
// of them, because writers use the styles of headings for these too. It counts as much as a table in the cell.
func nestingOf(row *ink.Element) int {
	depth := nesting(row, 0)
	if depth == layoutDepth || !hasHeading(row) {
		return depth
	}
	if cells := cellsOf(row); len(cells) == 1 && cells[0].ColSpan == 1 {
		return layoutDepth
	}
	return max(depth, 1)
}

// hasHeading reports whether there is a heading anywhere in an element.
func hasHeading(e *ink.Element) bool {
	return slices.ContainsFunc(e.Kids, func(k ink.Kid) bool {
		return k.Element != nil && (k.Element.Role == ink.RoleHeading || hasHeading(k.Element))
	})
}

// nesting returns how deep tables are nested in an element that is itself within the given number of tables: more than
// 1 if a table is within another.
func nesting(e *ink.Element, around int) int {
	depth := around
	for _, k := range e.Kids {
		switch {
		case k.Element == nil:
		case k.Element.Role != ink.RoleTable:
			depth = max(depth, nesting(k.Element, around))
		case around+1 == layoutDepth:
			return layoutDepth
		default:
			depth = max(depth, nesting(k.Element, around+1))
		}
		if depth == layoutDepth {
			break
		}
	}
	return depth
}

// holdsData reports whether a table with tables or headings in its cells does more than place them on the page: most of
// its many cells contain neither.
func holdsData(t *page.Table) bool {
	filled, parts := 0, 0
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if len(c.Blocks) > 0 {
				filled++
			}
			if slices.ContainsFunc(c.Blocks, func(b page.Block) bool { return b.Kind == page.TableKind || b.Kind == page.Heading }) {
				parts++
			}
		}
	}
	return filled >= leastAround && float64(parts) <= tableShare*float64(filled)
}
