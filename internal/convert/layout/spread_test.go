package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// spread returns the headings of a page with two bold texts on one line between two paragraphs, the second at x.
func spread(x float64, first, second string) map[string]int {
	s := newSheet()
	y := s.column(60, 100, 10, append(prose(4, 70), "and ends here.")...)
	s.text(60, y+20, 10, bold, first)
	s.text(x, y+20, 10, bold, second)
	s.column(60, y+50, 10, prose(5, 70)...)
	return headings(finish(s.analyze())[0])
}

func TestWordsSpreadOverALineAreNotATitle(t *testing.T) {
	t.Parallel()
	require.Empty(t, spread(300, "Section", "Page"), "names of columns")
	require.Empty(t, spread(300, "Loans of a year", "Reading Room"), "a running head")
	require.Contains(t, spread(101, "Loans of", "a year"), "Loans of a year")
}

func TestNumberOfATitleMayBeSetApart(t *testing.T) {
	t.Parallel()
	for _, number := range []string{"3", "2.4", "A.1.2.3.4.5", "IV.", "Part 2"} {
		require.Contains(t, spread(130, number, "Loans of a year"), number+" Loans of a year", "%s", number)
	}
}
