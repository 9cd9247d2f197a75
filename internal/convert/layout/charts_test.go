package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// stroke draws a line that is neither across nor down, by its box.
func (s *sheet) stroke(x0, y0, x1, y1 float64) {
	s.Strokes = append(s.Strokes, page.Box{X0: x0, Y0: y0, X1: x1, Y1: y1})
}

// chart draws a plot of 200 by 120 points with a frame, two axes and the numbers at their ticks.
func (s *sheet) chart(x, y float64) {
	s.across(y, x, x+200)
	s.across(y+120, x, x+200)
	s.down(x, y, y+120)
	s.down(x+200, y, y+120)
	for i := range 5 {
		at := x + 10 + 45*float64(i)
		s.down(at, y+120, y+125)
		label := fmt.Sprint(100 * i)
		s.text(at-2*float64(len(label)), y+136, 8, regular, label)
	}
	for i := range 4 {
		at := y + 10 + 30*float64(i)
		s.across(at, x-5, x)
		s.text(x-18, at+3, 8, regular, fmt.Sprintf("1%d", i))
	}
}

func (s *sheet) turned(x, y, size float64, text string) {
	for _, r := range text {
		s.Glyphs = append(s.Glyphs, ink.Glyph{
			Rune: r, X: x, Y: y, Size: size, Angle: 270, Content: -1,
			Box: page.Box{X0: x - .8*size, Y0: y - .5*size, X1: x + .2*size, Y1: y},
		})
		y -= .5 * size
	}
}

func onlyPicture(t *testing.T, p page.Page) page.Block {
	t.Helper()
	var found []page.Block
	for _, b := range p.Blocks {
		if b.Kind == page.Picture {
			found = append(found, b)
		}
	}
	require.Len(t, found, 1, "%q", texts(p))
	return found[0]
}

func TestWhatIsWrittenInAChartStaysTogether(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 60, 10, prose(4, 90)...)
	s.chart(150, y+20)
	s.stroke(160, y+30, 340, y+130)
	s.text(200, y+60, 8, bold, "Boys")
	s.text(300, y+50, 8, regular, "Girls")
	s.text(225, y+170, 8, regular, "Age in months")
	s.turned(118, y+110, 8, "Height")
	s.column(60, y+200, 10, append([]string{"Figure 3: Heights of children."}, prose(4, 90)...)...)
	p := s.analyze()
	got := onlyPicture(t, p)
	require.Equal(t, "10\nGirls\n11 Boys\n12\n13\n0 100 200 300 400\nAge in months\nHeight", got.Text())
	require.Len(t, p.Blocks, 4, "%q", texts(p))
	require.Equal(t, page.Caption, p.Blocks[2].Kind)
}

func TestThePointsOfAChartAreNoList(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.chart(150, 100)
	for i := range 12 {
		s.text(160+14*float64(i), 110+8*float64(i), 8, regular, "●")
	}
	require.Equal(t, "10\n11\n12\n13\n0 100 200 300 400", onlyPicture(t, s.analyze()).Text())
}

func TestPlotsInARowAreOneFigureReadOneAfterTheOther(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, name := range []string{"North", "South"} {
		s.chart(80+250*float64(i), 100)
		s.text(150+250*float64(i), 130, 8, regular, name)
	}
	require.Equal(t, "10\nNorth\n11\n12\n13\n0 100 200 300 400\n10\nSouth\n11\n12\n13\n0 100 200 300 400", onlyPicture(t, s.analyze()).Text())
}

func TestATurnedPlotIsOnePicture(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 60, 10, prose(6, 90)...)
	s.stroke(200, y+20, 320, y+200)
	for i, label := range []string{"Entry", "Death", "Exit"} {
		s.turned(220+30*float64(i), y+180-40*float64(i), 8, label)
	}
	p := s.analyze()
	require.ElementsMatch(t, []string{"Entry", "Death", "Exit"}, strings.Split(onlyPicture(t, p).Text(), "\n"))
}

func TestTextOnCurvesRemainsText(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 4 {
		s.stroke(50, 80+40*float64(i), 550, 200+40*float64(i))
	}
	s.text(60, 90, 16, bold, "A title on waves")
	s.column(60, 120, 10, prose(8, 90)...)
	p := s.analyze()
	for _, b := range p.Blocks {
		require.NotEqual(t, page.Picture, b.Kind, "%q", b.Text())
	}
	require.Equal(t, page.Heading, finish(p)[0].Blocks[0].Kind)
}

func TestRuledRowsOfNumbersAreNoAxis(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 6 {
		y := 100 + 20*float64(i)
		s.across(y, 60, 400)
		s.row(y+14, []float64{70, 200, 330}, fmt.Sprintf("Row %d", i), fmt.Sprint(10*i), fmt.Sprint(100+i))
	}
	s.across(220, 60, 400)
	require.Len(t, onlyTable(t, s.analyze()).Rows, 6)
}

func TestALabelledTitleAboveAChartIsNotInIt(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(150, 90, 14, bold, "Heights of children")
	s.chart(150, 100)
	s.stroke(160, 60, 340, 210) // clipped where the plot ends
	s.text(300, 130, 8, regular, "Girls")
	p := s.analyze()
	require.Equal(t, "Heights of children", p.Blocks[0].Text())
	require.NotContains(t, onlyPicture(t, p).Text(), "children")
}

// bars draws four bars of several heights on one line, and the years below them.
func (s *sheet) bars(x, y float64) {
	for i, h := range []float64{40, 90, 60, 75} {
		s.fill(x+50*float64(i), y-h, x+50*float64(i)+20, y)
		s.text(x+50*float64(i)+2, y-h-3, 8, regular, fmt.Sprint(int(h)))
		s.text(x+50*float64(i)+2, y+14, 8, regular, fmt.Sprint(2021+i))
	}
}

func TestBarsWithTheirNumbersAreAChart(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 60, 10, prose(4, 90)...)
	s.bars(150, y+120)
	s.column(60, y+180, 10, prose(4, 90)...)
	p := s.analyze()
	require.Equal(t, "90\n75\n60\n40\n2021 2022 2023 2024", onlyPicture(t, p).Text())
	require.Len(t, p.Blocks, 3, "%q", texts(p))
}

func TestFilledCellsOfAHeaderAreNoBars(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, h := range []float64{20, 40, 20, 40} {
		x := 100 + 82*float64(i)
		s.fill(x, 140-h, x+80, 140)
		s.text(x+30, 136, 10, bold, []string{"Ada", "Otto", "Jean", "Lena"}[i])
		for k := range 4 {
			s.text(x+33, 156+16*float64(k), 10, regular, fmt.Sprint(100+10*k+i))
		}
	}
	for _, b := range s.analyze().Blocks {
		require.NotEqual(t, page.Picture, b.Kind, "%q", b.Text())
	}
}
