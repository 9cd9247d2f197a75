package layout_test

import (
	"slices"
	"strconv"
	"testing"

	"quire/internal/convert/page"
	"quire/internal/growth"
)

// blocksGrown makes pages of n blocks, in body type unless block says otherwise, either in a row or one below the
// other.
func blocksGrown(row bool, block func(i int) page.Block) func(n int) page.Page {
	return func(n int) page.Page {
		blocks := make([]page.Block, n)
		for i := range blocks {
			blocks[i] = block(i)
			blocks[i].Kind = page.Paragraph
			x, y := 60.0, 100+15*float64(i)
			if row {
				x, y = 90*float64(i), 100
			}
			blocks[i].Box = page.Box{X0: x, Y0: y, X1: x + 80, Y1: y + 10}
		}
		return page.Page{Number: 1, Width: 600, Height: 1e9, Blocks: blocks}
	}
}

func TestGrowthOfTheSurvey(t *testing.T) {
	name := func(int) page.Block { return lone(10, true, "Otto Berg, Ada Berg, Jean Berg") }
	growth.Run(t, []growth.Case[page.Page]{
		{Name: "titles below each other", Build: blocksGrown(false, name)},
		{Name: "titles in a row", Build: blocksGrown(true, name)},
		{Name: "paragraphs below small titles", Build: blocksGrown(false, func(i int) page.Block {
			return []page.Block{lone(9, true, "Loans of a year"), running}[i%2]
		})},
		{Name: "terms in capitals", From: 4096, Build: func(n int) page.Page {
			p := blocksGrown(false, func(i int) page.Block { return []page.Block{lone(10, true, "PC"), running}[i%2] })(n)
			for i := range p.Blocks {
				p.Blocks[i].Box.X0 += 20 * float64(i%2)
			}
			return p
		}},
		{Name: "faces", Build: blocksGrown(false, func(i int) page.Block {
			b := lone(12, false, "Loans of a year")
			b.Font.Name = strconv.Itoa(i)
			return b
		})},
		{Name: "signs of notes", Build: func(n int) page.Page {
			signs := slices.Repeat([]page.Span{{Text: " ", Sup: true}}, n)
			return blocksGrown(false, func(int) page.Block {
				b := lone(12, true, "Loans")
				b.Spans = append(b.Spans, signs...)
				return b
			})(4)
		}},
	}, func(_ *testing.T, p page.Page) {
		p.Blocks = slices.Clone(p.Blocks)
		finish(p)
	})
}
