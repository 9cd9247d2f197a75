package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
	"quire/internal/growth"
	"quire/internal/index/bm25"
	"quire/internal/passage"
)

// manual is a file with two chapters, one of which has two sections; every passage begins below the heading that ends
// the passage before it.
func manual() []answer.Passage {
	out := []answer.Passage{
		blocks("manual.pdf", 0, 1, "1 Berths", "Berths are let by the day or by the year."),
		blocks("manual.pdf", 1, 2, "Nobody may live on a boat in the winter. The gates close at ten.", "2 Risks of the harbour", "2.1 Ice", "Ice damages the hulls of small boats every winter."),
		blocks("manual.pdf", 2, 3, "The board has bought two pumps.", "2.2 Surges", "A surge in autumn lifts boats over the piers."),
		blocks("manual.pdf", 3, 4, "Lines should be doubled in time."),
	}
	for i, path := range []string{"", "\n1 Berths", "\n2 Risks of the harbour > 2.1 Ice", "\n2 Risks of the harbour > 2.2 Surges"} {
		out[i].Header, out[i].Filename = "manual\nBerths are let by the day"+path, "manual.pdf"
	}
	return scored(out...)
}

// outlined answers from headings and checks what must hold for every answer.
func outlined(t *testing.T, question string, sections []answer.Passage) (told, bool) {
	t.Helper()
	var out told
	var ok bool
	out.Answer, ok, out.err = answer.Outline(english(question), sections, func(delta string, cited []answer.Citation) error {
		out.deltas, out.cited = append(out.deltas, delta), append(out.cited, cited...)
		return nil
	})
	if ok {
		requireSound(t, out, sections)
	}
	return out, ok
}

func TestASummaryIsAnOutlineThatSaysSo(t *testing.T) {
	t.Parallel()
	for _, question := range []string{
		"Summarise the manual.", "What is this document about?", "Give me an overview of the manual", "Please summarize it",
		"Fasse das Dokument zusammen.", "Summarise the opinion", "What is the treatise about?",
	} {
		out, ok := outlined(t, question, manual())
		require.True(t, ok, question)
		require.Contains(t, out.Text, "outline of manual.pdf", question)
		require.Contains(t, out.Text, "- 1 Berths: “Berths are let by the day or by the year.” [citation:", question)
		require.Contains(t, out.Text, "- 2.1 Ice: “Ice damages the hulls of small boats every winter.” [citation:", question)
	}
}

func TestADocumentWithOneHeadingIsOutlinedByIt(t *testing.T) {
	t.Parallel()
	note := blocks("note.pdf", 0, 1, "Mooring in winter", "Boats are moored at the inner piers until March.")
	rest := blocks("note.pdf", 1, 2, "Lines are doubled before a storm is expected.")
	for _, p := range []*answer.Passage{&note, &rest} {
		p.Header, p.Filename = "note\nMooring in winter Boats are moored at the inner piers\nMooring in winter", "note.pdf"
	}
	out, ok := outlined(t, "Summarise the note.", scored(note, rest))
	require.True(t, ok)
	require.Contains(t, out.Text, "- Mooring in winter: “Boats are moored at the inner piers until March.” [citation:1]")
}

func TestTheSectionsAskedForAreListed(t *testing.T) {
	t.Parallel()
	for question, want := range map[string][]string{
		"List the sections.":                   {"1 Berths", "2.1 Ice", "2.2 Surges"},
		"Which chapters does the manual have?": {"1 Berths", "2.1 Ice", "2.2 Surges"},
		"What are the main risks?":             {"2.1 Ice", "2.2 Surges"},
		"Summarise the risks of the harbour":   {"2.1 Ice", "2.2 Surges"},
		"What is the last chapter about?":      {"2.1 Ice", "2.2 Surges"},
		"Summarise chapter 2":                  {"2.1 Ice", "2.2 Surges"},
		"What does the first chapter say?":     {"1 Berths"},
	} {
		out, ok := outlined(t, question, manual())
		require.True(t, ok, question)
		var got []string
		for line := range strings.Lines(out.Text) {
			if entry, isEntry := strings.CutPrefix(line, "- "); isEntry {
				heading, _, _ := strings.Cut(strings.TrimSpace(entry), " [citation:")
				heading, _, _ = strings.Cut(heading, ": “")
				got = append(got, heading)
			}
		}
		require.Equal(t, want, got, "%s\n%s", question, out.Text)
	}
}

func TestGermanQuestionsGetAnOutline(t *testing.T) {
	t.Parallel()
	for _, question := range []string{"Worum geht es im letzten Kapitel?", "Gib mir eine Übersicht über Kapitel 2", "Fasse das zweite Kapitel zusammen."} {
		q := answer.Question{Text: question, Languages: []bm25.Language{"de"}}
		out, ok, err := answer.Outline(q, manual(), func(string, []answer.Citation) error { return nil })
		require.NoError(t, err)
		require.True(t, ok, question)
		require.Contains(t, out.Text, "2.2 Surges", question)
		require.NotContains(t, out.Text, "1 Berths:", question)
	}
}

func TestQuestionsThatHeadingsDoNotAnswerAreLeftToQuotes(t *testing.T) {
	t.Parallel()
	for _, question := range []string{
		"What are the main exports of Mongolia?", "Summarise the treaty of Tordesillas", "How high is a surge?", "List the captains",
		"What is said about pumps?", "What does the manual say about ice?",
		"What are the lawsuits about Zantac about?", "What is Tordesillas about?", "What are the claims of the captains about?",
		"What does the last chapter say about pumps?",
	} {
		out, ok := outlined(t, question, manual())
		require.False(t, ok, question)
		require.Empty(t, out.deltas, question)
	}
}

// The headings of a file are untrusted: there may be thousands, deep, long, repeated, or nothing but separators.
func TestGrowthOfOutlines(t *testing.T) {
	header := func(format string) func(i int) string { return func(i int) string { return fmt.Sprintf(format, i) } }
	var cases []growth.Case[[]answer.Passage]
	for name, heading := range map[string]func(int) string{
		"sections": header("Section %d about ice"), "one section": header("Ice"), "separators": header(" > > > "),
		"deep":  func(i int) string { return strings.Repeat("a > ", 50) + fmt.Sprint(i) },
		"long":  func(i int) string { return fmt.Sprint(i) + strings.Repeat(" ice", 100) },
		"lines": func(i int) string { return strings.Repeat("\n", i%50) + "ice" },
	} {
		cases = append(cases, growth.Case[[]answer.Passage]{Name: name, To: 4000, Build: func(n int) []answer.Passage {
			out := make([]answer.Passage, 0, n)
			for i := range n {
				text := heading(i) + "\nBoats are moored by their owners at the piers."
				out = append(out, answer.Passage{File: "f", Filename: "f.pdf", Passage: passage.Passage{
					Number: i, PageStart: 1, PageEnd: 1, Header: "f\nlead\n" + heading(i), Text: text,
					Spans: []passage.Span{{Page: 1, End: len(text)}},
				}})
			}
			return out
		}})
	}
	growth.Run(t, cases, func(t *testing.T, sections []answer.Passage) {
		for _, question := range []string{"Summarise it", "List the sections", "What are the main dangers of ice?", "What is the last chapter about?", "Summarise section 3"} {
			_, _, err := answer.Outline(english(question), sections, func(string, []answer.Citation) error { return nil })
			if err != nil {
				t.Error(err)
			}
		}
	})
}

func TestASectionThatIsNamedByItsSubjectIsQuoted(t *testing.T) {
	t.Parallel()
	for question, want := range map[string][]string{
		"What does the section on ice say?":       {"2.1 Ice:\n\n> Ice damages the hulls of small boats every winter. [citation:1]"},
		"What is the chapter about berths about?": {"1 Berths:\n\n> Berths are let by the day or by the year. [citation:1]", "> Nobody may live on a boat in the winter.", "> The gates close at ten."},
		"Please show the section titled “Surges”": {"2.2 Surges:\n\n> A surge in autumn lifts boats over the piers. [citation:1]", "> Lines should be doubled in time."},
	} {
		out, ok := outlined(t, question, manual())
		require.True(t, ok, question)
		for _, w := range want {
			require.Contains(t, out.Text, w, question)
		}
		for _, other := range []string{"Ice damages", "The gates", "A surge"} {
			require.Equal(t, strings.Contains(strings.Join(want, "\n"), other), strings.Contains(out.Text, other), question)
		}
	}
	_, ok := outlined(t, "What does the section on pilots say?", manual())
	require.False(t, ok, "there is no such section")
}

func TestAnOutlineGoesDeeperWhereMostOfTheTextIs(t *testing.T) {
	t.Parallel()
	var sections []answer.Passage
	for i := range 8 {
		p := blocks("book.pdf", 5*i, i+1, fmt.Sprintf("Chapter %d tells of ships.", i))
		p.Header, p.Filename = fmt.Sprintf("book\nTells of ships\nPart one > Chapter %d", i), "book.pdf"
		sections = append(sections, p)
	}
	for i := range 6 {
		p := blocks("book.pdf", 40+i, 9+i, fmt.Sprintf("Annex %d tells of sails.", i))
		p.Header, p.Filename = fmt.Sprintf("book\nTells of ships\nAnnex %d", i), "book.pdf"
		sections = append(sections, p)
	}
	sections = append([]answer.Passage{blocks("book.pdf", -1, 1, "A book.")}, sections...)
	sections[0].Header, sections[0].Filename = "book\nTells of ships", "book.pdf"
	out, ok := outlined(t, "Summarise the book", scored(sections...))
	require.True(t, ok)
	require.Contains(t, out.Text, "\n- Part one: “Chapter 0 tells of ships.”")
	require.Contains(t, out.Text, "\n  - Chapter 7: “Chapter 7 tells of ships.”")
	require.Contains(t, out.Text, "\n- Annex 5: ")
}

func TestMatchingHeadingsWithoutSubsectionsAreListed(t *testing.T) {
	t.Parallel()
	var sections []answer.Passage
	for i, heading := range []string{"", "Risks of the sea", "Fees", "Risks of the quay"} {
		p := blocks("survey.pdf", i, i+1, fmt.Sprintf("Sentence %d tells of boats and ships.", i))
		p.Header, p.Filename = strings.TrimSpace("survey\nThe tidal survey of the harbour\n"+heading), "survey.pdf"
		sections = append(sections, p)
	}
	out, ok := outlined(t, "List the risks", scored(sections...))
	require.True(t, ok)
	require.Contains(t, out.Text, "- Risks of the sea: “Sentence 1")
	require.Contains(t, out.Text, "- Risks of the quay: “Sentence 3")
	require.NotContains(t, out.Text, "Fees")

	out, ok = outlined(t, "Summarise the tidal report", scored(sections...))
	require.True(t, ok, "the word before the report is one of its first words")
	require.Contains(t, out.Text, "- Fees: “Sentence 2")

	out, ok = outlined(t, "What does the section on fees in the survey say?", scored(sections...))
	require.True(t, ok, "the name of the file is not a word of the heading")
	require.Contains(t, out.Text, "> Sentence 2 tells of boats and ships. [citation:1]")
}

func TestAPartAskedForByItsNumberIsQuotedFromItsBeginning(t *testing.T) {
	t.Parallel()
	var sections []answer.Passage
	for i, heading := range []string{"1 Berths", "Chapter 2: Surges", "3 Ice"} {
		p := blocks("handbook.pdf", i, i+1, heading, fmt.Sprintf("Sentence %d tells of boats and ships.", i))
		p.Header, p.Filename = "handbook\nThe tidal handbook\n"+heading, "handbook.pdf"
		sections = append(sections, p)
	}
	sections = append([]answer.Passage{blocks("handbook.pdf", -1, 1, "A handbook.")}, sections...)
	sections[0].Header, sections[0].Filename = "handbook\nThe tidal handbook", "handbook.pdf"
	for question, want := range map[string]string{
		"What does chapter 2 say?":                            "Sentence 1",
		"What does chapter 1 of the handbook describe?":       "Sentence 0",
		"Please show me section 3":                            "Sentence 2",
		"What does chapter 4 of the handbook say?":            "",
		"What does chapter 2 of the handbook say about seals": "",
	} {
		out, ok := outlined(t, question, scored(sections...))
		require.Equal(t, want != "", ok, question)
		if ok {
			require.Contains(t, out.Text, "> "+want+" tells of boats and ships. [citation:1]", question)
		}
	}
}
