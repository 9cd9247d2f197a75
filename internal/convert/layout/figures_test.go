package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// statement writes the lines of a financial statement: labels and two columns of figures.
func statement(s *sheet, y float64, lines ...[]string) {
	for i, cells := range lines {
		s.row(y+12*float64(i), []float64{60, 400, 480}, cells...)
	}
}

var cashFlows = [][]string{
	{"Net income from all halls and reading rooms", "4,756", "4,822"},
	{"Adjustments to reconcile it to net cash:"},
	{"Depreciation, amortization and accretion", "1,856", "1,788"},
	{"Reduction of operating lease assets", "1,440", "1,069"},
	{"Income taxes that are not yet paid", "1,083", "1,073"},
	{"Purchases of chairs and long tables", "1,328", "1,183"},
	{"Cash at the end of the year", "9,328", "7,183"},
}

func TestLabelsStayWithTheirFigures(t *testing.T) {
	t.Parallel()
	s := newSheet()
	statement(s, 100, cashFlows...)
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 7)
	require.Equal(t, "Depreciation, amortization and accretion", table.Rows[2].Cells[0].Text())
	require.Equal(t, "1,788", table.Rows[2].Cells[2].Text())
}

func TestRulesUnderFiguresAloneDoNotSeparateThemFromTheirLabels(t *testing.T) {
	t.Parallel()
	s := newSheet()
	statement(s, 100, cashFlows...)
	for _, y := range []float64{90, 151, 163, 175} {
		s.across(y, 395, 440)
		s.across(y, 460, 510)
	}
	table := onlyTable(t, s.analyze())
	require.Equal(t, "Income taxes that are not yet paid", table.Rows[4].Cells[0].Text())
	require.Len(t, table.Rows[4].Cells, 3)
}

func TestLinesOfFiguresBetweenTwoFillsAreRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	statement(s, 110, cashFlows[2:]...)
	for _, y := range []float64{100, 136} { // the second and third line have no fill between them
		for _, x := range [][2]float64{{55, 390}, {390, 470}, {470, 520}} {
			s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: x[0], Y0: y, X1: x[1], Y1: y + 12}, Color: 0xDDE8F5})
		}
	}
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 5)
	require.Equal(t, "1,073", table.Rows[2].Cells[2].Text())
}

func TestProseBesideFiguresIsNotALabel(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, prose(12, 50)...)
	for i, line := range prose(12, 40) {
		s.text(340, 100+12*float64(i), 10, regular, line[:30]+" 1,204 887 "+line[30:])
	}
	requireNoTable(t, s.analyze())
}
