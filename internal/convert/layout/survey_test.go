package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/page"
)

// finish runs both passes over pages.
func finish(pages ...page.Page) []page.Page {
	s := document.NewSurvey()
	for _, p := range pages {
		s.Add(p)
	}
	for i := range pages {
		s.Finish(&pages[i])
	}
	return pages
}

func headings(p page.Page) map[string]int {
	out := map[string]int{}
	for _, b := range p.Blocks {
		if b.Kind == page.Heading {
			out[b.Text()] = b.Level
		}
	}
	return out
}

func TestHeadingLevelsFollowTypeSizes(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 24, regular, "The whole story")
	s.text(60, 140, 16, regular, "A part of it")
	s.column(60, 165, 10, prose(4, 80)...)
	s.text(60, 240, 10, bold, "Bold and alone")
	s.column(60, 260, 10, prose(4, 80)...)
	require.Equal(t, map[string]int{"The whole story": 1, "A part of it": 2, "Bold and alone": 3}, headings(finish(s.analyze())[0]))
}

func TestFiguresInLargeTypeDoNotTakeALevel(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 24, regular, "The whole story")
	s.text(60, 140, 20, regular, "12 345")
	s.text(60, 180, 14, regular, "A part of it")
	s.column(60, 205, 10, prose(4, 80)...)
	require.Equal(t, map[string]int{"The whole story": 1, "A part of it": 2}, headings(finish(s.analyze())[0]))
}

func TestPointsOfAChartAreNotTheTypeOfTheText(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 80, 16, regular, "The whole story")
	s.text(60, 105, 10, regular, "The readers of the town are counted at each hour of the day")
	s.column(60, 140, 10, prose(4, 80)...)
	for i := range 40 {
		s.text(60, 250+6*float64(i), 5, regular, strings.Repeat("●", 30))
	}
	require.Equal(t, map[string]int{"The whole story": 1}, headings(finish(s.analyze())[0]))
}

func TestLevelsAreNotSkipped(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for _, h := range []struct {
		size  float64
		title string
	}{{24, "The whole story"}, {13, "A note first"}, {16, "A part of it"}, {13, "A note within"}} {
		s.text(60, y, h.size, regular, h.title)
		y = s.column(60, y+25, 10, prose(3, 80)...) + 30
	}
	want := map[string]int{"The whole story": 1, "A note first": 2, "A part of it": 2, "A note within": 3}
	require.Equal(t, want, headings(finish(s.analyze())[0]))
}

func TestLevelsFollowTheNumbersOfSections(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for _, title := range []string{"1 Method", "1.1 Data", "1.1.2 Sources", "2 Findings", "2.1 Visitors"} {
		s.text(60, y, 10, bold, title)
		y = s.column(60, y+14, 10, prose(3, 80)...) + 14
	}
	want := map[string]int{"1 Method": 1, "1.1 Data": 2, "1.1.2 Sources": 3, "2 Findings": 1, "2.1 Visitors": 2}
	require.Equal(t, want, headings(finish(s.analyze())[0]))
}

func TestHeadingLookalikesStayText(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 10, bold, "Table 4. Visitors by room")
	s.column(60, 130, 10, prose(5, 80)...)
	s.text(60, 220, 10, bold, "This sentence is bold and ends like one.")
	s.column(60, 250, 10, prose(5, 80)...)
	s.text(60, 50, 11, bold, "Running head")
	require.Empty(t, headings(finish(s.analyze())[0]))
}

func TestTextThatPagesRepeatIsARunningHead(t *testing.T) {
	t.Parallel()
	var pages []page.Page
	for n := range 4 {
		s := newSheet()
		s.Number = n + 1
		s.text(60, 40, 9, regular, "History of lamps")
		s.column(60, 120, 10, prose(6, 70+n)...)
		s.text(300, 780, 9, regular, fmt.Sprintf("%d", 17+n))
		pages = append(pages, s.analyze())
	}
	for _, p := range finish(pages...) {
		require.Equal(t, page.PageHead, p.Blocks[0].Kind)
		require.Equal(t, page.PageFoot, p.Blocks[len(p.Blocks)-1].Kind)
	}
}

func TestWhatTwoPagesRepeatIsARunningHeadIfItStandsApart(t *testing.T) {
	t.Parallel()
	twoPages := func(size, y, foot float64) []page.Page {
		var pages []page.Page
		for n := range 2 {
			s := newSheet()
			s.Number = n + 1
			s.text(60, y, size, bold, "History of lamps")
			s.column(60, 70, 10, prose(6, 70+n)...)
			s.text(60, foot, 10, regular, "The lamp house")
			pages = append(pages, s.analyze())
		}
		return finish(pages...)
	}
	for _, p := range twoPages(10, 30, 780) {
		require.Equal(t, page.PageHead, p.Blocks[0].Kind)
		require.Equal(t, page.PageFoot, p.Blocks[len(p.Blocks)-1].Kind)
	}
	for name, pages := range map[string][]page.Page{"larger than text": twoPages(14, 30, 780), "close to text": twoPages(10, 54, 780)} {
		require.Equal(t, page.Heading, pages[0].Blocks[0].Kind, name)
	}
}

// Slides may share a title, and some of their blocks have no place.
func TestWhatPagesApartRepeatIsNotARunningHead(t *testing.T) {
	t.Parallel()
	top := page.Box{X0: 60, Y0: 20, X1: 500, Y1: 50}
	var pages []page.Page
	for n := range 4 {
		pages = append(pages, page.Page{Number: n + 1, Width: 720, Height: 540, Apart: true, Blocks: []page.Block{
			{Kind: page.Heading, Level: 1, Box: top, Spans: []page.Span{{Text: "Results"}}},
			{Kind: page.Quote, Spans: []page.Span{{Text: "Pause here."}}},
			{Kind: page.Paragraph, Box: top, Spans: []page.Span{{Text: "Confidential"}}},
		}})
	}
	for _, p := range finish(pages...) {
		require.Equal(t, page.Heading, p.Blocks[0].Kind)
		require.Equal(t, page.Quote, p.Blocks[1].Kind)
		require.Equal(t, page.PageHead, p.Blocks[2].Kind)
	}
}

func TestNothingContinuesOnAPageApart(t *testing.T) {
	t.Parallel()
	pages := func(apart bool) []page.Page {
		text := func(s string) []page.Block {
			return []page.Block{{Kind: page.Paragraph, Spans: []page.Span{{Text: s}}}}
		}
		return finish(page.Page{Number: 1, Apart: apart, Blocks: text("ships and")}, page.Page{Number: 2, Apart: apart, Blocks: text("ferries")})
	}
	require.True(t, pages(false)[1].Blocks[0].Continues)
	require.False(t, pages(true)[1].Blocks[0].Continues)
}

func TestParagraphContinuesOverAPageBreak(t *testing.T) {
	t.Parallel()
	first, second := newSheet(), newSheet()
	first.column(60, 700, 10, "A sentence that does not end on this page but goes", "on and on without any")
	second.Number = 2
	second.column(60, 100, 10, "end until the next one, where it stops.")
	pages := finish(first.analyze(), second.analyze())
	require.True(t, pages[1].Blocks[0].Continues)
}
