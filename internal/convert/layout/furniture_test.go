package layout_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// edged returns a page of prose with a line at its head and one at its foot.
func edged(head, foot string, headSize float64) page.Page {
	s := newSheet()
	s.text(60, 40, headSize, regular, head)
	y := s.column(60, 110, 10, prose(6, 70)...)
	s.column(60, y+12, 10, prose(6, 70)...)
	s.text(60, 780, 8, regular, foot)
	return finish(s.analyze())[0]
}

func TestPageNumberOnASinglePageIsNotText(t *testing.T) {
	t.Parallel()
	for _, number := range []string{"7", "- 7 -", "vii", "7 / 12", "Page 7 of 12", "Seite 7", "7 | Lamps and harbours", "LAMPS AND HARBOURS 7", "6.8. Lamps and harbours 59", "Chapter 3: Lamps and harbours 9", "Lamps and harbours 43 / 99"} {
		p := edged("A history of lamps", number, 8)
		require.Equal(t, page.PageFoot, p.Blocks[len(p.Blocks)-1].Kind, number)
		require.Equal(t, page.PageHead, p.Blocks[0].Kind, "the title opposite to %q", number)
	}
}

func TestRunningHeadOfASmallPageOnLargerPaperIsNotText(t *testing.T) {
	t.Parallel()
	small := func(left float64) page.Page {
		s := newSheet()
		s.text(left, 125, 8, regular, "A history of lamps")
		s.text(left+330, 125, 8, regular, "7")
		y := s.column(left, 180, 10, prose(6, 70)...)
		s.column(left, y+12, 10, prose(6, 70)...)
		return finish(s.analyze())[0]
	}
	require.Equal(t, page.PageHead, small(130).Blocks[0].Kind)
	require.NotEqual(t, page.PageHead, small(40).Blocks[0].Kind, "the margin at the left is not wide")
}

func TestLinesAtTheEdgeOfASinglePageStay(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]page.Page{
		"a title without a page number":    edged("A history of lamps", "Printed in Norwick", 8),
		"a letterhead above a page number": edged("Lamp Society, 12 Harbour Road, 47703 Norwick", "1", 8),
		"a large title":                    edged("A history of lamps", "1", 18),
		"a sentence":                       edged("This page is about lamps.", "1", 8),
		"a numbered part":                  edged("PART 2", "Printed in Norwick", 8),
	} {
		require.NotEqual(t, page.PageHead, p.Blocks[0].Kind, name)
	}
}

func TestTextThatIsAllAtTheEdgesStays(t *testing.T) {
	t.Parallel()
	var pages []page.Page
	for i := range 5 {
		s := newSheet()
		s.text(60, 40, 10, regular, fmt.Sprintf("Divider %d", i))
		pages = append(pages, s.analyze())
	}
	for i, p := range finish(pages...) {
		require.Len(t, p.Blocks, 1)
		require.Equal(t, page.Paragraph, p.Blocks[0].Kind, "page %d", i)
	}
}

func TestNumberBelowTheLastLineIsText(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 600, 10, prose(6, 70)...)
	y = s.column(60, y+20, 10, prose(6, 70)...)
	s.text(60, y+6, 10, regular, "1934")
	p := finish(s.analyze())[0]
	require.Equal(t, page.Paragraph, p.Blocks[len(p.Blocks)-1].Kind)
}

func TestTopOfAScaleIsNotAPageNumber(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, label := range []string{"300", "200", "100"} {
		s.text(60, 40+50*float64(i), 8, regular, label)
	}
	s.column(60, 220, 10, prose(6, 70)...)
	require.NotEqual(t, page.PageHead, finish(s.analyze())[0].Blocks[0].Kind)
}

func TestNumbersThatIncreaseFromPageToPageArePageNumbers(t *testing.T) {
	t.Parallel()
	heads := func(lines ...string) (kinds []page.Kind) {
		var pages []page.Page
		for i, l := range lines {
			p := edged(l, "", 10)
			p.Number = i + 1
			pages = append(pages, p)
		}
		for _, p := range finish(pages...) {
			kinds = append(kinds, p.Blocks[0].Kind)
		}
		return kinds
	}
	head := page.PageHead
	require.Equal(t, []page.Kind{head, head, head},
		heads("6.8. Lamps of the 1870s in 3 harbours, 59", "60 Chapter 6, which has 2 parts, and 12 lamps", "6.9. Oil 1,200 61"))
	require.NotContains(t, heads("Lamps of the 1870s in 3 harbours 59", "The 2 parts of 12 lamps 33"), head, "numbers that do not")
}

func TestANumberInTheMiddleFartherFromTheEdgeIsAPageNumber(t *testing.T) {
	t.Parallel()
	for x, kind := range map[float64]page.Kind{297.5: page.PageFoot, 200: page.Paragraph} {
		s := newSheet()
		s.column(60, 150, 10, prose(30, 75)...)
		s.text(x, 690, 10, regular, "2")
		p := finish(s.analyze())[0]
		require.Equal(t, kind, p.Blocks[len(p.Blocks)-1].Kind, "%q", texts(p))
	}
}

func TestNumberOfThePageMayStandFarAboveItsFoot(t *testing.T) {
	t.Parallel()
	feet := func(lines ...string) (kinds []page.Kind) {
		var pages []page.Page
		for i, l := range lines {
			s := newSheet()
			y := s.column(60, 110, 10, prose(6, 70)...)
			s.text(300, y+40, 10, regular, l)
			p := s.analyze()
			p.Number = i + 1
			pages = append(pages, p)
		}
		for _, p := range finish(pages...) {
			kinds = append(kinds, p.Blocks[len(p.Blocks)-1].Kind)
		}
		return kinds
	}
	foot := page.PageFoot
	require.Equal(t, []page.Kind{foot, foot, foot}, feet("41", "42", "43"))
	require.Equal(t, []page.Kind{foot, foot, foot}, feet("YEARLY REPORT 41", "YEARLY REPORT 42", "YEARLY REPORT 43"))
	require.NotContains(t, feet("41", "57", "12"), foot, "numbers that do not go up")

	var alone []page.Page
	for i, l := range []string{"Part 1: page 1", "Part 1: page 2", "Part 1: page 3"} {
		s := newSheet()
		s.text(60, 300, 10, regular, l)
		p := s.analyze()
		p.Number = i + 1
		alone = append(alone, p)
	}
	require.Equal(t, page.Paragraph, finish(alone...)[1].Blocks[0].Kind, "the only text of a page")
}
