package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALetterInFixedWidthTypeBeforeALineIsABullet(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		letters []string
		font    int
		gap     float64
		items   int
	}{
		"as word processors set it":                 {[]string{"o", "o"}, mono, 8, 2},
		"a single one":                              {[]string{"o"}, mono, 8, 1},
		"in the typeface of the text":               {[]string{"o", "o"}, regular, 8, 0},
		"at the distance of a space":                {[]string{"o", "o"}, mono, 3, 0},
		"far away, like a term":                     {[]string{"o", "o"}, mono, 40, 0},
		"one of several letters, a list of options": {[]string{"d", "o", "x"}, mono, 8, 0},
	} {
		s := newSheet()
		for i, letter := range c.letters {
			y := 100 + 30*float64(i)
			x := s.text(80, y, 12, c.font, letter)
			s.text(x+c.gap, y, 12, regular, "it is said of the first thing")
		}
		require.Equal(t, c.items, s.items(), name)
	}
}
