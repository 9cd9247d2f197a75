package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// stroked writes a title whose outlines are drawn above a text, whose outlines are drawn too if all is set.
func stroked(all bool) *sheet {
	s := newSheet()
	s.text(60, 60, 10, regular, "Opening hours of the rooms")
	title := len(s.Glyphs)
	s.column(60, 84, 10, prose(6, 90)...)
	for i := range s.Glyphs {
		s.Glyphs[i].Stroked = all || i < title
	}
	return s
}

func TestLettersWithDrawnOutlinesAreBold(t *testing.T) {
	t.Parallel()
	p := stroked(false).finished()
	require.Equal(t, page.Heading, p.Blocks[0].Kind)
	require.True(t, p.Blocks[0].Spans[0].Bold)
	require.False(t, p.Blocks[1].Spans[0].Bold)
}

func TestTextPrintedWithDrawnOutlinesThroughoutIsNotBold(t *testing.T) {
	t.Parallel()
	for _, b := range stroked(true).finished().Blocks {
		require.False(t, b.Spans[0].Bold, b.Text())
	}
}
