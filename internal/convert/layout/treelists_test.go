package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestTaggedItemsWithoutAnyLabelAreParagraphs(t *testing.T) {
	t.Parallel()
	s := newTagged()
	item := func(kids ...ink.Kid) ink.Kid { return of(ink.RoleItem, of(ink.RoleGroup, kids...)) }
	p := s.read(
		of(ink.RoleList,
			item(s.put(60, 100, "Background"), of(ink.RoleParagraph, s.put(60, 130, "The lamps are old."))),
			item(s.put(60, 160, "Contacts")),
		),
		of(ink.RoleList, item(s.put(60, 200, "• brass")), item(s.put(60, 214, "• glass"))),
	)
	require.Equal(t, []string{"Background", "The lamps are old.", "Contacts", "brass", "glass"}, texts(p))
	require.Equal(t, []page.Kind{page.Paragraph, page.Paragraph, page.Paragraph, page.ListItem, page.ListItem}, kindsOf(p))
}

func TestBookmarksDoNotMakeTagsNameTheHeadings(t *testing.T) {
	t.Parallel()
	s := newTagged()
	from := len(s.Glyphs)
	title := s.put(60, 100, "Of Lamps and Halls")
	for i := range s.Glyphs[from:] {
		s.Glyphs[from+i].Font = bold
	}
	s.Bookmarks = []ink.Bookmark{{Title: "Of Doors", Level: 1}}
	p := s.read(
		of(ink.RoleParagraph, title),
		of(ink.RoleParagraph, s.lines(60, 130, prose(4, 80)...)),
		of(ink.RoleParagraph, s.put(60, 230, "Of Doors")),
		of(ink.RoleParagraph, s.lines(60, 260, prose(4, 80)...)),
	)
	require.Contains(t, headings(finish(p)[0]), "Of Lamps and Halls")
}
