package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

var places = []float64{60, 200, 320, 440}

func TestRuledTableKeepsItsSpans(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 120, 140, 160} {
		s.across(y, 55, 400)
	}
	s.down(55, 100, 160)
	s.down(190, 120, 160)
	s.down(300, 100, 160)
	s.down(400, 100, 160)
	s.row(114, []float64{60, 310}, "Rooms and places", "Count")
	s.row(134, []float64{60, 200, 310}, "Hall", "east", "12")
	s.row(154, []float64{60, 200, 310}, "Cellar", "west", "7")
	table := onlyTable(t, s.analyze())
	require.Equal(t, 3, table.Columns)
	require.Equal(t, "Rooms and places\tCount\nHall\teast\t12\nCellar\twest\t7", table.Text())
	require.Equal(t, 2, table.Rows[0].Cells[0].ColSpan)
}

func TestTableBetweenRulesIsFoundByItsGutters(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.across(100, 55, 500)
	s.across(118, 55, 500)
	s.across(160, 55, 500)
	s.row(113, places[:3], "Year", "Loans", "Share")
	s.row(132, places[:3], "2019", "4,120", "38%")
	s.row(146, places[:3], "2020", "1,977", "21%")
	require.Equal(t, "Year\tLoans\tShare\n2019\t4,120\t38%\n2020\t1,977\t21%", onlyTable(t, s.analyze()).Text())
}

func TestWrappedCellStaysInItsRow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.across(100, 55, 500)
	s.across(118, 55, 500)
	s.across(180, 55, 500)
	s.row(113, places[:2], "Room", "Remarks")
	s.row(130, places[:2], "Hall", "open from nine in the")
	s.row(142, places[1:2], "morning on")
	s.row(165, places[:2], "Cellar", "closed")
	require.Equal(t, "Room\tRemarks\nHall\topen from nine in the morning on\nCellar\tclosed", onlyTable(t, s.analyze()).Text())
}

func TestColumnsOfNumbersFormATableWithoutRules(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(100, places, "Branch", "Chairs", "Lamps", "Opened")
	s.row(116, places, "North", "40", "22", "1961")
	s.row(132, places, "South gate", "18", "9", "1974")
	s.row(148, places, "Harbour", "65", "41", "2003")
	table := onlyTable(t, s.analyze())
	require.Equal(t, 4, table.Columns)
	require.Len(t, table.Rows, 4)
}

func TestTitleInLargerTypeSeparatesTwoTablesWithoutRules(t *testing.T) {
	t.Parallel()
	tables := func(size float64, first ...string) int {
		s := newSheet()
		s.row(100, places, first...)
		s.row(116, places, "South gate", "18", "9", "1974")
		s.row(132, places, "Harbour", "65", "41", "2003")
		s.row(148, places, "Hill", "12", "30", "2010")
		s.text(60, 166, size, bold, "Closed halls")
		s.row(182, places, first...)
		s.row(198, places, "Canal", "27", "16", "1992")
		s.row(214, places, "Market", "44", "38", "2011")
		s.row(230, places, "Mill", "21", "17", "2014")
		n := 0
		for _, b := range s.analyze().Blocks {
			if b.Table != nil {
				n++
			}
		}
		return n
	}
	require.Equal(t, 2, tables(13, "North", "40", "22", "1961"))
	require.Equal(t, 2, tables(13, "Branch", "Chairs", "Lamps", "Opened"))
	require.Equal(t, 1, tables(10, "North", "40", "22", "1961"), "the name of a group of rows is in the type of the rows")
}

func TestStripesSeparateRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 3 {
		y := 100 + 40*float64(i)
		s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 55, Y0: y, X1: 500, Y1: y + 20}, Color: 0xDDDDDD})
	}
	s.row(114, places[:3], "Hall", "12", "east")
	s.row(134, places[:3], "Cellar", "7", "west")
	s.row(154, places[:3], "Attic", "3", "north")
	s.row(174, places[:3], "Stairs", "1", "south")
	require.Len(t, onlyTable(t, s.analyze()).Rows, 4)
}

func TestTextThatIsNotATableStaysText(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(*sheet){
		"two columns of prose": func(s *sheet) {
			s.column(60, 100, 10, prose(10, 50)...)
			s.column(330, 100, 10, prose(10, 50)...)
		},
		"two columns between rules": func(s *sheet) {
			s.across(90, 55, 560)
			s.column(60, 106, 10, prose(10, 50)...)
			s.column(330, 106, 10, prose(10, 50)...)
			s.across(230, 55, 560)
		},
		"a box round a paragraph": func(s *sheet) {
			s.across(90, 55, 400)
			s.across(150, 55, 400)
			s.down(55, 90, 150)
			s.down(400, 90, 150)
			s.column(60, 106, 10, prose(3, 60)...)
		},
		"a numbered list": func(s *sheet) {
			for i, n := range []string{"1.", "2.", "3.", "4."} {
				s.row(100+14*float64(i), []float64{60, 90}, n, "a step to take")
			}
		},
		"a table of contents": func(s *sheet) {
			for i, n := range []string{"5", "17", "29", "41", "60"} {
				s.row(100+14*float64(i), []float64{60, 480}, "Chapter with a title", n)
			}
		},
		"gridlines behind a chart": func(s *sheet) {
			for i := range 6 {
				s.across(100+20*float64(i), 60, 360)
				s.down(60+60*float64(i), 100, 200)
			}
			s.text(65, 115, 8, regular, "50")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			build(s)
			requireNoTable(t, s.analyze())
		})
	}
}

func TestIndexWithNamedColumnsIsATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{60, 130, 480}
	s.row(100, xs, "Part", "Subject", "Page")
	for i, n := range []string{"5", "17", "29", "41", "60"} {
		s.row(114+14*float64(i), xs, "Item "+n, "A chapter with a title", n)
	}
	require.Len(t, onlyTable(t, s.analyze()).Rows, 6)
}

func TestTwoSpacesSeparateColumnsInFixedWidthType(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, row := range [][]string{{"Rate", "1.00", "1.10", "1.20"}, {"0.99", "8000", "8800", "9600"}, {"0.95", "1600", "1760", "1920"}, {"0.90", "8010", "8080", "9690"}} {
		for k, c := range row {
			s.text(60+32*float64(k), 100+12*float64(i), 10, mono, c)
		}
	}
	require.Equal(t, 4, onlyTable(t, s.analyze()).Columns)
}

func TestCaptionAndNoteInsideTheFrameAreNotRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 120, 140, 160, 180, 200} {
		s.across(y, 55, 400)
	}
	s.down(55, 100, 200)
	s.down(190, 120, 180)
	s.down(400, 100, 200)
	s.row(114, []float64{60}, "Table 3 What the halls were let for in May")
	s.row(134, []float64{60, 200}, "Hall", "Rent")
	s.row(154, []float64{60, 200}, "East", "1,204")
	s.row(174, []float64{60, 200}, "West", "887")
	s.row(194, []float64{60}, "The rent of the western hall holds for the winter too.")
	p := s.analyze()
	require.Equal(t, "Hall\tRent\nEast\t1,204\nWest\t887", onlyTable(t, p).Text())
	require.Equal(t, "The rent of the western hall holds for the winter too.", p.Blocks[len(p.Blocks)-1].Text())
}

func TestContentsBetweenRulesAreNoTable(t *testing.T) {
	t.Parallel()
	contents := func(pages ...string) *sheet {
		s := newSheet()
		s.across(100, 55, 505)
		s.across(100+14*float64(len(pages)+1), 55, 505)
		for i, number := range pages {
			y := 114 + 14*float64(i)
			x := s.text(60, y, 10, regular, []string{"First steps", "Basics", "Using it"}[i%3])
			if i > 0 {
				s.text(x+5, y, 10, regular, strings.TrimSpace(strings.Repeat(". ", int(470-x)/8)))
			}
			s.text(500, y, 10, regular, number)
		}
		return s
	}
	requireNoTable(t, contents("1", "2", "4", "7", "7").analyze())
	require.Len(t, ofKind(contents("7", "4", "7", "2", "1").analyze(), page.TableKind), 1, "figures in any order")
}

func TestPageWithATitleBetweenRulesIsNoTable(t *testing.T) {
	t.Parallel()
	chapter := func(size float64) *sheet {
		s := newSheet()
		s.across(100, 55, 500)
		s.across(220, 55, 500)
		s.text(400, 114, 10, regular, "Chapter sixteen")
		s.text(60, 140, size, bold, "Classification")
		for i, row := range [][]string{{">>>", "load it"}, {">>>", "t = [3,2,3]"}, {">>>", "p = [3,2,1]"}, {">>>", "error(t, p)"}} {
			s.row(160+12*float64(i), []float64{60, 90}, row...)
		}
		return s
	}
	requireNoTable(t, chapter(14).analyze())
	require.Len(t, ofKind(chapter(10).analyze(), page.TableKind), 1, "the name of a group")
}
