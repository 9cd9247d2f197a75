package pagejson_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/pagejson"
	"quire/internal/growth"
)

// marked returns the parts of the Markdown at the positions of the block's words.
func marked(b pagejson.Block) []string {
	var out []string
	for _, w := range b.Words {
		if w.MarkdownStart == nil {
			out = append(out, "")
			continue
		}
		out = append(out, string([]rune(b.Markdown)[*w.MarkdownStart:*w.MarkdownEnd]))
	}
	return out
}

// wordsOf returns a word with box b for every word of a text.
func wordsOf(text string, b page.Box) []page.Word {
	var out []page.Word
	for s := range strings.FieldsSeq(text) {
		out = append(out, word(s, b))
	}
	return out
}

func TestWordsSayWhereTheyAreInTheMarkdown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		block page.Block
		want  []string
	}{
		"escapes":            {page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: "1. a*b*c über <b>"}}}, []string{`1\.`, `a\*b\*c`, "über", `\<b>`}},
		"styles":             {page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: "one ", Bold: true}, {Text: "two"}, {Text: "th", Sup: true}, {Text: " end"}}}, []string{"one", "two<sup>th", "end"}},
		"a star in bold":     {page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: "* a", Bold: true}, {Text: " b"}}}, []string{`\*`, "a", "b"}},
		"links":              {page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: "see "}, {Text: "the page", Link: "https://the.page"}, {Text: " page"}}}, []string{"see", "the", "page", "page"}},
		"boxes":              {page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: "☒ tea ☐ milk"}}}, []string{"[x]", "tea", "[ ]", "milk"}},
		"headings":           {page.Block{Kind: page.Heading, Level: 2, Spans: []page.Span{{Text: "# 2 Sums"}}}, []string{"#", "2", "Sums"}},
		"items":              {page.Block{Kind: page.ListItem, Ordered: true, Marker: "1.", Spans: []page.Span{{Text: "1 egg"}}}, []string{"1", "egg"}},
		"items with letters": {page.Block{Kind: page.ListItem, Ordered: true, Marker: "(a)", Spans: []page.Span{{Text: "a egg"}}}, []string{"a", "egg"}},
		"tasks":              {page.Block{Kind: page.ListItem, Marker: "☒", Spans: []page.Span{{Text: "x ray"}}}, []string{"x", "ray"}},
		"footnotes":          {page.Block{Kind: page.Footnote, Marker: "1", Spans: []page.Span{{Text: "1 see"}}}, []string{"1", "see"}},
		"code":               {page.Block{Kind: page.Code, Marker: "go", Spans: []page.Span{{Text: "go run\n*p"}}}, []string{"go", "run", "*p"}},
		"formulas":           {page.Block{Kind: page.Formula, Spans: []page.Span{{Text: `a \\ b`, Math: true}}}, []string{"a", `\\`, "b"}},
		"formulas in text":   {page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: "So "}, {Text: `\\ b`, Math: true}, {Text: " $5"}}}, []string{"So", `\\`, "b", `\$5`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.block.Box = at(50, 50, 300)
			got := pagejson.From(page.Page{Number: 1, Blocks: []page.Block{c.block}, Words: wordsOf(c.block.Text(), at(60, 50, 80))}, true)
			require.Equal(t, c.want, marked(got.Blocks[0]), got.Blocks[0].Markdown)
		})
	}
}

func TestPlacesInMarkdownShowTheirWords(t *testing.T) {
	t.Parallel()
	units := []string{"a", "b1", "(", ".", "_", "$", "#", "- ", "1. ", " ", "|", "<i>", "&amp;", "[x]", "!", `\`, "é", "☒ ", "*", "**", "~"}
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		b := page.Block{Kind: page.Paragraph, Box: at(50, 50, 300)}
		for range 1 + rng.IntN(4) {
			var s strings.Builder
			for range 1 + rng.IntN(6) {
				s.WriteString(units[rng.IntN(len(units))])
			}
			b.Spans = append(b.Spans, page.Span{Text: s.String(), Bold: rng.IntN(3) == 0, Italic: rng.IntN(4) == 0, Code: rng.IntN(9) == 0, Link: []string{"", "", "https://a.b1"}[rng.IntN(3)]})
		}
		got := pagejson.From(page.Page{Number: 1, Blocks: []page.Block{b}, Words: wordsOf(b.Text(), at(60, 50, 80))}, true).Blocks[0]
		for i, shown := range marked(got) {
			if w := got.Words[i]; w.Start != nil {
				require.Equal(t, letters(string([]rune(got.Text)[*w.Start:*w.End])), letters(strings.ReplaceAll(shown, "https://a.b1", "")), "%d: %q", seed, got.Markdown)
			}
		}
	}
}

// letters returns what words of the test consist of apart from punctuation. Each box has its own x.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("abé1", r) {
			return r
		}
		return -1
	}, s)
}

func TestGrowthOfPlaces(t *testing.T) {
	blocks := func(text func(n int) []byte) func(n int) page.Page {
		return func(n int) page.Page {
			b := page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: string(text(n))}}, Box: at(50, 50, 300)}
			return page.Page{Number: 1, Blocks: []page.Block{b}, Words: wordsOf(b.Text(), at(60, 50, 80))}
		}
	}
	growth.Run(t, []growth.Case[page.Page]{
		{Name: "words", Build: blocks(growth.Repeat("word "))},
		{Name: "stars", Build: blocks(growth.Repeat("* "))},
		{Name: "a row of stars", Build: blocks(growth.Repeat("*"))},
		{Name: "brackets", Build: blocks(growth.Repeat("[^ ]( "))},
		{Name: "backslashes", Build: blocks(growth.Repeat(`\ `))},
	}, func(_ *testing.T, p page.Page) { pagejson.From(p, true) })
}
