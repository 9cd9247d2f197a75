package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestTheFirstAndTheLastStripeOfAPanelAreRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for k := range 3 {
		x := 20 + 190*float64(k)
		box := func(x0, y0, x1, y1 float64, color uint32) {
			s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: x + x0, Y0: y0, X1: x + x1, Y1: y1}, Color: color})
		}
		box(0, 61, 179, 290, 0x336699)
		box(0, 80, 179, 288, 0xFFFFFF)
		s.text(x+6, 74, 8, bold, "Quay words")
		y := 82.0
		for i, r := range [][]string{
			{"berth=early", "Use the early", "berth (default)"},
			{"berth=late", "Use the late", "berth"},
			{"rope=new", "Use the new", "rope"},
			{"rope=old", "Return all", "knots for", "the old"},
			{"start=foo", "Use foo as", "first knot"},
			{"crane", "Apply", "the crane to", "one knot"},
		} {
			height := 6 + 12*float64(len(r)-1)
			if i%2 == 0 {
				box(0, y, 106, y+height, 0xDCE3EF)
				box(106, y, 179, y+height, 0xDCE3EF)
			}
			s.text(x+6, y+12, 8, mono, r[0])
			for n, l := range r[1:] {
				s.text(x+112, y+12+12*float64(n), 8, regular, l)
			}
			y += height
		}
	}
	tables := tablesOf(s.analyze())
	require.Len(t, tables, 3)
	for _, table := range tables {
		require.Len(t, table.Rows, 6, "%s", table.Text())
	}
}
