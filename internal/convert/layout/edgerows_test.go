package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// zebra writes a table without lines in which every other row is filled, beginning with the first below the
// header.
func zebra(rows int) *sheet {
	s := newSheet()
	for i := range rows {
		y := 120 + 20*float64(i)
		s.row(y+14, []float64{60, 250, 400}, "Hall "+string(rune('A'+i)), "4,1"+string(rune('0'+i)), "38%")
		if i%2 == 0 {
			for _, x := range [][2]float64{{55, 240}, {240, 390}, {390, 500}} {
				s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: x[0], Y0: y, X1: x[1], Y1: y + 20}, Color: 0xDDE8F5})
			}
		}
	}
	return s
}

func TestHeaderAboveAndRowBelowTheFillsJoinTheTable(t *testing.T) {
	t.Parallel()
	s := zebra(6)
	s.row(102, []float64{250}, "Loans")
	s.row(114, []float64{60, 250, 400}, "Room", "of a year", "Share")
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 7)
	require.Equal(t, "Loans of a year", table.Rows[0].Cells[1].Text())
	require.True(t, table.Rows[0].Cells[1].Header)
	require.Equal(t, "Hall F", table.Rows[6].Cells[0].Text())
}

func TestRowsOfATableAboveAreNotHeaders(t *testing.T) {
	t.Parallel()
	s := newSheet()
	grid := func(ys ...float64) {
		for _, y := range ys {
			s.across(y, 60, 460)
		}
		for _, x := range []float64{60, 260, 460} {
			s.down(x, ys[0], ys[len(ys)-1])
		}
	}
	grid(100, 114, 128)
	s.row(111, []float64{64, 264}, "Simple", "Table")
	s.row(125, []float64{64, 264}, "Without", "Header")
	grid(142, 182, 222)
	s.row(153, []float64{64, 264}, "Tall", "Rows")
	s.row(193, []float64{64, 264}, "Hall A", "North")
	p := s.analyze()
	require.Len(t, p.Blocks, 2)
	require.Len(t, p.Blocks[0].Table.Rows, 2)
	require.Len(t, p.Blocks[1].Table.Rows, 2)
}

func TestTextAroundTheFillsStaysOutsideTheTable(t *testing.T) {
	t.Parallel()
	s := zebra(5)
	s.column(60, 90, 10, prose(2, 90)...)
	s.column(60, 232, 10, prose(3, 90)...)
	p := s.analyze()
	require.Len(t, onlyTable(t, p).Rows, 5)
	require.Len(t, p.Blocks, 3)
}

func TestFullWidthFillsAreRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(88, []float64{400, 470}, "May", "June")
	s.row(100, []float64{400, 470}, "2022", "2021")
	s.row(112, []float64{60}, "Current assets:")
	for i, label := range []string{"Cash at hand", "Books", "Accounts of readers who owe us", "Chairs", "Total"} {
		y := 116 + 12*float64(i)
		s.row(y+10, []float64{60, 400, 470}, label, "4,2"+string(rune('1'+i)), "1,954")
		if i%2 == 0 {
			s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 55, Y0: y, X1: 500, Y1: y + 12}, Color: 0xDDE8F5})
		}
	}
	require.Equal(t, "\tMay 2022\tJune 2021\nCurrent assets:\t\t\nCash at hand\t4,21\t1,954\nBooks\t4,22\t1,954\n"+
		"Accounts of readers who owe us\t4,23\t1,954\nChairs\t4,24\t1,954\nTotal\t4,25\t1,954", onlyTable(t, s.analyze()).Text())
}

// banner writes a table whose header alone is filled: two rows of names and units above n rows of figures.
func banner(rows int) *sheet {
	s := newSheet()
	for i := range 2 {
		y := 100 + 20*float64(i)
		for _, x := range [][2]float64{{55, 240}, {240, 390}, {390, 500}} {
			s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: x[0], Y0: y, X1: x[1], Y1: y + 20}, Color: 0x204060})
		}
	}
	xs := []float64{60, 250, 400}
	s.row(114, xs, "Room", "Loans", "Share")
	s.row(134, xs[1:], "a year", "%")
	for i := range rows {
		s.row(154+20*float64(i), xs, "Hall "+string(rune('A'+i)), "4,1"+string(rune('0'+i)), "38")
	}
	return s
}

func TestRowsBelowAFilledHeaderJoinIt(t *testing.T) {
	t.Parallel()
	table := onlyTable(t, banner(5).analyze())
	require.Len(t, table.Rows, 7)
	require.Equal(t, "38", table.Rows[6].Cells[2].Text())
}

func TestTextBelowTheRowsOfAFilledHeaderStaysOutside(t *testing.T) {
	t.Parallel()
	s := banner(3)
	s.row(214, []float64{60, 170, 260, 420}, "Nobody has", "counted", "what was lent", "before 1990,")
	s.column(60, 226, 10, prose(3, 90)...)
	require.Len(t, onlyTable(t, s.analyze()).Rows, 5)
}

func TestHeaderRowsAtTheDistanceOfRowsStayApart(t *testing.T) {
	t.Parallel()
	s := zebra(6)
	s.row(92, []float64{60, 250, 400}, "Room", "Loans", "Share")
	s.row(112, []float64{250, 400}, "a year", "%")
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 8)
	require.Equal(t, 2, table.HeaderRows)
	require.Equal(t, "Share", table.Rows[0].Cells[2].Text())
}

func TestTitleAboveTheHeaderStaysOutside(t *testing.T) {
	t.Parallel()
	s := zebra(6)
	s.text(60, 92, 14, bold, "Halls")
	s.row(112, []float64{60, 250, 400}, "Room", "Loans", "Share")
	p := s.analyze()
	require.Equal(t, "Room", onlyTable(t, p).Rows[0].Cells[0].Text())
	require.Equal(t, "Halls", p.Blocks[0].Text())
}

func TestNamesOfGroupsOfRowsOverSeveralColumnsSpanTheTable(t *testing.T) {
	t.Parallel()
	s := banner(0)
	for i, cells := range [][]string{
		{"Upper floor without the room of the trustees"},
		{"Hall A", "412", "38"},
		{"Hall B", "211", "17"},
		{"Ground floor"},
		{"Hall C", "109", "9"},
		{"Hall D", "77", "6"},
	} {
		s.row(154+20*float64(i), []float64{60, 250, 400}, cells...)
	}
	table := onlyTable(t, s.analyze())
	require.Equal(t, 3, table.Rows[2].Cells[0].ColSpan)
	require.Len(t, table.Rows[5].Cells, 3)
}

func TestHeadersOfAllColumnsMayReachOverTheirBorders(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 5 {
		y := 120 + 20*float64(i)
		s.row(y+14, []float64{60, 230, 300, 440}, "Hall "+string(rune('A'+i)), "May 2023", "2.5", "4,120")
		if i%2 == 0 {
			s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 55, Y0: y, X1: 500, Y1: y + 20}, Color: 0xDDE8F5})
		}
	}
	s.row(112, []float64{60, 230, 292, 440}, "Room", "Opened", "Rates of loans to all", "Books")
	require.Equal(t, "Room\tOpened\tRates of loans to all\tBooks", strings.SplitN(onlyTable(t, s.analyze()).Text(), "\n", 2)[0])
}

func TestSentencesOverTheColumnsIntroduceTheTable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 98, 10, "Everybody whatsoever accompanies travelling archaeologists throughout.", "Accompanied travellers have these rooms:")
	for i, r := range [][]string{{"Key", "Description", "Default"}, {"hall", "The largest of the rooms, which is open from nine", "38"}, {"cellar", "Closed in winter.", "none"}, {"tower", "For members only.", "12"}, {"yard", "Open, if there is a keeper who can let people in", "none"}} {
		s.row([]float64{130, 154, 190, 214, 238}[i], []float64{60, 230, 500}, r...)
	}
	s.text(230, 166, 10, regular, "to noon.")
	s.text(230, 250, 10, regular, "and out.")
	require.Equal(t, "Key\tDescription\tDefault\nhall\tThe largest of the rooms, which is open from nine to noon.\t38\n"+
		"cellar\tClosed in winter.\tnone\ntower\tFor members only.\t12\nyard\tOpen, if there is a keeper who can let people in and out.\tnone", onlyTable(t, s.analyze()).Text())
}
