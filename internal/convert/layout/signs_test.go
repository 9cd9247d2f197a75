package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSignsJoinTheirNumbers(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 180} {
		s.across(y, 55, 500)
	}
	s.row(113, []float64{230, 360}, "2023", "2022")
	places := []float64{60, 190, 230, 320, 360}
	s.row(132, places, "Rent", "$", "4,120", "$", "(38")
	s.row(146, []float64{60, 230, 365, 385}, "Heat", "1,977", "(21", ")")
	s.row(160, []float64{60, 230, 360, 385}, "Books", "77", "(210", ")")
	table := onlyTable(t, s.analyze())
	require.Equal(t, 3, table.Columns)
	require.Equal(t, "\t2023\t2022\nRent\t$ 4,120\t$ (38\nHeat\t1,977\t(21 )\nBooks\t77\t(210 )", table.Text())
}

func TestColumnOfSignsAfterARuleStays(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 120, 140, 160} {
		s.across(y, 55, 400)
	}
	for _, x := range []float64{55, 190, 300, 400} {
		s.down(x, 100, 160)
	}
	s.row(114, []float64{60, 200, 310}, "Item", "", "Price")
	s.row(134, []float64{60, 200, 310}, "Hall", "€", "12")
	s.row(154, []float64{60, 200, 310}, "Cellar", "€", "7")
	require.Equal(t, "Item\t\tPrice\nHall\t€\t12\nCellar\t€\t7", onlyTable(t, s.analyze()).Text())
}
