package model

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/sashabaranov/go-openai"
)

// Complete returns the whole answer to a request. If the client has a memory that holds the answer, it returns that.
func (c *Client) Complete(ctx context.Context, req Request) (Result, error) {
	return c.remembered(ctx, req, func() (Result, error) { return c.complete(ctx, req, nil) })
}

// LookAt is like Complete, with a PNG image placed before the text of the last user message.
func (c *Client) LookAt(ctx context.Context, png []byte, req Request) (Result, error) {
	return c.complete(ctx, req, png)
}

func (c *Client) complete(ctx context.Context, req Request, png []byte) (Result, error) {
	return c.negotiate(req, func(d dialect, f format) (Result, error) {
		x, err := c.begin(ctx, operationChat, 0)
		if err != nil {
			return Result{}, err
		}
		defer x.end()
		answer, err := c.api.CreateChatCompletion(x.ctx, c.chatRequest(req, png, d, f))
		if err != nil {
			return Result{}, x.failed(err)
		}
		return x.answer(req, answer)
	})
}

func (c *Client) chatRequest(req Request, png []byte, d dialect, f format) openai.ChatCompletionRequest {
	r := openai.ChatCompletionRequest{
		Model: c.cfg.Model, Messages: messages(req, png, f), ResponseFormat: responseFormat(req, f),
		Temperature: cmp.Or(req.Temperature, math.SmallestNonzeroFloat32), // the transport sends it as 0
	}
	if d.completionTokens {
		r.MaxCompletionTokens = req.MaxTokens
	} else {
		r.MaxTokens = req.MaxTokens //nolint:staticcheck // the name that compatible servers know; the newer one is tried if they refuse it
	}
	if d.noTemperature {
		r.Temperature = 0 // go-openai omits it
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

// withImage puts the image before the text, because models answer a question best if it follows what it is about.
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

// answer evaluates an answer that is not streamed.
func (x *call) answer(req Request, r openai.ChatCompletionResponse) (Result, error) {
	used := usage(r.Usage)
	x.client.cfg.Meter.spent(used)
	if len(r.Choices) == 0 {
		return Result{}, x.failed(malformed("the answer has no choices", nil))
	}
	choice := r.Choices[0]
	f := filter{json: req.Schema != nil}
	text := f.push(choice.Message.Content) + f.rest()
	return x.finish(req, text, choice.Message.Refusal, string(choice.FinishReason), used)
}

// finish is like finished, and marks the call if there is an error.
func (x *call) finish(req Request, text, refusal, reason string, u Usage) (Result, error) {
	res, err := finished(req, text, refusal, reason, u)
	if err != nil {
		x.blame(err)
	}
	return res, err
}

// finished turns the end of an answer into a result or an error.
func finished(req Request, text, refusal, reason string, u Usage) (Result, error) {
	res := Result{Text: text, FinishReason: Stop, Usage: u}
	switch reason = plainReason(reason); {
	case refusal != "":
		return res, &Error{Kind: Refused, Message: refusal, theirs: true}
	case reason == "":
		return res, &Error{Kind: Truncated, Message: "the answer was interrupted without a finish reason"}
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

// otherReasons maps finish reasons of providers whose endpoints, or the proxies in front of them, do not translate
// them.
var otherReasons = map[string]openai.FinishReason{
	"max_tokens": openai.FinishReasonLength, "model_context_window_exceeded": openai.FinishReasonLength,
	"safety": openai.FinishReasonContentFilter, "recitation": openai.FinishReasonContentFilter, "blocklist": openai.FinishReasonContentFilter,
	"prohibited_content": openai.FinishReasonContentFilter, "spii": openai.FinishReasonContentFilter, "refusal": openai.FinishReasonContentFilter,
}

// plainReason returns a finish reason in OpenAI's words. Some providers append their own after a colon.
func plainReason(reason string) string {
	reason, _, _ = strings.Cut(strings.ToLower(reason), ":")
	if r, ok := otherReasons[reason]; ok {
		return string(r)
	}
	return reason
}

func usage(u openai.Usage) Usage {
	return Usage{PromptTokens: u.PromptTokens, CompletionTokens: u.CompletionTokens}
}
