package schema

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
)

// The events of a turn. EventComplete and EventError come last; what they report is in the turn.
const (
	EventStatus   = "status"
	EventDelta    = "delta"
	EventComplete = "complete"
	EventError    = "error"
)

// Step is a stage in the processing of a turn.
type Step string

// The steps of a turn, in order; StepRetry announces that the answer starts over.
const (
	StepRewrite Step = "rewrite"
	StepSearch  Step = "search"
	StepRead    Step = "read"
	StepAnswer  Step = "answer"
	StepRetry   Step = "retry"
)

// headings describes the steps to people.
var headings = map[Step]string{
	StepRewrite: "Reading the conversation",
	StepSearch:  "Searching the collections",
	StepRead:    "Reading what was found",
	StepAnswer:  "Writing the answer",
	StepRetry:   "Starting the answer again",
}

// StatusEvent announces a step to people.
func StatusEvent(s Step) TurnEvent {
	return newTurnEvent(EventStatus, map[string]string{"step": string(s), "heading": headings[s]})
}

// DeltaEvent is a piece of the answer.
func DeltaEvent(text string) TurnEvent {
	return newTurnEvent(EventDelta, map[string]string{"text": text})
}

func newTurnEvent(event string, data map[string]string) TurnEvent {
	raw, _ := json.Marshal(data) // strings can always be marshalled
	return TurnEvent{Event: event, Data: raw}
}

// Last reports whether the event ends the turn's stream.
func (e TurnEvent) Last() bool { return e.Event == EventComplete || e.Event == EventError }

// TurnEvents returns the events of a turn after number after, at most limit.
func (db *DB) TurnEvents(ctx context.Context, turn uuid.UUID, after int32, limit int) ([]TurnEvent, error) {
	return db.turnEvents(ctx, turn, after, int32(limit))
}
