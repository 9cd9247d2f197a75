package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// printed returns a page of a spreadsheet.
func printed() *sheet {
	s := newSheet()
	s.Spreadsheet = true
	return s
}

func TestCellsOfASpreadsheetFormATableHoweverFewTheyAre(t *testing.T) {
	t.Parallel()
	s := printed()
	s.row(100, places[:2], "Name", "Room")
	s.row(113, places[:2], "Hall", "east")
	require.Equal(t, "Name\tRoom\nHall\teast", onlyTable(t, s.analyze()).Text())

	s.Spreadsheet = false
	requireNoTable(t, s.analyze())
}

func TestEmptyRowOfASpreadsheetPartsTables(t *testing.T) {
	t.Parallel()
	s := printed()
	s.row(100, places[:1], "Stock in March")
	s.row(126, places[:2], "Name", "Room")
	s.row(139, places[:2], "Hall", "east")
	s.row(165, places[:2], "Year", "Loans")
	s.row(178, places[:2], "2019", "4120")
	require.Equal(t, []string{"Stock in March", "Name\tRoom\nHall\teast", "Year\tLoans\n2019\t4120"}, texts(s.analyze()))
}

func TestHeaderAtTheLeftAndFiguresAtTheRightAreOneColumnOfASpreadsheet(t *testing.T) {
	t.Parallel()
	s := printed()
	s.row(100, places[:3], "A", "B", "C")
	s.row(113, []float64{160, 280, 320}, "12", "7", "east")
	s.row(126, []float64{165, 280, 320}, "3", "9", "west")
	require.Equal(t, "A\tB\tC\n12\t7\teast\n3\t9\twest", onlyTable(t, s.analyze()).Text())
}

func TestTextOfASpreadsheetGoesOnOverEmptyCells(t *testing.T) {
	t.Parallel()
	s := printed()
	s.row(100, places[:3], "Name", "Room", "Year")
	s.row(113, places[:3], "Hall", "east", "2019")
	s.row(126, places[:1], "all rooms were closed in the summer of that year")
	s.row(139, places[:3], "Cellar", "west", "2020")
	table := onlyTable(t, s.analyze())
	require.Equal(t, 3, table.Columns)
	require.Equal(t, "all rooms were closed in the summer of that year", table.Rows[2].Cells[0].Text())
}

func TestSpreadsheetWithMoreColumnsThanAPageHasRoomForIsText(t *testing.T) {
	t.Parallel()
	s := printed()
	for i := range 150 {
		x := float64(i)
		s.text(3*x, 20+5*x, 2, regular, "a")
		s.text(3*x+450, 20+5*x, 2, regular, "b")
	}
	requireNoTable(t, s.analyze())
}

func TestSingleTextsBelowEachOtherInASpreadsheetAreNoTable(t *testing.T) {
	t.Parallel()
	s := printed()
	for i, letter := range []string{"t", "e", "s", "t"} {
		s.row(100+13*float64(i), places[:1], letter)
	}
	requireNoTable(t, s.analyze())
}
