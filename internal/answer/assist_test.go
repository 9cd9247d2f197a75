package answer_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
	"quire/internal/model/modeltest"
)

func TestRewriteGivesTheQuestionItsSubject(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Answer(`{"standalone":"How many calls did the harbour count in 2023?","keywords":["calls","2023","harbour\u200b"]}`))
	q := answer.Question{Text: "And the year before?", History: []answer.Turn{{Question: "How many calls in 2024?", Answer: "1,284 [citation:1]"}}}
	queries, usage, err := answer.Rewrite(t.Context(), client(t, s), q)
	require.NoError(t, err)
	require.Equal(t, []string{"And the year before?", "How many calls did the harbour count in 2023?", "calls 2023 harbour"}, queries)
	require.Equal(t, answer.Usage{Prompt: 11, Completion: 7}, usage)
	require.Contains(t, s.Requests()[0].Prompt, "user: How many calls in 2024?")
	require.NotContains(t, s.Requests()[0].Prompt, "[citation")
}

func TestAFailingModelMakesRewriteFail(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]modeltest.Step{
		"malformed": modeltest.MalformedJSON(), "prose": modeltest.Answer("The year before."), "length": modeltest.Length(`{"standalone":`),
		"refusal": modeltest.Refusal("no"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Always(step)
			_, _, err := answer.Rewrite(t.Context(), client(t, s), ask("And before?"))
			require.Error(t, err)
		})
	}
}

func TestTitleIsOneShortLine(t *testing.T) {
	t.Parallel()
	for reply, want := range map[string]string{
		`"Harbour calls in 2024"`:       "Harbour calls in 2024",
		"**Harbour**\nand more":         "Harbour",
		"See https://evil.example now.": "See now",
		"A title that goes on and on and on and does not know when it has to end at all": "A title that goes on and on and on and does not know when…",
	} {
		s := modeltest.New(t)
		s.Script(modeltest.Answer(reply))
		title, _, err := answer.Title(t.Context(), client(t, s), "How many calls?", "1,284 [citation:1]")
		require.NoError(t, err)
		require.Equal(t, want, title)
		require.LessOrEqual(t, utf8.RuneCountInString(title), 60)
	}
	s := modeltest.New(t)
	s.Script(modeltest.Answer("***"))
	_, _, err := answer.Title(t.Context(), client(t, s), "?", "!")
	require.Error(t, err)
}

func TestRerankOrdersWithoutLosingAny(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	out, err := answer.Rerank(t.Context(), client(t, s), "breakfast on sundays", harbour)
	require.NoError(t, err)
	require.Equal(t, answer.Reranked{Index: 2, Score: 1}, out[0])
	var order []int
	for i, r := range out {
		order = append(order, r.Index)
		require.True(t, i == 0 || r.Score <= out[i-1].Score, "scores fall with the order: %v", out)
	}
	require.ElementsMatch(t, []int{0, 1, 2}, order)
	none, err := answer.Rerank(t.Context(), client(t, s), "x", nil)
	require.NoError(t, err)
	require.Empty(t, none)
}
