package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestAccentOverALetterIsPartOfIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ accent, letter, want string }{
		{"´", "e", "Café"}, {"¨", "u", "Cafü"}, {"´", "ı", "Cafí"}, {"¸", "c", "Cafç"}, {"´", "x", "Caf´x"},
	} {
		s := newSheet()
		x := s.text(60, 100, 10, regular, "Caf")
		s.text(x, 100, 10, regular, c.accent)
		s.text(x, 100, 10, regular, c.letter)
		p := s.analyze()
		require.Len(t, p.Blocks, 1, c.want)
		require.Equal(t, c.want, p.Blocks[0].Text())
	}
}

func TestAccentOverAVariableStaysSeparate(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	x := s.text(60, 200, 10, regular, "The mean of all values is ")
	s.text(x, 200, 10, regular, "¨")
	s.text(x, 200, 10, letters, "u")
	require.NotContains(t, page.Markdown(s.analyze()), "ü")
}

func TestSpaceBeforeAnAccentWithinAWordIsDropped(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "mat")
	s.Glyphs = append(s.Glyphs, ink.Glyph{Rune: ' ', X: x, Y: 100, Size: 10, Content: -1, Generated: true, Box: page.Box{X0: x, Y0: 92, X1: x, Y1: 102}})
	s.text(x, 100, 10, regular, "´")
	s.text(s.text(x, 100, 10, regular, "e"), 100, 10, regular, "riel")
	require.Equal(t, "matériel", s.analyze().Blocks[0].Text())
}

func TestAccentAfterItsLineIsPutOnItsLetter(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "f")
	s.text(s.text(x, 100, 10, regular, "ur"), 100, 10, regular, " Medizin")
	s.text(x, 100.4, 10, regular, "¨")
	require.Equal(t, "für Medizin", s.analyze().Blocks[0].Text())
}
