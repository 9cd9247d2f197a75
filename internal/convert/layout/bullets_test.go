package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestLargeDotsAndSquaresOfAColumnAreBullets(t *testing.T) {
	t.Parallel()
	dot := func(s *sheet, x, y float64, _ int) {
		s.Dots = append(s.Dots, page.Box{X0: x, Y0: y - 10, X1: x + 9, Y1: y - 1})
	}
	squares := func(colors ...uint32) func(*sheet, float64, float64, int) {
		return func(s *sheet, x, y float64, i int) {
			box := page.Box{X0: x, Y0: y - 9, X1: x + 8, Y1: y - 1}
			s.Fills = append(s.Fills, ink.Fill{Box: box, Color: colors[i%len(colors)]})
		}
	}
	for name, c := range map[string]struct {
		draw         func(s *sheet, x, y float64, i int)
		lines, items int
	}{
		"large dots":                        {dot, 3, 3},
		"squares of one colour":             {squares(0x336699), 3, 3},
		"squares of a legend":               {squares(0x336699, 0xCC0000, 0x20603D), 3, 0},
		"white squares":                     {squares(ink.White), 3, 0},
		"fewer large dots than in a column": {dot, 2, 0},
	} {
		s := newSheet()
		for i := range c.lines {
			y := 100 + 30*float64(i)
			c.draw(s, 60, y, i)
			s.text(76, y, 14, regular, "an item of the list")
		}
		require.Equal(t, c.items, s.items(), name)
	}
}

// items returns the number of items in the lists of a page.
func (s *sheet) items() int {
	n := 0
	for _, b := range s.analyze().Blocks {
		if b.Kind == page.ListItem {
			n++
		}
	}
	return n
}

func TestBulletsOfAColumnMayStandCloseToTheColumnBeforeIt(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 4 {
		y := 100 + 20*float64(i)
		s.text(60, y, 12, regular, "Tell here about the sale of things")
		s.Dots = append(s.Dots, page.Box{X0: 262, Y0: y - 9, X1: 271, Y1: y})
		s.text(276, y, 12, regular, "some special item")
	}
	require.Equal(t, 4, s.items())
}

func TestSmallPicturesOfAColumnAreBullets(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		side         float64
		lines, items int
		words        []ink.ScanWord
	}{
		"small pictures":                {side: 12, lines: 3, items: 3},
		"fewer than in a column":        {side: 12, lines: 2},
		"pictures of two lines":         {side: 20, lines: 3},
		"pictures in which words stand": {side: 12, lines: 3, words: []ink.ScanWord{{Word: page.Word{Text: "ab"}}}},
	} {
		s := newSheet()
		for i := range c.lines {
			y := 100 + 30*float64(i)
			box := page.Box{X0: 76 - c.side, Y0: y - 3 - c.side/2, X1: 76, Y1: y - 3 + c.side/2}
			s.Images = append(s.Images, ink.Image{Box: box, Content: -1, Scan: ink.Scan{Words: c.words}})
			s.text(84, y, 10, regular, "an item of the list")
		}
		require.Equal(t, c.items, s.items(), name)
	}
}

func TestShortItemEndsBeforeALineAtTheMargin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		item string
		want []string
	}{
		"an item with room":  {"• The lamp at the door", []string{"The lamp at the door", "When it is lit, visitors may come in:"}},
		"an item that fills": {"• The lamp at the door of the hall, which is lit when the sun", []string{"The lamp at the door of the hall, which is lit when the sun When it is lit, visitors may come in:"}},
	} {
		s := newSheet()
		s.column(60, 100, 10, prose(4, 60)...)
		s.text(75, 160, 10, regular, c.item)
		s.text(60, 172, 10, regular, "When it is lit, visitors may come in:")
		require.Equal(t, c.want, texts(s.analyze())[1:], name)
	}
}
