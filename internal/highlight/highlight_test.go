package highlight_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/highlight"
	"quire/internal/passage"
)

// at returns the box of a word on a line.
func at(x, y, width float64) page.Box { return page.Box{X0: x, Y0: y, X1: x + width, Y1: y + 10} }

// lines returns the words of lines that begin at x, y; each character is five points wide.
func lines(x, y float64, list ...string) (words []page.Word, around page.Box) {
	around = page.Box{X0: x, Y0: y, X1: x, Y1: y}
	for _, line := range list {
		left := x
		for _, w := range strings.Fields(line) {
			b := at(left, y, 5*float64(len(w)))
			words = append(words, page.Word{Text: w, Box: b})
			left = b.X1 + 5
			around.X1, around.Y1 = max(around.X1, b.X1), b.Y1
		}
		y += 14
	}
	return words, around
}

func paragraph(text string, b page.Box) page.Block {
	return page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}, Box: b}
}

// book returns a book with the given pages.
func book(pages ...page.Page) *highlight.Book {
	return highlight.NewBook(func(number int) (page.Page, error) { return pages[number-1], nil })
}

// span returns the position of text in a block that begins the passage.
func span(block, from, length int) []passage.Span {
	return []passage.Span{{Page: 1, Block: block, From: from, End: length}}
}

func TestAQuoteHasOneBoxForEachOfItsLines(t *testing.T) {
	t.Parallel()
	words, around := lines(50, 100, "The notice period is", "three months for both", "sides of the con-", "tract.")
	text := "The notice period is three months for both sides of the contract."
	p := page.Page{Number: 1, Width: 600, Height: 800, Blocks: []page.Block{paragraph(text, around)}, Words: words}
	quote := "period is three months for both sides of the contract."
	from := strings.Index(text, quote)
	places, err := book(p).Quoted(quote, span(0, from, len(quote)))
	require.NoError(t, err)
	want := []highlight.Place{{Page: 1, Boxes: []page.Box{
		{X0: 105, Y0: 100, X1: 150, Y1: 110}, {X0: 50, Y0: 114, X1: 155, Y1: 124}, {X0: 50, Y0: 128, X1: 135, Y1: 138}, {X0: 50, Y0: 142, X1: 80, Y1: 152},
	}}}
	require.Equal(t, want, places)
	found, err := book(p).Find(quote, 1, 1)
	require.NoError(t, err)
	require.Equal(t, want, found)
}

func TestAColumnDoesNotReachIntoTheNext(t *testing.T) {
	t.Parallel()
	left, leftBox := lines(50, 100, "one two", "three four")
	right, rightBox := lines(300, 100, "five six", "seven eight")
	p := page.Page{
		Number: 1, Width: 600, Height: 800, Words: append(left, right...),
		Blocks: []page.Block{paragraph("one two three four", leftBox), paragraph("five six seven eight", rightBox)},
	}
	places, err := book(p).Find("four five", 1, 1)
	require.NoError(t, err)
	require.Equal(t, []page.Box{at(80, 114, 20), at(300, 100, 20)}, places[0].Boxes)
}

func TestLinesOfATurnedScanAreLines(t *testing.T) {
	t.Parallel()
	// The page was scanned upside down: its lines run from right to left, the first at the bottom.
	words, _ := lines(50, 100, "the first line", "the second line")
	var around page.Box
	for i := range words {
		b := words[i].Box
		words[i].Box = page.Box{X0: 600 - b.X1, Y0: 800 - b.Y1, X1: 600 - b.X0, Y1: 800 - b.Y0}
		around = words[0].Box
	}
	for _, w := range words {
		around = page.Box{X0: min(around.X0, w.Box.X0), Y0: min(around.Y0, w.Box.Y0), X1: max(around.X1, w.Box.X1), Y1: max(around.Y1, w.Box.Y1)}
	}
	p := page.Page{Number: 1, Width: 600, Height: 800, Angle: 180, Words: words, Blocks: []page.Block{paragraph("the first line the second line", around)}}
	places, err := book(p).Find("the first line the second line", 1, 1)
	require.NoError(t, err)
	require.Len(t, places[0].Boxes, 2)
	require.Greater(t, places[0].Boxes[0].Y0, places[0].Boxes[1].Y0)
}

func TestRowsOfATableOverTwoPagesAreMarkedOnBoth(t *testing.T) {
	t.Parallel()
	table := func(number int, rows ...[2]string) page.Page {
		p := page.Page{Number: number, Width: 600, Height: 800}
		tab := &page.Table{Columns: 2}
		for i, r := range rows {
			var cells []page.Cell
			for c, text := range r {
				box := page.Box{X0: 50 + 200*float64(c), Y0: 100 + 20*float64(i), X1: 250 + 200*float64(c), Y1: 120 + 20*float64(i)}
				words, _ := lines(box.X0+5, box.Y0+5, text)
				p.Words = append(p.Words, words...)
				cells = append(cells, page.Cell{Column: c, Box: box, Blocks: []page.Block{paragraph(text, page.Box{})}})
			}
			tab.Rows = append(tab.Rows, page.Row{Cells: cells})
		}
		p.Blocks = []page.Block{{Kind: page.TableKind, Table: tab, Box: page.Box{X0: 50, Y0: 100, X1: 450, Y1: 100 + 20*float64(len(rows))}}}
		return p
	}
	one := table(1, [2]string{"Item", "Price"}, [2]string{"bolt", "12"})
	two := table(2, [2]string{"nut", "12"})
	quote := "bolt\t12\nnut\t12"
	places, err := book(one, two).Quoted(quote, []passage.Span{
		{Page: 1, From: len("Item\tPrice\n"), End: len("bolt\t12")}, {Page: 2, Start: len("bolt\t12\n"), End: len(quote)},
	})
	require.NoError(t, err)
	require.Equal(t, []highlight.Place{
		{Page: 1, Boxes: []page.Box{at(55, 125, 20), at(255, 125, 10)}}, {Page: 2, Boxes: []page.Box{at(55, 105, 15), at(255, 105, 10)}},
	}, places)
}

func TestAMarkerBelongsToItsItem(t *testing.T) {
	t.Parallel()
	words, around := lines(50, 100, "a) first item")
	item := paragraph("first item", around)
	item.Kind, item.Marker, item.Ordered = page.ListItem, "a)", true
	p := page.Page{Number: 1, Width: 600, Height: 800, Blocks: []page.Block{item}, Words: words}
	places, err := book(p).Quoted("a) first", span(0, 0, len("a) first")))
	require.NoError(t, err)
	require.Equal(t, []page.Box{at(50, 100, 40)}, places[0].Boxes)
}

func TestAMarkerThatIsNoWordOfThePageChangesNothing(t *testing.T) {
	t.Parallel()
	words, around := lines(50, 100, "to dredge the channel")
	more, heading := lines(50, 114, "How the figures were read")
	item := paragraph("to dredge the channel", around)
	item.Kind, item.Marker, item.Ordered = page.ListItem, "3.", true
	p := page.Page{Number: 1, Width: 600, Height: 800, Blocks: []page.Block{item, paragraph("How the figures were read", heading)}, Words: append(words, more...)}
	drawn := p
	drawn.Blocks = slices.Clone(p.Blocks)
	drawn.Blocks[0].Box.X0 = 40 // the item's box includes a marker that is not in the page's text
	whole := "3. to dredge the channel"
	for _, from := range []int{0, 2, 3, 6} {
		places, err := book(p).Quoted(whole[from:], span(0, from, len(whole)-from))
		require.NoError(t, err)
		require.Len(t, places[0].Boxes, 1, whole[from:])
		require.InDelta(t, 100, places[0].Boxes[0].Y0, 0)
		require.InDelta(t, around.X1, places[0].Boxes[0].X1, 0)
		places, err = book(drawn).Quoted(whole[from:], span(0, from, len(whole)-from))
		require.NoError(t, err)
		require.Len(t, places[0].Boxes, 1, whole[from:])
		require.Equal(t, from < len("3. "), places[0].Boxes[0].X0 == 40, whole[from:])
	}
}

func TestAMarkerStandsOnTheRightOfTextFromTheRight(t *testing.T) {
	t.Parallel()
	words := []page.Word{{Text: "פריט", Box: at(500, 100, 40)}, {Text: "ראשון", Box: at(450, 100, 45)}}
	item := paragraph("פריט ראשון", page.Box{X0: 450, Y0: 100, X1: 555, Y1: 110})
	item.Kind, item.Marker, item.Ordered = page.ListItem, "1.", true
	p := page.Page{Number: 1, Width: 600, Height: 800, Blocks: []page.Block{item}, Words: words}
	whole := "1. פריט ראשון"
	places, err := book(p).Quoted(whole, span(0, 0, len(whole)))
	require.NoError(t, err)
	require.Equal(t, []page.Box{{X0: 450, Y0: 100, X1: 555, Y1: 110}}, places[0].Boxes, "one box for the line")
}

func TestLinesOfAHighFontDoNotReachIntoEachOther(t *testing.T) {
	t.Parallel()
	words, around := lines(50, 100, "one two three", "four five six", "seven eight nine", "ten eleven twelve", "and the last one", "of them all")
	for i := range words {
		words[i].Box.Y0, words[i].Box.Y1 = words[i].Box.Y0-10, words[i].Box.Y1+10
	}
	p := page.Page{Number: 1, Width: 600, Height: 800, Words: words, Blocks: []page.Block{paragraph("x", around)}}
	places, err := book(p).Find("seven eight nine ten", 1, 1)
	require.NoError(t, err)
	require.Equal(t, []page.Box{{X0: 50, Y0: 126, X1: 130, Y1: 140}, {X0: 50, Y0: 140, X1: 65, Y1: 154}}, places[0].Boxes)
}

func TestWordsThatOnlyStandNearAQuoteAreNotMarked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, line, after, quote string }{
		{"and", "to set aside money for dredging the inner channel", "how the figures", "3. to set aside money for dredging the inner channel"},
		{"of the", "the pilot shall be told the day before", "that", "the pilot shall be told on the day before"},
		{"if", "nobody asks for a list of the rooms and the", "keys the porter", "nobody asks for one list of the rooms and the"},
	} {
		words, around := lines(50, 100, c.before, c.line, c.after)
		p := page.Page{Number: 1, Width: 600, Height: 800, Words: words, Blocks: []page.Block{paragraph("x", around)}}
		places, err := book(p).Find(c.quote, 1, 1)
		require.NoError(t, err)
		require.NotEmpty(t, places[0].Boxes, c.quote)
		for _, b := range places[0].Boxes {
			require.InDelta(t, 114, b.Y0, 0, c.quote)
		}
	}
}

func TestAHighSignDoesNotReachIntoTheLineAbove(t *testing.T) {
	t.Parallel()
	words, _ := lines(50, 100, "the line above it", "• an item")
	words[4].Box.Y0, words[4].Box.Y1 = 97, 126
	item := paragraph("an item", page.Box{X0: 50, Y0: 97, X1: 105, Y1: 126})
	item.Kind, item.Marker = page.ListItem, "•"
	above := paragraph("the line above it", page.Box{X0: 50, Y0: 100, X1: 135, Y1: 110})
	p := page.Page{Number: 1, Width: 600, Height: 800, Blocks: []page.Block{above, item}, Words: words}
	places, err := book(p).Quoted("• an item", span(1, 0, len("• an item")))
	require.NoError(t, err)
	require.Equal(t, []page.Box{{X0: 50, Y0: 114, X1: 105, Y1: 124}}, places[0].Boxes)
}

func TestAWordWithANoteBelongsToItsQuote(t *testing.T) {
	t.Parallel()
	words, around := lines(50, 100, "most were degree-", "granting9 and few", "were not")
	text := "most were degree-granting and few were not"
	p := page.Page{Number: 1, Width: 600, Height: 800, Blocks: []page.Block{paragraph(text, around)}, Words: words}
	places, err := book(p).Quoted(text, span(0, 0, len(text)))
	require.NoError(t, err)
	require.Equal(t, []page.Box{
		{X0: 50, Y0: 100, X1: 135, Y1: 110}, {X0: 50, Y0: 114, X1: 135, Y1: 124}, {X0: 50, Y0: 128, X1: 90, Y1: 138},
	}, places[0].Boxes)
}

func TestTextWithoutWordsHasItsBlocksBox(t *testing.T) {
	t.Parallel()
	around := page.Box{X0: 50, Y0: 100, X1: 250, Y1: 130}
	formula := page.Block{Kind: page.Formula, Spans: []page.Span{{Text: `\frac{a}{b}`, Math: true}}, Box: around}
	places, err := book(page.Page{Number: 1, Width: 600, Height: 800, Blocks: []page.Block{formula}}).Quoted(`\frac`, span(0, 0, 5))
	require.NoError(t, err)
	require.Equal(t, []page.Box{around}, places[0].Boxes)
}

func TestAPageThatWasConvertedAnewIsSearched(t *testing.T) {
	t.Parallel()
	words, around := lines(50, 100, "Some heading", "The fee is 12 EUR")
	p := page.Page{Number: 1, Width: 600, Height: 800, Words: words, Blocks: []page.Block{paragraph("Some heading The fee is 12 EUR", around)}}
	for _, spans := range [][]passage.Span{span(0, 0, 13), span(7, 0, 13), span(0, 90, 13), {{Page: 1, Start: -1, End: 99}}} {
		places, err := book(p).Quoted("fee is 12 EUR", spans)
		require.NoError(t, err)
		require.Equal(t, []page.Box{at(70, 114, 65)}, places[0].Boxes)
	}
}

func TestAQuoteThatIsAlmostThereIsFound(t *testing.T) {
	t.Parallel()
	words, around := lines(50, 100, "nothing before it here", "the contract may be ended by either side in writing", "and nothing after")
	p := page.Page{Number: 1, Width: 600, Height: 800, Words: words, Blocks: []page.Block{paragraph("x", around)}}
	for quote, wanted := range map[string]bool{
		"the contract can be ended by either side in writing": true,
		"THE CONTRACT MAY BE ENDED BY EITHER SIDE":            true,
		"a wholly different text about other things":          false,
		"§ –": false,
		"":    false,
	} {
		places, err := book(p).Find(quote, 1, 1)
		require.NoError(t, err)
		require.Equal(t, 1, places[0].Page)
		require.Equal(t, wanted, len(places[0].Boxes) > 0, quote)
		if wanted {
			require.InDelta(t, 114, places[0].Boxes[0].Y0, 0)
		}
	}
}

func TestFormatsWithoutGeometryHaveAPageAndNoBoxes(t *testing.T) {
	t.Parallel()
	p := page.Page{Number: 1, Blocks: []page.Block{paragraph("The fee is 12 EUR", page.Box{})}}
	places, err := book(p).Quoted("fee is", span(0, 4, 6))
	require.NoError(t, err)
	require.Equal(t, []highlight.Place{{Page: 1, Boxes: []page.Box{}}}, places)
}
