package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// signs are the rows of a table without numbers.
var signs = [][]string{
	{"C1", "P-1 = Pm", "Hall", "left"},
	{"C2", "Pc", "Hall b", "right"},
	{"Cs", "Bm = A2", "Hall c", "up"},
	{"Ci", "Pn", "Hall", "down"},
	{"D2", "Cm = Am", "Hall a", "left"},
	{"D3", "Bb", "Hall", "up"},
	{"S4", "Pa", "Hall c", "down"},
}

func TestLinesOfADrawnRowThatDoNotWrapAreRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lattice(s, fourColumns, []float64{100, 120, 210})
	s.bandOf(114, []string{"Sign", "Symbol", "Name", "Way"})
	s.bandOf(134, signs...)
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 1+len(signs))
	require.Equal(t, "Cs\tBm = A2\tHall c\tup", firstRows(table.Text(), 4)[len(firstRows(table.Text(), 3))+1:])
}

func TestLinesOfADrawnRowThatWrapAreOneRow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lattice(s, fourColumns, []float64{100, 120, 210})
	s.bandOf(114, []string{"Sign", "Symbol", "Name", "Way"})
	left, right := prose(7, 16), prose(7, 12)
	for i := range left {
		s.bandOf(134+12*float64(i), []string{left[i], right[i], "", ""})
	}
	require.Len(t, onlyTable(t, s.analyze()).Rows, 2)
}
