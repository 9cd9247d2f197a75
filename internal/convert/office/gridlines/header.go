package gridlines

import (
	"slices"
	"strings"

	"quire/internal/convert/page"
)

// OnlyFirstBold reports whether the first row, and no other, is set in bold type. Other word processors write the look
// of a table as such direct formatting.
func OnlyFirstBold(rows []page.Row) bool {
	return isBold(rows[0]) && !slices.ContainsFunc(rows[1:], isBold)
}

// isBold reports whether a row has text and all of it is bold.
func isBold(row page.Row) bool {
	filled := false
	for _, c := range row.Cells {
		for _, b := range c.Blocks {
			for _, s := range b.Spans {
				if !s.Bold && strings.TrimSpace(s.Text) != "" {
					return false
				}
				filled = filled || s.Bold
			}
		}
	}
	return filled
}

// HasPicture reports whether a cell shows a picture.
func HasPicture(t *page.Table) bool {
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if slices.ContainsFunc(c.Blocks, func(b page.Block) bool { return b.Kind == page.Picture }) {
				return true
			}
		}
	}
	return false
}

// Reach returns the number of rows covered by the first n rows and the cells that begin in them.
func Reach(rows []page.Row, n int) int {
	reach := n
	for i := range min(n, len(rows)) {
		for _, c := range rows[i].Cells {
			reach = max(reach, i+c.RowSpan)
		}
	}
	return reach
}
