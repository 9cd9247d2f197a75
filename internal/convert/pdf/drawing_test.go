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

func TestAFilledLineWithMitredEndsIsARule(t *testing.T) {
	t.Parallel()
	d := pdf.Drawing{In: &ink.Input{Width: 600, Height: 800}}
	mitred := pdf.Subpath{Points: []pdf.Point{{X: 57, Y: 90}, {X: 57.6, Y: 90.1}, {X: 57.6, Y: 122}, {X: 57, Y: 122.2}, {X: 56.5, Y: 122.4}, {X: 56.5, Y: 89.8}, {X: 57, Y: 90}}}
	thread := pdf.Subpath{Points: []pdf.Point{{X: 80, Y: 90}, {X: 80.1, Y: 100}, {X: 82, Y: 101}, {X: 82.1, Y: 122}, {X: 82, Y: 122}, {X: 81.9, Y: 102}, {X: 80, Y: 100}}}
	d.Fill([]pdf.Subpath{mitred, thread}, 0)
	require.Equal(t, []ink.Rule{{Box: page.Box{X0: 56.5, Y0: 89.8, X1: 57.6, Y1: 122.4}, Vertical: true}}, d.In.Rules)
}

func TestAnAreaWithAnEdgeIsSolid(t *testing.T) {
	t.Parallel()
	square := func() []pdf.Subpath {
		p := rectangle(20, 90, 33, 103)
		p.Points = append(p.Points, p.Points[0])
		return []pdf.Subpath{p}
	}
	d := pdf.Drawing{In: &ink.Input{Width: 600, Height: 800}}
	d.Fill(square(), 0x336699)
	d.Stroke(square(), false)
	require.Equal(t, []ink.ShapeForm{ink.SolidShape, ink.SolidShape}, forms(d.In.Shapes))
	d = pdf.Drawing{In: &ink.Input{Width: 600, Height: 800}}
	d.Fill(square(), pdf.White)
	d.Stroke(square(), false)
	require.Equal(t, []ink.ShapeForm{ink.SquareShape}, forms(d.In.Shapes))
}

func forms(shapes []ink.Shape) []ink.ShapeForm {
	var out []ink.ShapeForm
	for _, s := range shapes {
		out = append(out, s.Form)
	}
	return out
}

func TestASmallShadingIsADot(t *testing.T) {
	t.Parallel()
	d := pdf.Drawing{In: &ink.Input{Width: 600, Height: 800}}
	ball := page.Box{X0: 22, Y0: 90, X1: 27, Y1: 95}
	d.Shade(ball)
	d.Shade(page.Box{X0: 0, Y0: 0, X1: 600, Y1: 30})    // a background
	d.Shade(page.Box{X0: 700, Y0: 90, X1: 705, Y1: 95}) // beyond the page
	require.Equal(t, []page.Box{ball}, d.In.Dots)
}

func TestFillsAreBoxesWhateverTheirPath(t *testing.T) {
	t.Parallel()
	middle := pdf.Subpath{Points: []pdf.Point{ // LibreOffice begins in the middle of a side, and closes the path
		{X: 80, Y: 140}, {X: 20, Y: 140}, {X: 20, Y: 90}, {X: 140, Y: 90}, {X: 140, Y: 140}, {X: 80, Y: 140}, {X: 80, Y: 140},
	}}
	round := pdf.Subpath{Curved: true, Points: []pdf.Point{
		{X: 25, Y: 90},
		{X: 135, Y: 90},
		{X: 138, Y: 90},
		{X: 140, Y: 92},
		{X: 140, Y: 95},
		{X: 140, Y: 135},
		{X: 140, Y: 138},
		{X: 138, Y: 140},
		{X: 135, Y: 140},
		{X: 25, Y: 140},
		{X: 22, Y: 140},
		{X: 20, Y: 138},
		{X: 20, Y: 135},
		{X: 20, Y: 95},
		{X: 20, Y: 92},
		{X: 22, Y: 90},
	}}
	arrow := pdf.Subpath{Points: []pdf.Point{
		{X: 20, Y: 90}, {X: 110, Y: 90}, {X: 140, Y: 115}, {X: 110, Y: 140}, {X: 20, Y: 140}, {X: 50, Y: 115}, {X: 20, Y: 90},
	}}
	box := page.Box{X0: 20, Y0: 90, X1: 140, Y1: 140}
	for _, c := range []struct {
		path pdf.Subpath
		want []ink.Fill
	}{
		{rectangle(20, 90, 140, 140), []ink.Fill{{Box: box, Color: 0x336699}}},
		{middle, []ink.Fill{{Box: box, Color: 0x336699}}},
		{round, []ink.Fill{{Box: box, Color: 0x336699, Round: true}}},
		{arrow, nil},
	} {
		d := pdf.Drawing{In: &ink.Input{Width: 600, Height: 800}}
		d.Fill([]pdf.Subpath{c.path}, 0x336699)
		require.Equal(t, c.want, d.In.Fills)
	}
}
