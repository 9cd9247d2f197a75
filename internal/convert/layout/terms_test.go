package layout_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// explanations writes lines in bold, each above paragraphs that are indented. Running text begins at left.
func explanations(left, indent float64, paragraphs int, titles ...string) map[string]int {
	s := newSheet()
	y := s.column(left, 100, 10, prose(3, 90)...) + 10
	for _, title := range titles {
		s.text(60, y, 10, bold, title)
		y += 12
		for range paragraphs {
			y = s.column(60+indent, y, 10, append(prose(2, 70), "and ends here.")...) + 6
		}
		y += 6
	}
	return headings(finish(s.analyze())[0])
}

func TestTermsAboveTheirExplanationsAreNotHeadings(t *testing.T) {
	t.Parallel()
	titles := []string{"Beck", "Carrel", "Lamp", "Window seat"}
	require.Empty(t, explanations(60, 20, 1, titles...))
	require.Empty(t, explanations(60, 20, 2, titles...), "several paragraphs")
	require.Empty(t, explanations(60, 20, 1, titles[:1]...), "one")
	require.Empty(t, explanations(56, 24, 1, titles[:1]...), "one, a little to the right of the text")
	require.Empty(t, explanations(80, 20, 1, titles...), "several, and text at no other edge")
	require.Empty(t, explanations(80, 20, 1, "Beck", "TFTP", "PC", "Lamp"), "some of them abbreviations")
	require.Len(t, explanations(60, 0, 1, titles...), 4, "text that is not indented")
	require.Len(t, explanations(80, 20, 2, titles...), 4, "titles to the left of all text")
	require.Len(t, explanations(60, 20, 1, "NAME", "SYNOPSIS", "DESCRIPTION", "FILES"), 4, "a manual")
}

func TestTermsMayHaveMuchLongerExplanationsThanTheTextAroundThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		left     int // lines of running text at the edge of the term
		headings []string
	}{
		"some text begins at the edge of the term": {2, nil},
		"no text does": {0, []string{"Window seat"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			y := s.column(60, 100, 10, prose(c.left, 90)...) + 20
			s.text(60, y, 10, bold, "Window seat")
			s.column(80, y+12, 10, append(prose(40, 80), "and ends here.")...)
			require.ElementsMatch(t, c.headings, slices.Collect(maps.Keys(headings(finish(s.analyze())[0]))))
		})
	}
}

func TestOneIndentedLineBelowATitleMayBeginAParagraph(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		left, explained int // lines of running text at the edge of the title, and at that of the line below it
		headings        []string
	}{
		{"little other text begins where the line does", 30, 2, []string{"Cash flows"}},
		{"much text does", 6, 6, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			y := s.column(60, 100, 10, append(prose(c.left, 90), "and ends here.")...) + 10
			y = s.column(80, y, 10, append(prose(c.explained, 80), "and ends here.")...) + 10
			s.text(60, y, 10, bold, "Cash flows")
			s.column(80, y+12, 10, "Our cash flows were as follows:")
			require.ElementsMatch(t, c.headings, slices.Collect(maps.Keys(headings(finish(s.analyze())[0]))))
		})
	}
}

func TestTitlesAboveIndentedClausesAreHeadings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, first, second string
		headings            []string
	}{
		{"clauses of the section", "2.1", "3.1", []string{"2 Rent and fees", "3 Repairs"}},
		{"other numbers", "10", "11", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			y := s.column(60, 100, 10, append(prose(6, 90), "and ends here.")...) + 10
			for i, title := range []string{"2 Rent and fees", "3 Repairs"} {
				s.text(60, y, 10, bold, title)
				lines := append(prose(3, 80), "and ends here.")
				lines[0] = []string{c.first, c.second}[i] + " " + lines[0]
				y = s.column(80, y+12, 10, lines...) + 10
			}
			require.ElementsMatch(t, c.headings, slices.Collect(maps.Keys(headings(finish(s.analyze())[0]))))
		})
	}
}
