package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAPageThatADocumentLacksIsAnsweredWithHowManyItHas(t *testing.T) {
	t.Parallel()
	passages := scored(
		onPages("tide-table.pdf", 0, 1, "The tide is high at noon."),
		onPages("report.pdf", 0, 1, "The harbour counted 1,284 calls."),
	)
	passages[1].PageCount = 1
	for question, want := range map[string]string{
		"What is on page 999 of tide-table.pdf?":  "There is no such page: tide-table.pdf has 20 pages.",
		"Show me page -3 of the tide table":       "There is no such page: tide-table.pdf has 20 pages.",
		"What does page 0 of the report say?":     "There is no such page: tide-table.pdf has 20 pages, report.pdf has 1 page.",
		"How many pages does tide-table.pdf have": "tide-table.pdf has 20 pages.",
		"Wie viele Seiten hat tide-table.pdf?":    "tide-table.pdf has 20 pages.",
	} {
		out := extracted(t, english(question), passages)
		require.Equal(t, want, out.Text, question)
	}
	require.Contains(t, extracted(t, english("What is on page 1 of tide-table.pdf?"), passages).Text, "> The tide is high at noon.")
	require.Contains(t, extracted(t, english("How many pages of the harbour counted calls?"), passages).Text, "> The harbour counted 1,284 calls.",
		"no document is asked about")
}
