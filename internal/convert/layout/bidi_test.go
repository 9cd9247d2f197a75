package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// leftward writes words leftwards from the right edge x; numbers and Latin words run from left to right. A bar
// separates pieces of one word.
func (s *sheet) leftward(x, y, size float64, words ...string) {
	for _, w := range words {
		for piece := range strings.SplitSeq(w, "|") {
			if !strings.ContainsFunc(piece, ink.RightToLeft) { // drawn from its left end
				x -= .5 * size * float64(len(piece)-strings.Count(piece, " "))
				x -= .25 * size * float64(strings.Count(piece, " "))
				s.text(x, y, size, regular, piece)
				continue
			}
			for _, r := range piece {
				x -= .5 * size
				s.text(x, y, size, regular, string(r))
			}
		}
		x -= .3 * size
	}
}

func TestRightToLeftLinesAreReadFromTheRight(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ drawn, want []string }{
		"numbers and Latin words":         {[]string{"ספר", "הקריאה", "Aleph", "נפתח", "1961", "ליד"}, []string{"ספר הקריאה Aleph נפתח 1961 ליד"}},
		"a full stop after a number":      {[]string{"ספר", "הקריאה", "נפתח", ".1961"}, []string{"ספר הקריאה נפתח 1961."}},
		"brackets are drawn as mirrors":   {[]string{"ספר", ")הקריאה", "נפתח(", "ליד"}, []string{"ספר (הקריאה נפתח) ליד"}},
		"brackets are given as written":   {[]string{"ספר", "(הקריאה", "נפתח)", "ליד"}, []string{"ספר (הקריאה נפתח) ליד"}},
		"guillemets are given as written": {[]string{"»קריאה«", "נפתח"}, []string{"«קריאה» נפתח"}},
		"an address":                      {[]string{"ספר", "desk@library.example", "נפתח"}, []string{"ספר desk@library.example נפתח"}},
		"a number after Latin":            {[]string{"ספר", "Aleph 11", "נפתח"}, []string{"ספר Aleph 11 נפתח"}},
		"two numbers":                     {[]string{"ספר", "2019", "2020"}, []string{"ספר 2019 2020"}},
		"a name after a date":             {[]string{"ספר", "Aleph ,2019", "נפתח"}, []string{"ספר 2019, Aleph נפתח"}},
		"a prefix with a hyphen":          {[]string{"ספר", "ב-|1948", "נפתח"}, []string{"ספר ב-1948 נפתח"}},
		"a telephone number in Hebrew":    {[]string{"ספר", "03-555-1234"}, []string{"ספר 03-555-1234"}},
		"a telephone number in Arabic":    {[]string{"كتاب", "1234-555-03"}, []string{"كتاب 03-555-1234"}},
		"a percent sign in Arabic":        {[]string{"كتاب", "%12.5"}, []string{"كتاب 12.5%"}},
		"a percent sign in Hebrew":        {[]string{"ספר", "12.5%"}, []string{"ספר 12.5%"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			s.leftward(500, 100, 10, c.drawn...)
			require.Equal(t, c.want, texts(s.analyze()))
		})
	}
}

func TestVerticalTextIsReadColumnByColumn(t *testing.T) {
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
