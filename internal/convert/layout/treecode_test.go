package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestCodeWithinALineOfTheTreeIsPartOfIt(t *testing.T) {
	t.Parallel()
	s := newTagged()
	begin, command := "Plain users can say ", "input books"
	x := newSheet().text(60, 100, 10, regular, begin)
	end := newSheet().text(x, 100, 10, regular, command)
	p := s.read(
		of(ink.RoleParagraph,
			s.put(60, 100, begin), of(ink.RoleCode, s.put(x, 100, command)), s.put(end, 100, ", others"),
			of(ink.RoleCode, s.put(60, 112, "use books")), s.put(newSheet().text(60, 112, 10, regular, "use books"), 112, " instead.")),
		of(ink.RoleParagraph, s.put(60, 140, "The main command is used like this:")),
		of(ink.RoleCode, s.lines(80, 160, "books names", "books figures")),
	)
	require.Equal(t, []string{
		"Plain users can say input books, others use books instead.", "The main command is used like this:", "books names\nbooks figures",
	}, texts(p))
	require.Equal(t, []page.Kind{page.Paragraph, page.Paragraph, page.Code}, kindsOf(p))
}

func TestPiecesOfAListingInTheTreeAreOne(t *testing.T) {
	t.Parallel()
	s := newTagged()
	x := newSheet().text(60, 120, 10, regular, "let x ")
	p := s.read(
		of(ink.RoleParagraph, s.put(60, 100, "The following lines give names to two figures, which is all.")),
		of(ink.RoleCode, s.put(60, 120, "let x ")), of(ink.RoleCode, s.put(x, 120, "= 1")), of(ink.RoleCode, s.put(60, 132, "let y")),
		of(ink.RoleCode, s.put(60, 170, "another listing")),
	)
	require.Equal(t, []page.Kind{page.Paragraph, page.Code, page.Code}, kindsOf(p))
	require.Equal(t, "let x = 1\nlet y", p.Blocks[1].Text())
}
