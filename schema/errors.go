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

// The error codes.
const (
	Invalid      Code = "invalid"      // a field of the request is wrong: Loc, Msg and Type say which one and why
	BadRequest   Code = "bad_request"  // the request as a whole makes no sense
	Unauthorized Code = "unauthorized" // no valid key
	Forbidden    Code = "forbidden"    // not allowed by the key or by the object
	NotFound     Code = "not_found"    // does not exist, or belongs to another account
	Conflict     Code = "conflict"     // the name or the state of an object is in the way
	Held         Code = "held"         // a legal hold prevents the deletion
	TooLarge     Code = "too_large"
	OverQuota    Code = "over_quota" // the account already stores as much as its plan allows
	TooMany      Code = "too_many"   // the account has used up its allowance for a period: RetryAfter says when it is renewed
)

// Error is an error about the objects of this package, worded for the caller of the API. It never carries a cause:
// internal details go to the log.
type Error struct {
	Code Code
	Msg  string
	// Loc and Type describe an Invalid error in pydantic v2's terms: ("body","name"), "string_too_long".
	Loc  []string
	Type string
	// RetryAfter is how long a TooMany error lasts.
	RetryAfter time.Duration
}

// Error implements error.
func (e *Error) Error() string { return e.Msg }

// The errors for objects that do not exist.
var (
	ErrDocumentNotFound   = &Error{Code: NotFound, Msg: "Document not found"}
	ErrBatchNotFound      = &Error{Code: NotFound, Msg: "Batch not found"}
	ErrExtractorNotFound  = &Error{Code: NotFound, Msg: "Extractor not found"}
	ErrDeliveryNotFound   = &Error{Code: NotFound, Msg: "Delivery not found"}
	ErrAccountNotFound    = &Error{Code: NotFound, Msg: "Account not found"}
	ErrKeyNotFound        = &Error{Code: NotFound, Msg: "API key not found"}
	ErrCollectionNotFound = &Error{Code: NotFound, Msg: "Collection not found"}
	ErrFileNotFound       = &Error{Code: NotFound, Msg: "File not found"}
	ErrSampleNotFound     = &Error{Code: NotFound, Msg: "Sample not found"}
	ErrLoginNotFound      = &Error{Code: NotFound, Msg: "Login not found"}
	ErrSessionNotFound    = &Error{Code: NotFound, Msg: "Session not found"}
	ErrMessageNotFound    = &Error{Code: NotFound, Msg: "Message not found"}
	ErrQueryNotFound      = &Error{Code: NotFound, Msg: "Query not found"}
	ErrEvalNotFound       = &Error{Code: NotFound, Msg: "Evaluation not found"}
	ErrEvalRunNotFound    = &Error{Code: NotFound, Msg: "Run not found"}
	ErrFeedbackNotFound   = &Error{Code: NotFound, Msg: "Feedback not found"}
	ErrEvalCaseNotFound   = &Error{Code: NotFound, Msg: "Case not found"}
	ErrSourceNotFound     = &Error{Code: NotFound, Msg: "Source not found"}
	ErrSourceRunNotFound  = &Error{Code: NotFound, Msg: "Run not found"}
	ErrExportNotFound     = &Error{Code: NotFound, Msg: "Export not found"}
	ErrTurnNotFound       = &Error{Code: NotFound, Msg: "Turn not found"}
	ErrVersionNotFound    = &Error{Code: NotFound, Msg: "Version not found"}
	// ErrSuperseded means that the row was finished, deleted or claimed by a later attempt: the caller's work is no
	// longer wanted and it must stop without leaving a trace.
	ErrSuperseded = &Error{Code: Conflict, Msg: "The work was finished, deleted or taken over"}
)

// The classes and codes of PostgreSQL errors meaning that the server is unavailable, out of resources or has rolled a
// transaction back in favour of others, as opposed to the statement being wrong: https://www.postgresql.org/docs/current/errcodes-appendix.html
var unavailable = []string{"08", "40", "53", "57P", "58", "25006"}

// IsUnavailable reports whether err means that the database is temporarily unavailable, so that the same request may
// succeed later.
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
