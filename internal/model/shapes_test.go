package model_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/model"
	"quire/internal/model/modeltest"
)

// The shapes of other providers' OpenAI-compatible endpoints, as recorded in their documentation and in their users'
// bug reports. Anthropic's ignores response_format and joins all system messages; Gemini's sends errors in lists, no
// delta content if the limit is reached, and, through some proxies, its reasons in capitals; llama.cpp's has its own
// fields in every chunk.

const inFences = "Here is the answer:\n```json\n{\"echo\": \"yes\"}\n```"

// recorded answers with lines of a stream.
func recorded(lines ...string) modeltest.Step {
	return func(x *modeltest.Exchange) {
		for _, l := range lines {
			x.Line("data: " + l + "\n")
		}
	}
}

func TestStreamsOfOtherProvidersAreRead(t *testing.T) {
	t.Parallel()
	quoted, err := json.Marshal(inFences)
	require.NoError(t, err)
	schema := json.RawMessage(`{"type":"object","properties":{"echo":{"type":"string"}},"required":["echo"],"additionalProperties":false}`)
	for name, c := range map[string]struct {
		lines  []string
		schema json.RawMessage
		text   string
		reason model.FinishReason
		usage  model.Usage
		kind   model.Kind
	}{
		"Anthropic": {lines: []string{
			`{"id":"msg_01A","choices":[{"index":0,"delta":{"role":"assistant","content":"ye"}}],"created":1761000000,"model":"claude","object":"chat.completion.chunk"}`,
			`{"id":"msg_01A","choices":[{"index":0,"delta":{"content":"s"}}],"created":1761000000,"model":"claude","object":"chat.completion.chunk"}`,
			`{"id":"msg_01A","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"created":1761000000,"model":"claude","object":"chat.completion.chunk"}`,
			`{"id":"msg_01A","choices":[],"created":1761000000,"model":"claude","object":"chat.completion.chunk","usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}`,
			`[DONE]`,
		}, text: "yes", reason: model.Stop, usage: tokensUsed},
		"Anthropic, schema ignored": {lines: []string{
			`{"choices":[{"index":0,"delta":{"role":"assistant","content":` + string(quoted) + `}}],"object":"chat.completion.chunk"}`,
			`{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"object":"chat.completion.chunk"}`, `[DONE]`,
		}, schema: schema, text: `{"echo": "yes"}`, reason: model.Stop},
		"Anthropic, refusal as a reason": {lines: []string{`{"choices":[{"index":0,"delta":{},"finish_reason":"refusal"}]}`, `[DONE]`}, kind: model.ContentFiltered},
		"Gemini, usage and reason with text": {lines: []string{
			`{"choices":[{"delta":{"content":"ye","role":"assistant"},"index":0}],"created":1761000000,"id":"x","model":"gemini-2.5-flash","object":"chat.completion.chunk","usage":{"completion_tokens":1,"prompt_tokens":11,"total_tokens":12}}`,
			`{"choices":[{"delta":{"content":"s","role":"assistant"},"finish_reason":"stop","index":0}],"created":1761000000,"id":"x","model":"gemini-2.5-flash","object":"chat.completion.chunk","usage":{"completion_tokens":7,"prompt_tokens":11,"total_tokens":18}}`,
			`[DONE]`,
		}, text: "yes", reason: model.Stop, usage: tokensUsed},
		"Gemini, a reason in every chunk": {lines: []string{
			`{"choices":[{"delta":{"content":"ye","role":"assistant"},"finish_reason":"stop","index":0}]}`,
			`{"choices":[{"delta":{"content":"s","role":"assistant"},"finish_reason":"stop","index":0}]}`, `[DONE]`,
		}, text: "yes", reason: model.Stop},
		"Gemini, limit reached in thoughts": {lines: []string{`{"choices":[{"delta":{"role":"assistant"},"finish_reason":"length","index":0}]}`, `[DONE]`}, reason: model.Length},
		"Gemini, limit without a delta":     {lines: []string{`{"choices":[{"finish_reason":"MAX_TOKENS","index":0}]}`}, reason: model.Length},
		"Gemini, filter":                    {lines: []string{`{"choices":[{"delta":{"role":"assistant"},"finish_reason":"content_filter: PROHIBITED_CONTENT","index":0}]}`, `[DONE]`}, kind: model.ContentFiltered},
		"Gemini, safety":                    {lines: []string{`{"choices":[{"delta":{},"finish_reason":"SAFETY","index":0}]}`, `[DONE]`}, kind: model.ContentFiltered},
		"Gemini, error in the stream":       {lines: []string{`[{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}]`}, kind: model.Overloaded},
		"llama.cpp": {lines: []string{
			`{"choices":[{"finish_reason":null,"index":0,"delta":{"role":"assistant","content":null}}],"created":1761000000,"id":"chatcmpl-1","model":"g","system_fingerprint":"b1","object":"chat.completion.chunk"}`,
			`{"choices":[{"finish_reason":null,"index":0,"delta":{"content":"yes"}}],"object":"chat.completion.chunk"}`,
			`{"choices":[{"finish_reason":"stop","index":0,"delta":{}}],"object":"chat.completion.chunk"}`,
			`{"choices":[],"object":"chat.completion.chunk","usage":{"completion_tokens":7,"prompt_tokens":11,"total_tokens":18},"timings":{"prompt_n":11,"prompt_ms":40.5,"predicted_n":7}}`,
			`[DONE]`,
		}, text: "yes", reason: model.Stop, usage: tokensUsed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Always(recorded(c.lines...))
			req := ask("?")
			req.Schema = c.schema
			res, err := newClient(t, s).Stream(t.Context(), req, func(string) error { return nil })
			require.Equal(t, c.kind, kindOf(err), "%v", err)
			if c.kind == "" {
				require.NoError(t, err)
				require.Equal(t, model.Result{Text: c.text, FinishReason: c.reason, Usage: c.usage}, res)
			}
		})
	}
}

func TestErrorsOfOtherProvidersAreUnderstood(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		kind   model.Kind
		wait   time.Duration
	}{
		"Gemini, key":       {400, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}]`, model.Unauthorized, 0},
		"Gemini, too long":  {400, `[{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}]`, model.TooLong, 0},
		"Gemini, invalid":   {400, "[{\n  \"error\": {\n    \"code\": 400,\n    \"message\": \"Request contains an invalid argument.\",\n    \"status\": \"INVALID_ARGUMENT\"\n  }\n}\n]", model.BadRequest, 0},
		"Gemini, quota":     {429, `[{"error":{"code":429,"message":"You exceeded your current quota.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure"},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}]`, model.RateLimited, 34500 * time.Millisecond},
		"Gemini, busy":      {503, `[{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}]`, model.Overloaded, 0},
		"Gemini, with 200":  {200, `[{"error":{"code":429,"message":"Resource has been exhausted (e.g. check quota).","status":"RESOURCE_EXHAUSTED"}}]`, model.RateLimited, 0},
		"Anthropic, long":   {400, `{"error":{"code":"invalid_request_error","message":"prompt is too long: 210011 tokens > 200000 maximum","type":"invalid_request_error","param":null}}`, model.TooLong, 0},
		"Anthropic, limit":  {400, "{\"error\":{\"code\":\"invalid_request_error\",\"message\":\"input length and `max_tokens` exceed context limit: 199000 + 2048 > 200000\",\"type\":\"invalid_request_error\",\"param\":null}}", model.TooLong, 0},
		"Anthropic, busy":   {529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, model.Overloaded, 0},
		"Anthropic, key":    {401, `{"error":{"code":"authentication_error","message":"invalid x-api-key","type":"authentication_error","param":null}}`, model.Unauthorized, 0},
		"llama.cpp, long":   {400, `{"error":{"code":400,"message":"request (5236 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":5236,"n_ctx":4096}}`, model.TooLong, 0},
		"llama.cpp, loads":  {503, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, model.Overloaded, 0},
		"an empty list":     {500, `[]`, model.Overloaded, 0},
		"delay without end": {429, `[{"error":{"code":429,"message":"x","details":[{"retryDelay":"99999999s"}]}}]`, model.RateLimited, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Always(modeltest.Status(c.status, c.body))
			for _, streamed := range []bool{false, true} {
				var err error
				if streamed {
					_, err = newClient(t, s).Stream(t.Context(), ask("?"), func(string) error { return nil })
				} else {
					_, err = newClient(t, s).Complete(t.Context(), ask("?"))
				}
				e, ok := err.(*model.Error) //nolint:errorlint // it is returned unwrapped
				require.True(t, ok, "%v", err)
				require.Equal(t, c.kind, e.Kind)
				require.Equal(t, c.wait, e.RetryAfter)
			}
		})
	}
}

// An endpoint that accepts a single system message, at the beginning, gets no more.
func TestRequestsHaveOneSystemMessageAtTheBeginning(t *testing.T) {
	t.Parallel()
	s := modeltest.New(t)
	s.Unsupported("json_schema", "json_object")
	req := ask("?")
	req.System, req.Schema = "Be brief.", json.RawMessage(`{"type":"object"}`)
	_, err := newClient(t, s).Complete(t.Context(), req)
	require.NoError(t, err)
	for _, r := range s.Requests() {
		require.Equal(t, 1, strings.Count(string(r.Body), `"role":"system"`))
		require.Equal(t, "system", r.Messages[0].Role)
	}
}
