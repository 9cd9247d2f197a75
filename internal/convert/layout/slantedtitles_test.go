package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// slantedOver returns the kind of a line in italics between two blocks, in type of the given size.
func slantedOver(size float64, title string, below page.Block) page.Kind {
	line := page.Block{Font: &page.Font{Size: size}, Spans: []page.Span{{Text: title, Italic: true}}}
	return finish(blocksOf(running, line, below))[0].Blocks[1].Kind
}

func TestALineInLargerItalicsRightAboveAListIsItsTitle(t *testing.T) {
	t.Parallel()
	item := page.Block{Kind: page.ListItem, Marker: "•", Font: running.Font, Spans: []page.Span{{Text: "Ropes for the boats"}}}
	require.Equal(t, page.Heading, slantedOver(11, "Unclassified", item))
	require.NotEqual(t, page.Heading, slantedOver(10, "Unclassified", item), "the size of the text")
	require.NotEqual(t, page.Heading, slantedOver(11, "What we need:", item), "words that introduce the list")
	require.NotEqual(t, page.Heading, slantedOver(11, "It was all lost.", item), "a sentence")
	item.Spans = []page.Span{{Text: "Ropes for the boats", Italic: true}}
	require.NotEqual(t, page.Heading, slantedOver(11, "Unclassified", item), "a list in italics")
}
