package activities

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"quire/internal/answer"
	"quire/schema"
)

// TurnJob is what a turn's workflow needs to know. The question itself stays in the database.
type TurnJob struct {
	TurnID    uuid.UUID
	SessionID *uuid.UUID
	Leans     bool // depends on earlier messages of its session
	Names     bool // the session has no name yet and a model can give it one
}

// ReadTurn reads what the workflow needs to know about a turn. It fails with Superseded when the turn has ended or was
// deleted with its session.
func (a *Rows) ReadTurn(ctx context.Context, id uuid.UUID) (TurnJob, error) {
	t, err := liveTurn(ctx, a.DB, id)
	if err != nil {
		return TurnJob{}, blame(err, 1)
	}
	earlier, err := a.DB.Earlier(ctx, t, 1)
	leans := len(earlier) > 0
	return TurnJob{
		TurnID: t.ID, SessionID: t.SessionID, Leans: leans, Names: a.NamesSessions && t.SessionID != nil && !leans,
	}, blame(err, 1)
}

func liveTurn(ctx context.Context, db *schema.DB, id uuid.UUID) (schema.Turn, error) {
	t, err := db.Turn(ctx, id)
	if err == nil && t.Status != schema.TurnStreaming {
		err = schema.ErrSuperseded
	}
	return t, err
}

// TurnUsage is the cost of an answer, in tokens.
type TurnUsage struct {
	Prompt, Completion int
}

// FinishTurn ends a turn whose answer has been written. The first turn names its session after the question, unless a
// model is going to name it.
func (a *Rows) FinishTurn(ctx context.Context, job TurnJob, used TurnUsage) error {
	t, err := a.DB.Turn(ctx, job.TurnID)
	if errors.Is(err, schema.ErrTurnNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	end := schema.TurnEnd{Status: schema.TurnComplete, PromptTokens: used.Prompt, CompletionTokens: used.Completion}
	if !job.Names {
		end.Title = answer.TitleOf(t.Question)
	}
	return a.DB.EndTurn(ctx, job.TurnID, end)
}

// FailTurn ends a turn that cannot be answered and returns its status: partial if some of its answer was sent, failed
// otherwise. A turn that has already ended keeps its status.
func (a *Rows) FailTurn(ctx context.Context, id uuid.UUID, f Failure) (schema.TurnStatus, error) {
	t, err := a.DB.Turn(ctx, id)
	if errors.Is(err, schema.ErrTurnNotFound) {
		return schema.TurnPartial, nil
	}
	if err != nil {
		return "", err
	}
	status := schema.TurnFailed
	if t.Answer != "" {
		status = schema.TurnPartial
	}
	if t.Status != schema.TurnStreaming {
		status = t.Status
	}
	return status, a.DB.EndTurn(ctx, id, schema.TurnEnd{Status: status, ErrorType: f.Reason, Error: f.Message, Title: answer.TitleOf(t.Question)})
}
