package layout_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// columnsOfProse writes two columns of equal height, each of one sentence, and returns their texts.
func (s *sheet) columnsOfProse(y float64, lines int) []string {
	var out []string
	for _, x := range []float64{60, 310} {
		column := prose(lines, 40)
		column[0] = strings.Replace(column[0], "Reading", []string{"Left", "Right"}[int(x)/310], 1)
		column[lines-1] += "."
		s.column(x, y, 10, column...)
		out = append(out, strings.Join(column, " "))
	}
	return out
}

func TestAShortTitleInABoxAcrossColumnsStaysWithItsText(t *testing.T) {
	t.Parallel()
	s := newSheet()
	upper := s.columnsOfProse(100, 8)
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 50, Y0: 200, X1: 530, Y1: 248}, Color: 0xEEEEEE})
	s.text(60, 218, 10, bold, "Harbours")
	boxed := "Everything about harbours that nobody knows was told by those who wait for noon near windows."
	s.text(60, 236, 10, regular, boxed)
	lower := s.columnsOfProse(270, 8)
	want := slices.Concat(upper, []string{"Harbours", boxed}, lower)
	require.Equal(t, strings.Join(want, " "), s.reading())
}

func TestATitleOnABandAcrossThePageEndsTheBlocksAboveIt(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "Passengers of the ferry", "Harbour Office of the town", "Quay Street 12, north side", "Open from nine")
	s.column(340, 106, 10, "Issued by the office of the pier", "Long Tables Limited, room 4", "Windows Lane 7, second floor", "Telephone 555 0199")
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 40, Y0: 160, X1: 560, Y1: 182}, Color: 0x104060})
	inColor(s, ink.White, func() { s.text(60, 175, 12, bold, "Receipt for the crossing") })
	s.column(60, 210, 10, prose(6, 90)...)
	require.Regexp(t, "^Passengers.*from nine Issued.*0199 Receipt for the crossing Reading", s.reading())
}

func TestAnInterruptedRuleBetweenColumnsEndsThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	upper := s.columnsOfProse(100, 8)
	for i, label := range []string{"40", "20", "0"} { // a chart, in the left half only
		s.text(70, 212+14*float64(i), 7, regular, label)
	}
	lower := s.columnsOfProse(270, 8)
	s.down(298, 90, 196)
	s.down(298, 258, 360)
	want := slices.Concat(upper, []string{"40 20 0"}, lower)
	require.Equal(t, strings.Join(want, " "), s.reading())
}

func TestPanelsThatBeginLevelByChanceAreReadByColumn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	tops := [2][]float64{{100, 220, 340, 460}, {100, 220, 370, 440}}
	var want []string
	for side, x := range []float64{60, 320} {
		for i, y := range tops[side] {
			title := "Panel " + string("ABCDEFGH"[4*side+i])
			s.text(x, y, 13, bold, title)
			s.column(x, y+18, 10, prose(4, 38)...)
			want = append(want, title)
		}
	}
	require.Equal(t, want, headingTexts(s.finished()))
}

func TestAGutterContinuesBesideShortLines(t *testing.T) {
	t.Parallel()
	s := newSheet()
	left := prose(18, 38)
	left[8] += " there always" // longer than the others: above it the gutter is wider
	s.column(60, 100, 10, left...)
	y := s.column(320, 100, 10, prose(7, 38)...)
	s.column(320, y, 10, "Chairs", "Lamps", "Halls", "Seats", "Doors", "Maps", "Books", "Walls", "Lights", "Stairs", "Shelves")
	require.Contains(t, s.reading(), strings.Join(left, " "))
}
