package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// bands draws lines across and down the page, from x0 to x1, above and below and beside columns of prose.
func (s *sheet) bands(x0, x1 float64) {
	for _, y := range []float64{80, 110, 700} {
		s.across(y, x0, x1)
	}
	for _, x := range []float64{x0, 290, x1} {
		s.down(x, 80, 700)
	}
}

func TestBandsFromEdgeToEdgeOfThePageAreNoTable(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		x0, x1 float64
		table  bool
	}{
		"from edge to edge":   {0, 600, false},
		"between the margins": {40, 560, true},
	} {
		s := newSheet()
		s.text(60, 100, 10, regular, "The weekly letter")
		s.text(320, 100, 10, regular, "The third issue")
		for i := range 8 {
			y := 140 + 60*float64(i)
			s.text(60, y, 10, regular, "words of the first column")
			s.text(320, y, 10, regular, "words of the second column")
		}
		s.bands(c.x0, c.x1)
		tables := 0
		for _, b := range s.analyze().Blocks {
			if b.Kind == page.TableKind {
				tables++
			}
		}
		require.Equal(t, c.table, tables > 0, name)
	}
}
