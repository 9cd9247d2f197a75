package passage_test

import (
	"strings"
	"testing"

	"quire/internal/convert/page"
	"quire/internal/growth"
	"quire/internal/passage"
)

func TestGrowthOfPassages(t *testing.T) {
	blocks := func(b page.Block) func(n int) []page.Page {
		return func(n int) []page.Page {
			p := page.Page{Number: 1}
			for range n {
				p.Blocks = append(p.Blocks, b)
			}
			return []page.Page{p}
		}
	}
	text := func(kind page.Kind, unit string) func(n int) []page.Page {
		return func(n int) []page.Page {
			return []page.Page{{Number: 1, Blocks: []page.Block{block(kind, strings.Repeat(unit, n))}}}
		}
	}
	pages := func(blocks ...page.Block) func(n int) []page.Page {
		return func(n int) []page.Page {
			out := make([]page.Page, n)
			for i := range out {
				out[i] = page.Page{Number: i + 1, Blocks: blocks}
			}
			return out
		}
	}
	cell := func(text string) page.Cell {
		return page.Cell{ColSpan: 1, RowSpan: 1, Blocks: []page.Block{block(page.Paragraph, text)}}
	}
	table := func(head, rows, columns func(n int) int) func(n int) []page.Page {
		return func(n int) []page.Page {
			t := &page.Table{Columns: columns(n), HeaderRows: head(n)}
			for range head(n) + rows(n) {
				var r page.Row
				for k := range columns(n) {
					c := cell("word")
					c.Column = k
					r.Cells = append(r.Cells, c)
				}
				t.Rows = append(t.Rows, r)
			}
			return []page.Page{{Number: 1, Blocks: []page.Block{{Kind: page.TableKind, Table: t}}}}
		}
	}
	is := func(k int) func(int) int { return func(int) int { return k } }
	all := func(n int) int { return n }
	heading := func(level int) page.Block {
		b := block(page.Heading, "A heading")
		b.Level = level
		return b
	}
	growth.Run(t, []growth.Case[[]page.Page]{
		{Name: "paragraphs", Build: blocks(block(page.Paragraph, "A word or two."))},
		{Name: "headings", Build: blocks(heading(2))},
		{Name: "list items", Build: blocks(block(page.ListItem, "item"))},
		{Name: "pages", Build: pages(block(page.Paragraph, "A word or two."))},
		{Name: "pages of running heads", Build: pages(block(page.PageHead, "Head"), block(page.Paragraph, "Text"))},
		{Name: "words", Build: text(page.Paragraph, "word ")},
		{Name: "sentences", Build: text(page.Paragraph, "A word. ")},
		{Name: "one long word", Build: text(page.Paragraph, "a")},
		{Name: "a script without spaces", Build: text(page.Paragraph, "漢字。")},
		{Name: "code", Build: text(page.Code, "a()\n")},
		{Name: "a long heading", Build: text(page.Heading, "word ")},
		{Name: "marks", Build: text(page.Paragraph, ". ! ? ")},
		{Name: "table rows", Build: table(is(1), all, is(3))},
		{Name: "table columns", Build: table(is(1), is(4), all)},
		{Name: "header rows", Build: table(all, is(4), is(3))},
		{Name: "header rows above rows", Build: table(all, all, is(2))},
		{Name: "a long header above rows", Build: func(n int) []page.Page {
			p := table(is(1), all, is(2))(n)
			p[0].Blocks[0].Table.Rows[0].Cells[0] = cell(strings.Repeat("word ", n))
			return p
		}},
		{Name: "a long cell", Build: func(n int) []page.Page {
			p := table(is(1), is(2), is(2))(n)
			p[0].Blocks[0].Table.Rows[1].Cells[0] = cell(strings.Repeat("word ", n))
			return p
		}},
	}, func(t *testing.T, in []page.Page) {
		t.Helper()
		s := passage.NewSplitter(passage.Options{}, func(passage.Passage) error { return nil })
		for _, p := range in {
			if err := s.Add(p); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
