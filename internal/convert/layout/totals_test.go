package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// invoice writes items between rules, and totals whose labels begin at x.
func invoice(x float64) *sheet {
	s := newSheet()
	columns := []float64{60, 260, 350, 450}
	s.across(90, 55, 500)
	s.across(106, 55, 500)
	for i, row := range [][]string{
		{"Item", "Qty", "Price", "Amount"},
		{"Lamps for tables", "28", "916.42", "81.49"},
		{"Chairs", "18", "368.21", "557.08"},
		{"Curtains", "15", "818.90", "889.42"},
	} {
		s.row(102+15*float64(i), columns, row...)
	}
	for i, label := range []string{"Net", "VAT"} {
		s.row(162+15*float64(i), []float64{x, 450}, label, "734.50")
	}
	s.across(182, 55, 500)
	return s
}

func TestLabelsOfTotalsSpanTheColumnsBeforeTheirFigures(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]float64{"centred": 212, "at the end": 365} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			table := onlyTable(t, invoice(x).analyze())
			require.Equal(t, 4, table.Columns)
			for _, r := range table.Rows[4:] {
				require.Len(t, r.Cells, 2)
				require.Equal(t, 3, r.Cells[0].ColSpan)
			}
		})
	}
}

func TestNamesOfColumnsMayBeMuchWiderThanTheirFigures(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 55, Y0: 88, X1: 505, Y1: 106}, Color: 0x206040})
	s.row(100, []float64{60, 240, 306, 440}, "Collections", "Waterways", "Examinations of accounts", "Locks")
	for i, label := range []string{"Registers", "Halls", "Narrow halls", "Members", "Wooden halls"} {
		s.row(120+16*float64(i), []float64{60, 270, 402, 450}, label, "94.6", "16.2", "20")
	}
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 6)
	require.Len(t, table.Rows[0].Cells, 4)
	require.Equal(t, "Examinations of accounts", table.Rows[0].Cells[2].Text())
}

func TestTheSecondLineOfALabelIsNotARow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for _, label := range [][]string{{"Orchards in", "Greenfield"}, {"Accounts"}, {"Old halls in", "Altenwerder"}, {"Libraries in", "Grassmere"}, {"Members"}} {
		s.row(y, []float64{60, 150, 220, 290}, label[0], "450", "849", "52.7")
		if len(label) > 1 {
			y += 10.5
			s.text(60, y, 10, regular, label[1])
		}
		y += 12.5
	}
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 5)
	require.Equal(t, "Old halls in Altenwerder", table.Rows[2].Cells[0].Text())
}

func TestATitleInTheBoxOfATableIsNotARow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.across(80, 55, 400)
	s.text(60, 98, 14, bold, "Lamps")
	for i, row := range [][]string{{"Hall", "Old", "New"}, {"North", "4", "12"}, {"South", "5", "13"}, {"East", "6", "14"}} {
		s.row(118+15*float64(i), []float64{60, 200, 300}, row...)
	}
	s.across(122, 55, 400)
	s.across(170, 55, 400)
	p := s.finished()
	require.Equal(t, []string{"Lamps"}, headingTexts(p))
	require.Len(t, onlyTable(t, p).Rows, 4)
}
