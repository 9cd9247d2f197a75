package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestParagraphLinesAreJoinedAndDehyphenated(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "The committee met in the spring to con-", "sider how rooms are used by readers and", "by whom.")
	p := s.analyze()
	require.Equal(t, []string{"The committee met in the spring to consider how rooms are used by readers and by whom."}, texts(p))
}

func TestIndentStartsAParagraph(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, "One sentence that goes over two lines of text", "and ends in the middle of the second line here.")
	y = s.column(80, y, 10, "Another paragraph begins with an indent and")
	s.column(60, y, 10, "goes on at the margin.")
	require.Len(t, s.analyze().Blocks, 2)
}

func TestColumnsAreReadOneAfterAnother(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 60, 20, regular, "A title over both columns")
	left, right := prose(12, 38), prose(12, 38)
	for i := range left {
		left[i], right[i] = "LEFT "+left[i], "RIGHT "+right[i]
	}
	s.column(60, 100, 10, left...)
	s.column(330, 100, 10, right...)
	got := texts(s.analyze())
	require.Equal(t, "A title over both columns", got[0])
	require.Regexp(t, `^LEFT`, got[1])
	require.Regexp(t, `^RIGHT`, got[len(got)-1])
	for _, text := range got[1:] {
		require.NotRegexp(t, `LEFT.*RIGHT`, text)
	}
}

func TestLabelNextToItsTextStaysOnItsLine(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, label := range []string{"Name:", "Born:", "Died:"} {
		s.text(60, 100+14*float64(i), 10, regular, label)
		s.text(110, 100+14*float64(i), 10, regular, "a value that is long enough for a column")
	}
	require.Contains(t, s.analyze().Text(), "Name: a value")
}

func TestListItemsKeepTheirMarkers(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "• first of the items", "• second of them", "3. a numbered one")
	blocks := s.analyze().Blocks
	require.Len(t, blocks, 3)
	for _, b := range blocks {
		require.Equal(t, page.ListItem, b.Kind)
	}
	require.Equal(t, "first of the items", blocks[0].Text())
	require.True(t, blocks[2].Ordered)
	require.Equal(t, "3.", blocks[2].Marker)
}

func TestListItemsNestByTheirIndent(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "• outer", "", "", "• outer again")
	s.column(85, 112, 10, "• inner", "• inner again")
	levels := []int{}
	for _, b := range s.analyze().Blocks {
		levels = append(levels, b.Level)
	}
	require.Equal(t, []int{0, 1, 1, 0}, levels)
}

func TestDrawnDotIsABullet(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(70, 100, 10, "first of the items", "second of them")
	for _, y := range []float64{96, 108} {
		s.Dots = append(s.Dots, page.Box{X0: 60, Y0: y - 0.5, X1: 63, Y1: y + 2.5})
	}
	blocks := s.analyze().Blocks
	require.Len(t, blocks, 2)
	require.Equal(t, page.ListItem, blocks[1].Kind)
}

func TestSuperscriptsAreMarkedAndFootnotesLinked(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "As was shown elsewhere")
	s.text(x, 96, 6, regular, "7")
	s.text(x+8, 100, 10, regular, "the rooms were full.")
	s.column(60, 130, 10, prose(3, 80)...)
	x = s.text(60, 700, 8, regular, "7")
	s.text(x+3, 700, 8, regular, "In a report that nobody has read.")
	p := s.analyze()
	last := p.Blocks[len(p.Blocks)-1]
	require.Equal(t, page.Footnote, last.Kind)
	require.Equal(t, "7", last.Marker)
	require.Equal(t, "7", p.Blocks[0].Spans[1].Note)
	require.Equal(t, " the rooms were full.", p.Blocks[0].Spans[2].Text)
}

func TestTextOfTwoSizesIsNotPaintedTwice(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 10, regular, "never") // six ems from the left and ten from the top, each in its own
	s.text(120, 200, 20, regular, "never")
	require.Equal(t, "never never", strings.Join(strings.Fields(s.analyze().Text()), " "))
}

func TestTextPaintedTwiceCountsOnce(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 10, regular, "Shadow")
	s.text(60.3, 100.2, 10, regular, "Shadow")
	require.Equal(t, "Shadow", s.analyze().Text())
}

func TestLettersThatFollowTheirOwnShadowCountOnce(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := 60.0
	for _, letter := range strings.Split("Shadow", "") {
		s.text(x, 100, 10, bold, letter)
		x = s.text(x, 100, 10, regular, letter)
	}
	require.Equal(t, "Shadow", s.analyze().Text())
}

func TestLettersOfALigatureShareAPosition(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "o")
	s.text(x, 100, 10, regular, "f")
	s.text(x, 100, 10, regular, "f")
	s.text(x, 100, 10, regular, "i")
	s.text(x+5, 100, 10, regular, "ce")
	require.Equal(t, "office", s.analyze().Text())
}

func TestLettersOfAWideLigatureAreOneWord(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "o")
	for _, r := range "ffi" {
		s.Glyphs = append(s.Glyphs, ink.Glyph{Rune: r, X: x, Y: 100, Size: 10, Content: -1, Box: page.Box{X0: x, Y0: 92, X1: x + 15, Y1: 102}})
	}
	s.text(x+15, 100, 10, regular, "ce")
	require.Equal(t, "office", s.analyze().Text())
}

func TestParagraphContinuesInTheNextColumn(t *testing.T) {
	t.Parallel()
	s := newSheet()
	left := prose(8, 50)
	s.column(60, 100, 10, left...)
	right := prose(8, 50)
	right[0] = "and so it went on " + right[0]
	s.column(330, 100, 10, right...)
	p := s.analyze()
	require.True(t, p.Blocks[1].Continues)
}

func TestLinesInUnspacedScriptsJoinWithoutLoss(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "图书馆的阅览室在春天开放许多读者来这里看书和地图", "窗边的桌子一直到中午都是空的没有人知道这是为什么")
	p := s.analyze()
	require.Equal(t, "图书馆的阅览室在春天开放许多读者来这里看书和地图窗边的桌子一直到中午都是空的没有人知道这是为什么", p.Text())
	require.InDelta(t, 1, p.Coverage, 1e-9)
	korean := newSheet()
	korean.column(60, 100, 10, "열람실은 봄에 문을 열고 많은 독자가 책을", "읽으러 온다")
	require.Equal(t, "열람실은 봄에 문을 열고 많은 독자가 책을 읽으러 온다", korean.analyze().Text())
}

func TestCoverageCountsNumbersTwice(t *testing.T) {
	t.Parallel()
	blocks := []page.Block{{Spans: []page.Span{{Text: "rooms for 12 readers"}}}}
	require.InDelta(t, 1, layout.Coverage("rooms for 12 readers", blocks), 1e-9)
	require.InDelta(t, 3./5, layout.Coverage("rooms for 13 readers", blocks), 1e-9)
	require.InDelta(t, 1, layout.Coverage("", nil), 1e-9)
}

func TestPageRecordsHowMuchTextItsBlocksContain(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, prose(6, 60)...)
	p := s.analyze()
	require.InDelta(t, 1, p.Coverage, 1e-9)
	require.False(t, layout.Lost(&p))
	p.Coverage = .9
	require.True(t, layout.Lost(&p))
	empty := newSheet().analyze()
	require.False(t, layout.Lost(&empty))
}

func TestDropCapJoinsItsWord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"ndia suffers from rules": "India", " read a book in spring": "I read"} {
		s := newSheet()
		s.text(60, 124, 34, regular, "I")
		if text[0] == ' ' {
			s.text(77, 124, 34, regular, " ")
		}
		y := s.column(82, 100, 10, strings.TrimSpace(text)+" that get in the way of trade", "and that nobody has counted since they were", "made, so that all who trade have to")
		s.column(60, y, 10, prose(3, 60)...)
		got := s.analyze()
		require.Regexp(t, "^"+want+" .* way of trade and that nobody", got.Text())
		require.InDelta(t, 1, got.Coverage, .03)
	}
}

func TestInitialsOffTheLinesBeginTheirWord(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ base, edge float64 }{
		"standing on the first line":     {base: 100, edge: 60},
		"between the lines, in the text": {base: 107.5, edge: 82},
	} {
		s := newSheet()
		s.text(60, c.base, 22, regular, "E")
		x := s.text(72, 100, 10, regular, "ach contributor grants you a license to")
		require.Greater(t, x, 200.0)
		y := s.column(c.edge, 112, 10, "make the work better, and to give what has", "come of that to all who want it.")
		s.column(60, y, 10, prose(3, 60)...)
		got := s.analyze()
		require.Regexp(t, "^Each contributor grants you a license to make the work", got.Text(), name)
		require.InDelta(t, 1, got.Coverage, .03, name)
	}
}

func TestSoftHyphensVanish(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "The committee met to con\u00ad")
	x := s.text(60, 112, 10, regular, "sider the ware\u00ad") - 5
	s.Glyphs[len(s.Glyphs)-1].Box.X1 = x // within its line, one takes up no room
	s.text(x, 112, 10, regular, "houses of the")
	s.text(60, 124, 10, regular, "harbour.")
	require.Equal(t, "The committee met to consider the warehouses of the harbour.", page.Visible(s.analyze().Text()))
}

func TestSoftHyphensThatTakeUpRoomAreHyphens(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "Run it with \u00adf and \u00adv for 1\u00ad12 months of con\u00ad", "sidering, and stop.")
	require.Equal(t, "Run it with -f and -v for 1-12 months of considering, and stop.", page.Visible(s.analyze().Text()))
}

func TestAHyphenThatIsSeveralCharactersIsOne(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "Steps 2")
	for _, r := range "-\u00ad\u2010" {
		s.text(x, 100, 10, regular, string(r))
	}
	s.text(x+5, 100, 10, regular, "3 follow.")
	require.Equal(t, "Steps 2-3 follow.", page.Visible(s.analyze().Text()))
}

func TestNumberInsideASentenceBeginsNoItem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "This gallery examines 119 parts of the harbour while the private meadow has only",
		"85. This orchard delivers 334 parts to the lighthouse and to the former laboratory.")
	blocks := s.analyze().Blocks
	require.Len(t, blocks, 1)
	require.Contains(t, blocks[0].Text(), "has only 85. This orchard")
}

func TestItemBelowAShortLineStaysAnItem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "The committee decided on these points in the meeting of the spring, of which only",
		"some are new", "2. The rooms of the library are open to all readers of the town on every weekday.")
	blocks := s.analyze().Blocks
	require.Equal(t, page.ListItem, blocks[len(blocks)-1].Kind)
}

func TestInitialsAtTheStartOfALineDoNotBeginAnItem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 100, 10, "The reading rooms stand between the creeks and", "J. P. Elliot was one of those who read there.")
	p := s.analyze()
	require.Len(t, p.Blocks, 1)
	require.Equal(t, page.Paragraph, p.Blocks[0].Kind)
}

func TestWordsOfATightlySetTitleAreSeparatedThoughTheirSpacesAreNarrow(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := 60.0
	for _, word := range strings.Fields("Questions that readers ask") {
		for _, r := range word {
			s.text(x, 100, 16, regular, string(r))
			x += 7.2 // each letter overlaps the one before it by .8 points
		}
		x += 2.6
	}
	require.Equal(t, "Questions that readers ask", s.analyze().Blocks[0].Text())
}

func TestATelephoneNumberIsNoItem(t *testing.T) {
	t.Parallel()
	for text, kind := range map[string]page.Kind{
		"(912) 555-4321":     page.Paragraph,
		"(12) of the papers": page.ListItem,
		"(1) 5 apples":       page.ListItem,
	} {
		s := newSheet()
		s.text(60, 100, 10, regular, text)
		require.Equal(t, kind, s.analyze().Blocks[0].Kind, text)
	}
}

func TestEntriesOfContentsAreParagraphs(t *testing.T) {
	t.Parallel()
	for _, leader := range []string{".", ". ", "·", "…"} {
		s := newSheet()
		for i, title := range []string{"First steps", "Basics", "Using it"} {
			s.text(60, 100+12*float64(i), 10, regular, title+" "+strings.Repeat(leader, 40)+" 1")
		}
		require.Len(t, s.analyze().Blocks, 3, leader)
	}
}
