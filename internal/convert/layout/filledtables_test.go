package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// filledRow writes a row of three texts on a background as wide as all rows, the first text inset from its left end.
func (s *sheet) filledRow(y float64, color uint32, texts ...string) {
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 60, Y0: y, X1: 500, Y1: y + 24}, Color: color})
	s.row(y+16, []float64{70, 230, 380}, texts...)
}

func TestTextsBetweenTablesOfFilledRowsBeginWhereTheRowsDo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		left   float64 // of the texts between the tables
		tables int
	}{
		"where the backgrounds begin":          {60, 3},
		"where the cells begin, as a row does": {70, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			for i := range 3 {
				y := 100 + 120*float64(i)
				s.text(c.left, y-30, 11, bold, "North quay")
				s.text(c.left, y-14, 9, regular, "Affects: berths")
				s.filledRow(y, 0xAABBCC, "Feature", "Sample", "Setting")
				s.filledRow(y+24, 0xDDDDEE, "Standard", "red", "on")
				s.filledRow(y+48, 0xEEEEFF, "Lower", "blue", "off")
			}
			p := s.analyze()
			require.Len(t, tablesOf(p), c.tables)
		})
	}
}

func tablesOf(p page.Page) []*page.Table {
	var out []*page.Table
	for _, b := range p.Blocks {
		if b.Table != nil {
			out = append(out, b.Table)
		}
	}
	return out
}
