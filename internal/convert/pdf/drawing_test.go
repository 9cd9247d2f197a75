package pdf_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

func rectangle(x0, y0, x1, y1 float64) pdf.Subpath {
	return pdf.Subpath{Points: []pdf.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}}
}

func TestABorderDrawnCellByCellIsOneRule(t *testing.T) {
	t.Parallel()
	d := pdf.Drawing{In: &ink.Input{Width: 600, Height: 800}}
	for _, x := range [][2]float64{{20, 160}, {160, 161.3}, {161.3, 166}, {166, 240}, {246, 310}} { // the last lies beyond a gap
		d.Fill([]pdf.Subpath{rectangle(x[0], 90, x[1], 90.7)}, 0)
	}
	d.Fill([]pdf.Subpath{rectangle(310, 96, 350, 96.7)}, 0) // on another line
	require.Equal(t, []page.Box{{X0: 20, Y0: 90, X1: 240, Y1: 90.7}, {X0: 246, Y0: 90, X1: 310, Y1: 90.7}, {X0: 310, Y0: 96, X1: 350, Y1: 96.7}},
		[]page.Box{d.In.Rules[0].Box, d.In.Rules[1].Box, d.In.Rules[2].Box})
}
