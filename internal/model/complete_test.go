package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/model"
	"quire/internal/model/modeltest"
)

func newClient(t *testing.T, s *modeltest.Server, change ...func(*model.Config)) *model.Client {
	t.Helper()
	cfg := model.Config{BaseURL: s.BaseURL(), Key: "sk-secret", Model: "test-model"}
	for _, f := range change {
		f(&cfg)
	}
	c, err := model.New(cfg)
	require.NoError(t, err)
	return c
}

func ask(text string) model.Request {
	return model.Request{Messages: []model.Message{{Role: model.User, Text: text}}}
}

// kindOf returns the kind of a *model.Error, or "".
func kindOf(err error) model.Kind {
	if e, ok := errors.AsType[*model.Error](err); ok {
		return e.Kind
	}
	return ""
}

var tokensUsed = model.Usage{PromptTokens: 11, CompletionTokens: 7}

func TestCompleteSendsTheConversationAndReturnsTheAnswer(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	res, err := newClient(t, s).Complete(t.Context(), model.Request{
		System: "Be brief.", MaxTokens: 100,
		Messages: []model.Message{
			{Role: model.User, Text: "one"},
			{Role: model.Assistant, Text: "two"},
			{Role: model.User, Text: "three & <four>"},
		},
	})
	require.NoError(t, err)
	require.Equal(t, model.Result{Text: "three & <four>", FinishReason: model.Stop, Usage: tokensUsed}, res)

	r := s.Requests()[0]
	require.Equal(t, []modeltest.Message{
		{Role: "system", Text: "Be brief."},
		{Role: "user", Text: "one"},
		{Role: "assistant", Text: "two"},
		{Role: "user", Text: "three & <four>"},
	}, r.Messages)
	require.Equal(t, "Bearer sk-secret", r.Header.Get("Authorization"))
	var sent map[string]any
	require.NoError(t, json.Unmarshal(r.Body, &sent))
	require.Equal(t, "test-model", sent["model"])
	require.InDelta(t, 100, sent["max_tokens"], 0)
	require.Contains(t, sent, "temperature", "if omitted, it would be the endpoint's default")
	require.Zero(t, sent["temperature"])
}

// failures are the ways to fail that whole and streamed answers share.
var failures = map[string]struct {
	step modeltest.Step
	kind model.Kind
}{
	"refusal":          {modeltest.Refusal("I will not."), model.Refused},
	"content filter":   {modeltest.Filtered("half an ans"), model.ContentFiltered},
	"truncated":        {modeltest.Truncated("half an ans"), model.Truncated},
	"error in a 200":   {modeltest.ErrorFrame("half ", "the server had an error"), model.Overloaded},
	"malformed":        {modeltest.MalformedJSON(), model.Malformed},
	"silent":           {modeltest.Hang(), model.Timeout},
	"rate limit":       {modeltest.RateLimited(7 * time.Second), model.RateLimited},
	"wrong key":        {modeltest.Status(401, `{"error":{"message":"Incorrect API key provided: sk-secret"}}`), model.Unauthorized},
	"not allowed":      {modeltest.Status(403, `{"error":"no"}`), model.Unauthorized},
	"unknown model":    {modeltest.Status(404, `{"detail":"no such model"}`), model.BadRequest},
	"bad request":      {modeltest.Status(400, `{"object":"error","message":"bad","code":40}`), model.BadRequest},
	"too long, OpenAI": {modeltest.Status(400, `{"error":{"message":"…","code":"context_length_exceeded"}}`), model.TooLong},
	"too long, vLLM":   {modeltest.Status(400, `{"message":"This model's maximum context length is 4096 tokens."}`), model.TooLong},
	"too large":        {modeltest.Status(413, ``), model.TooLong},
	"Azure's filter":   {modeltest.Status(400, `{"error":{"message":"…","code":"content_filter"}}`), model.ContentFiltered},
	"internal error":   {modeltest.Status(500, `<html>oops</html>`), model.Overloaded},
	"bad gateway":      {modeltest.Status(502, ``), model.Overloaded},
	"overloaded":       {modeltest.Status(529, `{"type":"error","error":{"type":"overloaded_error"}}`), model.Overloaded},
	"redirect": {func(x *modeltest.Exchange) {
		x.W.Header().Set("Location", "/v1/embeddings")
		x.W.WriteHeader(http.StatusTemporaryRedirect)
	}, model.BadRequest},
}

func TestFailedAnswersHaveAKind(t *testing.T) {
	t.Parallel()
	for name, f := range failures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(f.step)
			c := newClient(t, s, func(cfg *model.Config) { cfg.Timeout = 200 * time.Millisecond })
			_, err := c.Complete(t.Context(), ask("x"))
			require.Equal(t, f.kind, kindOf(err), "%v", err)
			require.Len(t, s.Requests(), 1, "nothing is retried")
			require.NotContains(t, err.Error(), "sk-secret")
		})
	}
}

func TestRetryAfterIsReadAndBounded(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]time.Duration{
		"Retry-After: 7": 7 * time.Second, "Retry-After: 0.5": 500 * time.Millisecond, "Retry-After-Ms: 250": 250 * time.Millisecond,
		"Retry-After: 99999999999": time.Hour, "Retry-After: -1": 0, "Retry-After: soon": 0, "X: y": 0,
		"Retry-After: Wed, 21 Oct 2099 07:28:00 GMT": time.Hour, "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT": 0,
	} {
		s := modeltest.New(t)
		name, value, _ := strings.Cut(header, ": ")
		s.Script(func(x *modeltest.Exchange) {
			x.W.Header().Set(name, value)
			x.W.WriteHeader(http.StatusTooManyRequests)
		})
		_, err := newClient(t, s).Complete(t.Context(), ask("x"))
		var e *model.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, want, e.RetryAfter, header)
		require.False(t, e.Permanent())
	}
}

func TestAnAnswerCutByTheTokenLimitIsAnAnswer(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Length("half an"))
	res, err := newClient(t, s).Complete(t.Context(), ask("x"))
	require.NoError(t, err)
	require.Equal(t, model.Result{Text: "half an", FinishReason: model.Length, Usage: tokensUsed}, res)
}

func TestAnEndedContextIsNotTheEndpointsFailure(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	s.Script(func(x *modeltest.Exchange) {
		cancel() // the request has arrived
		modeltest.Hang()(x)
	})
	_, err := newClient(t, s).Complete(ctx, ask("x"))
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, kindOf(err))
	<-s.Gone()

	s.Always(modeltest.Hang())
	late, end := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer end()
	_, err = newClient(t, s).Complete(late, ask("x"))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Empty(t, kindOf(err))
}

func TestAnEndpointThatDoesNotExist(t *testing.T) {
	t.Parallel()
	c, err := model.New(model.Config{BaseURL: "http://127.0.0.1:1/v1", Model: "m"})
	require.NoError(t, err)
	_, err = c.Complete(t.Context(), ask("x"))
	require.Equal(t, model.Unreachable, kindOf(err))
}

func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Answer(strings.Repeat("x", 17<<20)))
	_, err := newClient(t, s).Complete(t.Context(), ask("x"))
	require.Equal(t, model.Malformed, kindOf(err))
}

func TestCallsBeyondTheLimitWait(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	entered, leave := make(chan struct{}), make(chan struct{})
	s.Script(func(x *modeltest.Exchange) {
		close(entered)
		<-leave
		modeltest.Answer("first")(x)
	})
	c := newClient(t, s, func(cfg *model.Config) { cfg.MaxConcurrent = 1 })
	done := make(chan error)
	go func() {
		_, err := c.Complete(t.Context(), ask("first"))
		done <- err
	}()
	<-entered
	impatient, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := c.Complete(impatient, ask("second"))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Len(t, s.Requests(), 1, "the second call never left")
	close(leave)
	require.NoError(t, <-done)
	_, err = c.Complete(t.Context(), ask("third"))
	require.NoError(t, err)
}

func TestReasoningIsNotPartOfTheAnswer(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		"<think>hm {\"a\":1}</think>\n\nYes.": "Yes.",
		"\n<think>hm</think>":                 "",
		"<thinking> is hard":                  "<thinking> is hard",
		"<th":                                 "<th",
		"a <think>b</think>":                  "a <think>b</think>",
		"<think>never ends":                   "",
	} {
		s := modeltest.New(t)
		s.Script(modeltest.Answer(answer))
		res, err := newClient(t, s).Complete(t.Context(), ask("x"))
		require.NoError(t, err)
		require.Equal(t, want, res.Text, "%q", answer)
	}
}

func TestLookAtShowsTheImageWithThePrompt(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	res, err := newClient(t, s).LookAt(t.Context(), []byte("png bytes"), ask("What is this?"))
	require.NoError(t, err)
	require.Equal(t, "An image of 9 bytes.", res.Text)
	r := s.Requests()[0]
	require.Equal(t, "What is this?", r.Prompt)
	require.Equal(t, [][]byte{[]byte("png bytes")}, r.Images)
	_, err = newClient(t, s).LookAt(t.Context(), []byte("png"), model.Request{System: "Transcribe."})
	require.NoError(t, err)
	require.Equal(t, [][]byte{[]byte("png")}, s.Requests()[1].Images)
	require.Less(t, strings.Index(string(r.Body), "image_url"), strings.Index(string(r.Body), "What is this?"))
}

func TestConfigNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	for _, cfg := range []model.Config{
		{},
		{BaseURL: "localhost:11434/v1", Model: "m"},
		{BaseURL: "ftp://x/v1", Model: "m"},
		{BaseURL: "http://", Model: "m"},
		{BaseURL: "http://localhost/v1"},
	} {
		_, err := model.New(cfg)
		require.Error(t, err)
	}
	c, err := model.New(model.Config{BaseURL: "http://localhost/v1/", Model: "m"})
	require.NoError(t, err)
	require.Equal(t, "m", c.Model())
	require.Equal(t, 32_768, c.Window())
}
