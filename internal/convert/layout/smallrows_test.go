package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRowsOfNamesInLowercaseLettersAreRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{100, 220, 340}
	s.across(100, 100, 460)
	s.row(114, xs, "Prefix", "Package", "Author")
	s.across(120, 100, 460)
	s.row(134, xs, "chk", "kernel", "The Project")
	s.row(146, xs, "clist", "kernel", "The Project")
	s.row(158, xs, "codehigh", "codehigh", "Jana Low")
	s.row(170, xs, "ducks", "ducksay", "Ina Spratte")
	s.across(176, 100, 460)
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 5)
	require.Equal(t, "codehigh", table.Rows[3].Cells[0].Text())
}

func TestRowsInLowerCaseContinueWhereTheirFirstWordDidNotFit(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{100, 220, 360}
	s.across(100, 100, 460)
	s.row(114, xs, "Kind", "Use", "Note")
	s.across(120, 100, 460)
	s.row(134, xs, "Lamp", "Lights the long", "Kept in the far")
	s.row(146, xs, "", "table by the door", "room at the back")
	s.row(158, xs, "Stool of", "Stands beside the", "Kept in the near")
	s.row(170, xs, "oak wood", "window of the room", "room at the front")
	s.across(176, 100, 460)
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 3)
	require.Equal(t, "Stool of oak wood", table.Rows[2].Cells[0].Text())
}
