package tree

import (
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// nesting returns how deep tables are nested in an element that is itself within the given number of tables: more than
// 1 if a table is within another, or if there is a heading, which no data table contains.
func nesting(e *ink.Element, around int) int {
	depth := around
	for _, k := range e.Kids {
		switch {
		case k.Element == nil:
		case k.Element.Role == ink.RoleHeading:
			return layoutDepth
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

// holdsData reports whether a table with tables in its cells does more than place them on the page: most of its many
// cells contain no table.
func holdsData(t *page.Table) bool {
	filled, tables := 0, 0
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if len(c.Blocks) > 0 {
				filled++
			}
			if slices.ContainsFunc(c.Blocks, func(b page.Block) bool { return b.Kind == page.TableKind }) {
				tables++
			}
		}
	}
	return filled >= leastAround && float64(tables) <= tableShare*float64(filled)
}
