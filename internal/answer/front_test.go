package answer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
)

// logbook returns the passages of a file with a title page of names alone.
func logbook() []answer.Passage {
	return scored(
		onPages("logbook.pdf", 1, 2, "The logbook of the pilots is written every night, and the pilot on watch reads it."),
		onPages("rules.pdf", 0, 1, "Every pilot writes a logbook."),
		blocks("logbook.pdf", 0, 1, "1", "The Pilots of the Sound", "Ann Rowan and Jon Elm", "12 May 1987", "1 Introduction", "Pilots have guided ships since 1700."),
	)
}

func TestWhatATitlePageSaysAnswersWhoWroteADocumentAndWhen(t *testing.T) {
	t.Parallel()
	const front = "> The Pilots of the Sound  \n> Ann Rowan and Jon Elm  \n> 12 May 1987 [citation:1]\n"
	for _, question := range []string{
		"Who wrote the logbook?", "Who is the author of logbook.pdf?", "What is the title of logbook.pdf?", "When was the logbook published?",
	} {
		require.True(t, strings.HasSuffix(extracted(t, english(question), logbook()).Text, front), question)
	}
	for _, question := range []string{"When do pilots write the logbook?", "Who reads the logbook of the pilots?", "Which version of the logbook is it?"} {
		require.NotContains(t, extracted(t, english(question), logbook()).Text, "Ann Rowan", question)
	}
}

func TestASentenceThatNamesTheAuthorComesBeforeTheTitlePage(t *testing.T) {
	t.Parallel()
	passages := logbook()
	passages = scored(append([]answer.Passage{onPages("logbook.pdf", 3, 4, "The logbook was written by Ann Rowan in a winter.")}, passages...)...)
	q := english("Who wrote the logbook?")
	q.Meaning = near(passages[0].Text)
	out := extracted(t, q, passages)
	require.Contains(t, out.deltas[1], "> The logbook was written by Ann Rowan in a winter.")
	require.Contains(t, out.deltas[2], "> Ann Rowan and Jon Elm")
}

func TestATitlePageWithoutANameNamesNobody(t *testing.T) {
	t.Parallel()
	passages := scored(
		onPages("logbook.pdf", 1, 2, "The logbook of the pilots lies in the tower."),
		blocks("logbook.pdf", 0, 1, "The pilots of the sound", "12 May 1987"),
	)
	require.Contains(t, extracted(t, english("Who is the author of the logbook?"), passages).Text, mayNotAnswer)
}
