package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/sashabaranov/go-openai"
)

const (
	maxAnswerBytes  = 16 << 20
	maxProblemBytes = 64 << 10
)

// transport carries the requests of go-openai's client, and corrects in one place what that client gets wrong:
//
//   - it omits a temperature of 0, so that the endpoint's default applies;
//   - it reads answers and errors of any length, and understands only one form of error;
//   - it does not see an error inside a response with status 200;
//   - it loses errors that follow a keepalive in a stream, and needs blank lines between frames (see frames);
//   - it cannot read an endpoint that responds with a whole body when a stream was requested.
//
// It returns errors of type *Error, which the client passes on unchanged.
type transport struct {
	client *Client
}

// Do sends a request that belongs to the call in its context.
func (t transport) Do(req *http.Request) (*http.Response, error) {
	x := req.Context().Value(callKey{}).(*call) //nolint:errcheck // every request is created with a call's context
	if err := sendZeroTemperature(req); err != nil {
		return nil, err
	}
	resp, err := t.client.http.Do(req)
	if err != nil {
		return nil, x.broken(err, Unreachable)
	}
	if resp.StatusCode != http.StatusOK {
		defer resp.Body.Close()
		problem, _ := io.ReadAll(io.LimitReader(resp.Body, maxProblemBytes)) // whatever arrived is good enough
		if x.ctx.Err() != nil {
			return nil, x.broken(x.ctx.Err(), Unreachable)
		}
		return nil, t.client.statusError(resp.StatusCode, resp.Header, problem)
	}
	if x.idle != nil && !isJSON(resp) {
		resp.Body = newFrames(x, resp.Body)
		return resp, nil
	}
	return t.whole(x, resp)
}

// whole reads an answer that is not streamed, and turns it into a stream of one frame if a stream was requested.
func (t transport) whole(x *call, resp *http.Response) (*http.Response, error) {
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswerBytes+1))
	if err != nil {
		return nil, x.broken(err, Truncated)
	}
	if len(body) > maxAnswerBytes {
		return nil, malformed("the answer is too large", nil)
	}
	var wrapped struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(firstOf(body), &wrapped) == nil && isProblem(wrapped.Error) {
		return nil, t.client.problemError(parseProblem(body), "")
	}
	if x.idle != nil {
		if body, err = asStream(body); err != nil {
			return nil, err
		}
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// isProblem reports whether the error field of an answer contains an error: some endpoints send it as null.
func isProblem(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

func isJSON(resp *http.Response) bool {
	t, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return err == nil && t == "application/json"
}

// asStream writes a whole answer as the frames of a stream.
func asStream(body []byte) ([]byte, error) {
	var answer openai.ChatCompletionResponse
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, malformed("the answer is not the JSON of this API", err)
	}
	if len(answer.Choices) == 0 {
		return nil, malformed("the answer has no choices", nil)
	}
	choice := answer.Choices[0]
	frame, err := json.Marshal(openai.ChatCompletionStreamResponse{
		Choices: []openai.ChatCompletionStreamChoice{{
			Delta:        openai.ChatCompletionStreamChoiceDelta{Content: choice.Message.Content, Refusal: choice.Message.Refusal},
			FinishReason: choice.FinishReason,
		}},
		Usage: &answer.Usage,
	})
	if err != nil {
		return nil, fmt.Errorf("answer as a stream: %w", err)
	}
	return fmt.Appendf(nil, "data: %s\ndata: [DONE]\n", frame), nil
}

// The smallest temperature, which chatRequest writes for 0, in go-openai's encoding. Inside a JSON string the quotes
// would be escaped, so this cannot occur in a prompt.
var (
	smallestTemperature = []byte(`"temperature":1e-45`)
	zeroTemperature     = []byte(`"temperature":0`)
)

func sendZeroTemperature(req *http.Request) error {
	if req.Body == nil {
		return nil
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return fmt.Errorf("request to model: %w", err)
	}
	body = bytes.Replace(body, smallestTemperature, zeroTemperature, 1)
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return nil
}
