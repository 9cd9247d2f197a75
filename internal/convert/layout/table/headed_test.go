package table_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/table"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// lines sets rows of cells at these places, step points apart. Every character is half an em of ten points wide. What is
// before head is white.
func lines(xs []float64, step float64, head int, rows ...[]string) []text.Run {
	var words []text.Word
	for i, row := range rows {
		for c, cell := range row {
			x, y := xs[c], 100+step*float64(i)
			for word := range strings.FieldsSeq(cell) {
				w := text.Word{Text: word, Box: page.Box{X0: x, Y0: y - 8, X1: x + 5*float64(len(word)), Y1: y + 2}, Base: y, Size: 10, Content: -1}
				if i < head {
					w.Color = 0xFFFFFF
				}
				words = append(words, w)
				x = w.Box.X1 + 2.5
			}
		}
	}
	return text.Runs(words, nil)
}

func TestATitleAmongRecordsDoesNotEndTheirTable(t *testing.T) {
	t.Parallel()
	tables, rest := table.Headed(lines([]float64{60, 290, 370}, 15, 1,
		[]string{"Signal", "Filter", "Ledger"},
		[]string{"Narrow regulation", "", "797.58"},
		[]string{"Canal in Ostbury", "43.8%", "104"},
		[]string{"Different archive", "90,454", "69"},
		[]string{"Laboratory"},
		[]string{"Distant canal", "287", "20.5%"},
		[]string{"Programme in Thornby", "25.8%", "803.77"}))
	require.Len(t, tables, 1)
	require.Len(t, tables[0].Block.Table.Rows, 7)
	require.Empty(t, rest)
}
