package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
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

func TestLoweredClosingQuoteOpensAQuotation(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		drop, rise, size float64
		want             string
	}{
		"lowered by TeX": {drop: 5.9, size: 10, want: "We light „lamps“ here."},
		"on the line":    {size: 10, want: "We light ”lamps“ here."},
		"before a note":  {rise: 4, size: 7, want: "We light ”lamps“ here."},
	} {
		s := newSheet()
		s.column(60, 100, 10, prose(3, 60)...)
		end := s.text(60, 160, 10, regular, "We light ")
		end = s.text(end, 160+c.drop, 10, regular, "”")
		s.text(s.text(end, 160-c.rise, c.size, regular, "lamps"), 160, 10, regular, "“ here.")
		got := s.analyze()
		require.Equal(t, c.want, got.Blocks[len(got.Blocks)-1].Text(), name)
	}
}

func TestLeadersAreNotEmphasised(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.Fonts = append(s.Fonts, ink.Font{Name: "Serif-Italic", Italic: true})
	for i, title := range []string{"Of Lamps", "Of Halls", "Of Doors"} {
		y := 100 + 14*float64(i)
		s.text(s.text(s.text(60, y, 10, regular, title), y, 10, 3, " . . . . . . . . "), y, 10, regular, "7")
	}
	for _, b := range s.analyze().Blocks {
		require.Len(t, b.Spans, 1, b.Text())
	}
}
