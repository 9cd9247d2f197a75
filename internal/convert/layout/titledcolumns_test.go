package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// strip writes a title and lines below it, and returns their text.
func (s *sheet) strip(x, y float64, title string, lines ...string) string {
	s.text(x, y, 10, bold, title)
	for i, l := range lines {
		s.text(x, y+14+12*float64(i), 10, regular, l)
	}
	return title + " " + strings.Join(lines, " ")
}

func TestCardsWithNothingAroundThemAreReadOneByOne(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 60, 10, prose(3, 100)...)
	var want []string
	for i, lines := range [][]string{
		{"Every reader finds", "a window with light", "and some benches."},
		{"Long halls were put", "here for those who", "wait for books and", "maps."},
		{"Lamps are lit when", "noon is over."},
		{"Chairs stand near", "the tables until", "nobody needs them."},
	} {
		want = append(want, s.strip(60+122*float64(i), 120, "Card "+string("ABCD"[i]), lines...))
	}
	s.column(60, 200, 10, prose(3, 100)...)
	requireNoTable(t, s.analyze())
	require.Contains(t, s.reading(), strings.Join(want, " "))
}

func TestCardsWithABarAtTheirSideAreReadRowByRow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 60, 10, prose(3, 100)...)
	var want []string
	for row := range 2 {
		for i := range 4 {
			x, y := 60+90*float64(i), 130+80*float64(row)
			s.down(x-8, y-14, y+50)
			want = append(want, s.strip(x, y, "Card "+string("ABCDEFGH"[4*row+i]), "Every reader", "finds here a", "window."))
		}
	}
	requireNoTable(t, s.analyze())
	require.Contains(t, s.reading(), strings.Join(want, " "))
}

func TestRecordsThatBeginLevelBelowBoldNamesAreATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(100, []float64{60, 200, 380}, "", "", "")
	for i, name := range []string{"Room", "Purpose", "Remarks"} {
		s.text([]float64{60, 200, 380}[i], 100, 10, bold, name)
	}
	for i, room := range []string{"North hall", "South hall", "Archive", "Cellar"} {
		y := 120 + 40*float64(i)
		s.text(60, y, 10, regular, room)
		s.column(200, y, 10, "Readers who come with", "books of their own")
		s.column(380, y, 10, "Closed until the windows", "have been mended")
	}
	require.Len(t, onlyTable(t, s.analyze()).Rows, 5)
}

func TestColumnsEndAboveTheTitleAndNamesOfATableBelowThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 14, bold, "Halls")
	for i, item := range []string{"North light", "Reading lamps", "Maps"} {
		s.text(60, 118+12*float64(i), 10, regular, "• "+item)
	}
	s.text(320, 100, 14, bold, "Windows")
	s.column(320, 118, 10, prose(5, 42)...)
	s.text(60, 220, 14, bold, "Harbours")
	for i, name := range []string{"Hall", "Keeper", "Day"} {
		s.text([]float64{64, 380, 480}[i], 240, 10, bold, name)
	}
	for i, row := range [][]string{{"North", "Peter", "Monday"}, {"South", "Anna", "Friday"}, {"West", "Ruth", "Tuesday"}} {
		s.across(246+16*float64(i), 60, 540)
		s.row(258+16*float64(i), []float64{64, 380, 480}, row...)
	}
	s.across(294, 60, 540)
	require.Equal(t, []string{"Halls", "Windows", "Harbours"}, headingTexts(s.finished()))
}
