package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestBoldItemsGoOnBelowTheirText(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, lines := range [][]string{
		{"Academic and social support of the visitors", "Services"},
		{"Halls that embrace change as a way", "to light"},
		{"Institutions must ensure that", "Promising lamps are visible to all who come"},
	} {
		y := 100 + 90*float64(i)
		s.text(60, y, 24, bold, "•")
		s.text(82, y, 24, bold, lines[0])
		s.text(82, y+29, 24, bold, lines[1])
	}
	blocks := s.analyze().Blocks
	require.Len(t, blocks, 3)
	for _, b := range blocks {
		require.Equal(t, page.ListItem, b.Kind, b.Text())
	}
	require.Equal(t, "Academic and social support of the visitors Services", blocks[0].Text())
}
