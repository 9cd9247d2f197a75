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

func TestRowsThatCompleteAWordOrABracketContinueTheRowAbove(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		label, end, rest string
		rows             int
	}{
		"a broken word":           {"", "con-", "structed well", 3},
		"a whole word":            {"", "con", "structed well", 5},
		"a row with a name":       {"Door", "con-", "structed well", 5},
		"a dash that ends a line": {"", "con -", "structed well", 5},
		"an open bracket":         {"", "(of the old", "Dining Room)", 3},
		"a bracket that closes":   {"", "(of oak)", "Dining Room", 5},
		"brackets of two rows":    {"", "(of oak)", "(of ash)", 5},
	} {
		s := newSheet()
		xs := []float64{100, 220, 360}
		s.across(100, 100, 460)
		s.row(114, xs, "Kind", "Use", "Note")
		s.across(120, 100, 460)
		s.row(134, xs, "Lamp", "Lights the", "Kept "+c.end)
		s.row(147, xs, c.label, "Long table", c.rest)
		s.row(159, xs, "Stool", "Stands at the", "Kept "+c.end)
		s.row(172, xs, c.label, "Low window", c.rest)
		s.across(178, 100, 460)
		require.Len(t, onlyTable(t, s.analyze()).Rows, c.rows, name)
	}
}
