// Package workflows decides what happens to a document, a file, a delivery and a purge, and in which order. It is
// deterministic: no I/O, no clock, no configuration; every effect is an activity.
//
// Inputs are ids, never rows, text or bytes: they are recorded for ever and shown to operators.
package workflows

import (
	"errors"

	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"

	"quire/activities"
)

// The task queues. Quick and Convert are CPU-bound, the former for short files and the latter for long ones; Model is
// bound by its endpoints; Egress reaches addresses that users chose and may run in a separate network.
const (
	QueueWorkflow = "workflow"
	QueueQuick    = "quick"
	QueueConvert  = "convert"
	QueueModel    = "model"
	QueueEgress   = "egress"
)

// Queues returns all task queues.
func Queues() []string {
	return []string{QueueWorkflow, QueueQuick, QueueConvert, QueueModel, QueueEgress}
}

// The search attributes, all keywords, that operators filter by. They hold ids and states, never names or text.
var (
	AccountID    = temporal.NewSearchAttributeKeyKeyword("AccountId")
	DocumentID   = temporal.NewSearchAttributeKeyKeyword("DocumentId")
	CollectionID = temporal.NewSearchAttributeKeyKeyword("CollectionId")
	SessionID    = temporal.NewSearchAttributeKeyKeyword("SessionId")
	Outcome      = temporal.NewSearchAttributeKeyKeyword("Outcome")
	FailureType  = temporal.NewSearchAttributeKeyKeyword("FailureType")
	RequestID    = temporal.NewSearchAttributeKeyKeyword("RequestId")
)

// SearchAttributes returns all search attributes. The namespace must have them before any workflow starts.
func SearchAttributes() []temporal.SearchAttributeKeyKeyword {
	return []temporal.SearchAttributeKeyKeyword{AccountID, DocumentID, CollectionID, SessionID, Outcome, FailureType, RequestID}
}

// do serves to name activities: workflows use its method expressions, never its value.
var do struct {
	*activities.Rows
	*activities.Convert
	*activities.Model
	*activities.Egress
}

// superseded reports whether the row was finished, deleted or taken over, so that nothing is left to do.
func superseded(err error) bool {
	e, ok := errors.AsType[*temporal.ApplicationError](err)
	return ok && e.Type() == activities.Superseded
}

// permanent returns the failure in err and reports whether the document itself is at fault.
func permanent(err error) (activities.Failure, bool) {
	e, ok := errors.AsType[*temporal.ApplicationError](err)
	if !ok || !e.NonRetryable() || e.Type() == activities.Superseded || e.Type() == activities.DatabaseAway {
		return activities.Failure{}, false
	}
	return activities.Failure{Reason: e.Type(), Message: e.Message()}, true
}

// logFailure logs why a user's document, file or turn has failed. Only a spent budget deserves an operator's attention.
func logFailure(l log.Logger, message string, f activities.Failure) {
	if activities.SpentBudget(f.Reason) {
		l.Warn(message, "reason", f.Reason)
		return
	}
	l.Info(message, "reason", f.Reason)
}
