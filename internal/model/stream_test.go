package model_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/model"
	"quire/internal/model/modeltest"
)

// collect streams an answer and returns its deltas.
func collect(ctx context.Context, c *model.Client, req model.Request) ([]string, model.Result, error) {
	var deltas []string
	res, err := c.Stream(ctx, req, func(d string) error {
		deltas = append(deltas, d)
		return nil
	})
	return deltas, res, err
}

func TestStreamHandsOverTheAnswerAsItArrives(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Slow("one two three", time.Millisecond))
	deltas, res, err := collect(t.Context(), newClient(t, s), ask("x"))
	require.NoError(t, err)
	require.Equal(t, []string{"one ", "two ", "three"}, deltas)
	require.Equal(t, model.Result{Text: "one two three", FinishReason: model.Stop, Usage: tokensUsed}, res)
}

func TestFailedStreamsHaveAKind(t *testing.T) {
	t.Parallel()
	for name, f := range failures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(f.step)
			c := newClient(t, s, func(cfg *model.Config) { cfg.IdleTimeout = 200 * time.Millisecond })
			deltas, res, err := collect(t.Context(), c, ask("x"))
			require.Equal(t, f.kind, kindOf(err), "%v", err)
			require.Equal(t, strings.Join(deltas, ""), res.Text)
			require.Len(t, s.Requests(), 1, "nothing is retried")
		})
	}
}

// frames returns a step that writes lines verbatim and ends.
func frames(lines ...string) modeltest.Step {
	return func(x *modeltest.Exchange) {
		for _, l := range lines {
			x.Line(l)
		}
	}
}

const (
	half     = `data: {"choices":[{"index":0,"delta":{"content":"half "}}]}`
	finished = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
)

func TestStreamsThatEndInTheirOwnWays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step modeltest.Step
		kind model.Kind // "" for an answer
		text string
	}{
		"clean end":             {frames(half, "", finished, "", "data: [DONE]", ""), "", "half "},
		"finish without [DONE]": {frames(half, "", finished, ""), "", "half "},
		"finish, then silence": {func(x *modeltest.Exchange) {
			frames(half, "", finished, "")(x)
			modeltest.Hang()(x)
		}, "", "half "},
		"no blank lines between":         {frames(half, half, finished, "data: [DONE]"), "", "half half "},
		"no space after data:":           {frames(strings.ReplaceAll(half, ": {", ":{"), "", finished, ""), "", "half "},
		"carriage returns":               {frames(half+"\r", "\r", finished+"\r", "\r"), "", "half "},
		"role, empty and null content":   {frames(`data: {"choices":[{"delta":{"role":"assistant","content":null}}]}`, "", half, "", finished, ""), "", "half "},
		"empty finish reason in between": {frames(`data: {"choices":[{"delta":{"content":"half "},"finish_reason":""}]}`, "", finished, ""), "", "half "},
		"second choice":                  {frames(half, "", `data: {"choices":[{"index":1,"delta":{"content":"other"}}]}`, "", finished, ""), "", "half "},
		"unknown events":                 {frames("event: ping", `data: {"type":"ping"}`, "", "id: 7", "retry: 1", half, "", finished, ""), "", "half "},
		"end without finish reason":      {frames(half, ""), model.Truncated, "half "},
		"[DONE] without finish reason":   {frames(half, "", "data: [DONE]", ""), model.Truncated, "half "},
		"nothing at all":                 {frames(""), model.Truncated, ""},
		"connection cut":                 {modeltest.Cut("half "), model.Truncated, "half "},
		"hang after text":                {modeltest.HangAfter("half "), model.Timeout, "half "},
		"error object":                   {frames(half, "", `data: {"error":{"message":"x","code":429}}`, ""), model.RateLimited, "half "},
		"error of a string":              {frames(half, "", `data: {"error":"x"}`), model.Overloaded, "half "},
		"error event, OpenAI":            {frames("event: error", `data: {"error":{"message":"x","type":"invalid_request_error"}}`, ""), model.BadRequest, ""},
		"error event, Anthropic":         {frames("event: error", `data: {"type":"error","error":{"type":"overloaded_error"}}`, ""), model.Overloaded, ""},
		"error event, bare":              {frames("event: error", `data: {"message":"x","type":"rate_limit_error"}`, ""), model.RateLimited, ""},
		"error without data:":            {frames(half, "", `{"error":{"message":"x","type":"authentication_error"}}`), model.Unauthorized, "half "},
		"error after keepalives":         {modeltest.KeepaliveThenError(3, "x"), model.Overloaded, ""},
		"many keepalives":                {modeltest.Keepalive(500, "half "), "", "half "},
		"error is null":                  {frames(`data: {"error":null,"choices":[{"delta":{"content":"half "}}]}`, "", finished), "", "half "},
		"half a frame":                   {modeltest.MalformedJSON(), model.Malformed, ""},
		"endless line":                   {frames("data: " + strings.Repeat("x", 2<<20)), model.Malformed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(c.step)
			client := newClient(t, s, func(cfg *model.Config) { cfg.IdleTimeout = 300 * time.Millisecond })
			deltas, res, err := collect(t.Context(), client, ask("x"))
			require.Equal(t, c.kind, kindOf(err), "%v", err)
			require.Equal(t, c.kind == "", err == nil, "%v", err)
			require.Equal(t, c.text, res.Text)
			require.Equal(t, c.text, strings.Join(deltas, ""))
		})
	}
}

func TestKeepalivesHoldAStreamOpen(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(func(x *modeltest.Exchange) {
		beat := time.NewTicker(50 * time.Millisecond)
		defer beat.Stop()
		for range 12 {
			<-beat.C
			x.Line(": keepalive\n")
		}
		modeltest.Answer("late")(x)
	})
	c := newClient(t, s, func(cfg *model.Config) { cfg.IdleTimeout = 400 * time.Millisecond })
	_, res, err := collect(t.Context(), c, ask("x"))
	require.NoError(t, err)
	require.Equal(t, "late", res.Text)
}

func TestAStreamThatNeverStopsIsStopped(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(func(x *modeltest.Exchange) {
		for range 100 {
			x.Delta(strings.Repeat("x", 100_000))
		}
	})
	_, res, err := collect(t.Context(), newClient(t, s), ask("x"))
	require.Equal(t, model.Malformed, kindOf(err))
	require.LessOrEqual(t, len(res.Text), 4<<20)
}

func TestAWholeAnswerToAStreamedRequestIsAccepted(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Status(http.StatusOK, `{"choices":[{"message":{"content":"all at once"},"finish_reason":"stop"}]}`),
		modeltest.Status(http.StatusOK, `{"error":{"message":"no credits","code":402}}`))
	c := newClient(t, s)
	deltas, res, err := collect(t.Context(), c, ask("x"))
	require.NoError(t, err)
	require.Equal(t, []string{"all at once"}, deltas)
	require.Equal(t, model.Stop, res.FinishReason)
	deltas, _, err = collect(t.Context(), c, ask("x"))
	require.Equal(t, model.BadRequest, kindOf(err))
	require.Empty(t, deltas)
}

func TestLengthAfterAStreamIsAnAnswer(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Script(modeltest.Length("half an"))
	_, res, err := collect(t.Context(), newClient(t, s), ask("x"))
	require.NoError(t, err)
	require.Equal(t, model.Result{Text: "half an", FinishReason: model.Length, Usage: tokensUsed}, res)
}

func TestLeavingAStreamClosesTheConnection(t *testing.T) {
	t.Parallel()
	stop := errors.New("client went away")
	t.Run("by the callback", func(t *testing.T) {
		t.Parallel()
		s := modeltest.New(t)
		s.Always(modeltest.HangAfter("some text "))
		res, err := newClient(t, s).Stream(t.Context(), ask("x"), func(d string) error {
			if strings.HasPrefix(d, "text") {
				return stop
			}
			return nil
		})
		require.ErrorIs(t, err, stop)
		require.Equal(t, "some ", res.Text, "the piece that the callback refused is not delivered")
		<-s.Gone()
	})
	t.Run("by the context", func(t *testing.T) {
		t.Parallel()
		s := modeltest.New(t)
		s.Always(modeltest.HangAfter("text"))
		ctx, cancel := context.WithCancel(t.Context())
		res, err := newClient(t, s).Stream(ctx, ask("x"), func(string) error {
			cancel()
			return nil
		})
		require.ErrorIs(t, err, context.Canceled)
		require.Empty(t, kindOf(err))
		require.Equal(t, "text", res.Text)
		<-s.Gone()
	})
}

func TestReasoningIsNotStreamed(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		"<think> long thoughts { here </think> \n The answer.": "The answer.",
		" <th ink> no reasoning":                               "<th ink> no reasoning",
		"<":                                                    "<",
	} {
		s := modeltest.New(t)
		s.Script(func(x *modeltest.Exchange) {
			for _, r := range answer { // a mark may be split anywhere
				x.Delta(string(r))
			}
			x.Line(finished)
		})
		deltas, res, err := collect(t.Context(), newClient(t, s), ask("x"))
		require.NoError(t, err)
		require.Equal(t, want, strings.Join(deltas, ""))
		require.Equal(t, want, res.Text)
	}
}

func FuzzStream(f *testing.F) {
	f.Add(half + "\n\n" + finished + "\n\ndata: [DONE]\n\n")
	f.Add("event: error\ndata: {\"error\":\"x\"}")
	f.Add("data: {\"choices\":[{\"delta\":{\"content\":\"<think>\"}}]}\n:\n{\r\n")
	f.Fuzz(func(t *testing.T, stream string) {
		body := io.NopCloser(strings.NewReader(stream))
		c, err := model.New(model.Config{BaseURL: "http://model/v1", Model: "m", Transport: answers{body}})
		require.NoError(t, err)
		deltas, res, err := collect(t.Context(), c, ask("x"))
		require.Equal(t, strings.Join(deltas, ""), res.Text)
		require.Equal(t, err == nil, res.FinishReason != "" && kindOf(err) == "")
	})
}

// answers is a transport that always responds with the same stream.
type answers struct{ body io.ReadCloser }

func (a answers) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: a.body}, nil
}
