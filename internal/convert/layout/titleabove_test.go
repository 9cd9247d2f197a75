package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
)

// grownFirst makes the first line of marked content larger by half.
func (s *tagged) grownFirst(kid ink.Kid) ink.Kid {
	first := -1.0
	for i := range s.Glyphs {
		g := &s.Glyphs[i]
		if g.Content != kid.Content {
			continue
		}
		if first < 0 {
			first = g.Y
		}
		if g.Y == first {
			g.Size *= 1.5
		}
	}
	return kid
}

func TestALineBreakBelowATitleEndsItsParagraph(t *testing.T) {
	t.Parallel()
	s := newTagged()
	text := prose(6, 80)
	s.Structure = &ink.Element{Kids: []ink.Kid{
		of(ink.RoleParagraph, s.grownFirst(s.lines(60, 100, append([]string{"A Second Title"}, text...)...))),
		of(ink.RoleParagraph, s.grownFirst(s.lines(60, 220, text...))),
	}}
	p := s.finished()
	require.Equal(t, []string{"A Second Title"}, headingTexts(p))
	require.Len(t, p.Blocks, 3, "a first line that is full is the beginning of the text")
}
