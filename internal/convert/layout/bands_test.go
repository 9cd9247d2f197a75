package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTableEndsAboveTextThatPrecedesAFooterRule(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 134, 300} {
		s.across(y, 55, 500)
	}
	s.row(113, []float64{60, 300, 400}, "Loans", "2023", "2022")
	s.row(130, []float64{60, 300, 400}, "Hall", "4,120", "1,977")
	s.row(148, []float64{60, 300, 400}, "Cellar", "17", "23")
	s.text(60, 190, 10, regular, "Loans from the hall have gone up since the winter as more readers came and stayed for the")
	s.text(60, 202, 10, regular, "evening.")
	s.text(280, 290, 10, regular, "33")
	p := s.analyze()
	require.Equal(t, "Loans\t2023\t2022\nHall\t4,120\t1,977\nCellar\t17\t23", onlyTable(t, p).Text())
	require.Len(t, p.Blocks, 3)
}

func TestLineOfTextSeparatesTwoTables(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 160, 220, 238, 280} {
		s.across(y, 55, 500)
	}
	places := []float64{60, 300, 400}
	for _, y := range []float64{0, 120} {
		s.row(113+y, places, "Loans", "2023", "2022")
		s.row(132+y, places, "Hall", "4,120", "1,977")
		s.row(146+y, places, "Cellar", "17", "23")
	}
	s.text(60, 190, 10, regular, "Loans from the hall have gone up since the winter as more readers came and stayed for the")
	p := s.analyze()
	require.Len(t, p.Blocks, 3)
	require.NotNil(t, p.Blocks[0].Table)
	require.Nil(t, p.Blocks[1].Table)
	require.NotNil(t, p.Blocks[2].Table)
}

func TestTitleInLargerTypeSeparatesTwoTables(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 118, 136, 154, 190, 208, 226, 244} {
		s.across(y, 55, 500)
	}
	for _, y := range []float64{0, 90} {
		s.row(113+y, []float64{60, 300, 400}, "Loans", "2023", "2022")
		s.row(131+y, []float64{60, 300, 400}, "Hall", "4,120", "1,977")
		s.row(149+y, []float64{60, 300, 400}, "Cellar", "17", "23")
	}
	s.text(60, 178, 14, bold, "Loans of the east")
	p := s.analyze()
	require.Len(t, p.Blocks, 3)
	require.NotNil(t, p.Blocks[0].Table)
	require.Equal(t, "Loans of the east", p.Blocks[1].Text())
	require.NotNil(t, p.Blocks[2].Table)
}

func TestJustifiedLinesBesideATableAreNotRows(t *testing.T) {
	t.Parallel()
	spread := func(s *sheet, y float64) { // a line with wide spaces, all alike
		x := 60.0
		for _, w := range strings.Fields("the rooms by the river stay open until noon") {
			x = s.text(x, y, 10, regular, w) + 10
		}
	}
	s := newSheet()
	spread(s, 90)
	for _, y := range []float64{100, 118, 154} {
		s.across(y, 55, 460)
	}
	places := []float64{60, 250, 350}
	s.row(113, places, "Loans", "2023", "2022")
	s.row(131, places, "Hall", "4,120", "1,977")
	s.row(149, places, "Cellar", "17", "23")
	spread(s, 168)
	require.Equal(t, "Loans\t2023\t2022\nHall\t4,120\t1,977\nCellar\t17\t23", onlyTable(t, s.analyze()).Text())
}

func TestManyLinesAboveASmallTableAreNotAHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{60, 320, 340, 360} {
		s.across(y, 55, 500)
	}
	for i := range 10 {
		s.row(80+24*float64(i), []float64{60, 300}, "Reading rooms", "Form")
	}
	s.row(334, []float64{60, 300, 400}, "Hall", "A", "12")
	s.row(354, []float64{60, 300, 400}, "Cellar", "B", "7")
	for _, b := range s.analyze().Blocks {
		if b.Table != nil {
			require.NotContains(t, b.Table.Rows[0].Cells[0].Text(), "Reading rooms Reading rooms")
		}
	}
}

// financials writes a table under rules, the last of which, at the given height, belongs to something below it.
func financials(last float64) *sheet {
	s := newSheet()
	for _, y := range []float64{100, 118, 134, 152, last} {
		s.across(y, 55, 500)
	}
	s.row(113, []float64{60, 300, 400}, "Loans", "2023", "2022")
	s.row(130, []float64{60, 300, 400}, "Hall", "4,120", "1,977")
	s.row(148, []float64{60, 300, 400}, "Cellar", "17", "23")
	return s
}

func TestTextSetApartFromATableIsNotARowOfIt(t *testing.T) {
	t.Parallel()
	const want = "Loans\t2023\t2022\nHall\t4,120\t1,977\nCellar\t17\t23"
	for name, write := range map[string]func(s *sheet){
		"a page number above the rule at the foot": func(s *sheet) { s.text(280, 290, 10, regular, "33") },
		"a numbered note": func(s *sheet) {
			s.text(60, 168, 10, regular, "(1)")
			s.text(90, 168, 10, regular, "Loans from the hall have gone up since the winter as more readers came and")
			s.text(90, 180, 10, regular, "stayed for the evening, which nobody had expected in the years before.")
		},
		"a line of introduction to the next table": func(s *sheet) { s.text(60, 184, 10, regular, "The rooms were used as follows:") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := financials(300)
			write(s)
			require.Equal(t, want, onlyTable(t, s.analyze()).Text())
		})
	}
}

func TestNameOfAGroupAfterASpaceIsARow(t *testing.T) {
	t.Parallel()
	s := financials(200)
	s.text(60, 176, 10, regular, "Rooms")
	s.row(195, []float64{60, 300, 400}, "Garret", "1", "2")
	require.Contains(t, onlyTable(t, s.analyze()).Text(), "\nRooms")
}
