package text_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/text"
	"quire/internal/growth"
)

// measured converts and writes as a conversion does.
func measured(name string) func(t *testing.T, input []byte) {
	return func(t *testing.T, input []byte) {
		t.Helper()
		err := text.Convert(t.Context(), strings.NewReader(string(input)), int64(len(input)), text.Options{Language: strings.TrimPrefix(filepath.Ext(name), ".")}, func(p page.Page) error {
			page.Markdown(p)
			return nil
		})
		require.NoError(t, err)
	}
}

func TestGrowthOfMarkdown(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "lists on one line", Build: growth.Around("- ", "x", "")},
		{Name: "brackets in an address", Build: growth.Around("", "http://a.b", "![")},
		{Name: "rules below a paragraph", Build: func(n int) []byte { return []byte("intro\n\n" + strings.Repeat("- ", n)) }},
		{Name: "numbered lists on one line", Build: growth.Around("1. ", "x", "")},
		{Name: "lists of one item and a rule", Build: growth.Around("- ", "---\n", "* ")},
		{Name: "lists nested by indentation", Build: func(n int) []byte {
			var b strings.Builder
			for i := 0; b.Len() < n; i++ {
				b.WriteString(strings.Repeat("  ", i) + "- x\n")
			}
			return []byte(b.String())
		}},
		{Name: "deep lists with lines below", Build: func(n int) []byte {
			return []byte(strings.Repeat("- ", n) + "x\n" + strings.Repeat("y\n\n", n))
		}},
		{Name: "many deep lines", Build: growth.Repeat(strings.Repeat("- ", 200) + "x\n\n")},
		{Name: "quotes on one line", Build: growth.Around(">", "x", "")},
		{Name: "quotes with spaces", Build: growth.Around("> ", "x\ny", "")},
		{Name: "quotes and lists", Build: growth.Around("> - ", "x", "")},
		{Name: "many short quotes", Build: growth.Repeat("> a\n\n")},
		{Name: "brackets", Build: growth.Repeat("[")},
		{Name: "nested brackets", Build: growth.Around("[", "a", "]")},
		{Name: "nested links", Build: growth.Around("[", "a", "](b)")},
		{Name: "links without an end", Build: growth.Repeat("[a](")},
		{Name: "links without a label end", Build: growth.Repeat("[a]()[")},
		{Name: "images", Build: growth.Repeat("![a](b)")},
		{Name: "images without an end", Build: growth.Repeat("![")},
		{Name: "images without a target end", Build: growth.Repeat("![a](")},
		{Name: "images without a label end", Build: growth.Repeat("![a][")},
		{Name: "runs of backticks", Build: growth.Growing("`", "a")},
		{Name: "single backticks", Build: growth.Repeat("`a``b")},
		{Name: "stars", Build: growth.Repeat("*a ")},
		{Name: "stars without spaces", Build: growth.Repeat("*a")},
		{Name: "two long runs of stars", Build: growth.Around("*", "a", "*")},
		{Name: "runs of stars", Build: growth.Growing("*", "a")},
		{Name: "underscores and stars", Build: growth.Repeat("*a_ ")},
		{Name: "pairs in pairs", Build: growth.Around("*a ", "b", " c*")},
		{Name: "strikes", Build: growth.Repeat("~~a")},
		{Name: "openers and one closer", Build: growth.Repeat("a**b" + "c* ")},
		{Name: "entities", Build: growth.Repeat("&amp;&#x41;&nosuch;&")},
		{Name: "angles", Build: growth.Repeat("<")},
		{Name: "tags without an end", Build: growth.Repeat("<a ")},
		{Name: "comments without an end", Build: growth.Repeat("a <!-- ")},
		{Name: "comment blocks", Build: growth.Repeat("<!-- a -->\n\n")},
		{Name: "comment blocks without an end", Build: growth.Repeat("<!--\n\n")},
		{Name: "html blocks", Build: growth.Repeat("<div>\n\n")},
		{Name: "html nested", Build: growth.Repeat("<div>")},
		{Name: "tables without an end", Build: growth.Repeat("<table>\n\n")},
		{Name: "dollars", Build: growth.Repeat("$a ")},
		{Name: "formulas without an end", Build: growth.Repeat("$$\n")},
		{Name: "formulas that never end", Build: growth.Repeat("$$a\n")},
		{Name: "one opener run and many closers", Build: growth.Around("*", "", "a* ")},
		{Name: "closers beyond the openers", Build: growth.Around("_a ", "", "b* ")},
		{Name: "addresses", Build: growth.Repeat("http://a.b/c ")},
		{Name: "one long address", Build: growth.Repeat("http://")},
		{Name: "escapes", Build: growth.Repeat(`\*`)},
		{Name: "one long line", Build: growth.Repeat("word ")},
		{Name: "short lines", Build: growth.Repeat("a\n")},
		{Name: "blank lines", Build: growth.Repeat("\n \n")},
		{Name: "headings", Build: growth.Repeat("# a #\n")},
		{Name: "one heading of signs", Build: growth.Around("# ", "a", " #")},
		{Name: "underlined headings", Build: growth.Repeat("a\n-\n")},
		{Name: "underlines or rules", Build: growth.Repeat("- - -\n---\na\n***\n")},
		{Name: "one long rule", Build: growth.Repeat("* ")},
		{Name: "one long almost rule", Build: growth.Around("-  ", "x", "")},
		{Name: "fences", Build: growth.Repeat("```\n")},
		{Name: "fences of growing length", Build: growth.Growing("`", "\n")},
		{Name: "indented code", Build: growth.Repeat("     a\n\n")},
		{Name: "definitions", Build: growth.Numbered("[a%d]: b\n")},
		{Name: "used definitions", Build: growth.Numbered("[a%d]: b\n\n[a%d] ")},
		{Name: "footnotes", Build: growth.Numbered("a[^%d]\n\n[^%d]: b\n\n")},
		{Name: "table rows", Build: func(n int) []byte { return []byte("|a|b|\n|-|-|\n" + strings.Repeat("|c|`d`|\n", n)) }},
		{Name: "table columns", Build: func(n int) []byte {
			return []byte(strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n" + strings.Repeat("|b", n) + "|\n")
		}},
		{Name: "wide tables of short rows", Build: func(n int) []byte {
			return []byte(strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n" + strings.Repeat("|b|\n", n))
		}},
		{Name: "heads without tables", Build: growth.Repeat("|a|b|c\n")},
		{Name: "line breaks", Build: growth.Repeat("a<br>b  \nc\\\n")},
		{Name: "tabs", Build: growth.Repeat("\t- a\n")},
		{Name: "one run of tabs", Build: growth.Repeat("\t")},
		{Name: "front matter", Build: func(n int) []byte { return []byte("---\n" + strings.Repeat("a: b\n", n)) }},
		{Name: "nested links in lists", Build: growth.Repeat("- [a [b [c](d)](e)](f)\n")},
	}, measured("a.md"))
}

func TestGrowthOfText(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "one long line", Build: growth.Repeat("word ")},
		{Name: "one long word", Build: growth.Repeat("a")},
		{Name: "fields", Build: growth.Repeat("Name of it: " + strings.Repeat("word ", 12) + "\n")},
		{Name: "short lines", Build: growth.Repeat("a\n")},
		{Name: "paragraphs", Build: growth.Repeat("a\n\n")},
		{Name: "blank lines", Build: growth.Repeat("\n")},
		{Name: "spaces", Build: growth.Repeat(" ")},
		{Name: "spaces before a mark", Build: growth.Repeat("   \t\n - ")},
		{Name: "columns", Build: growth.Repeat("a    b    c\n")},
		{Name: "list items", Build: growth.Repeat("- a\n")},
		{Name: "nested list items", Build: growth.Growing(" ", "- a\n")},
		{Name: "controls", Build: growth.Repeat("a\f\tb ")},
		{Name: "invisible signs", Build: growth.Repeat("a\u200b\u202e")},
		{Name: "marks of Markdown", Build: growth.Repeat("*_`[#<&|>")},
		{Name: "lines of marks", Build: growth.Repeat("# *a* `b` [c](d) | e\n")},
		{Name: "broken encoding", Build: growth.Repeat("a\xff\xc3 \xe2\x82")},
		{Name: "wide characters", Build: growth.Repeat("漢字。\n")},
		{Name: "carriage returns", Build: growth.Repeat("a\r\r\n")},
		{Name: "spaces at the ends of lines", Build: growth.Growing(" ", "a\n")},
	}, measured("a.txt"))
}

func TestGrowthOfData(t *testing.T) {
	for name, cases := range map[string][]growth.Case[[]byte]{
		"a.json": {
			{Name: "nested arrays", Build: growth.Around("[", "", "]")},
			{Name: "nested objects", Build: growth.Around(`{"a":`, "1", "}")},
			{Name: "arrays without an end", Build: growth.Repeat("[")},
			{Name: "members", Build: func(n int) []byte { return []byte(`{"a":[1` + strings.Repeat(`,{"b":"c"}`, n) + "]}") }},
		},
		"a.xml": {
			{Name: "nested elements", Build: growth.Around("<a>", "", "</a>")},
			{Name: "lines", Build: growth.Repeat("<a b='c'/>\n")},
		},
		"a.log": {
			{Name: "fences", Build: growth.Growing("`", "\n")},
			{Name: "lines", Build: growth.Repeat("12:00 INFO a\n")},
		},
	} {
		t.Run(name, func(t *testing.T) { growth.Run(t, cases, measured(name)) })
	}
}

func TestGrowthOfComposedMarkdown(t *testing.T) {
	growth.Compose(t, []string{
		"*", "**", "_", "`", "```", "~~", "[", "]", "](", ")", "![", "<", ">", "<a", "<!--", "-->", "|", "-", "- ", "1. ", "> ", "# ", "\n", "\n\n", "    ", "\t",
		"a", " ", "$", "$$", "\\", "&amp;", ":", "[^a]", "[^a]: ", "---\n", "| - |\n", "http://a.b",
	}, 0, func(drawn []byte) []byte { return drawn }, measured("a.md"))
}
