package layout_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// wideTable returns a page that is as wide as the test's sheet is high.
func wideTable() *sheet {
	s := newSheet()
	s.Width, s.Height = 800, 600
	for _, y := range []float64{100, 118, 340} {
		s.across(y, 55, 700)
	}
	places := []float64{60, 200, 320, 440, 560}
	s.row(113, places, "Year", "Loans", "Visits", "Readers", "Share")
	for i := range 15 {
		s.row(132+14*float64(i), places, fmt.Sprint(2000+i), fmt.Sprint(4120+i), fmt.Sprint(120+i), "1,977", "38%")
	}
	s.Links = append(s.Links, ink.Link{Box: page.Box{X0: 55, Y0: 120, X1: 90, Y1: 135}, Target: "https://example.org"})
	return s
}

// turn puts a page on its side, so that its lines run up the page (270 degrees) or down (90), or upside down (180).
func (s *sheet) turn(angle int) {
	box := func(b page.Box) page.Box {
		switch angle {
		case 90:
			return page.Box{X0: s.Height - b.Y1, Y0: b.X0, X1: s.Height - b.Y0, Y1: b.X1}
		case 180:
			return page.Box{X0: s.Width - b.X1, Y0: s.Height - b.Y1, X1: s.Width - b.X0, Y1: s.Height - b.Y0}
		}
		return page.Box{X0: b.Y0, Y0: s.Width - b.X1, X1: b.Y1, Y1: s.Width - b.X0}
	}
	for i := range s.Glyphs {
		g := &s.Glyphs[i]
		origin := box(page.Box{X0: g.X, Y0: g.Y, X1: g.X, Y1: g.Y})
		g.Box, g.X, g.Y, g.Angle = box(g.Box), origin.X0, origin.Y0, angle
	}
	for i := range s.Rules {
		s.Rules[i].Box, s.Rules[i].Vertical = box(s.Rules[i].Box), s.Rules[i].Vertical != (angle != 180)
	}
	for i := range s.Links {
		s.Links[i].Box = box(s.Links[i].Box)
	}
	for i := range s.Rings {
		s.Rings[i] = box(s.Rings[i])
	}
	if angle != 180 {
		s.Width, s.Height = s.Height, s.Width
	}
}

func TestTurnedPageReadsLikeAnUprightOne(t *testing.T) {
	t.Parallel()
	upright := wideTable().analyze()
	for angle, size := range map[int][2]float64{90: {600, 800}, 180: {800, 600}, 270: {600, 800}} {
		s := wideTable()
		s.turn(angle)
		p := s.analyze()
		require.Equal(t, texts(upright), texts(p))
		require.Equal(t, 5, onlyTable(t, p).Columns)
		require.Equal(t, []float64{size[0], size[1], float64(angle)}, []float64{p.Width, p.Height, p.Angle})
		require.Len(t, p.Words, len(upright.Words))
		for i, w := range p.Words {
			require.Equal(t, upright.Words[i].Box, p.Level(w.Box), w.Text)
		}
		require.Equal(t, upright.Blocks[0].Box, p.Level(p.Blocks[0].Box))
		require.Equal(t, upright.Blocks[0].Table.Rows[3].Cells[2].Box, p.Level(p.Blocks[0].Table.Rows[3].Cells[2].Box))
	}
}

func TestRingsSelectWordsOnATurnedPage(t *testing.T) {
	t.Parallel()
	for _, angle := range []int{90, 180, 270} {
		s := newSheet()
		for i := range 6 {
			s.text(60, 200+14*float64(i), 10, regular, "Members pay half of what others pay for every course.")
		}
		x := s.text(60, 100, 10, regular, "Member: yes / ")
		end := s.text(x, 100, 10, regular, "no")
		s.Rings = append(s.Rings, page.Box{X0: x - 4, Y0: 88, X1: end + 4, Y1: 106})
		s.turn(angle)
		require.Contains(t, page.Markdown(s.analyze()), "Member: yes / [x] no", angle)
	}
}
