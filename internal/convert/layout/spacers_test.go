package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestStrokesInTheColourOfPaperAreNoText(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(3, 60)...)
	inColor(s, ink.White, func() {
		s.text(60, y+4, 36, regular, "_")
		s.text(60, y+12, 10, regular, ".")
	})
	s.column(60, y+24, 10, prose(3, 60)...)
	require.NotContains(t, page.Markdown(s.analyze()), "_")
	require.Len(t, s.analyze().Blocks, 2)
}

func TestMarksBesideTextInTheColourOfPaperStay(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 40, Y0: 80, X1: 560, Y1: 112}, Color: 0x102040})
	inColor(s, ink.White, func() { s.text(60, 100, 10, regular, "Invoice 12 _ 2024 , second copy") })
	s.column(60, 150, 10, prose(3, 60)...)
	require.Equal(t, "Invoice 12 _ 2024 , second copy", s.analyze().Blocks[0].Text())
}
