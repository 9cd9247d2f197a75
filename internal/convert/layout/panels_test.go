package layout_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// card draws a filled box and writes short lines in it, whose baselines are 14 points apart.
func (s *sheet) card(x, y, width, height float64, lines ...string) {
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: x, Y0: y, X1: x + width, Y1: y + height}, Color: 0xDDEEFF})
	for i, l := range lines {
		s.text(x+8, y+16+14*float64(i), 10, regular, l)
	}
}

// contact returns the lines of a card.
func contact(i int) []string {
	return []string{fmt.Sprintf("Person %d", i), fmt.Sprintf("Harbour Road %d", i), "Elmbridge"}
}

func TestCardsInRowsAreReadOneByOneAndMakeNoTable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 60, 10, prose(3, 80)...)
	var want string
	for i := range 6 {
		s.card(60+float64(i%3)*160, 120+float64(i/3)*80, 140, 60, contact(i)...)
		want += fmt.Sprintf(" Person %d Harbour Road %d Elmbridge", i, i)
	}
	requireNoTable(t, s.analyze())
	require.Contains(t, s.reading(), want)
}

func TestFramedBoxesOfUnevenHeightAreReadByColumn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	var want string
	for column := range 4 {
		y := 100.0
		for i := range 3 {
			lines := contact(10*column + i)
			height := 60 + 17*float64((column+2*i)%4)
			s.frame(40+float64(column)*130, y, 120, height)
			for k, l := range lines {
				s.text(48+float64(column)*130, y+16+14*float64(k), 10, regular, l)
			}
			want += " " + lines[0] + " " + lines[1] + " " + lines[2]
			y += height + 12
		}
	}
	requireNoTable(t, s.analyze())
	require.Equal(t, want[1:], s.reading())
}

// frame draws the four sides of a box.
func (s *sheet) frame(x, y, width, height float64) {
	s.across(y, x, x+width)
	s.across(y+height, x, x+width)
	s.down(x, y, y+height)
	s.down(x+width, y, y+height)
}

func TestCellsThatTouchAreATableHoweverManyLinesTheyHave(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 60, 10, prose(3, 80)...)
	for i := range 6 {
		s.card(60+float64(i%3)*140, 120+float64(i/3)*60, 140, 60, contact(i)...)
	}
	require.Len(t, onlyTable(t, s.analyze()).Rows, 2)
}

func TestAShadedColumnLevelWithItsLabelsStaysInTheTable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, label := range []string{"Harbour", "Workshop", "Ledger", "Orchard", "Canal"} {
		y := 100 + 16*float64(i)
		s.row(y, []float64{60, 200, 300}, label, fmt.Sprint(120+i), fmt.Sprint(310+i))
	}
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 185, Y0: 88, X1: 245, Y1: 170}, Color: 0xDDEEFF})
	require.Len(t, onlyTable(t, s.analyze()).Rows, 5)
}
