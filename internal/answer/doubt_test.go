package answer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const mayNotAnswer = "they may not answer the question"

func TestAnAnswerSaysThatItsQuotesMayBeAboutSomethingElse(t *testing.T) {
	t.Parallel()
	for question, doubtful := range map[string]bool{
		"How many persons did the authority employ at the end of the year?":        false,
		"What pension does the authority pay to the widows of apprentice stokers?": true,
	} {
		q := english(question)
		byWords := extracted(t, q, handbook())
		require.True(t, byWords.Found, question)
		require.Equal(t, doubtful, strings.Contains(byWords.Text, mayNotAnswer), "by words: %s", question)
		q.Meaning = near("We employed 212 persons at the end of the year.")
		if doubtful {
			q.Meaning = near("")
		}
		require.Equal(t, doubtful, strings.Contains(extracted(t, q, handbook()).Text, mayNotAnswer), "by meaning: %s", question)
	}
}
