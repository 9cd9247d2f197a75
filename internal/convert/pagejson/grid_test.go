package pagejson_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/pagejson"
	"quire/internal/growth"
)

// apart returns a page with n lines whose words come in a different order.
func apart(n int, box func(i int) page.Box, order func(i int) int) page.Page {
	p := page.Page{Number: 1, Width: 600, Height: 20*float64(n) + 20}
	for i := range n {
		p.Blocks = append(p.Blocks, paragraph(fmt.Sprintf("line%d", i), box(i)))
	}
	for i := range n {
		k := order(i)
		p.Words = append(p.Words, word(fmt.Sprintf("line%d", k), box(k)))
	}
	return p
}

func TestWordsFindTheirBlocksInAnyOrder(t *testing.T) {
	t.Parallel()
	below := func(i int) page.Box { return at(50, 20*float64(i), 100) }
	got := pagejson.From(apart(1009, below, func(i int) int { return i * 499 % 1009 }), true)
	require.Empty(t, got.Words)
	for i, b := range got.Blocks {
		require.Equal(t, []string{fmt.Sprintf("line%d", i)}, found(b))
	}
}

func TestGrowthOfPages(t *testing.T) {
	below := func(i int) page.Box { return at(50, 20*float64(i), 100) }
	same := func(int) page.Box { return at(50, 20, 100) }
	whole := func(int) page.Box { return page.Box{X1: 600, Y1: 1e6} }
	build := func(box func(int) page.Box, order func(i, n int) int) func(n int) page.Page {
		return func(n int) page.Page { return apart(n, box, func(i int) int { return order(i, n) }) }
	}
	inOrder, far := func(i, _ int) int { return i }, func(i, n int) int { return (i*(n/2+1) + i/2) % n }
	growth.Run(t, []growth.Case[page.Page]{
		{Name: "lines in order", Build: build(below, inOrder)},
		{Name: "lines far apart", Build: build(below, far)},
		{Name: "lines upon each other", Build: build(same, far)},
		{Name: "lines as large as the page", Build: build(whole, far)},
		{Name: "words outside of all blocks", Build: func(n int) page.Page {
			p := apart(n, below, func(i int) int { return i })
			for i := range p.Words {
				p.Words[i].Box = at(400, 20*float64(i), 450)
			}
			return p
		}},
	}, func(_ *testing.T, p page.Page) { pagejson.From(p, true) })
}
