package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sectionsInColumns writes titles on backgrounds over the whole width, with a paragraph beside a list below each.
func sectionsInColumns() (s *sheet, paragraph string) {
	s = newSheet()
	lines := append(prose(2, 44), "at the mole.", "The town asks each ship that comes for what", "it needs.")
	for i, title := range []string{"Harbour dues", "Pilotage", "Moorings"} {
		y := 100 + 120*float64(i)
		s.fill(50, y, 550, y+44)
		s.text(60, y+30, 20, bold, title)
		s.column(60, y+70, 10, lines...)
		for k, item := range []string{"Ships of the line and their tenders", "Barges that come down the canal", "Boats of two oars", "Rafts"} {
			s.row(y+68+12*float64(k), []float64{322, 334}, "•", item)
		}
	}
	return s, strings.Join(lines, " ")
}

func TestTextInColumnsBetweenTitlesOnBackgroundsIsNoTable(t *testing.T) {
	t.Parallel()
	s, paragraph := sectionsInColumns()
	requireNoTable(t, s.analyze())
	require.Contains(t, s.reading(), paragraph)
}
