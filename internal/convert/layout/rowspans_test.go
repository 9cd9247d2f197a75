package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// grouped writes three groups of two rows: a rule over the whole width below each group, a shorter one within it.
func grouped(from float64) *sheet {
	s := newSheet()
	s.across(100, 55, 500)
	s.across(120, 55, 500)
	s.row(114, []float64{60, 200, 400}, "Place", "Room", "Count")
	for i, place := range []string{"East", "West", "North"} {
		y := 120 + 40*float64(i)
		s.row(y+14, []float64{60, 200, 400}, place, "Hall", "12")
		s.across(y+20, from, 500)
		s.row(y+34, []float64{200, 400}, "Cellar", "7")
		s.across(y+40, 55, 500)
	}
	return s
}

func TestGroupNameSpansRulesThatDoNotReachIt(t *testing.T) {
	t.Parallel()
	table := onlyTable(t, grouped(190).analyze())
	require.Len(t, table.Rows, 7)
	for _, r := range []int{1, 3, 5} {
		require.Equal(t, 2, table.Rows[r].Cells[0].RowSpan)
		require.Len(t, table.Rows[r+1].Cells, 2)
	}
}

func TestRulesUnderNumbersDoNotSpanRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 120, 200} {
		s.across(y, 55, 500)
	}
	s.row(114, []float64{60, 200, 400}, "Place", "Room", "Count")
	for i := range 4 {
		s.row(134+16*float64(i), []float64{60, 200, 400}, "East", "Hall", "12")
	}
	s.across(186, 390, 500)
	s.row(196, []float64{400}, "48")
	for _, row := range onlyTable(t, s.analyze()).Rows {
		require.Len(t, row.Cells, 3)
	}
}
