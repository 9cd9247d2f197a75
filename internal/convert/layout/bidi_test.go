package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// leftward writes a line from the right edge x on; numbers and Latin words in it run from left to right.
func (s *sheet) leftward(x, y, size float64, words ...string) {
	for _, w := range words {
		runes := []rune(w)
		if runes[0] < 0x500 { // drawn from its left end
			x -= .5 * size * float64(len(runes))
			s.text(x, y, size, regular, w)
			x -= .3 * size
			continue
		}
		for _, r := range runes {
			x -= .5 * size
			s.text(x, y, size, regular, string(r))
		}
		x -= .3 * size
	}
}

func TestRightToLeftLinesAreReadFromTheRight(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ drawn, want []string }{
		"numbers and Latin words":       {[]string{"ספר", "הקריאה", "Aleph", "נפתח", "1961", "ליד"}, []string{"ספר הקריאה Aleph נפתח 1961 ליד"}},
		"a full stop after a number":    {[]string{"ספר", "הקריאה", "נפתח", ".1961"}, []string{"ספר הקריאה נפתח 1961."}},
		"brackets are drawn as mirrors": {[]string{"ספר", ")הקריאה", "נפתח(", "ליד"}, []string{"ספר (הקריאה נפתח) ליד"}},
		"brackets are given as written": {[]string{"ספר", "(הקריאה", "נפתח)", "ליד"}, []string{"ספר (הקריאה נפתח) ליד"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			s.leftward(500, 100, 10, c.drawn...)
			require.Equal(t, c.want, texts(s.analyze()))
		})
	}
}

func TestLamStandsBeforeAlefInTheirLigature(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.leftward(500, 100, 10, "سلام")
	// The ligature has one place for both, and its letters come the wrong way round.
	lam, alef := &s.Glyphs[1], &s.Glyphs[2]
	lam.Rune, alef.Rune = alef.Rune, lam.Rune
	lam.X = alef.X
	lam.Box, alef.Box = alef.Box, lam.Box
	require.Equal(t, []string{"سلام"}, texts(s.analyze()))
}

func TestTextThatIsWrittenDownwardsIsReadColumnByColumn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for column, text := range []string{"図書館の閲覧室は春に開", "かれ多くの読者が来る。"} {
		for i, r := range []rune(text) {
			x, y := 500-20*float64(column), 100+12*float64(i)
			s.Glyphs = append(s.Glyphs, ink.Glyph{
				Rune: r, X: x, Y: y, Size: 12, Content: -1, Box: page.Box{X0: x, Y0: y - 10, X1: x + 12, Y1: y + 2},
			})
		}
	}
	require.Equal(t, []string{"図書館の閲覧室は春に開かれ多くの読者が来る。"}, texts(s.analyze()))
}
