package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRowsOutsideRulesBetweenAllOthersBelongToTheTable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, r := range [][]string{
		{"Harbour", "Lighthouse"}, {"Ferry", "Public office"}, {"Orchard", "Timber"}, {"Filter", "8,311"}, {"Turbine", "Quiet corridor"}, {"Bakery", "556.47"},
	} {
		y := 100 + 20*float64(i)
		s.row(y, []float64{64, 160}, r...)
		if i > 0 {
			s.across(y-13, 60, 300)
		}
	}
	require.Equal(t, "Harbour\tLighthouse\nFerry\tPublic office\nOrchard\tTimber\nFilter\t8,311\nTurbine\tQuiet corridor\nBakery\t556.47",
		onlyTable(t, s.analyze()).Text())
}

func TestCellsOfSeveralLinesFarApartInABoxAreWhole(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for _, f := range [][]string{{"Catalogue of all", "the workshops", "Meadow"}, {"Estimate", "Schedule"}, {"Harbour in the", "far north", "Warehouse"}, {"Signal", "Machine"}} {
		last := len(f) - 1
		s.text(150, y, 10, regular, f[last])
		for i, line := range f[:last] {
			s.text(64, y+15.5*float64(i), 10, regular, line)
		}
		y += 15.5*float64(last-1) + 20
	}
	s.across(86, 60, 230)
	s.across(y-12, 60, 230)
	require.Equal(t, "Catalogue of all the workshops\tMeadow\nEstimate\tSchedule\nHarbour in the far north\tWarehouse\nSignal\tMachine",
		onlyTable(t, s.analyze()).Text())
}

func TestFiguresBelowEachOtherAreNotACellOfSeveralLines(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 8 {
		s.row(100+12*float64(i)+5*float64(i/2), []float64{64, 110, 156}, "114.2", "121.7", "13.0x")
	}
	s.across(86, 60, 190)
	s.across(205, 60, 190)
	require.Len(t, onlyTable(t, s.analyze()).Rows, 8)
}

func TestTheLastOfThreeRecordsBelowTheLastRuleBelongsToTheTable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{64, 240, 300, 380}
	for i, r := range [][]string{
		{"Description", "Qty", "Unit price", "Amount"},
		{"Consulting, March", "12", "95.00", "1,140.00"},
		{"Travel to Leeds", "1", "214.50", "214.50"},
		{"Printing", "40", "1.20", "48.00"},
	} {
		y := 100 + 17*float64(i)
		s.row(y, xs, r...)
		if i > 0 {
			s.across(y-12, 60, 430)
		}
	}
	s.column(60, 190, 10, prose(3, 90)...)
	require.Len(t, onlyTable(t, s.analyze()).Rows, 4)
}
