package quire

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"quire/clients/go/internal/webhook"
)

// What an APIError is, by its status: for errors.Is.
var (
	// ErrInvalidRequest is 400: the request as a whole makes no sense to the service.
	ErrInvalidRequest = errors.New("invalid request")
	// ErrAuthentication is 401: the key is missing, wrong, expired or revoked.
	ErrAuthentication = errors.New("authentication failed")
	// ErrPermission is 403: the key may not do this, or the account stores as much as it may.
	ErrPermission = errors.New("permission denied")
	// ErrNotFound is 404: it does not exist, or belongs to another account.
	ErrNotFound = errors.New("not found")
	// ErrConflict is 409: the name is taken, or the object is not in a state that allows this.
	ErrConflict = errors.New("conflict")
	// ErrTooLarge is 413: the file or body is larger than the service takes.
	ErrTooLarge = errors.New("too large")
	// ErrValidation is 422: fields of the request are invalid; APIError.Problems names each.
	ErrValidation = errors.New("validation failed")
	// ErrRateLimited is 429: too many requests, or the day's pages are used up.
	ErrRateLimited = errors.New("rate limited")
	// ErrServer is 5xx: the service failed.
	ErrServer = errors.New("the service failed")
	// ErrUnavailable is 503: something that the service needs cannot be reached at present. It is an ErrServer, too.
	ErrUnavailable = errors.New("unavailable")
)

var byStatus = map[int]error{
	http.StatusBadRequest:            ErrInvalidRequest,
	http.StatusUnauthorized:          ErrAuthentication,
	http.StatusForbidden:             ErrPermission,
	http.StatusNotFound:              ErrNotFound,
	http.StatusConflict:              ErrConflict,
	http.StatusRequestEntityTooLarge: ErrTooLarge,
	http.StatusUnprocessableEntity:   ErrValidation,
	http.StatusTooManyRequests:       ErrRateLimited,
	http.StatusServiceUnavailable:    ErrUnavailable,
}

// ErrSignature is a webhook that was not signed with any of the secrets, or too long ago.
var ErrSignature = webhook.ErrSignature

// APIError is a request that the service refused.
type APIError struct {
	// Status is that of the response.
	Status int
	// Type is the kind of error, such as not_found_error.
	Type string
	// Message says what is wrong, in words for people.
	Message string
	// RequestID is what the request is found by in the service's log.
	RequestID string
	// RetryAfter is the header of this name, as it was sent.
	RetryAfter string
	// Problems has each field that is invalid.
	Problems []Problem
}

// Problem is a field of a request that is invalid.
type Problem struct {
	// Loc is where it stands, like body, accuracy.
	Loc  []string `json:"loc"`
	Msg  string   `json:"msg"`
	Type string   `json:"type"`
}

// Error returns the message.
func (e *APIError) Error() string { return e.Message }

// Is reports whether it is one of the errors by status.
func (e *APIError) Is(target error) bool {
	return byStatus[e.Status] == target || (target == ErrServer && e.Status >= http.StatusInternalServerError)
}

// refusal reads the error of a response.
func refusal(status int, header http.Header, body []byte) *APIError {
	e := &APIError{
		Status: status, Type: "api_error", Message: fmt.Sprintf("the service answered %d", status),
		RequestID: header.Get("X-Request-Id"), RetryAfter: header.Get("Retry-After"),
	}
	var said struct {
		Error  struct{ Message, Type string } `json:"error"`
		Detail json.RawMessage                `json:"detail"`
	}
	if err := json.Unmarshal(body, &said); err != nil || said.Error.Message == "" {
		return e // not of the service, but of something in front of it
	}
	e.Message, e.Type = said.Error.Message, said.Error.Type
	_ = json.Unmarshal(said.Detail, &e.Problems) // what is no list names no fields
	return e
}

// ConnectionError is a request without a response: the service cannot be reached, or the connection broke.
type ConnectionError struct {
	// Request is its method and path.
	Request string
	// Err is what went wrong.
	Err error
}

// Error says what went wrong.
func (e *ConnectionError) Error() string { return e.Request + ": " + e.Err.Error() }

// Unwrap returns what went wrong.
func (e *ConnectionError) Unwrap() error { return e.Err }

// StreamError is a stream that ended before its last event. The service keeps what it had written of an answer.
type StreamError struct {
	// Err is what went wrong.
	Err error
}

// Error says what went wrong.
func (e *StreamError) Error() string { return "the stream broke off: " + e.Err.Error() }

// Unwrap returns what went wrong.
func (e *StreamError) Unwrap() error { return e.Err }

// ProcessingError is a document that could not be processed.
type ProcessingError struct {
	// Document is the document, which says why in its field Error.
	Document *Document
}

// Error says why.
func (e *ProcessingError) Error() string {
	if e.Document.Error != nil {
		return *e.Document.Error
	}
	return "the document is " + e.Document.Status
}

// AnswerError is an answer that could not be written, as the last event of its stream says.
type AnswerError struct {
	// Message says why, in words for people.
	Message string
}

// Error returns the message.
func (e *AnswerError) Error() string { return e.Message }
