package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
)

func TestALinkBesideTwoHalvesOfAParagraphInTheTreeJoinsThem(t *testing.T) {
	t.Parallel()
	s := newTagged()
	before, link := "You can find the rules of the library at ", "www.example.org"
	x := newSheet().text(60, 112, 10, regular, before)
	end := newSheet().text(x, 112, 10, regular, link)
	p := s.read(
		of(ink.RoleParagraph, s.lines(60, 100, "The library lends its books to all.", before)),
		of(ink.RoleInline, s.put(x, 112, link)),
		of(ink.RoleParagraph, s.put(end, 112, ".")),
		of(ink.RoleParagraph, s.put(60, 140, "Another paragraph follows below.")),
	)
	require.Equal(t, []string{
		"The library lends its books to all. You can find the rules of the library at www.example.org.",
		"Another paragraph follows below.",
	}, texts(p))
}

func TestALinkOnALineOfItsOwnStaysAParagraph(t *testing.T) {
	t.Parallel()
	s := newTagged()
	p := s.read(
		of(ink.RoleParagraph, s.put(60, 100, "The rules of the library are here:")),
		of(ink.RoleInline, s.put(60, 120, "www.example.org")),
		of(ink.RoleParagraph, s.put(60, 140, "Ask for a printed copy at the desk.")),
	)
	require.Len(t, texts(p), 3)
}
