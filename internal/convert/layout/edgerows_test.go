package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// zebra writes a table without lines in which every other row is filled, from the first below the header.
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

func TestTheHeaderAboveAndTheRowBelowTheFillsBelongToTheTable(t *testing.T) {
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

func TestTextAroundTheFillsStaysOutside(t *testing.T) {
	t.Parallel()
	s := zebra(5)
	s.column(60, 90, 10, prose(2, 90)...)
	s.column(60, 232, 10, prose(3, 90)...)
	p := s.analyze()
	require.Len(t, onlyTable(t, p).Rows, 5)
	require.Len(t, p.Blocks, 3)
}

func TestFillsOverTheWholeWidthAreRows(t *testing.T) {
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
