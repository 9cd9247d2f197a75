package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestNamesAtHalfTheHeightOfAHeaderSpanItsRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 132, 200} {
		s.across(y, 55, 500)
	}
	s.across(116, 195, 385)
	s.text(240, 112, 10, bold, "Lending rooms")
	s.text(60, 117, 10, bold, "Library")
	s.text(430, 117, 10, bold, "Town")
	s.row(128, []float64{200, 320}, "Halls", "Cellars")
	for i, label := range []string{"North", "East", "South"} {
		s.row(148+16*float64(i), []float64{60, 200, 320, 430}, label, "4", "17", "Greyford")
	}
	table := onlyTable(t, s.analyze())
	require.Equal(t, 2, table.Rows[0].Cells[0].RowSpan)
	require.Equal(t, 2, table.Rows[0].Cells[1].ColSpan)
}

func TestNamesOfGroupsInTheMiddleSpanTheTable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 136, 190} {
		s.across(y, 60, 500)
	}
	places := []float64{60, 180, 300, 450}
	s.row(113, places, "Library", "Halls", "Cellars", "Town")
	s.text(220, 131, 10, bold, "Libraries of the east coast")
	for i, label := range []string{"North", "East", "South"} {
		s.row(150+16*float64(i), places, label, "4", "17", "Greyford")
	}
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows[1].Cells, 1)
	require.Equal(t, 4, table.Rows[1].Cells[0].ColSpan)
}

func TestNameOfAGroupIsNotSplitWhereAColumnBegins(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 220} {
		s.across(y, 55, 500)
	}
	places := []float64{60, 125, 300, 400}
	s.row(113, places, "Library", "Room", "2023", "2022")
	for i, row := range [][]string{
		{"North", "Hall", "4", "17"},
		{"East", "Cellar", "9", "23"},
		{"Of the narrow", "archive"},
		{"South", "Archive", "12", "3"},
		{"West", "Hall", "7", "31"},
	} {
		s.row(134+18*float64(i), places, row...)
	}
	table := onlyTable(t, s.analyze())
	require.Equal(t, "Of the narrow archive", cells(table.Rows[3]))
}

func TestBackgroundsOfAHeaderOfTwoRowsShowItsColumns(t *testing.T) {
	t.Parallel()
	s := newSheet()
	fill := func(y0, y1 float64, xs ...float64) {
		for i := range len(xs) - 1 {
			s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: xs[i], Y0: y0, X1: xs[i+1], Y1: y1}, Color: 0x206040})
		}
	}
	fill(100, 117, 60, 160, 330, 500)
	fill(117, 132, 60, 160, 245, 330, 415, 500)
	s.row(112, []float64{235, 402}, "Halls", "Rooms")
	places := []float64{62, 200, 285, 370, 455}
	s.row(128, places, "Library", "2023", "2022", "2023", "2022")
	for i, label := range []string{"North", "East", "South"} {
		s.row(146+15*float64(i), places, label, "411", "17", "31", "23")
	}
	table := onlyTable(t, s.analyze())
	require.Equal(t, 5, table.Columns)
	require.Equal(t, 2, table.Rows[0].Cells[1].ColSpan)
	require.Equal(t, "East\t411\t17\t31\t23", cells(table.Rows[3]))
}
