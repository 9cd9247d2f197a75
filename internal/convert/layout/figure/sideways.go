package figure

import (
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Join puts text that does not run across the page, such as the titles of vertical axes, where it belongs: into the
// pictures among blocks that it is on or beside, and otherwise into one picture for each figure. It returns the latter
// pictures and the remaining text.
func Join(blocks, turned []page.Block, figures []Figure) []page.Block {
	var out, own []page.Block
	for _, t := range turned {
		near := func(b page.Box) bool { return contains(ink.Grown(b, sidewaysReach), t.Box) }
		shows := func(b page.Block) bool { return b.Kind == page.Picture && len(b.Spans) > 0 && near(b.Box) }
		if i := slices.IndexFunc(blocks, shows); i >= 0 {
			addLine(&blocks[i], t)
		} else if i := slices.IndexFunc(own, shows); i >= 0 {
			addLine(&own[i], t)
		} else if i := slices.IndexFunc(figures, func(f Figure) bool { return near(f.Box) }); i >= 0 {
			own = append(own, page.Block{Kind: page.Picture, Box: figures[i].Box, Spans: []page.Span{{Text: t.Text()}}})
		} else {
			out = append(out, t)
		}
	}
	return append(own, out...)
}

func addLine(b *page.Block, t page.Block) { b.Spans[0].Text += "\n" + t.Text() }
