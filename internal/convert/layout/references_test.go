package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
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
		"an initial after a name":   {"It was written by Ruth Theaker, Peter Halvard and by Lucia Gomez i Bigorda,", "S. Robles Mestre in the reading rooms that fill first."},
		"an initial of a name":      {"The great reading rooms were opened by the mayor of the old town and by Richard", "M. Stallman in the spring, and they fill first near the windows of the north."},
		"the letter of a model":     {"The reading rooms are lit by lamps of the second kind, which the makers call Model", "B. Follow the advice of the makers if you need to change one of them in the evening."},
		"a number in brackets":      {"We write down how many readers come at each hour of the day, estimate the equation", "(6) by the usual method, and use what remains of it in all of the equations below."},
		"the next point of several": {"The society lends its books to (1) those who read in the rooms, to (2) all members,", "and to (3) schools of the town, which may keep them for as long as one school year,", "(4) other libraries, and (5) nobody else."},
		"the end of a bracket":      {"The readers who come first choose the windows of the north (see chapter", "IV) and leave the long tables to those who come at noon."},
		"the number of a compound":  {"The society met in the great reading room of the library in the year 2019-", "20 and closed the long tables for it."},
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

func TestPointsBelowALineThatIsNotFullAreItems(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "The society lends its books to (1) those who read in the rooms and to others:",
		"(2) all of the members who have paid for the whole of the year in which they borrow,", "(3) schools of the town.")
	p := s.analyze()
	require.Len(t, p.Blocks, 3, "%q", texts(p))
	require.Equal(t, page.ListItem, p.Blocks[1].Kind)
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
