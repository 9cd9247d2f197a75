package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/page"
)

func TestSecondLineOfATitleIsNotATitleOfItsOwn(t *testing.T) {
	t.Parallel()
	line := func(text string, x, y, size float64, bold bool) page.Block {
		return page.Block{
			Kind: page.Paragraph, Spans: []page.Span{{Text: text, Bold: bold}}, Font: &page.Font{Size: size, Bold: bold},
			Box: page.Box{X0: x, Y0: y, X1: x + 8*float64(len(text)), Y1: y + 1.2*size},
		}
	}
	first := line("How the hall turns", 60, 100, 16, true)
	for name, c := range map[string]struct {
		next page.Block
		want int
	}{
		"next line":      {line("into a house", 60, 119, 16, true), 1},
		"in the middle":  {line("into a house", 84, 119, 16, true), 1},
		"title below":    {line("Into a house", 60, 119, 16, true), 2},
		"far below":      {line("into a house", 60, 140, 16, true), 2},
		"beside":         {line("into a house", 300, 100, 16, true), 2},
		"other type":     {line("into a house", 60, 119, 12, true), 2},
		"other weight":   {line("into a house", 60, 119, 16, false), 2},
		"indented there": {line("into a house", 120, 119, 16, true), 2},
	} {
		require.Len(t, document.JoinTitles([]page.Block{first, c.next}, 10), c.want, name)
	}
	plain := []page.Block{line("How the hall turns", 60, 100, 10, false), line("into a house", 60, 112, 10, false)}
	require.Len(t, document.JoinTitles(plain, 10), 2, "text")
}
