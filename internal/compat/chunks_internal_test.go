package compat

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/door"
	"quire/internal/growth"
)

func chunksOf(w wish, pages ...door.FormedPage) []chunk {
	var all []chunk
	c := chunker{wish: w, out: func(p *portion) { all = append(all, w.shown(p, "a.pdf", len(all))) }}
	for _, p := range pages {
		c.page(p)
	}
	c.end()
	return all
}

// report has sections on two levels, one of them without text, and a sentence that continues on the next page.
func report() []door.FormedPage {
	return []door.FormedPage{
		{Number: 1, Blocks: []door.FormedBlock{
			{Kind: "page_head", Text: "Confidential"},
			{Kind: "heading", Level: 1, Text: "Report"},
			{Kind: "paragraph", Text: "The harbour was dredged."},
			{Kind: "heading", Level: 2, Text: "Costs"},
			{Kind: "table", Text: "Year\tCost", Markdown: "| Year | Cost |"},
			{Kind: "list_item", Text: "sand"},
			{Kind: "list_item", Text: "stones"},
		}},
		{Number: 2, Blocks: []door.FormedBlock{
			{Kind: "paragraph", Text: "Money was"},
			{Kind: "paragraph", Text: "set aside.", Continues: true},
			{Kind: "heading", Level: 2, Text: "Reserved"},
			{Kind: "heading", Level: 1, Text: "Annex"},
			{Kind: "picture"},
			{Kind: "paragraph", Text: "End."},
		}},
	}
}

func TestHierarchicalChunksAreBlocksListsAndTablesBelowTheirHeadings(t *testing.T) {
	t.Parallel()
	got := chunksOf(wish{chunker: chunkerHierarchical, apart: true, raw: true}, report()...)
	var texts, raws []string
	for i, c := range got {
		texts, raws = append(texts, c.Text), append(raws, *c.Raw)
		require.Equal(t, i, c.Index)
		require.Nil(t, c.Tokens)
	}
	require.Equal(t, []string{
		"The harbour was dredged.", "| Year | Cost |", "- sand\n- stones", "Money was\nset aside.", "Reserved", "End.",
	}, raws)
	require.Equal(t, "Report\nCosts\n- sand\n- stones", texts[2])
	require.Equal(t, []string{"Report", "Costs"}, got[3].Headings)
	require.Equal(t, []string{"Report"}, got[4].Headings, "a heading with nothing below it is not lost")
	require.Equal(t, []string{"Annex"}, got[5].Headings)
	require.Equal(t, []int{2}, got[5].Pages)
	require.Equal(t, []string{"#/pages/1/blocks/5", "#/pages/1/blocks/6"}, got[2].Items)
}

func TestHybridChunksAreJoinedBelowTheSameHeadingsAndHaveALimit(t *testing.T) {
	t.Parallel()
	got := chunksOf(wish{chunker: chunkerHybrid, tokens: 100}, report()...)
	require.Len(t, got, 4)
	require.Equal(t, "Report\nCosts\n| Year | Cost |\n- sand\n- stones\nMoney was\nset aside.", got[1].Text)
	require.Equal(t, []int{1, 2}, got[1].Pages)

	long := door.FormedPage{Number: 1, Blocks: []door.FormedBlock{
		{Kind: "heading", Level: 1, Text: strings.Repeat("a very long heading ", 100)},
		{Kind: "paragraph", Text: strings.Repeat("Ein Satz über Häfen. ", 200) + strings.Repeat("港", 500)},
	}}
	for _, tokens := range []int{16, 64, 512} {
		var all strings.Builder
		for _, c := range chunksOf(wish{chunker: chunkerHybrid, tokens: tokens, raw: true}, long) {
			require.LessOrEqual(t, estimate(*c.Raw), tokens)
			all.WriteString(*c.Raw)
		}
		strip := strings.NewReplacer(" ", "", "\n", "")
		require.Equal(t, strip.Replace(long.Blocks[1].Text), strip.Replace(all.String()), "nothing is lost or repeated")
	}
}

func TestWorkOfChunksGrowsWithTheText(t *testing.T) {
	t.Parallel()
	one := func(text func(n int) string) func(n int) door.FormedPage {
		return func(n int) door.FormedPage {
			return door.FormedPage{Number: 1, Blocks: []door.FormedBlock{{Kind: "paragraph", Text: text(n)}}}
		}
	}
	growth.Run(t, []growth.Case[door.FormedPage]{
		{Name: "words", Build: one(func(n int) string { return strings.Repeat("word ", n) })},
		{Name: "no spaces", Build: one(func(n int) string { return strings.Repeat("w", n) })},
		{Name: "other scripts", Build: one(func(n int) string { return strings.Repeat("港", n) })},
	}, func(_ *testing.T, p door.FormedPage) { chunksOf(wish{chunker: chunkerHybrid, tokens: fewestTokens}, p) })
}

func TestGrowthOfChunksBelowLongHeadings(t *testing.T) {
	growth.Run(t, []growth.Case[door.FormedPage]{
		{Name: "one heading", Build: func(n int) door.FormedPage {
			return door.FormedPage{Number: 1, Blocks: []door.FormedBlock{
				{Kind: kindHeading, Level: 1, Text: strings.Repeat("word ", n)}, {Kind: "paragraph", Text: strings.Repeat("word ", n)},
			}}
		}},
		{Name: "headings of all levels", Build: func(n int) (p door.FormedPage) {
			for level := range 6 {
				p.Blocks = append(p.Blocks, door.FormedBlock{Kind: kindHeading, Level: level + 1, Text: strings.Repeat("word ", n)})
			}
			for range n {
				p.Blocks = append(p.Blocks, door.FormedBlock{Kind: "paragraph", Text: "A few words."})
			}
			return p
		}},
	}, func(_ *testing.T, p door.FormedPage) {
		size := 0 // a result that is too large is not written
		c := chunker{wish: wish{chunker: chunkerHybrid, tokens: fewestTokens}, out: func(p *portion) { size += p.size() }}
		c.page(p)
		c.end()
	})
}

func TestNameOfATaskSaysInWhichFormItIsWanted(t *testing.T) {
	t.Parallel()
	for _, w := range []wish{
		{}, {text: true}, {chunker: chunkerHybrid, tokens: 300, apart: true, raw: true, document: true, text: true}, {chunker: chunkerHierarchical},
	} {
		document, got, err := readTask(w.name("0199"))
		require.NoError(t, err)
		require.Equal(t, "0199", document)
		require.Equal(t, w, got)
	}
	for _, name := range []string{"0199.x", "0199.hybrid.1", "0199.hybrid.99999999999999999999"} {
		_, _, err := readTask(name)
		require.Error(t, err, name)
	}
}
