package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
	"quire/internal/passage"
)

// handbook returns sentences with a word of the question below, and one with its answer.
func handbook() []answer.Passage {
	return scored(
		text("a", 1, "Cars of the authority park here. How many spaces there are is up to the board."),
		text("a", 2, "The authority was founded in 1911. We employed 212 persons at the end of the year. Nine of them were apprentices."),
	)
}

func text(file string, page int, says string) answer.Passage {
	return answer.Passage{File: file, PageCount: 9, Cosine: .6, Passage: passage.Passage{
		Number: page, PageStart: page, PageEnd: page, Text: says, Spans: []passage.Span{{Page: page, End: len(says)}},
	}}
}

// near is a Meaning to which only the given text is near the questions.
func near(says string) answer.Meaning {
	return func(questions, texts []string) [][]float64 {
		out := make([][]float64, len(questions))
		for i := range questions {
			for _, t := range texts {
				cosine := .1
				if t == says {
					cosine = .8
				}
				out[i] = append(out[i], cosine)
			}
		}
		return out
	}
}

func TestASentenceWithoutAWordOfTheQuestionIsQuotedForItsMeaning(t *testing.T) {
	t.Parallel()
	const says = "We employed 212 persons at the end of the year."
	q := english("How large is the staff of the authority?")
	byWords := extracted(t, q, handbook())
	require.NotContains(t, byWords.Text, says)
	q.Meaning = near(says)
	out := extracted(t, q, handbook())
	require.Contains(t, out.deltas[1], "> "+says)
	require.Equal(t, 2, out.Citations[0].PageStart)
}

func TestWordsDecideWithoutMeaning(t *testing.T) {
	t.Parallel()
	q := english("How large is the staff of the authority?")
	byWords := extracted(t, q, handbook())
	for name, meaning := range map[string]answer.Meaning{
		"nothing":       func([]string, []string) [][]float64 { return nil },
		"too little":    func([]string, []string) [][]float64 { return [][]float64{} },
		"a short list":  func(_, texts []string) [][]float64 { return [][]float64{make([]float64, len(texts)-1)} },
		"a list beside": func(_, texts []string) [][]float64 { return make([][]float64, 3) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := q
			q.Meaning = meaning
			require.Equal(t, byWords.Text, extracted(t, q, handbook()).Text)
		})
	}
}

func TestAFollowUpIsAlsoComparedOnItsOwn(t *testing.T) {
	t.Parallel()
	q := english("And the apprentices?")
	q.History = []answer.Turn{{Question: "How many persons did the authority employ?", Files: []string{"a"}}}
	var asked []string
	q.Meaning = func(questions, _ []string) [][]float64 {
		asked = questions
		return nil
	}
	extracted(t, q, handbook())
	require.Equal(t, []string{"How many persons did the authority employ? And the apprentices?", "And the apprentices?"}, asked)
}

func TestAQuestionIsComparedWithBothFormsOfAnAbbreviation(t *testing.T) {
	t.Parallel()
	const says = "Each ship's DWT is painted on the hull."
	passages := scored(
		text("a", 1, "Deadweight tonnage (DWT) is what a ship carries."),
		text("b", 2, says),
	)
	q := english("Where is the deadweight tonnage?")
	var asked []string
	q.Meaning = func(questions, texts []string) [][]float64 {
		asked = questions
		out := make([][]float64, len(questions))
		for i, question := range questions {
			for _, piece := range texts {
				cosine := .1
				if piece == says && strings.Contains(question, "DWT") {
					cosine = .8
				}
				out[i] = append(out[i], cosine)
			}
		}
		return out
	}
	require.Contains(t, extracted(t, q, passages).deltas[1], says)
	require.Equal(t, []string{"Where is the deadweight tonnage?", "Where is the deadweight tonnage? DWT"}, asked)
}

func TestTheTextComparedByMeaningIsLimited(t *testing.T) {
	t.Parallel()
	var passages []answer.Passage
	for page := range 200 {
		says := strings.Repeat(fmt.Sprintf("Berth %d has room for a ship and its crew. ", page), 8)
		passages = append(passages, text("a", page+1, says))
	}
	size, seen := 0, map[string]bool{}
	q := english("Which berth has room for my ship?")
	q.Meaning = func(_, texts []string) [][]float64 {
		for _, piece := range texts {
			require.False(t, seen[piece], "a text is compared once")
			seen[piece] = true
			size += len(piece)
		}
		return nil
	}
	answer.Candidates(q, scored(passages...))
	require.Positive(t, size)
	require.LessOrEqual(t, size, 16_000)
}

func TestAQuestionIsNotRefusedIfASentenceMeansItInOtherWords(t *testing.T) {
	t.Parallel()
	const says = "We employed 212 persons at the end of the year."
	q := english("How big is your workforce nowadays, roughly, apprentices included?")
	passages := handbook()
	for i := range passages {
		passages[i].Cosine = .3
	}
	q.Meaning = near("Nine of them were apprentices.")
	require.True(t, extracted(t, q, passages).Found)
	q.Meaning = near("a sentence of another document")
	require.False(t, extracted(t, q, passages).Found)
	q.Meaning = near(says)
	require.Contains(t, extracted(t, q, passages).Text, says)
}

// indifferent is a Meaning to which all texts are equally near.
func indifferent(questions, texts []string) [][]float64 {
	out := make([][]float64, len(questions))
	for i := range questions {
		for range texts {
			out[i] = append(out[i], .5)
		}
	}
	return out
}

func TestASentenceWithTheQuestionsWordsInTheirOrderComesFirst(t *testing.T) {
	t.Parallel()
	const says = "The net income of the harbour was 5 million euros."
	q := english("What was the net income of the harbour?")
	q.Meaning = indifferent
	out := extracted(t, q, scored(text("a", 1, "Income of the harbour, net of what the pilots take, was the subject of a debate. "+says)))
	require.Contains(t, out.deltas[1], says)
}

func TestAParagraphTellsWhatItsSentencesAreAbout(t *testing.T) {
	t.Parallel()
	page := blocks("locks.pdf", 0, 1, "The Elm lock was opened in 1910. It counted 40 calls a day.", "The Rowan lock was opened in 1904. It counted 30 calls a day.")
	for question, want := range map[string]string{
		"How many calls a day did the Rowan lock count?": "> It counted 30 calls a day.",
		"How many calls a day did the Elm lock count?":   "> It counted 40 calls a day.",
	} {
		q := english(question)
		q.Meaning = indifferent
		require.Contains(t, extracted(t, q, scored(page)).deltas[1], want, question)
	}
}

func TestAFollowUpIsAnsweredBesideTheLastQuote(t *testing.T) {
	t.Parallel()
	const quoted, next = "The harbour home was closed in 2009.", "The roof had come down in a storm."
	page := text("a", 1, "It had opened before the war. Ships were few. "+quoted+" "+next+" The board met twice. Nobody was hurt.")
	q := english("Why?")
	q.Meaning = indifferent
	q.History = []answer.Turn{{Question: "When was the harbour home closed?", Answer: "> " + quoted + " [citation:1]\n", Files: []string{"a"}}}
	out := extracted(t, q, scored(page))
	require.Contains(t, out.Text, next)
	require.NotContains(t, out.Text, "opened before")
}

func TestARerankersOrderOutweighsMeaning(t *testing.T) {
	t.Parallel()
	const wrong = "The authority was founded in 1911."
	passages := handbook()
	passages[0].Score, passages[1].Score = 1, 0
	q := english("How many spaces does the authority have?")
	q.Meaning = near(wrong)
	out := extracted(t, q, passages)
	require.Equal(t, 1, out.Citations[0].PageStart)
	require.NotContains(t, out.Text, wrong)
}

func TestAWrongQuoteAddsNothingToItsNeighbours(t *testing.T) {
	t.Parallel()
	const right, wrong = "The harbour home was closed in 2009.", "Ships were few."
	page := text("a", 1, "The roof had come down in a storm. "+right+" The board met twice. "+wrong+" Nobody was hurt.")
	q := english("Why?")
	q.Meaning = indifferent
	q.History = []answer.Turn{{Question: "When was the harbour home closed?", Answer: "> " + wrong + " [citation:1]\n", Files: []string{"a"}}}
	require.Contains(t, extracted(t, q, scored(page)).deltas[1], right, "the earlier question still says what this is about")
}
