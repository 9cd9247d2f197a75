package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumberedReferencesAreParagraphs(t *testing.T) {
	t.Parallel()
	full := prose(3, 70)
	s := newSheet()
	s.column(60, 100, 10, full...)
	s.column(60, 156, 10, "[7] Beck and Carrel on reading rooms that fill first near the windows", "[8] Lamp on the long tables that stay empty until noon in the north", "[9] Lamp.")
	got := texts(s.analyze())
	require.Len(t, got, 4, "%q", got)
	require.True(t, strings.HasPrefix(got[2], "[8] Lamp on"), "%q", got)
}

func TestTheContinuationOfASentenceIsNotAnItem(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{
		"an initial after a name":  {"It was written by Ruth Theaker, Peter Halvard and by Lucia Gomez i Bigorda,", "S. Robles Mestre in the reading rooms that fill first."},
		"the end of a bracket":     {"The readers who come first choose the windows of the north (see chapter", "IV) and leave the long tables to those who come at noon."},
		"the number of a compound": {"The society met in the great reading room of the library in the year 2019-", "20 and closed the long tables for it."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			s.column(60, 100, 10, lines...)
			p := s.analyze()
			require.Len(t, p.Blocks, 1, "%q", texts(p))
			require.NotContains(t, p.Blocks[0].Text(), "2019- 20")
		})
	}
}

func TestFootnotesBelowEachOtherAreParagraphs(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, prose(20, 70)...)
	for i, note := range []string{"a note on rooms", "a note on windows"} {
		y := 700 + 10*float64(i)
		s.text(s.text(60, y-3, 5, regular, string(rune('1'+i))), y, 8, regular, note)
	}
	p := s.analyze()
	require.Len(t, p.Blocks, 3, "%q", texts(p))
}
