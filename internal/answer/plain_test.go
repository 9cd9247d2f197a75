package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestARowIsComparedByItsWordsAndTheTitleThatTheQuestionNames(t *testing.T) {
	t.Parallel()
	page := blocks("fees.pdf", 0, 1, "Harbour of Elm", "Ship\t2023\t2024\nOld yachts\t40\t44\nTugs\t900\t960")
	compared := func(question string) (all []string) {
		q := english(question)
		q.Meaning = func(questions, texts []string) [][]float64 {
			all = append(all, texts...)
			return indifferent(questions, texts)
		}
		require.Contains(t, extracted(t, q, scored(page)).Text, "| 40 | 44 [citation:1]", "the row is quoted whole")
		return all
	}
	require.Contains(t, compared("How much is old yachts?"), "Old yachts")
	require.Contains(t, compared("How much is old yachts at the harbour of Elm?"), "Harbour of Elm:\tOld yachts")
}
