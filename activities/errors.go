package activities

import (
	"errors"
	"net/http"
	"slices"

	"go.temporal.io/sdk/temporal"

	"quire/internal/blob"
	"quire/internal/convert/page"
	"quire/internal/egress"
	"quire/internal/model"
	"quire/schema"
)

// Superseded is the type of the error which says that a row was finished, deleted or taken over by a later attempt.
const Superseded = "superseded"

// Failure is a document's own fault: Reason for machines, Message for the person who sent it.
type Failure struct {
	Reason  string
	Message string
}

// Fault is the reason of an error that ends the work: the document's own fault, or Superseded.
func Fault(err error) (reason string, ended bool) {
	e, ok := errors.AsType[*temporal.ApplicationError](err)
	if !ok || !e.NonRetryable() {
		return "", false
	}
	return e.Type(), true
}

// SpentBudget reports whether a document failed for the time or memory that it took.
func SpentBudget(reason string) bool {
	return reason == string(page.TooComplex)
}

// permanent is the one maker of errors that end a document: its own fault, in words for the person who sent it.
func permanent(reason, message string, cause error) error {
	return temporal.NewNonRetryableApplicationError(message, reason, cause)
}

// blame decides whose fault err is. The document's own is permanent; a superseded row stops the work quietly; everything
// else is trouble of ours, returned as it is and retried.
func blame(err error, attempt int32) error {
	if slices.ContainsFunc(gone, func(e error) bool { return errors.Is(err, e) }) {
		return temporal.NewNonRetryableApplicationError("superseded", Superseded, nil)
	}
	if e, ok := errors.AsType[*page.Error](err); ok {
		return permanent(string(e.Reason), e.Message, nil)
	}
	if e, ok := errors.AsType[*egress.Error](err); ok {
		return blameAddress(e, attempt)
	}
	if e, ok := errors.AsType[*schema.Error](err); ok && e.Code == schema.OverQuota {
		return permanent("over_quota", e.Msg, nil)
	}
	if errors.Is(err, blob.ErrTooLarge) {
		return permanent(string(page.TooLarge), "File exceeds the 100 MB limit", nil)
	}
	if e, ok := errors.AsType[*model.Error](err); ok && e.RetryAfter > 0 {
		return temporal.NewApplicationErrorWithOptions(err.Error(), string(e.Kind),
			temporal.ApplicationErrorOptions{NextRetryDelay: e.RetryAfter})
	}
	return err
}

// TriesOfTurn bounds what a person waits for: a turn that fails so often is given up with words.
const TriesOfTurn = 6

// blameModel decides what becomes of a turn whose model has failed. Nothing is tried again after text was sent, nor what
// would fail again; the rest is, as long as a person waits.
func blameModel(err error, sent bool, attempt int32) error {
	e, ok := errors.AsType[*model.Error](err)
	if !ok || !sent && !e.Permanent() && attempt < TriesOfTurn {
		return err
	}
	switch e.Kind {
	case model.RateLimited, model.Overloaded, model.Timeout, model.Unreachable:
		return permanent("overloaded_error", "The language model does not answer now. Please ask again in a moment.", err)
	case model.Refused, model.ContentFiltered:
		return permanent("api_error", "The language model declined to answer.", err)
	case model.Truncated, model.Malformed, model.BadRequest, model.TooLong, model.Unauthorized:
	}
	return permanent("api_error", "The language model could not finish the answer. Please ask again.", err)
}

// DatabaseAway is the type of the error which says that the database cannot serve now. The workflow of a turn waits for
// it and does not count the try: without the database nobody could be told that the turn was given up.
const DatabaseAway = "database_away"

// awaitDatabase makes an error of type DatabaseAway of what the database's absence has caused, and leaves every other.
func awaitDatabase(err error) error {
	_, judged := errors.AsType[*temporal.ApplicationError](err)
	_, ofModel := errors.AsType[*model.Error](err)
	if err == nil || judged || ofModel || !schema.IsUnavailable(err) {
		return err
	}
	return temporal.NewNonRetryableApplicationError("the database is away", DatabaseAway, err)
}

// gone are the errors which say that nobody wants the result any more.
var gone = []error{
	schema.ErrSuperseded, schema.ErrDeliveryNotFound, schema.ErrDocumentNotFound, schema.ErrCollectionNotFound,
	schema.ErrFileNotFound, schema.ErrVersionNotFound, schema.ErrTurnNotFound, schema.ErrSessionNotFound,
}

const (
	// TriesOfFetch is how often an address may be unreachable or in trouble before it counts as dead.
	TriesOfFetch = 7
	// triesOfSlowFetch is how often it may be too slow, which takes its time by itself.
	triesOfSlowFetch = 4
)

func blameAddress(e *egress.Error, attempt int32) error {
	if attempt < triesOf(e) {
		return e
	}
	return permanent(string(e.Class), e.Message, nil)
}

// triesOf is how often an address is tried that failed in this way; once when it would fail again.
func triesOf(e *egress.Error) int32 {
	inTrouble := e.Status >= 500 || e.Status == http.StatusTooManyRequests
	switch {
	case e.Class == egress.Timeout:
		return triesOfSlowFetch
	case e.Class == egress.Unreachable, e.Class == egress.HTTPStatus && inTrouble:
		return TriesOfFetch
	}
	return 1
}
