package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
)

func TestRareLettersAreAsBoldAsTheirWord(t *testing.T) {
	t.Parallel()
	const rare = 3
	for name, c := range map[string]struct {
		parts []string // every other one is in the font of rare letters
		font  int
		want  bool
	}{
		"first letter":       {[]string{"", "F", "indings"}, bold, true},
		"within":             {[]string{"Dra", "f", "t of it"}, bold, true},
		"last letter":        {[]string{"Proo", "f", ""}, bold, true},
		"word in plain type": {[]string{"Dra", "f", "t of it"}, regular, false},
		"word of its own":    {[]string{"Proo ", "f", ""}, bold, false},
	} {
		s := newSheet()
		s.Fonts = append(s.Fonts, ink.Font{Name: "Serif", Weightless: true})
		x := 60.0
		for i, part := range c.parts {
			font := c.font
			if i == 1 {
				font = rare
			}
			x = s.text(x, 100, 10, font, part)
		}
		s.column(60, 120, 10, prose(4, 70)...)
		spans := s.analyze().Blocks[0].Spans
		require.Equal(t, c.want, len(spans) == 1 && spans[0].Bold, name)
	}
}
