package model_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/model"
	"quire/internal/model/modeltest"
)

var schema = json.RawMessage(`{"type":"object","properties":{"echo":{"type":"string"}},"required":["echo"],"additionalProperties":false}`)

func askJSON(text string) model.Request {
	r := ask(text)
	r.Schema = schema
	return r
}

func formats(s *modeltest.Server) []string {
	var out []string
	for _, r := range s.Requests() {
		out = append(out, r.Format)
	}
	return out
}

func TestJSONIsAskedForByTheStrictestMeans(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		unsupported []string
		tried       []string
	}{
		"strict":      {nil, []string{"strict"}},
		"schema":      {[]string{"strict"}, []string{"strict", "json_schema"}},
		"any JSON":    {[]string{"json_schema"}, []string{"strict", "json_schema", "json_object"}},
		"instruction": {[]string{"response_format"}, []string{"strict", "json_schema", "json_object", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Unsupported(c.unsupported...)
			client := newClient(t, s)
			res, err := client.Complete(t.Context(), askJSON("hello"))
			require.NoError(t, err)
			require.JSONEq(t, `{"echo":"hello"}`, res.Text)
			require.Equal(t, c.tried, formats(s))

			_, res, err = collect(t.Context(), client, askJSON("again"))
			require.NoError(t, err)
			require.JSONEq(t, `{"echo":"again"}`, res.Text)
			require.Len(t, s.Requests(), len(c.tried)+1, "what works is remembered")
		})
	}
}

func TestASimplerFormIsRememberedOnlyForItsSchema(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Status(400, `{"error":{"message":"Invalid schema: 'allOf' is not permitted"}}`))
	c := newClient(t, s)
	odd := askJSON("x")
	odd.Schema = json.RawMessage(`{"allOf":[]}`)
	_, err := c.Complete(t.Context(), odd)
	require.NoError(t, err)
	_, err = c.Complete(t.Context(), askJSON("x"))
	require.NoError(t, err)
	require.Equal(t, []string{"strict", "json_schema", "strict"}, formats(s))
}

func TestABadRequestIsNotBlamedOnItsForm(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Always(modeltest.Status(400, `{"error":{"message":"unknown model"}}`))
	c := newClient(t, s)
	_, err := c.Complete(t.Context(), askJSON("x"))
	require.Equal(t, model.BadRequest, kindOf(err))
	require.Len(t, s.Requests(), 4)
	s.Always(modeltest.Answer(`{"echo":"x"}`))
	_, err = c.Complete(t.Context(), askJSON("x"))
	require.NoError(t, err)
	require.Equal(t, "strict", formats(s)[4], "a form that never worked is not remembered")
}

func TestOtherRefusalsDoNotWeakenTheForm(t *testing.T) {
	t.Parallel()
	for _, step := range []modeltest.Step{
		modeltest.RateLimited(0), modeltest.Status(500, ""), modeltest.Status(401, ""),
		modeltest.Status(400, `{"error":{"code":"context_length_exceeded","message":"x"}}`),
	} {
		s := modeltest.New(t)
		s.Script(step)
		_, err := newClient(t, s).Complete(t.Context(), askJSON("x"))
		require.Error(t, err)
		require.Len(t, s.Requests(), 1)
	}
}

func TestFieldsUnknownToAnEndpointAreLeftOut(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Unsupported("max_tokens", "temperature", "stream_options")
	c := newClient(t, s)
	req := ask("x")
	req.MaxTokens = 50
	_, _, err := collect(t.Context(), c, req)
	require.NoError(t, err)
	require.Len(t, s.Requests(), 4)
	var sent map[string]any
	require.NoError(t, json.Unmarshal(s.Requests()[3].Body, &sent))
	require.NotContains(t, sent, "max_tokens")
	require.NotContains(t, sent, "temperature")
	require.NotContains(t, sent, "stream_options")
	require.InDelta(t, 50, sent["max_completion_tokens"], 0)
	_, err = c.Complete(t.Context(), req)
	require.NoError(t, err)
	require.Len(t, s.Requests(), 5, "what works is remembered")
}

func TestJSONIsExtractedFromItsSurroundings(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"echo":"a"}`:                                  `{"echo":"a"}`,
		"```json\n{\"echo\":\"a\"}\n```":                `{"echo":"a"}`,
		"Sure! Here it is: {\"echo\":\"a\"}\nBye.":      `{"echo":"a"}`,
		"<think>{ maybe }</think>{\"echo\":\"a </b>\"}": `{"echo":"a </b>"}`,
	} {
		s := modeltest.New(t)
		s.Always(modeltest.Answer(answer))
		c := newClient(t, s)
		whole, err := c.Complete(t.Context(), askJSON("x"))
		require.NoError(t, err)
		require.Equal(t, want, whole.Text)
		deltas, streamed, err := collect(t.Context(), c, askJSON("x"))
		require.NoError(t, err)
		require.Equal(t, want, streamed.Text)
		require.Equal(t, byte('{'), deltas[0][0])
	}
	for _, answer := range []string{"I cannot do that.", `{"echo":`, "", "{]}"} {
		s := modeltest.New(t)
		s.Always(modeltest.Answer(answer))
		_, err := newClient(t, s).Complete(t.Context(), askJSON("x"))
		require.Equal(t, model.Malformed, kindOf(err), answer)
	}
}

func TestModelsKnownToGoOpenAIGetTheParametersTheyAccept(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	c := newClient(t, s, func(cfg *model.Config) { cfg.Model = "gpt-5-mini" })
	req := ask("hello")
	req.MaxTokens = 50
	res, err := c.Complete(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, "hello", res.Text)
	var sent map[string]any
	require.NoError(t, json.Unmarshal(s.Requests()[0].Body, &sent))
	require.InDelta(t, 50, sent["max_completion_tokens"], 0)
	require.NotContains(t, sent, "max_tokens")
	require.NotContains(t, sent, "temperature")
	_, res, err = collect(t.Context(), c, req)
	require.NoError(t, err)
	require.Equal(t, "hello", res.Text)
}
