package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// titled returns a page of prose, in type of 10 points, below a bold line at the head of the page.
func titled(title string, gap float64) page.Page {
	s := newSheet()
	s.text(60, 50, 10, bold, title)
	y := s.column(60, 60+gap, 10, prose(4, 70)...)
	s.column(60, y+14, 10, prose(4, 70)...)
	return finish(s.analyze())[0]
}

func TestBoldTitleAtTheHeadOfAPageNamesTheTextRightBelow(t *testing.T) {
	t.Parallel()
	require.Equal(t, page.Heading, titled("Loans of a year", 12).Blocks[0].Kind)
	require.NotEqual(t, page.Heading, titled("Loans of a year", 40).Blocks[0].Kind, "a running head")
	require.NotEqual(t, page.Heading, titled("(in thousands of loans)", 12).Blocks[0].Kind, "a unit")
}

func TestLargeLineAtTheFootOfASinglePageNamesNothing(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 110, 10, prose(6, 70)...)
	s.text(60, 780, 16, regular, "Tuesday, the eleventh of May")
	blocks := finish(s.analyze())[0].Blocks
	require.NotEqual(t, page.Heading, blocks[len(blocks)-1].Kind)
}

func TestTypeOfTablesIsNotTheBodys(t *testing.T) {
	t.Parallel()
	s := newSheet()
	ys := []float64{300}
	for len(ys) < 12 {
		y := ys[len(ys)-1]
		s.row(y+14, []float64{60, 230, 400}, "Reading hall north", "Lamps and harbours", "Cellar and garret")
		ys = append(ys, y+20)
	}
	lattice(s, []float64{55, 225, 395, 560}, ys)
	y := s.column(60, 110, 12, prose(3, 60)...)
	s.text(60, y+24, 12, regular, "The rooms were used as follows:")
	for _, b := range finish(s.analyze())[0].Blocks {
		require.NotEqual(t, page.Heading, b.Kind, b.Text())
	}
}

func TestFirstTermBelowATitleIsNotOneOfItsLines(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(4, 80)...) + 12
	s.text(60, y, 10, bold, "Lighting and Oiling")
	s.text(80, y+12, 10, bold, "light-lamp (C-l)")
	s.column(110, y+24, 10, prose(3, 70)...)
	require.Contains(t, texts(s.analyze()), "Lighting and Oiling")
}

func TestCommandsAreNotTitles(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.Fonts = append(s.Fonts, ink.Font{Name: "Courier-Bold", Bold: true, Mono: true})
	y := s.column(60, 100, 10, append(prose(3, 80), "Type this:")...) + 8
	s.text(60, y, 10, 3, "Lamp --light")
	s.column(60, y+20, 10, prose(4, 80)...)
	require.Empty(t, headings(finish(s.analyze())[0]))
}

func TestATitleBelowASmallLineAboveItsTextIsAHeading(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 80, 7, regular, "Part one")
	s.text(60, 92, 12, bold, "Reading rooms")
	s.column(60, 112, 10, prose(6, 90)...)
	require.Equal(t, []string{"Reading rooms"}, headingTexts(s.finished()))
}

func TestHeadingsDoNotDependOnTheScaleOfTheType(t *testing.T) {
	t.Parallel()
	for _, scale := range []float64{.8, .9, .975, 1, 1.03, 1.1, 1.25} {
		s := newSheet()
		s.text(60, 100, 11.6*scale, regular, "Of lamps and harbours")
		y := s.column(60, 130, 10*scale, prose(6, 60)...)
		s.column(60, y+12*scale, 10*scale, prose(6, 60)...)
		require.Equal(t, page.Heading, finish(s.analyze())[0].Blocks[0].Kind, "at %g", scale)
	}
}
