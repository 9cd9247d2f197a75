package answer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
	"quire/internal/growth"
	"quire/internal/passage"
)

func TestPagesAreReadFromTheQuestion(t *testing.T) {
	t.Parallel()
	for question, want := range map[string][]int{
		"What is on page 14?":                     {14},
		"Compare page 3 and 5.":                   {3, 5},
		"What do pages 3-5 say about dredging?":   {3, 4, 5},
		"Who signed the last page?":               {20},
		"What date is on the second page?":        {2},
		"What does the 7th page say?":             {7},
		"Was steht auf Seite 9?":                  {9},
		"Was zeigt die letzte Seite?":             {20},
		"What is on page 21?":                     nil,
		"How many pages are there?":               nil,
		"What about 14 ships?":                    nil,
		"pages 1-99999":                           {1, 2, 3, 4, 5, 6, 7, 8},
		"Who pays? Answer with a list of page 3.": nil,
	} {
		require.Equal(t, want, answer.Pages(answer.Question{Text: question}, 20), question)
	}
}

// blocks returns a passage of several blocks on one page.
func blocks(file string, number, page int, texts ...string) answer.Passage {
	p := onPages(file, number, page, "")
	p.Spans = nil
	for i, t := range texts {
		if i > 0 {
			p.Text += "\n"
		}
		p.Spans = append(p.Spans, passage.Span{Page: page, Block: i, Start: len(p.Text), End: len(p.Text) + len(t)})
		p.Text += t
	}
	return p
}

// report returns the passages of a file of three pages with a table.
func report() []answer.Passage {
	header := "report\nHarbour report"
	pages := []answer.Passage{
		blocks("report.pdf", 0, 1, "The harbour is the largest of the island.", "Fees are set by the board of the harbour every year."),
		blocks("report.pdf", 1, 2, "Table 1: Fees of the harbour", "Fee\t2023\t2024\nYachts\t40\t44\nTotal fees\t900\t960"),
		blocks("report.pdf", 2, 3, "3.4 Staff", "The harbour employs nine pilots, whose fees are paid by the ships."),
	}
	for i := range pages {
		pages[i].PageCount, pages[i].Header = 3, header
	}
	pages[2].Header += "\nPeople > 3.4 Staff"
	return scored(pages...)
}

func TestQuestionsThatNameAPlaceAreAnsweredFromIt(t *testing.T) {
	t.Parallel()
	for question, page := range map[string]int{
		"What does page 2 say about fees of the harbour?":   2,
		"What are the fees of the harbour in Table 1?":      2,
		"What does section 3.4 say about the harbour fees?": 3,
		"What are the harbour fees on the last page?":       3,
	} {
		out := extracted(t, english(question), report())
		require.True(t, out.Found, question)
		for _, c := range out.Citations {
			require.Equal(t, page, c.PageStart, "%s\n%s", question, out.Text)
		}
	}
}

func TestAPageAskedForAsSuchIsQuotedFromItsBeginning(t *testing.T) {
	t.Parallel()
	out := extracted(t, english("What does the last page say?"), report())
	require.Contains(t, out.Text, "> The harbour employs nine pilots")
	require.Len(t, out.Citations, 1)
	out = extracted(t, english("What is on page 9?"), report())
	require.False(t, out.Found, "the file has three pages")
}

func TestALabelIsNotTheBeginningOfALongerOne(t *testing.T) {
	t.Parallel()
	passages := scored(
		blocks("a.pdf", 0, 1, "Table 11: Fees of the harbour for goods. The harbour fees for goods rise."),
		blocks("a.pdf", 1, 2, "Table 1: Fees of the harbour for people. The harbour fees for people fall."))
	out := extracted(t, english("What are the harbour fees in table 1?"), passages)
	require.Equal(t, 2, out.Citations[0].PageStart)
	require.Len(t, out.Citations, 1)
}

func TestQuotesStandAlone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want, not string }{
		"a label is not quoted": {
			"The fees of the harbour are as follows:\nThe fees of the harbour are forty euros for yachts.", "> The fees of the harbour are forty", "follows:",
		},
		"a heading gives way to a sentence": {
			"Fees of the harbour\nThe harbour takes fees of forty euros for yachts.", "> The harbour takes fees", "> Fees of the harbour [",
		},
	} {
		out := extracted(t, english("What are the fees of the harbour?"), scored(blocks("fees.pdf", 0, 1, c.text)))
		require.Contains(t, out.Text, c.want, name)
		first, _, _ := strings.Cut(out.Text[strings.Index(out.Text, "> "):], "\n")
		require.NotContains(t, first, c.not, name)
	}
}

func TestRowsAreShownWithTheirYearsAndUnits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		texts []string
		want  string
	}{
		"years and units": {
			[]string{"(In millions)\tYear ended May 31,\nItem\t2023\t2024\nMooring fees\t40\t44"},
			"> (In millions) | Year ended May 31,  \n> Item | 2023 | 2024  \n> Mooring fees | 40 | 44 [citation:1]",
		},
		"a unit above the table":  {[]string{"In thousands of euros", "Mooring fees\t40\t44"}, "> In thousands of euros  \n> Mooring fees | 40 | 44 [citation:1]"},
		"a table without columns": {[]string{"Dues\t12\t13\nMooring fees\t40\t44"}, ":\n\n> Mooring fees | 40 | 44 [citation:1]"},
	} {
		out := extracted(t, english("How much are the mooring fees?"), scored(blocks("fees.pdf", 0, 1, c.texts...)))
		require.Contains(t, out.Text, c.want, name)
	}
}

func TestTotalsComeBeforeTheirParts(t *testing.T) {
	t.Parallel()
	table := "Revenue\t2023\t2024\nRevenue of the first quarter\t10\t11\nTotal revenue\t40\t44"
	out := extracted(t, english("How much is the revenue?"), scored(blocks("fees.pdf", 0, 1, table)))
	require.Less(t, strings.Index(out.Text, "Total revenue"), strings.Index(out.Text+"first quarter", "first quarter"))
}

func TestGrowthOfPlacesInAQuestion(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "pages", Build: growth.Repeat("page 1 ")},
		{Name: "ranges", Build: growth.Repeat("pages 1-9 ")},
		{Name: "ordinals", Build: growth.Repeat("last page ")},
		{Name: "tables", Build: growth.Repeat("Table 1 ")},
		{Name: "sections", Build: growth.Repeat("section 1.1.1")},
		{Name: "one long number", Build: growth.Within("section ", growth.Repeat("1."), "")},
		{Name: "instructions", Build: growth.Repeat("Answer on page 1. ")},
	}, func(_ *testing.T, text []byte) {
		answer.Pages(answer.Question{Text: string(text)}, 10)
	})
}

func TestAPageOfANamedFileIsQuotedFromItsBeginning(t *testing.T) {
	t.Parallel()
	other := blocks("tides.pdf", 3, 1, "The tide turns at noon.", "Ebb is at six.")
	other.PageCount, other.Filename, other.Header = 3, "tides.pdf", "tides"
	pages := report()
	for i := range pages {
		pages[i].Filename = "report.pdf"
	}
	out := extracted(t, english("What is on page 1 of the tides report?"), scored(append(pages, other)...))
	require.Equal(t, []string{"> The tide turns at noon. [citation:1]\n\n", "> Ebb is at six. [citation:1]\n"}, out.deltas[1:])
}
