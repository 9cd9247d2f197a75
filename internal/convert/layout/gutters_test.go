package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// justified writes lines one below the other, 1.2 ems apart, with spaces that fill the width, and returns the next
// baseline.
func (s *sheet) justified(x, y, size, width float64, lines ...string) float64 {
	for _, l := range lines {
		words := strings.Fields(l)
		letters := len(l) - len(words) + 1
		space := (width - .5*size*float64(letters)) / float64(max(1, len(words)-1))
		at := x
		for _, w := range words {
			at = s.text(at, y, size, regular, w) + space
		}
		y += 1.2 * size
	}
	return y
}

func TestColumnsWithANarrowGutterAreReadOneAfterTheOther(t *testing.T) {
	t.Parallel()
	const gutter, width, size = 6, 220, 10
	lines := prose(18, 36)
	s := newSheet()
	s.justified(60, 100, size, width, lines[:9]...)
	s.justified(60+width+gutter, 100, size, width, lines[9:]...)
	got := strings.Fields(s.analyze().Text())
	require.Equal(t, strings.Fields(strings.Join(lines, " ")), got)
}

func TestAnInterruptionDoesNotJoinNarrowColumns(t *testing.T) {
	t.Parallel()
	const gutter, width, size = 6, 220, 10
	lines := prose(26, 36)
	s := newSheet()
	s.justified(60, 100, size, width, lines[:8]...)
	s.justified(60+width+gutter, 100, size, width, lines[8:16]...)
	s.text(60, 230, 12, bold, "A title that extends over both of the columns and ends them here")
	s.justified(60, 260, size, width, lines[16:21]...)
	s.justified(60+width+gutter, 260, size, width, lines[21:]...)
	got := strings.Join(strings.Fields(s.analyze().Text()), " ")
	for _, part := range [][]string{lines[:16], lines[16:]} {
		require.Contains(t, got, strings.Join(part, " "))
	}
}

func TestWideSpacesOfJustifiedProseAreNotGutters(t *testing.T) {
	t.Parallel()
	s := newSheet()
	lines := prose(40, 50)
	s.justified(60, 100, 10, 300, lines...)
	require.Equal(t, strings.Fields(strings.Join(lines, " ")), strings.Fields(s.analyze().Text()))
}
