package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

const italic = mono + 1

// running is a paragraph of body text.
var running = page.Block{Font: &page.Font{Size: 10}, Spans: []page.Span{{Text: strings.Join(prose(6, 80), " ")}}}

// blocksOf returns a page of paragraphs one below the other. Those that have a box keep it.
func blocksOf(blocks ...page.Block) page.Page {
	y := 100.0
	for i := range blocks {
		b := &blocks[i]
		if b.Kind == "" {
			b.Kind = page.Paragraph
		}
		if b.Box == (page.Box{}) {
			lines := float64(len(b.Text())/90 + 1)
			b.Box = page.Box{X0: 60, Y0: y, X1: 60 + min(480, 5*float64(len(b.Text()))), Y1: y + 1.2*lines*b.Font.Size}
		}
		y = b.Box.Y1 + 8
	}
	return page.Page{Number: 1, Width: 600, Height: 800, Blocks: blocks}
}

// between returns the headings of a page with two paragraphs in type of 10 points, between which add writes. add begins
// at y and returns the line below.
func between(add func(s *sheet, y float64) float64) map[string]int {
	s := typefaces()
	y := s.column(60, 100, 10, append(prose(4, 80), "and ends here.")...)
	y = add(s, y+14)
	s.column(60, y, 10, prose(5, 80)...)
	return headings(finish(s.analyze())[0])
}

// titleOf writes a title, and leaves a gap of the given ems, less the leading, below it.
func titleOf(size float64, font int, title string, gap float64) func(s *sheet, y float64) float64 {
	return func(s *sheet, y float64) float64 {
		s.text(60, y, size, font, title)
		return y + 12 + 10*gap
	}
}

func TestTitleInItalicsIsNotSmallerThanItsText(t *testing.T) {
	t.Parallel()
	require.Contains(t, between(titleOf(10, italic, "Loans of a year", .2)), "Loans of a year")
	require.Empty(t, between(titleOf(9.5, italic, "Loans of a year", .2)), "a term above its explanation")
}

func TestBoldTitleMayBeSmallerThanItsText(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		title string
		size  float64
		font  int
		gap   float64
		want  bool
	}{
		"closer to the text below":                       {"Loans of a year", 9, bold, 0, true},
		"like a heading of the sixth level in a browser": {"Loans of a year", 6.7, bold, 0, true},
		"a note":                        {"Loans of a year", 5, bold, 0, false},
		"in the middle":                 {"Loans of a year", 9, bold, 1.2, false},
		"in the middle with its number": {"2.1.1 Loans of a year", 9, bold, 1.2, true},
		"a sentence":                    {"Loans of a year end here.", 9, bold, 0, false},
		"a label":                       {"Loans of a year:", 9, bold, 0, false},
		"ordinary type":                 {"Loans of a year", 9, regular, 0, false},
	}
	for name, c := range cases {
		got := between(titleOf(c.size, c.font, c.title, c.gap))
		require.Equal(t, c.want, len(got) == 1, "%s: %v", name, got)
	}
}

func TestSmallLabelAboveSmallTextIsNotATitle(t *testing.T) {
	t.Parallel()
	got := between(func(s *sheet, y float64) float64 {
		s.text(60, y, 8, bold, "Source of the loans")
		return s.column(60, y+10, 8, prose(2, 60)...) + 14
	})
	require.Empty(t, got)
}

func TestSentenceEndsBeforeANoteMark(t *testing.T) {
	t.Parallel()
	note := func(title string) map[string]int {
		return headings(finish(blocksOf(
			page.Block{Font: &page.Font{Size: 12}, Spans: []page.Span{{Text: title}, {Text: "7", Sup: true}}},
			running,
		))[0])
	}
	require.Empty(t, note("Rooms are full at noon."))
	require.NotEmpty(t, note("Rooms at noon"))
}

func TestLettersJoinedBySignsAreAWord(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]bool{"9.8 I/O": true, "Q&A": true, "4 / 7": false, "A 1": false} {
		got := between(titleOf(16, bold, title, 1))
		require.Equal(t, want, len(got) == 1, "%s: %v", title, got)
	}
}
