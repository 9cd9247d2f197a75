package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
)

// sectioned returns the headings of a page with a line in the type of the text between two paragraphs.
func sectioned(title string, above, below float64) map[string]int {
	s := newSheet()
	y := s.column(60, 100, 10, append(prose(4, 70), "and ends here.")...)
	s.text(60, y+above, 10, regular, title)
	s.column(60, y+above+12+below, 10, prose(5, 70)...)
	return headings(finish(s.analyze())[0])
}

func TestNumberAloneMakesATitle(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"3 Method", "2.1 Data and sources", "A. Scope of the work", "IV. Findings", "B.2 Later work", "II.1 Earlier work"} {
		require.Contains(t, sectioned(title, 8, 4), title, "%s", title)
	}
}

func TestNumberedTitleRightAboveItsTextIsNotPartOfIt(t *testing.T) {
	t.Parallel()
	require.Contains(t, sectioned("2.1 Data and sources", 0, 0), "2.1 Data and sources")
}

func TestNumbersAtTheHeadOfALineThatIsNotATitle(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"sentence": "3 Halls were closed.", "date": "14 March 2021", "clause": "3 Method;", "small letter": "3 halls of the east",
	} {
		require.Empty(t, sectioned(line, 8, 4), name)
	}
}

func TestItemsOfAListAreNotTitles(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, append(prose(4, 70), "and ends here.")...)
	y = s.column(60, y+6, 10, "1. Method", "2. Data", "3. Findings")
	s.column(60, y+6, 10, prose(5, 70)...)
	require.Empty(t, headings(finish(s.analyze())[0]))
}

func TestNumberedTitleBelowAFullLineIsNotPartOfTheTextAbove(t *testing.T) {
	t.Parallel()
	s := newSheet()
	above := prose(5, 70)
	above[4] += " end."
	s.column(60, 100, 10, append(append(above, "3 Method"), prose(5, 70)...)...)
	require.Contains(t, headings(finish(s.analyze())[0]), "3 Method")
}

func TestNumberedTitleAtTheHeadOfAPageIsNotARunningHead(t *testing.T) {
	t.Parallel()
	for below, want := range map[float64]bool{4: true, 40: false} {
		s := newSheet()
		s.text(60, 50, 10, regular, "2.1 Data and sources")
		s.column(60, 62+below, 10, prose(5, 70)...)
		require.Equal(t, want, len(headings(finish(s.analyze())[0])) == 1, "%g points", below)
	}
}

func TestTitlesThatFollowEachOtherWithoutTextAreSeparate(t *testing.T) {
	t.Parallel()
	for _, titles := range [][]string{
		{"2.5 Data", "2.6 Method"}, {"2 Method", "2.1 Data"}, {"2.1.3 Data", "2.2 Method"}, {"A.1 Data", "A.2 Method"},
	} {
		s := newSheet()
		y := s.column(60, 100, 10, append(prose(4, 70), "and ends here.")...)
		s.text(60, y+12, 12, bold, titles[0])
		s.text(60, y+26, 12, bold, titles[1])
		s.column(60, y+44, 10, prose(5, 70)...)
		found := headings(finish(s.analyze())[0])
		require.Contains(t, found, titles[0])
		require.Contains(t, found, titles[1])
	}
}

func TestATitleOfTwoLinesWhoseSecondBeginsWithANumberIsOne(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, append(prose(4, 70), "and ends here.")...)
	s.text(60, y+12, 12, bold, "2.5 What we learned from all the Results of Table")
	s.text(60, y+26, 12, bold, "3.1 About Data")
	s.column(60, y+44, 10, prose(5, 70)...)
	require.Contains(t, headings(finish(s.analyze())[0]), "2.5 What we learned from all the Results of Table 3.1 About Data")
}

func TestATitleInSmallCapitalsIsAHeading(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"ABCDEF+CMCSC10": true, "ABCDEF+CMR10": false} {
		s := newSheet()
		s.Fonts = append(s.Fonts, ink.Font{Name: name})
		y := s.column(60, 100, 10, prose(4, 80)...) + 10
		right := s.text(60, y+24, 10, regular, strings.Join(prose(1, 80), ""))
		s.text((60+right)/2-25, y, 10, 3, "References")
		s.column(60, y+36, 10, prose(3, 80)...)
		_, is := headings(finish(s.analyze())[0])["References"]
		require.Equal(t, want, is, name)
	}
}
