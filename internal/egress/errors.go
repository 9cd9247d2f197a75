package egress

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
)

// Class describes in one word why an address could not be used. Users see it.
type Class string

// The classes of error.
const (
	BlockedURL  Class = "blocked_url"
	Unreachable Class = "unreachable"
	HTTPStatus  Class = "http_status"
	TooLarge    Class = "too_large"
	Timeout     Class = "timeout"
)

// Error is a failure of an address chosen by a user. Message is a sentence for that user that repeats nothing from the
// operating system or the network; the cause is for logs.
type Error struct {
	Class   Class
	Status  int // with HTTPStatus, that of the response
	Message string
	cause   error
}

// Error implements error with the sentence for the user.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause, which may be nil.
func (e *Error) Unwrap() error { return e.cause }

func blocked(message string, cause error) *Error {
	return &Error{Class: BlockedURL, Message: message, cause: cause}
}

// errTooLong is the cause when the client itself ends a request.
var errTooLong = errors.New("too slow, or silent for too long")

// classify turns what net/http returned for a request with the context reqCtx into an *Error.
func classify(reqCtx context.Context, err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if t, ok := errors.AsType[net.Error](err); errors.Is(context.Cause(reqCtx), errTooLong) || (ok && t.Timeout()) {
		return &Error{Class: Timeout, Message: "The server took too long to answer.", cause: err}
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return &Error{Class: Unreachable, Message: "The server's TLS certificate is not valid for this address.", cause: err}
	}
	return &Error{Class: Unreachable, Message: "The server at this address could not be reached.", cause: err}
}

func statusError(status int) *Error {
	return &Error{
		Class: HTTPStatus, Status: status,
		Message: fmt.Sprintf("The server answered with HTTP status %d.", status),
	}
}

func tooLarge(limit int64) *Error {
	size := fmt.Sprintf("%d byte", limit)
	if limit >= 1<<20 {
		size = fmt.Sprintf("%d MB", limit>>20)
	}
	return &Error{Class: TooLarge, Message: "File exceeds the " + size + " limit"}
}
