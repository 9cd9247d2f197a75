package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fourColumns are the vertical lines of the tables in this file.
var fourColumns = []float64{60, 160, 240, 320, 400}

// bandOf writes the lines of a band between the rules of a table, the first at y.
func (s *sheet) bandOf(y float64, rows ...[]string) {
	for i, r := range rows {
		for c, cell := range r {
			if cell != "" {
				s.text(fourColumns[c]+4, y+12*float64(i), 10, regular, cell)
			}
		}
	}
}

func TestFiguresLevelInAllColumnsOfABandAreRecords(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lattice(s, fourColumns, []float64{100, 120, 150, 180, 210, 240})
	s.bandOf(114, []string{"Branch", "Loans", "Sales", "Visits"})
	for i, name := range []string{"Harbour", "Orchard", "Quarry", "Timber"} {
		y := 132 + 30*float64(i)
		s.bandOf(y, []string{"", "1,204", "317", "88"}, []string{"", "2,511", "402", "91"})
		s.text(64, y+6, 10, regular, name)
	}
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 9)
	require.Equal(t, 2, table.Rows[1].Cells[0].RowSpan)
	require.Equal(t, "Branch\tLoans\tSales\tVisits\nHarbour\t1,204\t317\t88\n2,511\t402\t91", firstRows(table.Text(), 3))
}

func TestLinesOfTextLevelInAllColumnsOfABandAreCells(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lattice(s, fourColumns, []float64{100, 130, 150, 170, 190})
	s.bandOf(112, []string{"Branch and", "Loans of", "Sales in", "Visits by"}, []string{"its town", "last year", "the shop", "children"})
	for i, name := range []string{"Harbour", "Orchard", "Quarry"} {
		s.bandOf(144+20*float64(i), []string{name, "1,204", "317", "88"})
	}
	require.Len(t, onlyTable(t, s.analyze()).Rows, 4)
}

func TestRecordsBelowTitlesAreSplitBesideACellThatSpansThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	ys := []float64{100, 120, 160, 200, 230}
	for _, x := range fourColumns {
		s.down(x, 100, 230)
	}
	for i, y := range ys {
		end := 320.0 // the last column is one cell
		if i == 0 || i == len(ys)-1 {
			end = 400
		}
		s.across(y, 60, end)
	}
	s.bandOf(114, []string{"Goods", "Loans", "Sales"})
	s.bandOf(132, []string{"Fruit"}, []string{"Apples", "1,204", "317"}, []string{"Pears", "2,511", "402"})
	s.bandOf(172, []string{"Timber"}, []string{"Oak", "1,290", "310"}, []string{"Beech", "2,513", "403"})
	s.bandOf(212, []string{"Stone"}, []string{"Slate", "1,290", "310"})
	s.bandOf(129, []string{"", "", "", "Prices"}, []string{"", "", "", "120"}, []string{"", "", "", "100"})
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 9)
	require.Equal(t, 9, table.Rows[0].Cells[3].RowSpan)
}

// firstRows returns the first n lines of a table's text.
func firstRows(table string, n int) string {
	return strings.Join(strings.Split(table, "\n")[:n], "\n")
}

func TestALabelThatContinuesInLowerCaseIsOneRow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lattice(s, fourColumns[:4], []float64{100, 120, 210})
	s.bandOf(114, []string{"Goods", "Loans", "Sales"})
	s.bandOf(132, []string{"Timber", "1,204", "317"}, []string{"Furniture of oak"}, []string{"and of beech", "2,511", "402"},
		[]string{"Stone", "1,290", "310"}, []string{"Slate", "1,201", "303"}, []string{"Glass", "88", "41"})
	require.Equal(t, "Goods\tLoans\tSales\nTimber\t1,204\t317\nFurniture of oak and of beech\t2,511\t402\nStone\t1,290\t310\nSlate\t1,201\t303\nGlass\t88\t41",
		onlyTable(t, s.analyze()).Text())
}
