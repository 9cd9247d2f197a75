package answer_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

// Each question of a conversation may be completed from the one before in three ways. Unless what they have in common is
// kept, nine of them cost thousands of comparisons.
func TestEachQuestionOfALongConversationIsReadOnce(t *testing.T) {
	t.Parallel()
	asked := 0
	meaning := func(questions, texts []string) [][]float64 {
		asked++
		return indifferent(questions, texts)
	}
	history := slices.Concat([]answer.Turn{{Question: "How much gravel did the dredgers take from the basin?"}}, slices.Repeat([]answer.Turn{{Question: "And the silt?"}}, 8))
	answer.Queries(answer.Question{Text: "And the sand?", History: history, Meaning: meaning})
	require.Positive(t, asked)
	require.LessOrEqual(t, asked, 2*len(history))
}
