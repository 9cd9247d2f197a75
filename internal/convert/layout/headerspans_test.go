package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// accounts writes a table of two pairs of columns under rules, without its upper header.
func accounts() *sheet {
	s := newSheet()
	for _, y := range []float64{100, 135, 190} {
		s.across(y, 55, 500)
	}
	places := []float64{60, 200, 260, 340, 400}
	s.row(130, places, "Room", "2022", "2021", "2022", "2021")
	for i := range 4 {
		s.row(148+12*float64(i), places, "Hall", "4,12", "1,95", "2,06", "1,87")
	}
	return s
}

func TestHeaderSpansTheColumnsItIsCentredOver(t *testing.T) {
	t.Parallel()
	s := accounts()
	s.row(112, []float64{172, 318}, "Twelve months of loans", "Six months of loans")
	head := onlyTable(t, s.analyze()).Rows[0].Cells
	require.Len(t, head, 3)
	require.Equal(t, []int{1, 2, 2}, []int{head[0].ColSpan, head[1].ColSpan, head[2].ColSpan})
	require.Equal(t, "Twelve months of loans", head[1].Text())
}

func TestHeaderAboveFillsSpansItsColumns(t *testing.T) {
	t.Parallel()
	s := zebra(6)
	s.row(100, []float64{310}, "Year to May")
	s.row(114, []float64{60, 250, 400}, "Room", "2022", "2021")
	table := onlyTable(t, s.analyze())
	require.Equal(t, 2, table.HeaderRows)
	require.Equal(t, 2, table.Rows[0].Cells[1].ColSpan)
	require.Equal(t, "Year to May", table.Rows[0].Cells[1].Text())
}

func TestNumberAboveNumbersSpansNothing(t *testing.T) {
	t.Parallel()
	s := zebra(6)
	s.row(114, []float64{330}, "17")
	for _, row := range onlyTable(t, s.analyze()).Rows {
		require.Len(t, row.Cells, 3)
	}
}

func TestHeaderAloneBetweenLinesSpansTheColumnsThere(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{100, 116, 134, 200} {
		s.across(y, 55, 560)
	}
	for _, x := range []float64{55, 160, 360, 560} {
		s.down(x, 100, 200)
	}
	s.row(112, []float64{240, 440}, "Visits", "Loans")
	s.row(130, []float64{60, 180, 240, 300, 380, 440, 500}, "Room", "All", "Young", "Old", "All", "Young", "Old")
	for i := range 5 {
		s.row(146+12*float64(i), []float64{60, 180, 240, 300, 380, 440, 500}, "Hall", "412", "195", "206", "187", "93", "94")
	}
	table := onlyTable(t, s.analyze())
	head := table.Rows[0].Cells
	require.Len(t, head, 3)
	require.Equal(t, []string{"", "Visits", "Loans"}, []string{head[0].Text(), head[1].Text(), head[2].Text()})
	require.Equal(t, []int{1, 3, 3}, []int{head[0].ColSpan, head[1].ColSpan, head[2].ColSpan})
	require.Len(t, table.Rows[2].Cells, 7)
}

// lettings writes a table of labels, words and three figures, on fills.
func lettings() *sheet {
	s := newSheet()
	for i, label := range []string{"Hall", "Cellar", "Attic", "Stairs"} {
		y := 140 + 20*float64(i)
		if i%2 == 0 {
			s.fill(55, y-14, 500, y+6)
		}
		s.row(y, []float64{60, 200, 300, 380, 460}, label, "let", "4,120", "38.1", "1,977")
	}
	return s
}

func TestDateAboveYearsSpansAllOfThem(t *testing.T) {
	t.Parallel()
	s := lettings()
	s.row(110, []float64{379}, "May 31,")
	s.row(122, []float64{60, 200, 300, 380, 460}, "Room", "State", "2023", "2022", "2021")
	head := onlyTable(t, s.analyze()).Rows
	require.Equal(t, "May 31,", head[0].Cells[2].Text())
	require.Equal(t, 3, head[0].Cells[2].ColSpan)
	require.Equal(t, "2022", head[1].Cells[3].Text())
}

func TestFirstLineOfANameIsNotOverItsNeighbours(t *testing.T) {
	t.Parallel()
	s := lettings()
	s.row(110, []float64{379}, "Rooms")
	s.row(122, []float64{60, 200, 300, 380, 460}, "Room", "State", "Built", "let out", "Sold")
	head := onlyTable(t, s.analyze()).Rows[0].Cells
	require.Len(t, head, 5)
	require.Equal(t, "Rooms let out", head[3].Text())
}
