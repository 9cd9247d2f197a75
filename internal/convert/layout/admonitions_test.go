package layout_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// notes writes a page whose section has a bold label above a paragraph.
func notes(title float64, label string, size float64) []string {
	s := newSheet()
	s.text(60, 100, title, bold, "How to lend a book")
	y := s.column(60, 130, 10, append(prose(4, 90), "and ends here.")...) + 20
	s.text(60, y, size, bold, label)
	y = s.column(60, y+14, 10, append(prose(2, 80), "and ends here.")...) + 20
	s.column(60, y, 10, append(prose(6, 90), "and ends here.")...)
	return slices.Sorted(maps.Keys(headings(finish(s.analyze())[0])))
}

func TestTitleOfANoteIsNoHeading(t *testing.T) {
	t.Parallel()
	section := "How to lend a book"
	for _, c := range []struct {
		name, label string
		title, size float64
		want        []string
	}{
		{"in type of the text", "Note", 16, 10, []string{section}},
		{"in capitals", "AVERTISSEMENT", 16, 10, []string{section}},
		{"in another script", "Примечание", 16, 10, []string{section}},
		{"in larger type", "Warning", 16, 13, []string{section}},
		{"in the largest type", "Warning", 13, 16, []string{section, "Warning"}},
		{"with more words", "Note to readers", 16, 10, []string{section, "Note to readers"}},
		{"several", "Notes", 16, 10, []string{section, "Notes"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, notes(c.title, c.label, c.size))
		})
	}
}
