package schema

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Code classifies an Error; the API maps each to one HTTP status.
type Code string

// The codes.
const (
	Invalid      Code = "invalid"      // a field of the request is wrong: Loc, Msg and Type say which and how
	BadRequest   Code = "bad_request"  // the request as a whole makes no sense
	Unauthorized Code = "unauthorized" // no valid key
	Forbidden    Code = "forbidden"    // the key or the object does not allow it
	NotFound     Code = "not_found"    // it does not exist, or not for this account
	Conflict     Code = "conflict"     // something of that name, or in that state, is in the way
	TooLarge     Code = "too_large"
	OverQuota    Code = "over_quota" // the account keeps as much as its plan allows
	TooMany      Code = "too_many"   // the account has used up an amount per time: RetryAfter says when there is more
)

// Error is an error about the nouns of this package, in words for the caller of the API. It never carries a cause:
// what happened inside goes to the log.
type Error struct {
	Code Code
	Msg  string
	// Loc and Type describe an Invalid error in the words of pydantic v2: ("body","name"), "string_too_long".
	Loc  []string
	Type string
	// RetryAfter is when a TooMany error ends.
	RetryAfter time.Duration
}

// Error implements error.
func (e *Error) Error() string { return e.Msg }

// The errors about objects that are not there.
var (
	ErrDocumentNotFound   = &Error{Code: NotFound, Msg: "Document not found"}
	ErrExtractorNotFound  = &Error{Code: NotFound, Msg: "Extractor not found"}
	ErrDeliveryNotFound   = &Error{Code: NotFound, Msg: "Delivery not found"}
	ErrAccountNotFound    = &Error{Code: NotFound, Msg: "Account not found"}
	ErrKeyNotFound        = &Error{Code: NotFound, Msg: "API key not found"}
	ErrCollectionNotFound = &Error{Code: NotFound, Msg: "Collection not found"}
	ErrFileNotFound       = &Error{Code: NotFound, Msg: "File not found"}
	ErrSessionNotFound    = &Error{Code: NotFound, Msg: "Session not found"}
	ErrTurnNotFound       = &Error{Code: NotFound, Msg: "Turn not found"}
	ErrVersionNotFound    = &Error{Code: NotFound, Msg: "Version not found"}
	// ErrSuperseded means that the row was finished, deleted or claimed by a later attempt: the caller's work is no
	// longer wanted and it must stop without a trace.
	ErrSuperseded = &Error{Code: Conflict, Msg: "The work was finished, deleted or taken over"}
)

// The classes and codes of PostgreSQL's errors that say that the server is away or has no room, not that the
// statement was wrong: https://www.postgresql.org/docs/current/errcodes-appendix.html
var unavailable = []string{"08", "53", "57P", "58", "25006"}

// IsUnavailable tells whether err means that the database cannot serve now, so that the same request may succeed
// later.
func IsUnavailable(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.ContainsFunc(unavailable, func(class string) bool { return strings.HasPrefix(e.Code, class) })
	}
	_, isNet := errors.AsType[net.Error](err)
	cut := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	return isNet || cut || errors.Is(err, context.DeadlineExceeded) || pgconn.SafeToRetry(err)
}
