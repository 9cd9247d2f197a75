package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

// leaflet is a page of questions with their answers, after a page about something else.
func leaflet() []answer.Passage {
	return scored(
		blocks("leaflet.pdf", 0, 1,
			"May dogs travel on the ferries?", "They may, on a lead.",
			"What does the ticket office sell?", "Single fares, books of ten and maps of the island."),
		blocks("leaflet.pdf", 1, 2, "The ticket office stands beside the lock. It was painted by pupils of the school."),
	)
}

func TestAQuestionInADocumentIsAnsweredByWhatFollowsIt(t *testing.T) {
	t.Parallel()
	for name, meaning := range map[string]answer.Meaning{"by words": nil, "by meaning": near("What does the ticket office sell?")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := english("What does the ticket office sell?")
			q.Meaning = meaning
			out := extracted(t, q, leaflet())
			require.Contains(t, out.deltas[1], "> Single fares, books of ten and maps of the island. [citation:1]")
			require.NotContains(t, out.Text, "> What does")
			require.NotContains(t, out.Text, "dogs", "one question leads to the next line only")
		})
	}
}

func TestATableIsQuotedByItsRowsAndNotByItsTitle(t *testing.T) {
	t.Parallel()
	passages := scored(blocks("report.pdf", 0, 1, "Table 3: Number of accidents in the harbour, by cause",
		"Cause\tAccidents\nFog\t12\nWind and accidents at night\t9", "Accidents in the harbour became fewer when the lights were renewed."))
	for question, title := range map[string]bool{
		"How many accidents in the harbour had fog as their cause?":        false,
		"Which table has the number of accidents in the harbour by cause?": true,
	} {
		out := extracted(t, english(question), passages)
		if title {
			require.Contains(t, out.Text, "> Table 3:", question)
			continue
		}
		require.NotContains(t, out.Text, "> Table 3:", question)
		require.Contains(t, out.Text, "> Fog | 12", question)
	}
}

func TestATitleSpeaksForItsPageAsMuchAsASentence(t *testing.T) {
	t.Parallel()
	q := english("What were the wages of pilots at the harbour?")
	q.Meaning = near("")
	passages := scored(
		text("a", 1, "Wages of pilots at the harbour\nNothing was paid to apprentices."),
		text("a", 2, "The wages of pilots at the harbour are paid in gold on Fridays."),
	)
	passages[1].Score = passages[0].Score
	pages := answer.Candidates(q, passages)
	require.Len(t, pages, 2)
	require.Equal(t, pages[1].Evidence, pages[0].Evidence)
}

func TestTheLikeliestQuoteComesFirstWhicheverPageHasTheTitle(t *testing.T) {
	t.Parallel()
	const says = "The pilots of the harbour were paid 4,100 crowns."
	passages := scored(text("a", 1, "Wages of pilots at the harbour\nNothing was paid to apprentices."), text("a", 2, says))
	q := english("What were the wages of pilots at the harbour?")
	q.Meaning = near(says)
	out := extracted(t, q, passages)
	require.Contains(t, out.deltas[1], "> "+says)
	require.Len(t, out.Citations, 2, "the page with the title is cited, too")
}

func TestANumberedHeadingIsNotQuotedInPlaceOfWhatItHeads(t *testing.T) {
	t.Parallel()
	passages := scored(text("handbook", 1, "3.1.3 Manage berths at the harbour well\nBerths are let by the week, and rents are due in advance."))
	out := extracted(t, english("How do I manage berths at the harbour?"), passages)
	require.Contains(t, out.Text, "> Berths are let by the week")
	require.NotContains(t, out.Text, "> 3.1.3")
}

func TestTheNumberBeforeATextBelongsToIt(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"Table 3. Accidents in the harbour", "2.1. The harbour had its first accidents then.", "1. Report accidents in the harbour.",
	} {
		out := extracted(t, english("Which table has accidents in the harbour?"), scored(text("report", 1, line)))
		require.Contains(t, out.Text, "> "+line, "the full stop after the number ends no sentence")
	}
}
