package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tint is the colour of Word's own titles.
const tint = 0x2F5496

// inColor gives a colour to what write writes on the sheet.
func inColor(s *sheet, color uint32, write func()) {
	from := len(s.Glyphs)
	write()
	for i := range s.Glyphs[from:] {
		s.Glyphs[from+i].Color = color
	}
}

// tinted writes a line in a colour, 14 points above the next one.
func tinted(color uint32, x float64, font int, text string) func(s *sheet, y float64) float64 {
	return func(s *sheet, y float64) float64 {
		inColor(s, color, func() { s.text(x, y, 10, font, text) })
		return y + 28
	}
}

func TestColourMakesALineATitle(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		color  uint32
		x      float64
		text   string
		titled bool
	}{
		"a line in another colour":          {tint, 60, "Absolute results", true},
		"the colour of the text":            {0, 60, "Absolute results", false},
		"a colour that nobody tells apart":  {0x202020, 60, "Absolute results", false},
		"a sentence":                        {tint, 60, "These are the absolute results.", false},
		"a line indented like a quote":      {tint, 120, "Absolute results", false},
		"the words before what they define": {tint, 60, "Absolute results:", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			titles := between(tinted(c.color, c.x, regular, c.text))
			require.Equal(t, c.titled, len(titles) == 1, titles)
		})
	}
}

func TestLinesInTheSameColourBelowEachOtherAreNoTitles(t *testing.T) {
	t.Parallel()
	require.Empty(t, between(func(s *sheet, y float64) float64 {
		for _, l := range []string{"House of the Future", "12 Long Road", "London"} {
			y = tinted(tint, 60, regular, l)(s, y)
		}
		inColor(s, tint, func() { y = s.column(60, y, 10, prose(3, 80)...) })
		return y + 14
	}))
}

func TestTheColourOfTheTextIsThatOfMostOfIt(t *testing.T) {
	t.Parallel()
	s := typefaces()
	var y float64
	inColor(s, tint, func() { y = s.column(60, 100, 10, append(prose(4, 80), "and ends here.")...) })
	s.text(60, y+14, 10, regular, "Absolute results")
	inColor(s, tint, func() { s.column(60, y+42, 10, prose(5, 80)...) })
	require.Contains(t, headings(finish(s.analyze())[0]), "Absolute results")
}

func TestTextInAnotherColourBeginsAParagraph(t *testing.T) {
	t.Parallel()
	two := func(color uint32) string {
		s := newSheet()
		inColor(s, color, func() { s.text(60, 100, 10, regular, "Opening hours") })
		s.column(60, 112, 10, prose(4, 80)...)
		return texts(s.analyze())[0]
	}
	require.Equal(t, "Opening hours", two(tint))
	require.True(t, strings.HasPrefix(two(0), "Opening hours "))
}
