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

func TestWhatTheQuotedFilesDoNotMentionMakesAnAnswerDoubtful(t *testing.T) {
	t.Parallel()
	passages := scored(
		onPages("crane.pdf", 0, 1, "The crane is installed with a wrench by two persons. The keeper of the crane is chosen by the board."),
		onPages("quay.pdf", 0, 1, "The Windward quay is made of granite."),
	)
	for question, doubtful := range map[string]bool{
		"How is the crane installed at Windward?":           true,
		"How is the crane installed with a wrench?":         false,
		"What pension does the keeper of a crane get?":      true,
		"Which keeper of the crane is chosen?":              false,
		"Which keeper and janitor are chosen by the board?": false,
	} {
		require.Equal(t, doubtful, strings.Contains(extracted(t, english(question), passages).Text, mayNotAnswer), question)
	}
}

func TestAnOfficeThatTheQuotedFilesDoNotMentionIsDoubtful(t *testing.T) {
	t.Parallel()
	passages := scored(
		onPages("tickets.pdf", 0, 1, "The keeper of the harbour is Jon Elm, who is paid by the county."),
		onPages("keepers.pdf", 0, 1, "The janitor of the town hall is Ann Rowan."),
	)
	for question, doubtful := range map[string]bool{
		"Who is the janitor of the harbour?": true,
		"Who is the keeper of the harbour?":  false,
	} {
		q := english(question)
		q.Meaning = near("The keeper of the harbour is Jon Elm, who is paid by the county.")
		require.Equal(t, doubtful, strings.Contains(extracted(t, q, passages).Text, mayNotAnswer), question)
	}
}
