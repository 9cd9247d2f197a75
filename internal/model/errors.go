package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quire/internal/pattern"
)

// Kind classifies what went wrong with a call.
type Kind string

// The kinds of error.
const (
	RateLimited     Kind = "rate_limited"     // the endpoint's rate limit; wait RetryAfter
	Overloaded      Kind = "overloaded"       // a problem on the endpoint's side
	Timeout         Kind = "timeout"          // no answer, or silence in a stream, for too long
	Unreachable     Kind = "unreachable"      // no connection
	Truncated       Kind = "truncated"        // the answer was interrupted without a finish reason
	Malformed       Kind = "malformed"        // the answer does not match the API or the schema
	BadRequest      Kind = "bad_request"      // the endpoint does not accept the request
	TooLong         Kind = "too_long"         // prompt and answer do not fit the window
	ContentFiltered Kind = "content_filtered" // the provider's filter stopped the answer
	Refused         Kind = "refused"          // the model declined to answer
	Unauthorized    Kind = "unauthorized"     // the key is not accepted
)

const (
	maxMessageBytes = 500
	maxRetryAfter   = time.Hour
)

// Error is a failed call. Message may hold the provider's words, which may repeat the question: they are for callers
// that ask for them deliberately, and not for users, logs or anything else that is stored.
type Error struct {
	Kind       Kind
	Status     int           // of the HTTP response; 0 if the failure was of another kind
	RetryAfter time.Duration // with RateLimited and Overloaded, if the endpoint specified it
	Message    string
	theirs     bool // Message is the provider's
	cause      error
}

// Error implements error, without the provider's words.
func (e *Error) Error() string {
	text := fmt.Sprintf("model endpoint: %s", e.Kind)
	if e.Status != 0 {
		text += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.theirs {
		return text
	}
	return text + ": " + e.Message
}

// Unwrap returns the cause, which may be nil.
func (e *Error) Unwrap() error { return e.cause }

// Permanent reports whether the same request would fail again until someone changes the request or the configuration.
func (e *Error) Permanent() bool {
	switch e.Kind {
	case BadRequest, TooLong, ContentFiltered, Refused, Unauthorized:
		return true
	default:
		return false
	}
}

// problem is an error as endpoints write it: {"error": {…}}, {"error": "…"}, {"message": …} or {"detail": …}, or the
// first of these in a list, as from Gemini.
type problem struct {
	message, code, kind string
	wait                time.Duration // before the next try, if the body says so
}

func parseProblem(raw []byte) problem {
	var top map[string]json.RawMessage
	raw = firstOf(raw)
	if json.Unmarshal(raw, &top) != nil {
		return problem{message: string(raw)}
	}
	if inner, ok := top["error"]; ok {
		if json.Unmarshal(inner, &top) != nil {
			return problem{message: plain(inner)}
		}
	}
	p := problem{message: plain(top["message"]), code: plain(top["code"]), kind: plain(top["type"]), wait: retryDelay(top["details"])}
	if p.message == "" {
		p.message = string(raw)
	}
	if param := plain(top["param"]); param != "" {
		p.message += " (" + param + ")"
	}
	return p
}

// firstOf returns the first element of a JSON list, and anything else unchanged.
func firstOf(raw []byte) []byte {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
		return list[0]
	}
	return raw
}

// retryDelay reads the delay in the details of a Google error (google.rpc.RetryInfo), such as "34.5s"; 0 if there is
// none.
func retryDelay(details json.RawMessage) time.Duration {
	var list []struct {
		Delay string `json:"retryDelay"`
	}
	if json.Unmarshal(details, &list) != nil {
		return 0
	}
	for _, d := range list {
		if wait, err := time.ParseDuration(d.Delay); err == nil {
			return min(max(wait, 0), maxRetryAfter)
		}
	}
	return 0
}

// plain returns the content of a JSON string, any other JSON unchanged, and "" for null.
func plain(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// statusError converts a response whose status is not 200 into an error.
func (c *Client) statusError(status int, header http.Header, body []byte) *Error {
	p := parseProblem(body)
	e := c.problemError(p, kindOfStatus(status))
	e.Status = status
	if e.Kind == RateLimited || e.Kind == Overloaded {
		e.RetryAfter = cmp.Or(retryAfter(header, time.Now()), p.wait)
	}
	return e
}

// problemError converts what an endpoint wrote into an error; kind is what is known from elsewhere.
func (c *Client) problemError(p problem, kind Kind) *Error {
	k := p.specialKind()
	switch {
	case k != "" && (kind == BadRequest || kind == ""):
		kind = k
	case k == TooLong && kind == Overloaded: // llama.cpp says so with status 500
		kind = k
	}
	if kind == "" {
		kind = p.streamedKind()
	}
	message := p.message
	if c.cfg.Key != "" {
		message = strings.ReplaceAll(message, c.cfg.Key, "[key]")
	}
	if len(message) > maxMessageBytes {
		message = strings.ToValidUTF8(message[:maxMessageBytes], "") + "…"
	}
	return &Error{Kind: kind, Message: message, theirs: true}
}

func kindOfStatus(status int) Kind {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return Unauthorized
	case status == http.StatusTooManyRequests:
		return RateLimited
	case status == http.StatusRequestTimeout:
		return Timeout
	case status == http.StatusRequestEntityTooLarge:
		return TooLong
	case status >= 500 && status != http.StatusNotImplemented:
		return Overloaded
	default:
		return BadRequest
	}
}

var tooLongWords = pattern.New(`(?i)context.?length|context.?window|maximum context|prompt is too long|too many tokens|max(imum)?.{0,20}input (length|tokens)|exceed.{0,40}context|too large to process|exceeds the maximum number of tokens`)

// wrongKeyWords matches Gemini's refusal of a key, which has status 400.
var wrongKeyWords = pattern.New(`(?i)api key not valid|api_key_invalid|api key expired`)

// specialKind recognizes the kinds of errors that endpoints report as a bad request.
func (p problem) specialKind() Kind {
	switch {
	case strings.Contains(p.code, "context_length") || tooLongWords.MatchString(p.message):
		return TooLong
	case strings.Contains(p.code, "content_filter") || strings.Contains(p.code, "content_policy"):
		return ContentFiltered
	case wrongKeyWords.MatchString(p.message):
		return Unauthorized
	default:
		return ""
	}
}

// streamedKind classifies an error inside a response with status 200, by the words of OpenAI and Anthropic or by a
// status in the code. Anything unknown counts as a problem on the endpoint's side.
func (p problem) streamedKind() Kind {
	if status, err := strconv.Atoi(p.code); err == nil && status >= 400 {
		return kindOfStatus(status)
	}
	switch words := p.code + " " + p.kind; {
	case strings.Contains(words, "rate_limit"):
		return RateLimited
	case strings.Contains(words, "invalid_request"):
		return BadRequest
	case strings.Contains(words, "authentication"), strings.Contains(words, "permission"):
		return Unauthorized
	default:
		return Overloaded
	}
}

// retryAfter reads Retry-After in both of its forms (RFC 9110) and the finer-grained retry-after-ms. It returns 0 if
// neither is present.
func retryAfter(h http.Header, now time.Time) time.Duration {
	var d time.Duration
	value := h.Get("Retry-After")
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		d = time.Duration(min(ms, float64(maxRetryAfter.Milliseconds())) * float64(time.Millisecond))
	} else if s, err := strconv.ParseFloat(value, 64); err == nil {
		d = time.Duration(min(s, maxRetryAfter.Seconds()) * float64(time.Second))
	} else if at, err := http.ParseTime(value); err == nil {
		d = at.Sub(now)
	}
	return min(max(d, 0), maxRetryAfter)
}
