package highlight_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/growth"
	"quire/internal/highlight"
	"quire/internal/passage"
)

// tableOf returns a table with the given numbers of rows and columns, whose cells are ten points wide and high.
func tableOf(rows, columns int, text func(row, column int) string) page.Block {
	t := &page.Table{Columns: columns, HeaderRows: 1}
	for i := range rows {
		var r page.Row
		for k := range columns {
			r.Cells = append(r.Cells, page.Cell{
				Column: k, Box: at(10*float64(k), 10*float64(i), 10), Blocks: []page.Block{paragraph(text(i, k), page.Box{})},
			})
		}
		t.Rows = append(t.Rows, r)
	}
	return page.Block{Kind: page.TableKind, Table: t, Box: page.Box{X1: 10 * float64(columns), Y1: 10 * float64(rows)}}
}

func TestAPassageOfATableHasTheBoxOfItsRows(t *testing.T) {
	t.Parallel()
	b := tableOf(300, 2, func(row, column int) string { return fmt.Sprintf("cell%d.%d", row, column) })
	var areas highlight.Areas
	var passages []passage.Passage
	s := passage.NewSplitter(passage.Options{}, func(p passage.Passage) error {
		passages = append(passages, p)
		places := areas.Of(p.Spans)
		lines := strings.Split(p.Text, "\n")
		var first, last int
		_, err := fmt.Sscanf(lines[0], "cell%d", &first)
		require.NoError(t, err)
		_, err = fmt.Sscanf(lines[len(lines)-1], "cell%d", &last)
		require.NoError(t, err)
		require.Equal(t, []highlight.Place{{Page: 1, Boxes: []page.Box{{X1: 20, Y0: 10 * float64(first), Y1: 10*float64(last) + 10}}}}, places)
		return nil
	})
	p := page.Page{Number: 1, Blocks: []page.Block{b}}
	areas.Add(p)
	require.NoError(t, s.Add(p))
	require.NoError(t, s.Close())
	require.Greater(t, len(passages), 1)
}

func TestAPassageHasTheLinesOfItsWords(t *testing.T) {
	t.Parallel()
	words, around := lines(50, 100, "The first sentence ends", "here. The second one", "ends there.")
	var areas highlight.Areas
	areas.Add(page.Page{
		Number: 1, Width: 600, Height: 800, Words: words,
		Blocks: []page.Block{paragraph("The first sentence ends here. The second one ends there.", around)},
	})
	first, second := len("The first sentence ends here."), len("The second one ends there.")
	require.Equal(t, []highlight.Place{{Page: 1, Boxes: []page.Box{{X0: 50, Y0: 100, X1: 165, Y1: 110}, {X0: 50, Y0: 114, X1: 75, Y1: 124}}}},
		areas.Of([]passage.Span{{Page: 1, End: first}}))
	require.Equal(t, []highlight.Place{{Page: 1, Boxes: []page.Box{{X0: 80, Y0: 114, X1: 150, Y1: 124}, {X0: 50, Y0: 128, X1: 105, Y1: 138}}}},
		areas.Of([]passage.Span{{Page: 1, From: first + 1, End: second}}))
}

func TestAreasWithoutGeometryAreEmpty(t *testing.T) {
	t.Parallel()
	var areas highlight.Areas
	areas.Add(page.Page{Number: 1, Blocks: []page.Block{paragraph("one", page.Box{})}})
	areas.Add(page.Page{Number: 2, Blocks: []page.Block{paragraph("two", at(1, 2, 3))}})
	require.Equal(t, []highlight.Place{{Page: 1, Boxes: []page.Box{}}, {Page: 2, Boxes: []page.Box{at(1, 2, 3)}}}, areas.Of([]passage.Span{
		{Page: 1, End: 3}, {Page: 2, Start: 4, End: 5}, {Page: 2, From: 2, Start: 6, End: 7},
	}), "two pieces of one block have one box")
	require.Empty(t, areas.Of(nil))
}

func TestGrowthOfAreas(t *testing.T) {
	word := func(int, int) string { return "word" }
	one := func(rows, columns func(n int) int, text func(int, int) string) func(n int) page.Page {
		return func(n int) page.Page {
			return page.Page{Number: 1, Blocks: []page.Block{tableOf(rows(n), columns(n), text)}}
		}
	}
	few, many := func(int) int { return 3 }, func(n int) int { return n }
	growth.Run(t, []growth.Case[page.Page]{
		{Name: "rows", Build: one(many, few, word)},
		{Name: "columns", Build: one(few, many, word)},
		{Name: "rows without text", Build: one(many, few, func(row, _ int) string { return strings.Repeat("word ", min(row%2, 1)) })},
		{Name: "paragraphs", Build: func(n int) page.Page {
			p := page.Page{Number: 1}
			for range n {
				p.Blocks = append(p.Blocks, paragraph("A word.", at(1, 2, 3)))
			}
			return p
		}},
		{Name: "one long paragraph", Build: func(n int) page.Page {
			return page.Page{Number: 1, Blocks: []page.Block{paragraph(strings.Repeat("A word. ", n), at(1, 2, 3))}}
		}},
		{Name: "one long paragraph with its words", Build: func(n int) page.Page {
			p := page.Page{Number: 1, Blocks: []page.Block{paragraph(strings.Repeat("A word. ", n), page.Box{X1: 600, Y1: 1e6})}}
			for i := range 2 * n {
				p.Words = append(p.Words, page.Word{Text: []string{"A", "word."}[i%2], Box: at(float64(i%10)*50, float64(i/10)*12, 40)})
			}
			return p
		}},
	}, func(t *testing.T, p page.Page) {
		t.Helper()
		var areas highlight.Areas
		s := passage.NewSplitter(passage.Options{}, func(p passage.Passage) error {
			areas.Of(p.Spans)
			return nil
		})
		areas.Add(p)
		if err := s.Add(p); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
