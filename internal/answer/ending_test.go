package answer_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/answer"
	"quire/internal/model"
	"quire/internal/model/modeltest"
)

var (
	calls    = []string{"It was 6.3 % more.", "c1", "6.3 % more than in the year before"}
	dredging = []string{"350,000 euros are for dredging.", "c2", "set aside 350,000 euros for dredging"}
)

// minutes returns passages that fill any prompt; the first has the answer.
func minutes() []answer.Passage {
	passages := []answer.Passage{harbour[0]}
	passages[0].Score = 1
	for n := range 200 {
		p := onPages("minutes.pdf", 2*n, n+1, fmt.Sprintf("Item %d. ", n)+strings.Repeat("The committee has taken note of the item and will return to it. ", 15))
		p.Score = .1
		passages = append(passages, p)
	}
	return passages
}

func TestPromptThatIsTooLongForTheEndpointIsMadeSmaller(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(modeltest.Fits(30_000, modeltest.Answer(said(calls))))
	out := generate(t, s, ask("What happened?"), minutes())
	require.NoError(t, out.err)
	require.Equal(t, "It was 6.3 % more. [citation:1]", out.Text)
	require.Len(t, out.Remarks, 2, "halved twice: %v", out.Remarks)
	require.Contains(t, s.Requests()[2].Prompt, harbour[0].Text, "the best passage is in every prompt")
}

func TestAnEndpointThatRefusesEveryPromptIsNotAskedForever(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(modeltest.Fits(0, modeltest.Answer("never")))
	out := generate(t, s, ask("What happened?"), minutes())
	e, ok := errors.AsType[*model.Error](out.err)
	require.True(t, ok, "%v", out.err)
	require.Equal(t, model.TooLong, e.Kind)
	require.Len(t, s.Requests(), 5)
	require.Empty(t, out.Text)
}

func TestATruncatedAnswerKeepsWhatWasChecked(t *testing.T) {
	t.Parallel()
	full := said(calls, dredging)
	lines := "S: It was 6.3 % more.\nQ c1: 6.3 % more than in the year before\nS: 350,000"
	for name, steps := range map[string][]modeltest.Step{
		"JSON":              {modeltest.Length(full[:strings.Index(full, `{"text":"350,000`)+8])},
		"lines":             {modeltest.Answer("The harbour is busy."), modeltest.Length(lines)},
		"after the last":    {modeltest.Length(said(calls)[:len(said(calls))-2])},
		"with an open one":  {modeltest.Length(said(calls, []string{"The mayor resigned."})), modeltest.Answer(noRepair)},
		"during the repair": {modeltest.Length(said(calls, []string{"The mayor resigned."})), modeltest.Length(`{"sent`)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(steps...)
			s.Always(modeltest.Answer(noRepair))
			out := generate(t, s, ask("What happened?"), harbour)
			require.NoError(t, out.err)
			require.Equal(t, "It was 6.3 % more. [citation:1]"+answer.CutOff, out.Text)
			require.True(t, out.Found)
		})
	}
}

// The question shares words with the passages, so that passages can be quoted instead.
const aboutCalls = "How many calls did the harbour count in 2024?"

func TestModelThatIgnoresTheProtocolIsAskedOnceMoreAndThenPassagesAreQuoted(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string][]modeltest.Step{
		"prose":               {modeltest.Answer("It counted 1,284 calls, see page 1."), modeltest.Answer("As I said: 1,284 calls.")},
		"other JSON":          {modeltest.Answer(`{"answer":"1,284"}`), modeltest.Answer(`{"answer":"1,284"}`)},
		"a list":              {modeltest.Answer(`["1,284"]`), modeltest.Answer(`["1,284"]`)},
		"nothing":             {modeltest.Answer(""), modeltest.Answer("")},
		"only thoughts":       {modeltest.Answer("<think>Let me see."), modeltest.Answer("<think>Let me see.")},
		"cut off at once":     {modeltest.Length("")},
		"cut off in thoughts": {modeltest.Length("<think>Let me")},
		"cut off in prose":    {modeltest.Length("The harbour counted")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(steps...)
			out := generate(t, s, ask(aboutCalls), harbour)
			require.NoError(t, out.err)
			require.True(t, out.Found, out.Text)
			require.Contains(t, out.Text, "> In 2024 the harbour counted 1,284 calls")
			require.Regexp(t, `^The language model (did not answer in a form|reached its limit)`, out.Text)
			require.NotContains(t, out.Text, "do not answer this question")
			require.Len(t, s.Requests(), len(steps))
			require.NotEmpty(t, out.Remarks)
			require.Equal(t, 1, out.Citations[0].PageStart)
		})
	}
}

func TestModelThatIgnoresTheProtocolIsNotTakenForARefusal(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(modeltest.Answer("I have no idea what you want."))
	out := generate(t, s, ask("Who won the football championship of Ruritania?"), harbour)
	require.NoError(t, out.err)
	require.False(t, out.Found)
	require.Empty(t, out.Citations)
	require.NotContains(t, out.Text, answer.NotFound)
	require.Contains(t, out.Text, "did not answer in a form that can be checked")
	require.Contains(t, out.Text, "report.pdf, page 1")
}

func TestPassagesAreQuotedWhereTheModelProvesNothing(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Answer(said([]string{"There were 9,999 calls.", "c1", "the harbour counted 9,999 calls"})), modeltest.Answer(noRepair))
	out := generate(t, s, ask(aboutCalls), harbour)
	require.NoError(t, out.err)
	require.True(t, out.Found)
	require.Contains(t, out.Text, "> In 2024 the harbour counted 1,284 calls")
	require.NotContains(t, out.Text, "9,999")
}

func TestModelErrorInTheSecondTryIsReturned(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Answer("prose"), modeltest.Status(http.StatusServiceUnavailable, `{}`))
	out := generate(t, s, ask(aboutCalls), harbour)
	e, ok := errors.AsType[*model.Error](out.err)
	require.True(t, ok, "%v", out.err)
	require.Equal(t, model.Overloaded, e.Kind)
	require.Empty(t, out.Text)
}
