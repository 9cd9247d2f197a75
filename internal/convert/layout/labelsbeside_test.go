package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRulesAcrossAFewColumnsOfFiguresAreNotATableOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 120.0
	for range 2 {
		s.row(y, []float64{60, 250, 330, 410}, "Balance in spring", "9,560", "478", "92,153")
		s.row(y+14, []float64{60, 250, 330, 410}, "Balance in autumn", "9,561", "479", "92,329")
		s.text(250, y-42, 10, regular, "All")
		s.text(330, y-42, 10, regular, "All")
		s.text(250, y-28, 10, regular, "Common")
		s.text(330, y-28, 10, regular, "Other")
		s.text(250, y-14, 10, regular, "Shares")
		s.text(330, y-14, 10, regular, "Value")
		s.text(410, y-14, 10, regular, "Equity")
		s.across(y-54, 245, 360)
		s.across(y+18, 245, 360)
		y += 110
	}
	for _, b := range s.analyze().Blocks {
		require.NotNil(t, b.Table, b.Text())
		require.Equal(t, 4, b.Table.Columns)
	}
}
