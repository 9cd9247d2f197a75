package model

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"github.com/sashabaranov/go-openai"
)

const chatPath = "chat/completions"

// Complete gives the whole answer to a request, from memory when the client has one and the answer is in it.
func (c *Client) Complete(ctx context.Context, req Request) (Result, error) {
	return c.remembered(ctx, req, func() (Result, error) { return c.complete(ctx, req, nil) })
}

// LookAt is Complete with a PNG image before the text of the last user message.
func (c *Client) LookAt(ctx context.Context, png []byte, req Request) (Result, error) {
	return c.complete(ctx, req, png)
}

func (c *Client) complete(ctx context.Context, req Request, png []byte) (Result, error) {
	return c.negotiate(req, func(d dialect, f format) (Result, error) {
		x, err := c.send(ctx, chatPath, c.chatRequest(req, png, d, f), 0)
		if err != nil {
			return Result{}, err
		}
		defer x.close()
		return x.answer(req)
	})
}

// chatRequest is go-openai's with a temperature of 0 that is sent: left out, it would be the endpoint's default.
type chatRequest struct {
	openai.ChatCompletionRequest
	Temperature *float32 `json:"temperature,omitempty"`
}

func (c *Client) chatRequest(req Request, png []byte, d dialect, f format) chatRequest {
	r := chatRequest{Temperature: &req.Temperature}
	r.Model = c.cfg.Model
	r.Messages = messages(req, png, f)
	r.ResponseFormat = responseFormat(req, f)
	if d.completionTokens {
		r.MaxCompletionTokens = req.MaxTokens
	} else {
		r.MaxTokens = req.MaxTokens //nolint:staticcheck // what compatible servers know; the newer name is tried when they refuse it
	}
	if d.noTemperature {
		r.Temperature = nil
	}
	return r
}

func messages(req Request, png []byte, f format) []openai.ChatCompletionMessage {
	var out []openai.ChatCompletionMessage
	system := req.System
	if req.Schema != nil && f >= anyJSON {
		system = strings.TrimSpace(system + "\n\nAnswer with one JSON object and nothing else. It must satisfy this JSON Schema:\n" + string(req.Schema))
	}
	if system != "" {
		out = append(out, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleSystem, Content: system})
	}
	for _, m := range req.Messages {
		out = append(out, openai.ChatCompletionMessage{Role: string(m.Role), Content: m.Text})
	}
	if png != nil {
		return withImage(out, png)
	}
	return out
}

// withImage puts the image before the text: models read the question best after what it is about.
func withImage(ms []openai.ChatCompletionMessage, png []byte) []openai.ChatCompletionMessage {
	image := openai.ChatMessagePart{
		Type:     openai.ChatMessagePartTypeImageURL,
		ImageURL: &openai.ChatMessageImageURL{URL: "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)},
	}
	for i, m := range slices.Backward(ms) {
		if m.Role == openai.ChatMessageRoleUser {
			text := openai.ChatMessagePart{Type: openai.ChatMessagePartTypeText, Text: m.Content}
			ms[i] = openai.ChatCompletionMessage{Role: m.Role, MultiContent: []openai.ChatMessagePart{image, text}}
			return ms
		}
	}
	return append(ms, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleUser, MultiContent: []openai.ChatMessagePart{image}})
}

func responseFormat(req Request, f format) *openai.ChatCompletionResponseFormat {
	switch {
	case req.Schema == nil || f == instruction:
		return nil
	case f == anyJSON:
		return &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	default:
		return &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: cmp.Or(req.SchemaName, "answer"), Schema: req.Schema, Strict: f == strictSchema,
			},
		}
	}
}

// answer reads an answer that is not streamed.
func (x *exchange) answer(req Request) (Result, error) {
	var r openai.ChatCompletionResponse
	if err := x.decode(&r); err != nil {
		return Result{}, err
	}
	x.client.cfg.Meter.spent(usage(r.Usage))
	if len(r.Choices) == 0 {
		return Result{}, malformed("the answer has no choices", nil)
	}
	choice := r.Choices[0]
	f := filter{json: req.Schema != nil}
	text := f.push(choice.Message.Content) + f.rest()
	return finish(req, text, choice.Message.Refusal, string(choice.FinishReason), usage(r.Usage))
}

// finish turns the end of an answer into a result or an error.
func finish(req Request, text, refusal, reason string, u Usage) (Result, error) {
	res := Result{Text: text, FinishReason: Stop, Usage: u}
	switch {
	case refusal != "":
		return res, &Error{Kind: Refused, Message: refusal, theirs: true}
	case reason == "":
		return res, &Error{Kind: Truncated, Message: "the answer broke off without a finish reason"}
	case reason == string(openai.FinishReasonContentFilter):
		return res, &Error{Kind: ContentFiltered, Message: "the provider's filter stopped the answer"}
	case reason == string(openai.FinishReasonLength):
		res.FinishReason = Length
		return res, nil
	}
	if req.Schema != nil {
		object := text[:strings.LastIndexByte(text, '}')+1]
		if !json.Valid([]byte(object)) {
			return res, malformed("the answer is not JSON", nil)
		}
		res.Text = object
	}
	return res, nil
}

func usage(u openai.Usage) Usage {
	return Usage{PromptTokens: u.PromptTokens, CompletionTokens: u.CompletionTokens}
}
