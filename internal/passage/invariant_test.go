package passage_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"quire/internal/convert/page"
	"quire/internal/passage"
)

var (
	sentenceText = rapid.Custom(func(t *rapid.T) string {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"alpha", "beta.", "Gamma", "10-K", "délta!", "語句", "line\n", " ", "x"}), 0, 120).Draw(t, "words")
		return strings.Join(words, " ")
	})
	anyKind = rapid.SampledFrom([]page.Kind{
		page.Paragraph, page.Paragraph, page.Paragraph, page.Heading, page.ListItem, page.Picture, page.Caption,
		page.Code, page.Footnote, page.PageHead, page.PageFoot, page.MarkdownKind,
	})
	anyBlock = rapid.Custom(func(t *rapid.T) page.Block {
		if rapid.IntRange(0, 3).Draw(t, "table") == 0 {
			return anyTable(t)
		}
		b := block(anyKind.Draw(t, "kind"), sentenceText.Draw(t, "text"))
		b.Level = rapid.IntRange(1, 3).Draw(t, "level")
		b.Marker, b.Alt = rapid.SampledFrom([]string{"", "•"}).Draw(t, "marker"), rapid.SampledFrom([]string{"", "chart"}).Draw(t, "alt")
		b.Continues = rapid.Bool().Draw(t, "continues")
		return b
	})
	anyDocument = rapid.Custom(func(t *rapid.T) []page.Page {
		pages := make([]page.Page, rapid.IntRange(1, 6).Draw(t, "pages"))
		for i := range pages {
			pages[i] = page.Page{Number: i + 1, Blocks: rapid.SliceOfN(anyBlock, 0, 6).Draw(t, "blocks")}
		}
		return pages
	})
)

func anyTable(t *rapid.T) page.Block {
	rows := make([][]string, rapid.IntRange(0, 40).Draw(t, "rows"))
	for i := range rows {
		rows[i] = rapid.SliceOfN(rapid.SampledFrom([]string{"", "1,577", "net sales", strings.Repeat("long cell ", 60)}), 0, 5).Draw(t, "cells")
	}
	b := table(rapid.IntRange(0, 2).Draw(t, "header rows"), rows...)
	b.Continues = rapid.Bool().Draw(t, "continues")
	return b
}

// place is a byte of a document's text.
type place struct{ page, block, offset int }

func TestPassagesAreFaithfulToTheirPages(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		pages := anyDocument.Draw(rt, "document")
		options := passage.Options{Words: rapid.SampledFrom([]int{0, 40, 100}).Draw(rt, "words"), FileName: "a/b_2023.pdf"}
		covered := make(map[place]bool)
		for i, p := range split(t, options, pages...) {
			require.Equal(t, i, p.Number)
			requireFaithful(t, pages, p, covered)
			require.LessOrEqual(t, wordsOf(p.Text), 2*max(options.Words, 40)+240)
		}
		requireNothingLost(t, pages, covered)
	})
}

// requireFaithful checks that the passage's text is its blocks joined and that its pages are theirs, and records
// which bytes of which blocks it holds.
func requireFaithful(t *testing.T, pages []page.Page, p passage.Passage, covered map[place]bool) {
	t.Helper()
	require.NotEmpty(t, strings.TrimSpace(p.Text))
	require.Equal(t, p.PageStart, p.Spans[0].Page)
	require.Equal(t, p.PageEnd, p.Spans[len(p.Spans)-1].Page)
	require.True(t, 1 <= p.PageStart && p.PageStart <= p.PageEnd && p.PageEnd <= len(pages))
	at := 0
	for i, s := range p.Spans {
		if i > 0 {
			require.Contains(t, []string{" ", "\n"}, p.Text[at:s.Start])
		}
		source := passage.BlockText(pages[s.Page-1].Blocks[s.Block])
		require.Equal(t, source[s.From:s.From+s.End-s.Start], p.Text[s.Start:s.End])
		for k := range s.End - s.Start {
			covered[place{s.Page, s.Block, s.From + k}] = true
		}
		first, last := p.Pages(s.Start, s.End)
		require.Equal(t, []int{s.Page, s.Page}, []int{first, last})
		at = s.End
	}
	require.Len(t, p.Text, at)
}

// requireNothingLost checks that every character is in a passage, except for repeated heads and feet.
func requireNothingLost(t *testing.T, pages []page.Page, covered map[place]bool) {
	t.Helper()
	seen := make(map[string]bool)
	for _, p := range pages {
		for i, b := range p.Blocks {
			if b.Kind == page.PageHead || b.Kind == page.PageFoot {
				key := withoutDigits(b.Text())
				if seen[key] {
					continue
				}
				seen[key] = true
			}
			for at, r := range passage.BlockText(b) {
				if !unicode.IsSpace(r) {
					require.True(t, covered[place{p.Number, i, at}], "page %d block %d byte %d", p.Number, i, at)
				}
			}
		}
	}
}

func withoutDigits(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
	return strings.Join(strings.Fields(s), " ")
}
