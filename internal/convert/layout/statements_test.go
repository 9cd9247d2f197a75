package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// stripe fills the whole width of a table.
func (s *sheet) stripe(y float64) {
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 55, Y0: y, X1: 520, Y1: y + 15}, Color: 0xCCEEFF})
}

// striped writes rows of a table with every other one on a fill, and returns the next baseline.
func (s *sheet) striped(y float64, rows ...[]string) float64 {
	for i, cells := range rows {
		if i%2 == 0 {
			s.stripe(y - 11)
		}
		s.row(y, []float64{60, 320, 440}, cells...)
		y += 15
	}
	return y
}

// cells returns the texts of a row, joined by tabs.
func cells(r page.Row) string {
	out := make([]string, 0, len(r.Cells))
	for _, c := range r.Cells {
		out = append(out, c.Text())
	}
	return strings.Join(out, "\t")
}

func TestNotesBelowATableBetweenRulesAreNotRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 166, 600} {
		s.across(y, 55, 500)
	}
	s.row(113, []float64{60, 300, 400}, "Loans", "2023", "2022")
	s.row(132, []float64{60, 300, 400}, "Hall *", "4,120", "1,977")
	s.row(146, []float64{60, 300, 400}, "Cellar **", "17", "23")
	s.text(60, 190, 10, regular, "*")
	s.text(85, 190, 10, regular, "Loans from the hall have gone up since the winter as more readers came and stayed for the evening.")
	s.text(60, 204, 10, regular, "**")
	s.text(85, 204, 10, regular, "The cellar was closed for most of the year and nobody knows why.")
	require.Equal(t, "Loans\t2023\t2022\nHall *\t4,120\t1,977\nCellar **\t17\t23", onlyTable(t, s.analyze()).Text())
}

func TestLineThatIntroducesATableEndsTheOneAboveIt(t *testing.T) {
	t.Parallel()
	s := newSheet()
	rows := [][]string{{"Hall", "4,120", "1,977"}, {"Cellar", "17", "23"}, {"Archive", "109", "98"}, {"All rooms", "4,246", "2,098"}}
	s.row(97, []float64{60, 320, 440}, "Loans", "2023", "2022")
	y := s.striped(112, rows...)
	s.text(80, y+10, 10, regular, "Loans of the rooms for readers were as follows:")
	s.row(y+30, []float64{60, 320, 440}, "Rooms", "2023", "2022")
	s.striped(y+45, rows...)
	var tables []string
	for _, b := range s.analyze().Blocks {
		if b.Table != nil {
			tables = append(tables, b.Table.Text())
		}
	}
	body := "\nHall\t4,120\t1,977\nCellar\t17\t23\nArchive\t109\t98\nAll rooms\t4,246\t2,098"
	require.Equal(t, []string{"Loans\t2023\t2022" + body, "Rooms\t2023\t2022" + body}, tables)
}

func TestCurrencySignsDoNotFillTheGutterInFrontOfThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 180} {
		s.across(y, 55, 500)
	}
	s.row(113, []float64{60, 300, 400}, "Loans", "2023", "2022")
	for i, label := range []string{"Hall", "Cellar", "Archive"} {
		y := 132 + 14*float64(i)
		s.row(y, []float64{60, 300, 331, 400}, label, "4,120", "$", "1,977")
	}
	table := onlyTable(t, s.analyze())
	require.Equal(t, "Hall\t4,120\t$ 1,977", cells(table.Rows[1]))
}

func TestHeaderBetweenRulesIsNotATableOfItsOwn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 132} {
		s.across(y, 300, 380)
		s.across(y, 390, 470)
	}
	s.row(113, []float64{310, 400}, "Fair value", "Fair value")
	s.row(126, []float64{310, 400}, "of halls", "of rooms")
	s.text(60, 143, 10, regular, "Rooms that are open:")
	places := []float64{60, 310, 400}
	s.stripe(147)
	s.row(158, places, "Hall", "4,120", "1,977")
	s.row(173, places, "Cellar", "17", "23")
	s.stripe(177)
	s.row(188, places, "Archive", "109", "98")
	table := onlyTable(t, s.analyze())
	require.Equal(t, "\tFair value of halls\tFair value of rooms", cells(table.Rows[0]))
}

func TestHeaderALittleAboveItsFirstNameIsTakenWhole(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 120, 140, 160} {
		s.across(y, 55, 500)
	}
	for _, x := range []float64{55, 290, 390, 500} {
		s.down(x, 100, 160)
	}
	s.text(60, 92, 10, regular, "(in thousands)")
	s.row(95, []float64{300, 400}, "Loans", "Readers")
	for i, label := range []string{"Hall", "Cellar", "Archive"} {
		s.row(114+20*float64(i), []float64{60, 300, 400}, label, "4,120", "1,977")
	}
	require.Equal(t, "(in thousands)\tLoans\tReaders", cells(onlyTable(t, s.analyze()).Rows[0]))
}

func TestFewNotesBelowTheirNameAreAColumn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, x := range []float64{240, 330, 430} {
		s.text(x, 80, 10, regular, []string{"Note", "2023", "2022"}[i])
	}
	s.report(97, []string{"Loans of books", "4,120", "1,977"}, []string{"Reading rooms", "109", "98"}, []string{"Seats", "77", "23"},
		[]string{"Lamps", "80", "61"}, []string{"All of these", "4,246", "2,098"})
	s.text(240, 112, 10, regular, "6, 13")
	got := onlyTable(t, s.analyze())
	require.Equal(t, "\tNote\t2023\t2022", cells(got.Rows[0]))
	require.Equal(t, "Reading rooms\t6, 13\t109\t98", cells(got.Rows[2]))
}
