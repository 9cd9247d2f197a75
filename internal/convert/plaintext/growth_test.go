package plaintext_test

import (
	"io"
	"strings"
	"testing"

	"quire/internal/convert/page"
	"quire/internal/convert/plaintext"
	"quire/internal/growth"
)

func TestGrowthOfPlainText(t *testing.T) {
	blocks := func(list ...page.Block) func(n int) []page.Page {
		return func(n int) []page.Page {
			p := page.Page{Number: 1}
			for range n {
				p.Blocks = append(p.Blocks, list...)
			}
			return []page.Page{p}
		}
	}
	pages := func(list ...page.Block) func(n int) []page.Page {
		return func(n int) []page.Page {
			out := make([]page.Page, n)
			for i := range out {
				out[i] = page.Page{Number: i + 1, Blocks: list}
			}
			return out
		}
	}
	growth.Run(t, []growth.Case[[]page.Page]{
		{Name: "paragraphs", Build: blocks(block(page.Paragraph, "A word or two."))},
		{Name: "items of deep lists", Build: func(n int) []page.Page {
			p := page.Page{Number: 1}
			for i := range n {
				p.Blocks = append(p.Blocks, item(i, "-", "x"))
			}
			return []page.Page{p}
		}},
		{Name: "paragraphs that go on", Build: blocks(rest(block(page.Paragraph, "word-")))},
		{Name: "kinds that go on by turns", Build: blocks(block(page.Footnote, "a"), rest(block(page.Paragraph, "b")), rest(block(page.Code, "c")))},
		{Name: "a paragraph over every page", Build: pages(rest(block(page.Paragraph, "A word.")))},
		{Name: "a table over every page", Build: pages(rest(table(1, "Item|Price", "a|1")))},
		{Name: "a table that is all header", Build: pages(rest(table(2, "Item|Price", "a|1")))},
		{Name: "pages of pictures after a paragraph", Build: func(n int) []page.Page {
			return append(blocks(block(page.Paragraph, "a"))(1), pages(page.Block{Kind: page.Picture, Alt: "b"})(n)...)
		}},
		{Name: "hyphens", Build: func(n int) []page.Page {
			return blocks(block(page.Paragraph, strings.Repeat("-\u00AD\n", n)))(1)
		}},
		{Name: "finished Markdown", Build: func(n int) []page.Page {
			return blocks(block(page.MarkdownKind, strings.Repeat("- *a* [b](c)\n", n)))(1)
		}},
	}, func(t *testing.T, in []page.Page) {
		t.Helper()
		w := plaintext.NewWriter(io.Discard)
		for _, p := range in {
			if err := w.WritePage(t.Context(), p); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
