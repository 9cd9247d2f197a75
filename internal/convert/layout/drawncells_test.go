package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// lattice draws all lines of a grid of cells.
func lattice(s *sheet, xs, ys []float64) {
	for _, x := range xs {
		s.down(x, ys[0], ys[len(ys)-1])
	}
	for _, y := range ys {
		s.across(y, xs[0], xs[len(xs)-1])
	}
}

func TestDrawnCellsAreCellsWithoutText(t *testing.T) {
	t.Parallel()
	xs, ys := []float64{50, 200, 320, 440}, []float64{100, 120, 140, 160, 180}
	for name, c := range map[string]struct {
		write func(s *sheet)
		want  string
	}{
		"a blank body": {
			func(s *sheet) { s.row(114, []float64{60, 210, 330}, "Room", "Loans", "Share") },
			"Room\tLoans\tShare\n\t\t\n\t\t\n\t\t",
		},
		"labels alone": {
			func(s *sheet) {
				for i, label := range []string{"Name", "Street", "Town", "Date"} {
					s.text(60, ys[i]+14, 10, regular, label)
				}
			},
			"Name\t\t\nStreet\t\t\nTown\t\t\nDate\t\t",
		},
		"an empty column and an empty row": {
			func(s *sheet) {
				for _, i := range []int{0, 1, 3} {
					s.row(ys[i]+14, []float64{60, 330}, "Hall", "12")
				}
			},
			"Hall\t\t12\nHall\t\t12\n\t\t\nHall\t\t12",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			lattice(s, xs, ys)
			c.write(s)
			require.Equal(t, c.want, onlyTable(t, s.analyze()).Text())
		})
	}
}

func TestDrawnGapsThatHoldNoTextAreNotCells(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lattice(s, []float64{50, 200, 206, 320}, []float64{100, 120, 126, 146})
	s.row(114, []float64{60, 210}, "Room", "Loans")
	s.row(140, []float64{60, 210}, "Hall", "12")
	require.Equal(t, "Room\tLoans\nHall\t12", onlyTable(t, s.analyze()).Text())
}

func TestGridlinesWithAFewLabelsAreNotATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lattice(s, []float64{50, 200, 320, 440}, []float64{100, 120, 140, 160, 180})
	s.text(210, 134, 10, regular, "12")
	s.text(330, 154, 10, regular, "31")
	s.text(60, 174, 10, regular, "17")
	requireNoTable(t, s.analyze())
}

func TestBackgroundsOfLinesInAFilledCellAreNotRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{50, 200, 320, 440}
	lattice(s, xs, []float64{100, 150, 170, 190})
	fill := func(x0, y0, x1, y1 float64) {
		s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}, Color: 0xD3D3D3})
	}
	for i, x := range xs[:3] {
		fill(x, 100, xs[i+1], 150)
		for line := range 3 {
			y := 106 + 13*float64(line)
			fill(x+1, y, xs[i+1]-1, y+13)
			s.text(x+6, y+10, 10, regular, []string{"Name", "of the", "hall"}[line])
		}
	}
	for _, y := range []float64{164, 184} {
		s.row(y, []float64{56, 206, 326}, "Hall", "North", "Lamps")
	}
	require.Equal(t, "Name of the hall\tName of the hall\tName of the hall\nHall\tNorth\tLamps\nHall\tNorth\tLamps", onlyTable(t, s.analyze()).Text())
}
