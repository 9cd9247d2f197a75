package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLabelsLevelWithFiguresBelowARuleAreRowsOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(112, []float64{64, 210, 310}, "In thousands", "Lending", "Buying")
	for i, r := range [][]string{{"Reported", "3,237", "3,497"}, {"Repairs", "136", "42"}, {"Adjusted", "3,072", "3,419"}} {
		s.row(132+20*float64(i), []float64{64, 220, 320}, r...)
	}
	s.across(98, 60, 400)
	for _, y := range []float64{118, 158} { // below the names of the figures and above their totals, not beside them
		s.across(y, 200, 400)
	}
	s.across(138, 60, 400)
	s.across(180, 60, 400)
	for _, x := range []float64{60, 200, 300, 400} {
		s.down(x, 98, 180)
	}
	require.Equal(t, "In thousands\tLending\tBuying\nReported\t3,237\t3,497\nRepairs\t136\t42\nAdjusted\t3,072\t3,419",
		onlyTable(t, s.analyze()).Text())
}

func TestANameOfTwoLinesBesideTwoRowsOfFiguresStaysWhole(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(112, []float64{64, 150, 230}, "Branch", "Lending", "Buying")
	s.row(132, []float64{64, 160, 240}, "Northern", "3,237", "3,497")
	s.row(152, []float64{64, 160, 240}, "Riverside", "136", "42")
	for _, y := range []float64{98, 118, 160} {
		s.across(y, 60, 300)
	}
	s.across(138, 140, 300)
	for _, x := range []float64{60, 140, 220, 300} {
		s.down(x, 98, 160)
	}
	require.Equal(t, 2, onlyTable(t, s.analyze()).Rows[1].Cells[0].RowSpan)
}
