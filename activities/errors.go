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

// Superseded is the type of the error for a row that was finished, deleted or taken over by a later attempt.
const Superseded = "superseded"

// Failure is a document's own fault: Reason for machines, Message for the person who sent it.
type Failure struct {
	Reason  string
	Message string
}

// Fault returns the reason of an error that ends the work, which is either a fault of the document itself or
// Superseded, and reports whether err is such an error.
func Fault(err error) (reason string, ended bool) {
	e, ok := errors.AsType[*temporal.ApplicationError](err)
	if !ok || !e.NonRetryable() {
		return "", false
	}
	return e.Type(), true
}

// SpentBudget reports whether a document failed because it took too much time or memory.
func SpentBudget(reason string) bool {
	return reason == string(page.TooComplex)
}

// permanent is the only constructor of errors that end a document through its own fault. The message is for the person
// who sent it.
func permanent(reason, message string, cause error) error {
	return temporal.NewNonRetryableApplicationError(message, reason, cause)
}

// blame decides whose fault err is. The document's own fault is permanent; a superseded row stops the work quietly;
// anything else is our problem, and is returned unchanged and retried.
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

// TriesOfTurn bounds how long a person waits: a turn that has failed this often is given up with an explanation.
const TriesOfTurn = 6

// blameModel classifies the error of a turn whose model has failed. A call is retried while a person is likely to wait,
// unless text has already been sent or it would only fail again.
func blameModel(err error, sent bool, attempt int32) error {
	e, ok := errors.AsType[*model.Error](err)
	if !ok {
		return err
	}
	if retry := !sent && !e.Permanent() && attempt < TriesOfTurn; retry {
		return err
	}
	switch e.Kind {
	case model.RateLimited, model.Overloaded, model.Timeout, model.Unreachable:
		return permanent("overloaded_error", "The language model is not answering right now. Please ask again in a moment.", err)
	case model.Refused, model.ContentFiltered:
		return permanent("api_error", "The language model declined to answer.", err)
	case model.Truncated, model.Malformed, model.BadRequest, model.TooLong, model.Unauthorized:
	}
	return permanent("api_error", "The language model could not finish the answer. Please ask again.", err)
}

// DatabaseAway is the type of the error for a database that is currently unavailable. The workflow of a turn waits for
// it without counting the attempt: without the database, nobody could be told that the turn was given up.
const DatabaseAway = "database_away"

// awaitDatabase turns an error caused by an unavailable database into one of type DatabaseAway and returns any other
// error unchanged.
func awaitDatabase(err error) error {
	_, judged := errors.AsType[*temporal.ApplicationError](err)
	_, ofModel := errors.AsType[*model.Error](err)
	if err == nil || judged || ofModel || !schema.IsUnavailable(err) {
		return err
	}
	return temporal.NewNonRetryableApplicationError("the database is unavailable", DatabaseAway, err)
}

// gone lists the errors that mean nobody wants the result any more.
var gone = []error{
	schema.ErrSuperseded, schema.ErrDeliveryNotFound, schema.ErrDocumentNotFound, schema.ErrCollectionNotFound,
	schema.ErrFileNotFound, schema.ErrVersionNotFound, schema.ErrTurnNotFound, schema.ErrSessionNotFound,
}

const (
	// TriesOfFetch is how many times an address may be unreachable or return a server error before it counts as dead.
	TriesOfFetch = 7
	// triesOfSlowFetch is how many times it may time out. There are fewer such tries because each one is long.
	triesOfSlowFetch = 4
)

func blameAddress(e *egress.Error, attempt int32) error {
	if attempt < triesOf(e) {
		return e
	}
	return permanent(string(e.Class), e.Message, nil)
}

// triesOf returns how many times to try an address that failed with e, or 1 if another try would fail the same way.
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
