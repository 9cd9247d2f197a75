package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// inMiddle is a line in the middle of the paragraphs of blocksOf, at a height.
func inMiddle(y float64, b page.Block, text string) page.Block {
	wide := 2.5 * float64(len(text))
	b.Spans = append(b.Spans, page.Span{Text: text, Bold: b.Font.Bold})
	b.Box = page.Box{X0: 300 - wide, Y0: y, X1: 300 + wide, Y1: y + 1.2*b.Font.Size}
	return b
}

func TestLetteredSectionsAreHeadingsWhateverFollows(t *testing.T) {
	t.Parallel()
	plain, strong := &page.Font{Size: 10}, &page.Font{Size: 10, Bold: true}
	short := page.Block{Font: plain, Spans: []page.Span{{Text: "reader"}}}
	slanted := page.Block{Kind: page.ListItem, Ordered: true, Marker: "A.", Font: plain, Spans: []page.Span{{Text: "Rooms of the north", Italic: true}}}
	p := blocksOf(running, inMiddle(130, page.Block{Kind: page.ListItem, Ordered: true, Marker: "I.", Font: strong}, "READING ROOMS"), short, running,
		slanted, short, running, inMiddle(330, page.Block{Font: plain}, "II. LOANS"), short, running)
	got := headings(finish(p)[0])
	require.Contains(t, got, "I. READING ROOMS")
	require.Contains(t, got, "A. Rooms of the north")
	require.Contains(t, got, "II. LOANS")
	require.Greater(t, got["A. Rooms of the north"], got["I. READING ROOMS"])
}

func TestInitialsAndLettersOutOfOrderAreNoSections(t *testing.T) {
	t.Parallel()
	plain := &page.Font{Size: 10}
	short := page.Block{Font: plain, Spans: []page.Span{{Text: "reader"}}}
	author := inMiddle(130, page.Block{Font: plain}, "A. SMITH")
	late := inMiddle(230, page.Block{Font: plain}, "IX. LOANS")
	require.Empty(t, headings(finish(blocksOf(running, author, short, running, late, short, running))[0]))
}

func TestTitleOfSmallTextInTheMiddleIsAHeading(t *testing.T) {
	t.Parallel()
	small := page.Block{Font: &page.Font{Size: 9}, Spans: []page.Span{{Text: strings.Join(prose(3, 80), " ")}}}
	small.Box = page.Box{X0: 80, Y0: 160, X1: 520, Y1: 200}
	title := inMiddle(145, page.Block{Font: &page.Font{Size: 9, Bold: true}}, "Abstract")
	label := inMiddle(145, page.Block{Font: &page.Font{Size: 9}}, "Abstract")
	require.Contains(t, headings(finish(blocksOf(running, title, small, running))[0]), "Abstract")
	require.Empty(t, headings(finish(blocksOf(running, label, small, running))[0]))
}

func TestLineAboveTheFirstReferenceIsATitle(t *testing.T) {
	t.Parallel()
	plain := &page.Font{Size: 10}
	line := func(text string) page.Block { return page.Block{Font: plain, Spans: []page.Span{{Text: text}}} }
	entries := []page.Block{line("[1] A. Smith. Rooms of the north, 1990."), line("[2] B. Jones. Rooms of the south, 1992.")}
	got := headings(finish(blocksOf(running, line("Literatur"), entries[0], entries[1]))[0])
	require.Contains(t, got, "Literatur")
	require.Empty(t, headings(finish(blocksOf(running, line("Literatur"), entries[1], running))[0]), "later entries")
	require.Empty(t, headings(finish(blocksOf(running, line("All of these rooms are open"), entries[0], running))[0]), "a sentence")
}
