package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// finished returns the page as a document of one page.
func (s *sheet) finished() page.Page {
	p := s.analyze()
	survey := document.NewSurvey()
	survey.Add(p)
	survey.Finish(&p)
	return p
}

func headingTexts(p page.Page) []string {
	var out []string
	for _, b := range p.Blocks {
		if b.Kind == page.Heading {
			out = append(out, b.Text())
		}
	}
	return out
}

func TestMarginTitlesPrecedeTheirParagraphs(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for _, title := range [][]string{{"Rooms and", "readers"}, {"Opening", "hours"}} {
		s.text(60, y, 10, bold, title[0])
		s.text(60, y+12, 10, bold, title[1])
		y = s.column(160, y, 10, append(prose(4, 60), "the end.")...) + 6
	}
	got := s.finished()
	require.Equal(t, []string{"Rooms and readers", "Opening hours"}, headingTexts(got))
	require.Equal(t, "Rooms and readers", got.Blocks[0].Text())
	require.True(t, strings.HasSuffix(got.Blocks[1].Text(), "the end."), got.Blocks[1].Text())
}

func TestLargeTitleNextToJustifiedLinesStaysSeparate(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 24, bold, "Public")
	s.text(60, 126, 24, bold, "libraries")
	for i, words := range []string{"every reader finds", "a window with some", "light in the halls", "where long benches", "were put for those", "who wait for books"} {
		x := 200.0
		for _, w := range strings.Fields(words) { // justified: the spaces are as wide as the gap to the title
			x = s.text(x, 96+12*float64(i), 10, regular, w) + 12
		}
	}
	s.column(200, 168, 10, prose(6, 40)...)
	require.Equal(t, []string{"Public libraries"}, headingTexts(s.finished()))
}

func TestCardsAreReadRowByRow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for row := range 2 {
		for column := range 2 {
			x, y := 60+260*float64(column), 100+200*float64(row)
			s.text(x, y, 13, bold, "Card "+string("ABCD"[2*row+column]))
			s.column(x, y+18, 10, prose(5+2*column, 38)...)
		}
	}
	require.Equal(t, []string{"Card A", "Card B", "Card C", "Card D"}, headingTexts(s.finished()))
}

func TestAlternatingBlocksAreNotColumns(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(400, 60, 10, "Northfield Instruments", "Twelve Harbour Road", "Bristol in England")
	s.column(60, 110, 10, "Peter Vance at the", "Crown Laboratories", "Hill Street in Leeds")
	s.column(400, 160, 10, "Bristol, on the fourth", "of October in the year", "twenty twenty-one")
	s.column(60, 220, 10, prose(20, 110)...)
	got := s.analyze().Text()
	require.Less(t, strings.Index(got, "Northfield"), strings.Index(got, "Peter"))
	require.Less(t, strings.Index(got, "Leeds"), strings.Index(got, "October"))
}

func TestAdjacentListsAreColumns(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, item := range []string{"500 g flour", "300 ml water", "10 g fine salt", "7 g dry yeast", "150 g olives"} {
		y := 100 + 12*float64(i)
		s.text(60, y, 10, regular, "•")
		s.text(70, y, 10, regular, item)
	}
	s.column(200, 100, 10, prose(8, 50)...)
	require.Contains(t, texts(s.analyze()), "300 ml water")
}

func TestColumnsOfAnIndexAreReadOneAfterTheOther(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, l := range []string{"alga, 7", "bell, 12", "lamps", "creek, 3, 8", "dock, 9", "eel, 4–6"} {
		s.text(60, 100+12*float64(i), 10, regular, l)
		s.text(300, 100+12*float64(i), 10, regular, strings.Replace(l, ",", "s,", 1))
	}
	text := strings.Join(texts(s.analyze()), "\n")
	require.Less(t, strings.Index(text, "eel, 4–6"), strings.Index(text, "algas, 7"), "%q", text)
}

func TestDatesSideBySideAreNoIndex(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, month := range []string{"May", "June", "July", "March", "April", "August"} {
		s.text(60, 100+12*float64(i), 10, regular, month+" 5, 2021")
		s.text(300, 100+12*float64(i), 10, regular, month+" 9, 2022")
	}
	text := strings.Join(texts(s.analyze()), "\n")
	require.Less(t, strings.Index(text, "May 9, 2022"), strings.Index(text, "August 5, 2021"), "%q", text)
}

func TestLetterspacedTitlesBecomeWords(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := 60.0
	for _, r := range "HIGH SPEED FLOW" {
		x = s.text(x, 60, 16, bold, string(r)) + .3*16
	}
	s.column(60, 100, 10, prose(5, 80)...)
	require.Equal(t, []string{"HIGH SPEED FLOW"}, headingTexts(s.finished()))
}

func TestSpacedLettersWithoutWordGapsStaySeparate(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, r := range "ABCDEFGH" {
		s.text(60+30*float64(i), 60, 10, regular, string(r))
	}
	require.Contains(t, s.analyze().Text(), "A B C")
}

func TestSmallTextInTheNextColumnIsNotASuperscript(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, prose(12, 50)...)
	for i, line := range prose(12, 40) {
		s.text(350, 97+13*float64(i), 8, regular, line)
	}
	for _, b := range s.analyze().Blocks {
		for _, span := range b.Spans {
			require.False(t, span.Sup || span.Sub, span.Text)
		}
	}
}

func TestItalicLineAboveItsParagraphIsAHeading(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.Fonts = append(s.Fonts, ink.Font{Name: "Serif-Italic", Italic: true})
	s.text(60, 160, 10, len(s.Fonts)-1, "Heat flow in composite walls")
	s.column(60, 172, 10, prose(5, 90)...)
	got := s.finished()
	require.Equal(t, []string{"Heat flow in composite walls"}, headingTexts(got))
	require.Len(t, got.Blocks, 2)
}

func TestHardHyphenAtALineEndStays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"written that way elsewhere": {[]string{"A long-term plan was made before the long-", "term view was known."}, "the long-term view"},
		"written as one elsewhere":   {[]string{"The shareholders of the house met the share-", "holders of the mill."}, "the shareholders of the mill"},
		"both halves are words":      {[]string{"The cloud is based where rooms are cloud-", "based as a rule."}, "are cloud-based as"},
		"a compound of several":      {[]string{"It was all about the state-of-the-", "art of the time."}, "the state-of-the-art of"},
		"nothing is known":           {[]string{"The committee met in the spring to con-", "sider the rooms."}, "to consider the"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, hyphen := range []string{"-", "\u2010"} {
				s := newSheet()
				s.column(60, 100, 10, strings.TrimSuffix(c.lines[0], "-")+hyphen, c.lines[1])
				require.Contains(t, strings.ReplaceAll(s.analyze().Text(), "\u2010", "-"), c.want)
			}
		})
	}
}

func TestABrokenWordIsNotLost(t *testing.T) {
	t.Parallel()
	for _, hyphen := range []string{"\u00ad", "\u2010"} { // PDFium itself marks "-"
		s := newSheet()
		s.column(60, 100, 10, "The committee met in the spring to con"+hyphen, "sider the rooms.")
		got := s.analyze()
		require.Contains(t, page.Visible(got.Text()), "to consider the")
		require.InDelta(t, 1, got.Coverage, 0, "hyphen %q", hyphen)
	}
}

func TestNarrowGapBeforeACapitalEndsAWord(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "Transit")
	x = s.text(x+2, 100, 10, regular, "Authority of the")
	s.text(x+2, 100, 10, regular, "state") // within a word such a gap may be a missing letter
	require.Contains(t, s.analyze().Text(), "Transit Authority of thestate")
}

func TestAddressesFarApartAreReadOneAfterTheOther(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "Acme Ltd", "12 High Street", "Leeds LS1 4AB")
	s.column(340, 100, 10, "Bill to:", "Northwind plc", "4 Quay Road", "Hull HU1 2BB")
	s.column(60, 180, 10, prose(4, 90)...)
	require.Equal(t, []string{"Acme Ltd\n12 High Street\nLeeds LS1 4AB", "Bill to:\nNorthwind plc\n4 Quay Road\nHull HU1 2BB"}, texts(s.analyze())[:2])
}

func TestLabelsFarFromAsManyValuesAreReadWithThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "Customer name", "Street and no", "Town and code")
	s.column(340, 100, 10, "Northwind plc", "4 Quay Road", "Hull HU1 2BB")
	s.column(60, 180, 10, prose(4, 90)...)
	require.Contains(t, texts(s.analyze())[0], "Customer name Northwind plc")
}
