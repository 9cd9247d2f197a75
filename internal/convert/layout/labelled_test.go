package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// fields writes labels of the given size in a row, and lines of values below them.
func (s *sheet) fields(y, size float64, labels []string, values ...[]string) {
	xs := []float64{60, 220, 380}
	for i, l := range labels {
		s.text(xs[i], y, size, regular, l)
	}
	for k, row := range values {
		for i, v := range row {
			if v != "" {
				s.text(xs[i], y+12*float64(k+1), 10, bold, v)
			}
		}
	}
}

// withText returns the texts of a page with text below the fields.
func (s *sheet) withText() []string {
	s.column(60, 300, 10, prose(5, 90)...)
	return texts(s.analyze())
}

func TestFieldsOfAFormAreReadOneByOne(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.fields(100, 7, []string{"Order", "Day", "Reader"}, []string{"A-310", "4 May", "Ada Hall"})
	s.fields(130, 7, []string{"Shelf", "Room", "Seat"}, []string{"North", "", "12"})
	require.Equal(t, []string{"Order", "A-310", "Day", "4 May", "Reader", "Ada Hall", "Shelf", "North", "Room", "Seat", "12"}, s.withText()[:11])
}

func TestFieldMayHaveSeveralLines(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.fields(100, 7, []string{"Order", "Day", "Reader"}, []string{"A-310", "4 May", "Ada Hall"}, []string{"", "", "Long Lane"})
	got := s.withText()
	require.Equal(t, []string{"Order", "A-310", "Day", "4 May", "Reader"}, got[:5])
	require.Contains(t, got[5], "Long Lane")
}

func TestAddressesBelowSmallLabelsAreReadOneByOne(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.fields(100, 7, []string{"From", "To", "Copy"}, []string{"Ada Hall", "Bo Lind", "Cy Marsh"},
		[]string{"Lane 12", "Mill 7", "Quay 31"}, []string{"4711 Kelham", "8000 Ostbury", "1200 Talmouth"})
	got := s.withText()
	require.Contains(t, got[1], "4711 Kelham")
	require.Equal(t, "To", got[2])
}

func TestSmallNamesAboveRowsAreThoseOfATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.fields(100, 7, []string{"Room", "Loans", "Seats"}, []string{"Hall", "4,120", "77"}, []string{"Cellar", "17", "23"}, []string{"Archive", "109", "98"})
	require.Equal(t, "Room\tLoans\tSeats\nHall\t4,120\t77\nCellar\t17\t23\nArchive\t109\t98", onlyTable(t, s.analyze()).Text())
}

func TestFieldsInDrawnCellsAreATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, x := range []float64{55, 215, 375, 535} {
		s.down(x, 90, 150)
	}
	for _, y := range []float64{90, 120, 150} {
		s.across(y, 55, 535)
	}
	s.fields(100, 7, []string{"Order", "Day", "Reader"}, []string{"A-310", "4 May", "Ada Hall"})
	s.fields(130, 7, []string{"Shelf", "Room", "Seat"}, []string{"North", "Hall", "12"})
	require.Len(t, onlyTable(t, s.analyze()).Rows, 2)
}

func TestValueOfAFieldIsNotAHeading(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.fields(100, 9, []string{"Order", "Day", "Reader"}, []string{"A-310", "4 May", "Ada Hall"})
	s.column(60, 140, 10, prose(5, 90)...)
	require.Empty(t, headingTexts(s.finished()))
}
