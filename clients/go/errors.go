package quire

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"quire/clients/go/internal/webhook"
)

// The kinds of an APIError, for use with errors.Is.
var (
	// ErrInvalidRequest (400) means that the request as a whole is malformed.
	ErrInvalidRequest = errors.New("invalid request")
	// ErrAuthentication (401) means that the key is missing, wrong, expired or revoked.
	ErrAuthentication = errors.New("authentication failed")
	// ErrPermission (403) means that the key may not do this, or that the account's storage is full.
	ErrPermission = errors.New("permission denied")
	// ErrNotFound (404) means that the object does not exist, or belongs to another account.
	ErrNotFound = errors.New("not found")
	// ErrConflict (409) means that the name is taken, or that the state of the object does not allow this.
	ErrConflict = errors.New("conflict")
	// ErrTooLarge (413) means that the file or body exceeds the service's limit.
	ErrTooLarge = errors.New("too large")
	// ErrValidation (422) means that fields of the request are invalid. APIError.Problems lists them.
	ErrValidation = errors.New("validation failed")
	// ErrRateLimited (429) means that there were too many requests, or that the day's pages are used up.
	ErrRateLimited = errors.New("rate limited")
	// ErrServer (5xx) means that the service failed.
	ErrServer = errors.New("the service failed")
	// ErrUnavailable (503) means that something the service needs is currently unreachable. It is also an ErrServer.
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

// ErrSignature means that a webhook was not signed with any of the secrets, or was signed too long ago.
var ErrSignature = webhook.ErrSignature

// APIError reports that the service refused a request.
type APIError struct {
	// Status is the HTTP status of the response.
	Status int
	// Type is the kind of error, such as not_found_error.
	Type string
	// Message says what is wrong, in words for people.
	Message string
	// RequestID identifies the request in the service's log.
	RequestID string
	// RetryAfter is the value of the Retry-After header.
	RetryAfter string
	// Problems lists the invalid fields.
	Problems []Problem
}

// Problem describes an invalid field of a request.
type Problem struct {
	// Loc is the path of the field, such as body, accuracy.
	Loc  []string `json:"loc"`
	Msg  string   `json:"msg"`
	Type string   `json:"type"`
}

// Error returns the message.
func (e *APIError) Error() string { return e.Message }

// Is reports whether target is the error variable for the status.
func (e *APIError) Is(target error) bool {
	return byStatus[e.Status] == target || (target == ErrServer && e.Status >= http.StatusInternalServerError)
}

// refusal decodes the error in a response.
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
		return e // it comes from something in front of the service
	}
	e.Message, e.Type = said.Error.Message, said.Error.Type
	_ = json.Unmarshal(said.Detail, &e.Problems) // anything but a list names no fields
	return e
}

// ConnectionError reports a request without a response: the service cannot be reached, or the connection broke.
type ConnectionError struct {
	// Request is the method and path of the request.
	Request string
	// Err is the cause.
	Err error
}

// Error returns the request and the cause.
func (e *ConnectionError) Error() string { return e.Request + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *ConnectionError) Unwrap() error { return e.Err }

// StreamError reports a stream that ended before its last event. The service keeps what it had written of an answer.
type StreamError struct {
	// Err is the cause.
	Err error
}

// Error returns a message with the cause.
func (e *StreamError) Error() string { return "the stream was interrupted: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *StreamError) Unwrap() error { return e.Err }

// ProcessingError reports that a document could not be processed.
type ProcessingError struct {
	// Document is the document. Its field Error holds the reason.
	Document *Document
}

// Error returns the reason.
func (e *ProcessingError) Error() string {
	if e.Document.Error != nil {
		return *e.Document.Error
	}
	return "the document is " + e.Document.Status
}

// AnswerError reports that an answer could not be written, according to the last event of its stream.
type AnswerError struct {
	// Message says why, in words for people.
	Message string
}

// Error returns the message.
func (e *AnswerError) Error() string { return e.Message }
