package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// outdented writes entries with hanging indents one below the other.
func outdented(entries ...[]string) *sheet {
	s := newSheet()
	y := 100.0
	for _, e := range entries {
		for i, l := range e {
			x := 60.0
			if i > 0 {
				x += 18
			}
			s.text(x, y, 10, regular, l)
			y += 12
		}
	}
	return s
}

func TestEntriesWithHangingIndentsAreParagraphs(t *testing.T) {
	t.Parallel()
	entries := [][]string{
		{"Beck, the name of those who read in a hall near", "Harbour Road and never left it, until they did."},
		{"Carrel, a place of the few readers who write near the", "Windows of the north, which open at noon", "and close before the lamps are lit."},
		{"Lamp, what nobody in the hall may move from the", "Tables, however dark it is."},
	}
	var want []string
	for _, e := range entries {
		want = append(want, strings.Join(e, " "))
	}
	require.Equal(t, want, texts(outdented(entries...).analyze()))
}

func TestIndentedFirstLinesAreNotTheEndsOfHangingIndents(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	var want []string
	for range 3 {
		lines := append(prose(4, 70), "and ends here.")
		want = append(want, strings.Join(lines, " "))
		s.text(75, y, 10, regular, lines[0])
		y = s.column(60, y+12, 10, lines[1:]...)
	}
	require.Equal(t, want, texts(s.analyze()))
}

func TestTermsAboveTheirExplanationsAreNotPartOfThem(t *testing.T) {
	t.Parallel()
	got := texts(outdented(
		[]string{"Beck", "Those who read in a hall near Harbour Road and never", "left it, until they did."},
		[]string{"Carrel", "A place of a few who write near the windows of the north."},
		[]string{"Lamp", "What nobody in the hall may move from the tables near it."},
	).analyze())
	require.Contains(t, got, "Carrel")
	require.Contains(t, got, "Lamp")
}
