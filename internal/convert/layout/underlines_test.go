package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// facts writes names with values and rules between them; the third value has three lines far apart.
func facts() *sheet {
	s := newSheet()
	y := 100.0
	s.across(y-14, 60, 300)
	for _, f := range [][]string{
		{"Author", "Anna Fields"}, {"Released", "2 July 2011"}, {"Runs on", "Grain stores", "Reading rooms", "Canals"}, {"Size", "Three rooms"}, {"Kind", "Viewer"},
	} {
		s.text(64, y, 10, bold, f[0])
		for i, line := range f[1:] {
			s.text(160, y+16*float64(i), 10, regular, line)
		}
		y += 16 * float64(len(f)-2)
		s.across(y+6, 60, 300)
		y += 20
	}
	return s
}

func TestLinesOfAValueBetweenRulesAreOneCell(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Author\tAnna Fields\nReleased\t2 July 2011\nRuns on\tGrain stores Reading rooms Canals\nSize\tThree rooms\nKind\tViewer",
		onlyTable(t, facts().analyze()).Text())
}

func TestRulesBelowLinksDoNotSeparateRows(t *testing.T) {
	t.Parallel()
	s := facts()
	s.across(142.5, 160, 207.5) // below Grain stores
	s.across(158.5, 160, 215)   // below Reading rooms
	require.Len(t, onlyTable(t, s.analyze()).Rows, 5)
}
