package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
)

func TestBookmarksOutrankTheLookOfHeadings(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 24, regular, "A large title")
	s.text(60, 140, 10, regular, "1. The house at the harbour")
	s.column(60, 165, 10, prose(4, 80)...)
	s.text(60, 240, 14, regular, "Chapter 2")
	s.text(60, 262, 12, regular, "Of Lamps")
	s.column(60, 290, 10, prose(4, 80)...)
	s.text(60, 380, 11, bold, "By size and weight alone")
	s.column(60, 405, 10, prose(4, 80)...)
	s.Bookmarks = []ink.Bookmark{
		{Title: "A LARGE TITLE", Level: 1},
		{Title: "The House at the Harbour", Level: 2},
		{Title: "Chapter 2: Of Lamps", Level: 2},
		{Title: "17", Level: 3},
		{Title: "Something that the page does not say", Level: 2},
	}
	require.Equal(t, map[string]int{
		"A large title": 1, "1. The house at the harbour": 2, "Chapter 2 Of Lamps": 2, "By size and weight alone": 3,
	}, headings(finish(s.analyze())[0]))
}

func TestBookmarkOfATableDoesNotMakeAHeading(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 10, regular, "Table 4. Visitors by room")
	s.column(60, 130, 10, prose(5, 80)...)
	s.Bookmarks = []ink.Bookmark{{Title: "Table 4. Visitors by room", Level: 2}}
	require.Empty(t, headings(finish(s.analyze())[0]))
}

func TestBookmarkDoesNotMakeAHeadingOfAnEntryInAListOfContents(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, title := range []string{"Of Lamps", "Of Halls", "Of Visitors"} {
		s.text(70, 100+14*float64(i), 10, regular, "•")
		s.text(82, 100+14*float64(i), 10, regular, title)
	}
	s.text(60, 170, 14, bold, "Of Lamps")
	s.column(60, 195, 10, prose(4, 80)...)
	s.Bookmarks = []ink.Bookmark{{Title: "Of Lamps", Level: 1}}
	require.Equal(t, map[string]int{"Of Lamps": 1}, headings(finish(s.analyze())[0]))
	require.Equal(t, "Of Lamps", texts(s.analyze())[0])
}

func TestBookmarkMarksTheTitleNotARunningHeadOrPageNumber(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		head, title, bookmark string
		size                  float64
		want                  map[string]int
	}{
		"a running head repeats the title":      {"Of Lamps", "Of Lamps", "Of Lamps", 8, map[string]int{"Of Lamps": 1}},
		"a running head without the number":     {"Of Lamps", "2 Of Lamps", "Of Lamps", 8, map[string]int{"2 Of Lamps": 1}},
		"a page number above the title":         {"7", "Of Lamps", "Of Lamps", 8, map[string]int{"Of Lamps": 1}},
		"a page number above a numbered title":  {"7", "2 Of Lamps", "2 Of Lamps", 8, map[string]int{"2 Of Lamps": 1}},
		"the number of a chapter in small type": {"7", "Of Lamps", "7 Of Lamps", 8, map[string]int{"7 Of Lamps": 1}},
		"the number of a chapter in large type": {"7", "Of Lamps", "Of Lamps", 30, map[string]int{"7 Of Lamps": 1}},
	} {
		s := newSheet()
		s.text(60, 50, c.size, regular, c.head)
		s.text(60, 90, 14, regular, c.title)
		s.column(60, 115, 10, prose(4, 80)...)
		s.Bookmarks = []ink.Bookmark{{Title: c.bookmark, Level: 1}}
		require.Equal(t, c.want, headings(finish(s.analyze())[0]), name)
	}
}
