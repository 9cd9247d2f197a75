package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesOfGroupsBetweenTwoRowsSpanThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	columns := []float64{100, 200, 300}
	s.across(90, 95, 360)
	s.row(102, columns, "Hall", "Season", "Readers")
	s.across(107, 95, 360)
	for i, r := range [][]string{{"Winter", "12.5"}, {"Summer", "34.5"}, {"Winter", "56.5"}, {"Summer", "78.5"}} {
		s.row(118+12*float64(i), columns[1:], r...)
	}
	s.text(100, 124, 10, regular, "North")
	s.text(100, 148, 10, regular, "South")
	s.across(160, 95, 360)
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 5)
	require.Equal(t, "North", table.Rows[1].Cells[0].Blocks[0].Text())
	require.Equal(t, 2, table.Rows[1].Cells[0].RowSpan)
	require.Equal(t, "South", table.Rows[3].Cells[0].Blocks[0].Text())
	require.Equal(t, 2, table.Rows[3].Cells[0].RowSpan)
}

func TestLinesInTheMiddleBetweenRowsWithFirstCellsAreNoGroups(t *testing.T) {
	t.Parallel()
	s := newSheet()
	columns := []float64{100, 200, 300}
	s.across(90, 95, 360)
	s.row(102, columns, "Hall", "Season", "Readers")
	s.across(107, 95, 360)
	for i, r := range [][]string{{"North", "Winter", "12.5"}, {"Southern", "Summer", "34.5"}, {"East", "Winter", "56.5"}} {
		s.row(118+24*float64(i), columns, r...)
	}
	s.text(100, 154, 10, regular, "rooms")
	s.across(180, 95, 360)
	for _, r := range onlyTable(t, s.analyze()).Rows {
		for _, c := range r.Cells {
			require.LessOrEqual(t, c.RowSpan, 1)
		}
	}
}
