package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// fill paints the background of a cell.
func (s *sheet) fill(x0, y0, x1, y1 float64) {
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}})
}

// filled writes labels with two figures each, on fills of single cells. The first figure has a sign in a cell of its
// own.
func filled(s *sheet) {
	edges := []float64{55, 200, 215, 300, 400}
	for i, label := range []string{"Rent", "Heat", "Books", "Light"} {
		y := 140 + 20*float64(i)
		if i%2 == 0 {
			for k := range len(edges) - 1 {
				s.fill(edges[k], y-14, edges[k+1], y+6)
			}
		}
		s.row(y, []float64{60, 203, 260, 360}, label, "$", "4,120", "38")
	}
}

func TestColumnOfSignsBelongsToItsFigures(t *testing.T) {
	t.Parallel()
	s := newSheet()
	filled(s)
	s.row(122, []float64{60, 240, 350}, "($ in millions)", "2023", "2022")
	require.Equal(t, "($ in millions)\t2023\t2022\nRent\t$ 4,120\t38\nHeat\t$ 4,120\t38\nBooks\t$ 4,120\t38\nLight\t$ 4,120\t38",
		onlyTable(t, s.analyze()).Text())
}

func TestHeadersAboveATableSpanTheColumnsThatTheyAreCentredOver(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{140, 160, 180, 200} {
		s.fill(55, y-14, 500, y+6)
	}
	for i, label := range []string{"Rent", "Heat", "Books", "Light"} {
		s.row(140+20*float64(i), []float64{60, 200, 280, 360, 440}, label, "4,120", "38.1", "1,977", "21.4")
	}
	s.row(122, []float64{60, 240, 400}, "Year", "2023", "2022")
	table := onlyTable(t, s.analyze())
	require.Equal(t, 5, table.Columns)
	require.Equal(t, []int{1, 2, 2}, []int{table.Rows[0].Cells[0].ColSpan, table.Rows[0].Cells[1].ColSpan, table.Rows[0].Cells[2].ColSpan})
}
