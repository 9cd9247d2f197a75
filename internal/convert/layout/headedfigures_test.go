package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// oneLine writes a header of the given number of years, and below it a label with a figure for each.
func oneLine(years int) *sheet {
	s := newSheet()
	s.column(60, 60, 10, prose(2, 80)...)
	for i := range years {
		x := 260 + 80*float64(i)
		s.text(x, 110, 10, regular, []string{"2021", "2022", "2023", "2024"}[i])
		s.text(x, 126, 10, regular, []string{"$234", "$219", "$194", "$190"}[i])
	}
	s.text(60, 126, 10, regular, "Estimated expense")
	return s
}

func TestSingleLineOfFiguresBelowTheirNamesIsATable(t *testing.T) {
	t.Parallel()
	s := oneLine(4)
	s.column(60, 150, 10, prose(3, 80)...)
	require.Equal(t, "\t2021\t2022\t2023\t2024\nEstimated expense\t$234\t$219\t$194\t$190", onlyTable(t, s.analyze()).Text())
}

func TestTwoLinesOfTwoFiguresBelowTheirNamesAreATable(t *testing.T) {
	t.Parallel()
	s := oneLine(2)
	s.text(60, 142, 10, regular, "Actual expense")
	s.text(262, 142, 10, regular, "190")
	s.text(342, 142, 10, regular, "—")
	s.column(60, 170, 10, prose(3, 80)...)
	require.Equal(t, "\t2021\t2022\nEstimated expense\t$234\t$219\nActual expense\t190\t—", onlyTable(t, s.analyze()).Text())
}

func TestCurrencySignsBelongToFiguresHoweverFarAway(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(100, []float64{60, 250, 305, 420, 475}, "Estimated expense", "$", "2,345", "$", "1,945")
	s.row(116, []float64{60, 305, 475}, "Actual expense", "1,240", "1,760")
	s.row(132, []float64{60, 305, 475}, "Later expense", "1,140", "1,960")
	want := "Estimated expense\t$ 2,345\t$ 1,945\nActual expense\t1,240\t1,760\nLater expense\t1,140\t1,960"
	require.Equal(t, want, onlyTable(t, s.analyze()).Text())
}

func TestSingleLineOfTwoFiguresIsNotATable(t *testing.T) {
	t.Parallel()
	requireNoTable(t, oneLine(2).analyze())
}
