package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// named writes names in fixed-width type, with explanations at the second place, below a paragraph that begins at 60, and
// returns the page.
func named(name, explanation float64) page.Page {
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	for i, row := range [][2]string{{"hup", "hangup on the terminal"}, {"kill", "cannot be caught"}, {"pipe", "nobody reads"}, {"winch", "window was resized"}} {
		s.text(name, y+12*float64(i), 10, mono, row[0])
		s.text(explanation, y+12*float64(i), 10, regular, row[1])
	}
	s.column(60, y+80, 10, prose(6, 80)...)
	return s.analyze()
}

func TestNamesInAColumnThatFitsThemAreATable(t *testing.T) {
	t.Parallel()
	const widest = 25 // points
	for _, c := range []struct {
		name              string
		left, explanation float64
		tables            int
	}{
		{"set in by half of the gutter", 66, 66 + widest + 12, 1},
		{"centred", 200, 200 + widest + 12, 1},
		{"terms at the margin", 60, 60 + widest + 12, 0},
		{"terms in front of a wide indent", 66, 66 + widest + 40, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Len(t, ofKind(named(c.left, c.explanation), page.TableKind), c.tables)
		})
	}
}

func TestNamesInSmallLettersBeginRowsOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	for i, row := range [][]string{{"red", "magenta", "bold"}, {"green", "cyan", "underline"}, {"yellow", "white", "blink"}, {"blue", "black"}} {
		for c, word := range row {
			s.text(60+107.3*float64(c), y+12*float64(i), 10, regular, word)
		}
	}
	for _, b := range s.analyze().Blocks {
		if b.Kind == page.TableKind {
			require.Len(t, b.Table.Rows, 4)
			return
		}
	}
	require.Fail(t, "no table")
}
