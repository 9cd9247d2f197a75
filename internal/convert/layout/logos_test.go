package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// logo writes the end of a logo at x: a T, a lowered E and an X.
func (s *sheet) logo(x, y, drop float64) float64 {
	s.text(x, y, 10, regular, "T")
	s.text(x+5, y+drop, 10, regular, "E")
	return s.text(x+10, y, 10, regular, "X")
}

func TestLogosOfTeXAreSpelledAsNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rise, drop float64
		want       string
	}{
		"LaTeX":                   {rise: 2, drop: 2.2, want: "We use LaTeX here."},
		"capitals on one line":    {want: "We use LATEX here."},
		"only a superscript":      {rise: 2, want: "We use LATEX here."},
		"TeX after other letters": {drop: 2.2, want: "We use LATeX here."},
	} {
		s := newSheet()
		s.column(60, 100, 10, prose(3, 60)...)
		s.text(60, 160, 10, regular, "We use ")
		s.text(95, 160, 10, regular, "L")
		s.text(99, 160-c.rise, 7, regular, "A")
		s.text(s.logo(102.5, 160, c.drop), 160, 10, regular, " here.")
		got := s.analyze()
		require.Equal(t, c.want, got.Blocks[len(got.Blocks)-1].Text(), name)
	}
}
