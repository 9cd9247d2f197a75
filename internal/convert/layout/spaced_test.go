package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// spacedRecords writes a header and three records of two lines, with the given white space between the records.
func spacedRecords(gap float64) *sheet {
	s := newSheet()
	xs := []float64{60, 160, 320}
	s.row(100, xs, "Room", "Remarks", "Due")
	y := 100.0
	for _, r := range [][]string{
		{"Hall", "Windows want a coat of", "paint and new glass", "March"},
		{"Cellar", "Lamps are missing in all", "four of the corners", "June"},
		{"Attic", "A beam has to be taken", "out before the rain", "July"},
	} {
		y += gap
		s.row(y, xs, r[0], r[1], r[3])
		y += 12
		s.text(160, y, 10, regular, r[2])
	}
	return s
}

func TestRecordsBetweenWhiteSpaceAreRows(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Room\tRemarks\tDue\nHall\tWindows want a coat of paint and new glass\tMarch\n"+
		"Cellar\tLamps are missing in all four of the corners\tJune\nAttic\tA beam has to be taken out before the rain\tJuly",
		onlyTable(t, spacedRecords(18).analyze()).Text())
}

func TestRecordsBetweenWhiteSpaceEndAboveATextAcrossThem(t *testing.T) {
	t.Parallel()
	s := spacedRecords(18)
	s.column(60, 220, 10, prose(3, 70)...)
	require.Len(t, onlyTable(t, s.analyze()).Rows, 4)
}

func TestColumnsOfProseBesideEachOtherAreNotRecords(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 180, 260, 340} {
		for _, x := range []float64{60, 230, 400} {
			s.column(x, y, 10, prose(5, 30)...)
		}
	}
	requireNoTable(t, s.analyze())
}

func TestCardsOfShortLinesAreNotRecords(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 160, 220} {
		for _, x := range []float64{60, 230, 400} {
			s.column(x, y, 10, "Anna Field", "Head of all the grain stores", "Room 12")
		}
	}
	requireNoTable(t, s.analyze())
}
