package answer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/growth"
	"quire/internal/passage"
)

// cutUp returns the passages of a document, given the paragraphs of each page, as they are indexed.
func cutUp(t *testing.T, file string, pages ...[]string) []Passage {
	t.Helper()
	var out []Passage
	s := passage.NewSplitter(passage.Options{FileName: file, Words: 40, Overlap: 10}, func(p passage.Passage) error {
		out = append(out, Passage{Passage: p, File: file, Filename: file})
		return nil
	})
	for i, paragraphs := range pages {
		p := page.Page{Number: i + 1}
		for _, text := range paragraphs {
			p.Blocks = append(p.Blocks, page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}})
		}
		require.NoError(t, s.Add(p))
	}
	require.NoError(t, s.Close())
	return out
}

// paragraph returns n different sentences in one paragraph.
func paragraph(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "The %s number %d lies in the old harbour of the town. ", name, i)
	}
	return strings.TrimSpace(b.String())
}

func TestNeighbouringPassagesAreShownAsOneText(t *testing.T) {
	t.Parallel()
	first, second := paragraph("ship", 12), paragraph("boat", 9)
	passages := cutUp(t, "a.pdf", []string{first, second})
	require.Greater(t, len(passages), 3)
	whole := merged(passages)
	require.Len(t, whole, 1)
	require.Equal(t, first+"\n"+second, whole[0].Text)
	for _, s := range whole[0].Spans {
		text := []string{first, second}[s.Block]
		require.Equal(t, text[s.From:s.From+s.End-s.Start], whole[0].Text[s.Start:s.End])
	}
	require.Len(t, whole[0].Spans, 2, "the text of a block is one span again")
	require.Len(t, merged([]Passage{passages[0], passages[2]}), 2, "what is between them is not known")
	require.Len(t, merged(cutUp(t, "a.pdf", []string{first}, []string{second})), 2, "pages stay apart")
}

func TestQuoteFromJoinedPassagesHasThePlaceInItsBlock(t *testing.T) {
	t.Parallel()
	text := paragraph("ship", 12)
	passages := merged(cutUp(t, "a.pdf", []string{text}))
	e := newEvidence(passages)
	f, ok := e.find(0, "the ship number 9 lies in the old harbour")
	require.True(t, ok)
	w := newWriter(func(string, []Citation) error { return nil })
	w.quoted("1", passages[0], f.start, f.end)
	require.Equal(t, strings.Index(text, "The ship number 9"), w.quotes[0].Spans[0].From)
}

func TestTheMostValuablePassagesArePacked(t *testing.T) {
	t.Parallel()
	on := func(number, page int, score float64, words int, name string) Passage {
		return Passage{File: "a", Score: score, Passage: passage.Passage{Number: number, PageStart: page, PageEnd: page, Text: strings.Repeat(name+" ", words)}}
	}
	numbers := func(ps []Passage) []int {
		var out []int
		for _, p := range ps {
			out = append(out, p.Number)
		}
		return out
	}
	long, short := on(0, 1, 1, 400, "longer"), on(10, 2, .9, 40, "shorter")
	require.Equal(t, []int{10}, numbers(packed([]Passage{long, short}, 300)), "what fits")
	weak := on(20, 3, .1, 40, "weaker")
	require.Equal(t, []int{10}, numbers(packed([]Passage{short, weak}, 150)), "the better one")
	require.Equal(t, []int{10}, numbers(packed([]Passage{short, on(30, 4, .8, 40, "shorter")}, 1000)), "no text twice")
	same, other := on(12, 2, .8, 40, "further"), on(40, 5, .6, 40, "another")
	require.Equal(t, []int{10, 40}, numbers(packed([]Passage{short, same, other}, 270)), "another page before more of one")
	found := on(60, 7, 0, 40, "sibling")
	require.Equal(t, []int{10, 12}, numbers(packed([]Passage{short, on(12, 2, 0, 40, "sibling"), found}, 270)), "a page that was found before one that was not")
}

func TestThePromptHasTheLeadOfAFileOnce(t *testing.T) {
	t.Parallel()
	passages := cutUp(t, "harbour-report.pdf", []string{"Report of the committee.", paragraph("ship", 12)}, []string{paragraph("boat", 6)})
	for i := range passages {
		passages[i].Header += fmt.Sprintf("\nChapter %d", passages[i].PageStart)
	}
	shown := newPrompt(32_768, Question{Text: "What?"}, passages).documents()
	require.Equal(t, 1, strings.Count(shown, "about: "))
	require.Equal(t, 1, strings.Count(shown, "file: harbour-report.pdf"))
	require.Equal(t, 1, strings.Count(shown, "under: Chapter 1\n"))
	require.Equal(t, 1, strings.Count(shown, "under: Chapter 2\n"))
}

func TestGrowthOfPrompts(t *testing.T) {
	var cases []growth.Case[[]Passage]
	for name, one := range map[string]func(i int) Passage{
		"passages of a page": func(i int) Passage { return Passage{Passage: passage.Passage{Number: i, PageStart: 1, PageEnd: 1}} },
		"pages":              func(i int) Passage { return Passage{Passage: passage.Passage{Number: i, PageStart: i, PageEnd: i}} },
		"files":              func(i int) Passage { return Passage{File: fmt.Sprint(i)} },
	} {
		cases = append(cases, growth.Case[[]Passage]{Name: name, Build: func(n int) []Passage {
			out := []Passage{}
			for i := range n {
				p := one(i)
				p.Text = fmt.Sprintf("text %d", i)
				p.Spans = []passage.Span{{Page: p.PageStart, Block: i, End: len(p.Text)}}
				out = append(out, p)
			}
			return out
		}, From: maxPacked})
	}
	growth.Run(t, cases, func(_ *testing.T, passages []Passage) { _ = newPrompt(8192, Question{Text: "?"}, passages).documents() })
}
