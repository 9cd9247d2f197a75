package activities

import (
	"context"

	"quire/internal/answer"
	"quire/schema"
)

// NameSession names a session after its first exchange.
func (a *Model) NameSession(ctx context.Context, job TurnJob) error {
	stop := heartbeat(ctx)
	defer stop()
	ctx, release := inTime(ctx)
	defer release()
	return awaitDatabase(a.nameSession(ctx, job))
}

func (a *Model) nameSession(ctx context.Context, job TurnJob) error {
	t, err := a.DB.Turn(ctx, job.TurnID)
	if err != nil || t.SessionID == nil {
		return blame(err, 1)
	}
	return a.DB.TitleSession(ctx, *t.SessionID, a.titleOf(ctx, t))
}

// titleOf returns the model's name for a session, or the question if the model fails or this worker has none.
func (a *Model) titleOf(ctx context.Context, t schema.Turn) string {
	if a.Chat == nil {
		return answer.TitleOf(t.Question)
	}
	asking, cancel := a.assist(ctx)
	defer cancel()
	title, _, err := answer.Title(asking, a.Chat, t.Question, t.Answer)
	if err != nil {
		a.Log.WarnContext(ctx, "session could not be named by the model, using its question", "turn_id", t.ID, "error", err)
		return answer.TitleOf(t.Question)
	}
	return title
}
