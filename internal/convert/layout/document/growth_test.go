package document_test

import (
	"testing"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

// blocks returns n blocks one below the other on a page of the given height.
func blocks(n int, height float64, block func(i int) page.Block) []page.Block {
	out := make([]page.Block, n)
	for i := range out {
		y := height * float64(i) / float64(n)
		out[i] = block(i)
		out[i].Box = page.Box{X0: 60, Y0: y, X1: 160, Y1: y + 10}
	}
	return out
}

func TestGrowthOfNotes(t *testing.T) {
	const height, body = 800, 10
	growth.Run(t, []growth.Case[int]{
		{Name: "notes with one label", Build: func(n int) int { return n }},
	}, func(_ *testing.T, n int) {
		document.MarkFootnotes(blocks(n, height, func(i int) page.Block {
			if i < n/2 {
				return page.Block{Kind: page.Paragraph, Font: &page.Font{Size: body}, Spans: []page.Span{{Text: "Word"}, {Text: "1", Sup: true}}}
			}
			return page.Block{Kind: page.Paragraph, Font: &page.Font{Size: 7}, Spans: []page.Span{{Text: "1 note"}}}
		}), height, body)
	})
}

func TestGrowthOfBookmarks(t *testing.T) {
	growth.Run(t, []growth.Case[[]ink.Bookmark]{
		{Name: "of one title", Build: func(n int) []ink.Bookmark {
			out := make([]ink.Bookmark, n)
			for i := range out {
				out[i] = ink.Bookmark{Title: "Part", Level: 1}
			}
			return out
		}},
	}, func(_ *testing.T, bookmarks []ink.Bookmark) {
		document.MarkTitles(blocks(len(bookmarks), 800, func(int) page.Block {
			return page.Block{Kind: page.Paragraph, Font: &page.Font{Size: 10}, Spans: []page.Span{{Text: "Part"}}}
		}), document.Titles(bookmarks))
	})
}

func TestGrowthOfSizes(t *testing.T) {
	growth.Run(t, []growth.Case[page.Page]{
		{Name: "headings of many sizes", From: 4096, Build: func(n int) page.Page {
			return page.Page{Number: 1, Width: 600, Height: 1e9, Blocks: blocks(n, 40*float64(n), func(i int) page.Block {
				b := page.Block{Kind: page.Paragraph, Font: &page.Font{Size: 20 + float64(i), Bold: true}, Spans: []page.Span{{Text: "Loans of a year"}}}
				if i%2 == 0 {
					b.Kind, b.Level, b.Tagged = page.Heading, 1+i%5, true
				}
				return b
			})}
		}},
	}, func(_ *testing.T, p page.Page) {
		p.Blocks = append([]page.Block{}, p.Blocks...)
		s := document.NewSurvey()
		s.Add(p)
		s.Finish(&p)
	})
}
