package passage_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/passage"
)

func split(t testing.TB, o passage.Options, pages ...page.Page) []passage.Passage {
	t.Helper()
	var out []passage.Passage
	s := passage.NewSplitter(o, func(p passage.Passage) error {
		out = append(out, p)
		return nil
	})
	for _, p := range pages {
		require.NoError(t, s.Add(p))
	}
	require.NoError(t, s.Close())
	return out
}

func block(kind page.Kind, text string) page.Block {
	return page.Block{Kind: kind, Spans: []page.Span{{Text: text}}}
}

// sentencesOf writes n different sentences of ten words.
func sentencesOf(label string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "The %s number %d is one of many that follow. ", label, i)
	}
	return strings.TrimSpace(b.String())
}

func table(headerRows int, rows ...[]string) page.Block {
	t := page.Table{HeaderRows: headerRows}
	for _, cells := range rows {
		var r page.Row
		for i, text := range cells {
			r.Cells = append(r.Cells, page.Cell{Column: i, Blocks: []page.Block{block(page.Paragraph, text)}})
		}
		t.Rows = append(t.Rows, r)
		t.Columns = max(t.Columns, len(cells))
	}
	return page.Block{Kind: page.TableKind, Table: &t}
}

func wordsOf(s string) int { return len(strings.Fields(s)) }

func TestAShortPageIsOnePassage(t *testing.T) {
	t.Parallel()
	got := split(t, passage.Options{FileName: "reports/ACME_2023Q2.pdf"}, page.Page{Number: 1, Blocks: []page.Block{
		{Kind: page.Heading, Level: 1, Spans: []page.Span{{Text: "Annual report"}}},
		block(page.Paragraph, "Revenue grew."),
		{Kind: page.ListItem, Marker: "\uf0b7", Spans: []page.Span{{Text: "in Europe"}}}, // a bullet of a font of symbols
		{Kind: page.Picture, Alt: "Logo", Spans: []page.Span{{Text: "ACME"}}},
	}})
	require.Len(t, got, 1)
	p := got[0]
	require.Equal(t, "Annual report\nRevenue grew.\n• in Europe\nLogo ACME", p.Text)
	require.Equal(t, "reports ACME 2023Q2 2023 Q2\nAnnual report Revenue grew. • in Europe Logo ACME\nAnnual report", p.Header)
	require.Equal(t, []int{0, 1, 1}, []int{p.Number, p.PageStart, p.PageEnd})
	require.Equal(t, passage.Text, p.Kind)
	require.Equal(t, p.Header+"\n"+p.Text, p.Shown())
}

func TestWindowsOverlapInsideAPage(t *testing.T) {
	t.Parallel()
	got := split(t, passage.Options{}, page.Page{Number: 1, Blocks: []page.Block{block(page.Paragraph, sentencesOf("item", 50))}})
	require.Greater(t, len(got), 2)
	for i, p := range got {
		require.LessOrEqual(t, wordsOf(p.Text), 250)
		if i > 0 {
			require.True(t, strings.HasPrefix(p.Text, got[i-1].Text[strings.LastIndex(got[i-1].Text, fmt.Sprintf("The item number %d ", i*15)):]),
				"passage %d begins with the last 50 words of the preceding one", i)
		}
	}
}

func TestPagesAreNeverMixed(t *testing.T) {
	t.Parallel()
	got := split(t, passage.Options{},
		page.Page{Number: 1, Blocks: []page.Block{block(page.Paragraph, "First page without an end")}},
		page.Page{Number: 2, Blocks: []page.Block{block(page.Paragraph, "second page.")}},
		page.Page{Number: 3},
		page.Page{Number: 4, Blocks: []page.Block{block(page.Paragraph, "Fourth page.")}})
	require.Len(t, got, 3)
	for i, want := range []int{1, 2, 4} {
		require.Equal(t, []int{want, want}, []int{got[i].PageStart, got[i].PageEnd})
	}
}

func TestASentenceContinuesAcrossThePageBreak(t *testing.T) {
	t.Parallel()
	second := block(page.Paragraph, "growing on the next page. Another sentence follows.")
	second.Continues = true
	got := split(t, passage.Options{},
		page.Page{Number: 1, Blocks: []page.Block{block(page.Paragraph, "Sales were strong. Revenue kept"), block(page.PageFoot, "Page 1")}},
		page.Page{Number: 2, Blocks: []page.Block{block(page.PageHead, "Report"), second}})
	require.Len(t, got, 2)
	first := got[0]
	require.Equal(t, "Page 1\nSales were strong. Revenue kept growing on the next page.", first.Text)
	require.Equal(t, []int{1, 2}, []int{first.PageStart, first.PageEnd})
	require.Equal(t, "Report\ngrowing on the next page. Another sentence follows.", got[1].Text)

	pages := func(quote string) []int {
		at := strings.Index(first.Text, quote)
		from, to := first.Pages(at, at+len(quote))
		return []int{from, to}
	}
	require.Equal(t, []int{1, 1}, pages("Sales were strong"))
	require.Equal(t, []int{1, 2}, pages("kept growing"))
	require.Equal(t, []int{2, 2}, pages("growing on"))
}

func TestAHeadingOpensASectionAndStaysWithIt(t *testing.T) {
	t.Parallel()
	h := func(level int, text string) page.Block {
		return page.Block{Kind: page.Heading, Level: level, Spans: []page.Span{{Text: text}}}
	}
	got := split(t, passage.Options{Title: "Handbook"}, page.Page{Number: 1, Blocks: []page.Block{
		h(1, "Part one"), h(2, "Scope"), block(page.Paragraph, sentencesOf("scope", 12)),
		h(2, "Terms"), block(page.Paragraph, sentencesOf("term", 12)),
		h(1, "Part two"), block(page.Paragraph, sentencesOf("part", 30)),
	}})
	require.Len(t, got, 4)
	require.True(t, strings.HasPrefix(got[1].Text, "Terms\n"), "no words of the preceding section")
	require.True(t, strings.HasSuffix(got[1].Header, "\nPart one > Terms"), got[1].Header)
	require.True(t, strings.HasPrefix(got[2].Text, "Part two\n"))
	require.Equal(t, []string{"Part two"}, got[2].Headings, "the headings that it begins with, and not those that ended before")
	require.True(t, strings.HasSuffix(got[3].Header, "\nPart two"), got[3].Header)
	require.True(t, strings.HasPrefix(got[3].Header, "Handbook\nPart one Scope The scope number 0"))
}

func TestATableIsOneBlock(t *testing.T) {
	t.Parallel()
	got := split(t, passage.Options{}, page.Page{Number: 1, Blocks: []page.Block{
		block(page.Paragraph, sentencesOf("fact", 15)),
		block(page.Caption, "Table 1: income."),
		table(1, []string{"", "2022", "2023"}, []string{"Net income", "1,577", "1,600"}),
	}})
	require.Len(t, got, 1)
	require.True(t, strings.HasSuffix(got[0].Text, "Table 1: income.\n\t2022\t2023\nNet income\t1,577\t1,600"), got[0].Text)
	require.Equal(t, passage.Text, got[0].Kind)
}

func TestALongTableIsCutBetweenRowsWithItsHeader(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"Region", "Sales in 2023"}}
	for i := range 120 {
		rows = append(rows, []string{fmt.Sprintf("Region number %d", i), strconv.Itoa(1000 + i)})
	}
	first, second := table(1, rows[:90]...), table(0, rows[90:]...)
	second.Continues = true
	got := split(t, passage.Options{}, page.Page{Number: 1, Blocks: []page.Block{first}}, page.Page{Number: 2, Blocks: []page.Block{second}})
	require.Greater(t, len(got), 2)
	for i, p := range got {
		require.Equal(t, passage.Table, p.Kind)
		for line := range strings.SplitSeq(p.Text, "\n") {
			require.Len(t, strings.Split(line, "\t"), 2, "rows are whole")
		}
		require.Contains(t, p.Shown(), "Region\tSales in 2023")
		require.Equal(t, i > 0, p.Columns != "", "the header is added only where the text lacks it")
		require.Equal(t, p.PageStart, p.PageEnd)
	}
	last := got[len(got)-1]
	require.Equal(t, 2, last.PageStart)
	require.Contains(t, last.Text, "Region number 119\t1119")
}

func TestAWideTableIsCutInsideItsRows(t *testing.T) {
	t.Parallel()
	rows := make([][]string, 3)
	for i := range rows {
		for j := range 500 {
			rows[i] = append(rows[i], fmt.Sprintf("r%dc%d", i, j))
		}
	}
	got := split(t, passage.Options{}, page.Page{Number: 1, Blocks: []page.Block{table(1, rows...)}})
	require.Greater(t, len(got), 6)
	for _, p := range got {
		require.LessOrEqual(t, wordsOf(p.Text), 250)
		require.LessOrEqual(t, wordsOf(p.Columns), 100)
	}
}

func TestRepeatedHeadsAreIndexedOnce(t *testing.T) {
	t.Parallel()
	pageWith := func(n int, head string) page.Page {
		return page.Page{Number: n, Blocks: []page.Block{block(page.PageHead, head), block(page.Paragraph, "Body.")}}
	}
	got := split(t, passage.Options{}, pageWith(1, "ACME, page 1"), pageWith(2, "ACME, page 2"), pageWith(3, "Appendix"))
	require.Equal(t, []string{"ACME, page 1\nBody.", "Body.", "Appendix\nBody."}, []string{got[0].Text, got[1].Text, got[2].Text})
}

func TestScriptsWithoutSpacesAreCutToo(t *testing.T) {
	t.Parallel()
	got := split(t, passage.Options{}, page.Page{Number: 1, Blocks: []page.Block{block(page.Paragraph, strings.Repeat("人工智能芯片的市场正在增长。", 200))}})
	require.Greater(t, len(got), 5)
	for _, p := range got {
		require.Less(t, len([]rune(p.Text)), 600)
	}
}

func TestTheTextForAVectorLeavesOutTheDocumentsFirstWords(t *testing.T) {
	t.Parallel()
	p := passage.Passage{Header: "harbour 2021\nAnnual report of the harbour authority\nFees > Yachts", Columns: "Season", Text: "Sixty euros."}
	require.Equal(t, "harbour 2021\nFees > Yachts\nSeason\nSixty euros.", p.Embedded())
	p.Header = "harbour 2021\nAnnual report of the harbour authority"
	require.Equal(t, "harbour 2021\nSeason\nSixty euros.", p.Embedded(), "there are no headings")
	p.Header = ""
	require.Equal(t, "Season\nSixty euros.", p.Embedded())
}
