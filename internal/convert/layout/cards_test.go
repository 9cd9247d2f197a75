package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestFilledCardsAreNotATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	var want []string
	for row := range 2 {
		for column := range 3 {
			x, y := 50+175*float64(column), 100+150*float64(row)
			s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: x, Y0: y, X1: x + 168, Y1: y + 140}, Color: 0x333333})
			title := "Card " + string("ABCDEF"[3*row+column])
			s.text(x+8, y+20, 13, bold, title)
			s.column(x+8, y+40, 10, prose(7, 18)...)
			want = append(want, title)
		}
	}
	p := s.finished()
	requireNoTable(t, p)
	require.Equal(t, want, headingTexts(p))
}

func TestATitleAboveATableAcrossColumnsDoesNotEndAColumn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, prose(10, 40)...)
	s.column(310, 100, 10, append(prose(8, 40), "The right end.")...)
	s.text(60, 244, 14, bold, "Harbours")
	for _, y := range []float64{252, 268, 284, 300} {
		s.across(y, 55, 530)
	}
	for i, row := range [][]string{{"Hall", "Old", "New"}, {"North", "4", "12"}, {"South", "5", "13"}} {
		s.row(264+16*float64(i), []float64{60, 300, 450}, row...)
	}
	for _, x := range []float64{55, 290, 440, 530} {
		s.down(x, 252, 300)
	}
	require.Contains(t, s.reading(), "The right end. Harbours")
}
