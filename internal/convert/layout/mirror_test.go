package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// hebrew transliterates lowercase letters and leaves everything else alone.
func hebrew(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return 'א' + (r - 'a')
		}
		return r
	}, s)
}

// flip turns a page into its mirror image in Hebrew letters.
func (s *sheet) flip() {
	box := func(b page.Box) page.Box {
		return page.Box{X0: s.Width - b.X1, Y0: b.Y0, X1: s.Width - b.X0, Y1: b.Y1}
	}
	for i := range s.Glyphs {
		g := &s.Glyphs[i]
		g.Rune, g.Box = []rune(hebrew(string(g.Rune)))[0], box(g.Box)
		g.X = g.Box.X0
	}
	for i := range s.Rules {
		s.Rules[i].Box = box(s.Rules[i].Box)
	}
	for i := range s.Dots {
		s.Dots[i] = box(s.Dots[i])
	}
	for i := range s.Links {
		s.Links[i].Box = box(s.Links[i].Box)
	}
}

func TestRightToLeftPagesReadLikeTheirMirrorImage(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(s *sheet){
		"columns": func(s *sheet) {
			s.column(50, 100, 10, prose(20, 40)...)
			s.column(320, 100, 10, prose(20, 44)...)
		},
		"list with drawn bullets": func(s *sheet) {
			s.column(70, 100, 10, "reading rooms", "long tables", "windows")
			for i := range 3 {
				y := 97 + 12*float64(i)
				s.Dots = append(s.Dots, page.Box{X0: 58, Y0: y - 2, X1: 62, Y1: y + 2})
			}
		},
		"ruled table": func(s *sheet) {
			for _, y := range []float64{100, 120, 140} {
				s.across(y, 55, 400)
			}
			for _, x := range []float64{55, 190, 400} {
				s.down(x, 100, 140)
			}
			s.row(114, places[:2], "rooms and places", "hall")
			s.row(134, places[:2], "cellar", "near windows")
		},
		"indented paragraphs": func(s *sheet) {
			y := s.column(65, 100, 10, "the first line stands in from the margin of the page.")
			y = s.column(50, y, 10, append(prose(3, 60), "and it ends here.")...)
			s.column(65, y, 10, "so does the first line of the paragraph after it.")
		},
		"link": func(s *sheet) {
			s.text(50, 100, 10, regular, "reading rooms fill first near windows")
			s.Links = append(s.Links, ink.Link{Box: page.Box{X0: 50, Y0: 90, X1: 87, Y1: 104}, Target: "https://example.org"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			latin, flipped := newSheet(), newSheet()
			draw(latin)
			draw(flipped)
			for _, s := range []*sheet{latin, flipped} {
				for i := range s.Glyphs {
					s.Glyphs[i].Rune |= 0x20 // Hebrew has no capitals
				}
			}
			flipped.flip()
			want, got := latin.analyze(), flipped.analyze()
			require.Len(t, got.Blocks, len(want.Blocks), "%q", texts(got))
			for i, b := range want.Blocks {
				require.Equal(t, hebrew(b.Text()), got.Blocks[i].Text())
				require.Equal(t, b.Kind, got.Blocks[i].Kind)
				require.InDelta(t, flipped.Width-b.Box.X1, got.Blocks[i].Box.X0, .01)
				require.Len(t, got.Blocks[i].Spans, len(b.Spans))
			}
		})
	}
}

func TestLatinTextOnARightToLeftPageKeepsItsOrder(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(50, 100, 10, prose(6, 60)...)
	s.flip()
	s.text(50, 250, 10, regular, "Printed in Haifa by the harbour press")
	require.Equal(t, "Printed in Haifa by the harbour press", texts(s.analyze())[1])
}
