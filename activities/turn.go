package activities

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/activity"

	"quire/internal/answer"
	"quire/internal/passage"
	"quire/schema"
)

// TurnJob is what a turn's workflow needs to know. The question itself stays in the database.
type TurnJob struct {
	TurnID    uuid.UUID
	SessionID *uuid.UUID
	Leans     bool // on earlier messages of its session
	Names     bool // the session has no name yet, and a model can give it one
}

// ReadTurn finds out what a turn is about. Superseded when it has ended, or is gone with its session.
func (a *Activities) ReadTurn(ctx context.Context, id uuid.UUID) (TurnJob, error) {
	t, err := a.liveTurn(ctx, id)
	if err != nil {
		return TurnJob{}, blame(err, 1)
	}
	earlier, err := a.DB.Earlier(ctx, t, 1)
	leans := len(earlier) > 0
	return TurnJob{
		TurnID: t.ID, SessionID: t.SessionID, Leans: leans, Names: a.Chat != nil && t.SessionID != nil && !leans,
	}, blame(err, 1)
}

func (a *Activities) liveTurn(ctx context.Context, id uuid.UUID) (schema.Turn, error) {
	t, err := a.DB.Turn(ctx, id)
	if err == nil && t.Status != schema.TurnStreaming {
		err = schema.ErrSuperseded
	}
	return t, err
}

// historyTurns is how much of a conversation is looked at.
const historyTurns = 10

// question is a turn's question, with what was said before it.
func (a *Activities) question(ctx context.Context, t schema.Turn) (answer.Question, error) {
	earlier, err := a.DB.Earlier(ctx, t, 2*historyTurns)
	if err != nil {
		return answer.Question{}, err
	}
	q := answer.Question{Text: t.Question}
	for _, m := range earlier {
		if m.Role == schema.RoleUser {
			q.History = append(q.History, answer.Turn{Question: m.Content})
			continue
		}
		if last := len(q.History) - 1; last >= 0 {
			q.History[last].Answer, q.History[last].Partial = m.Content, m.Status != schema.TurnComplete
		}
	}
	return q, nil
}

// RewriteTurn makes of a question that leans on earlier ones what can be searched for. A model that fails at it costs
// quality, never the answer.
func (a *Activities) RewriteTurn(ctx context.Context, id uuid.UUID) (TurnUsage, error) {
	stop := heartbeat(ctx)
	defer stop()
	ctx, release := inTime(ctx)
	defer release()
	used, err := a.rewrite(ctx, id)
	return used, awaitDatabase(err)
}

func (a *Activities) rewrite(ctx context.Context, id uuid.UUID) (TurnUsage, error) {
	t, err := a.liveTurn(ctx, id)
	if err != nil {
		return TurnUsage{}, blame(err, 1)
	}
	q, err := a.question(ctx, t)
	if err != nil {
		return TurnUsage{}, err
	}
	queries, used := answer.Queries(q), answer.Usage{}
	if a.Chat != nil {
		var rewritten []string
		asking, cancel := a.assist(ctx)
		defer cancel()
		if rewritten, used, err = answer.Rewrite(asking, a.Chat, q); err == nil {
			queries = rewritten
		} else {
			a.Log.WarnContext(ctx, "the question was not rewritten", "turn_id", id, "error", err)
		}
	}
	return TurnUsage(used), blame(a.DB.SetTurnQueries(ctx, id, queries), 1)
}

// unwinding is what a step of a turn needs to say that it was too slow.
const unwinding = 5 * time.Second

// inTime ends a step of a turn before its workflow counts it as a failed try: what hangs until then hangs on a database
// that does not answer, for models and the index have clocks of their own.
func inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, activity.GetInfo(ctx).Deadline.Add(-unwinding))
}

const assistTimeout = 20 * time.Second

// assist bounds a call of a model that only makes the answer better: somebody is waiting for it.
func (a *Activities) assist(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(a.AssistTimeout, assistTimeout))
}

// TurnHit is a passage found for a turn.
type TurnHit struct {
	schema.PassageRef
	Score float32
}

// turnHits is how many passages a turn looks at.
const turnHits = 60

// SearchTurn finds the passages for a turn, best first.
func (a *Activities) SearchTurn(ctx context.Context, job TurnJob) ([]TurnHit, error) {
	stop := heartbeat(ctx)
	defer stop()
	ctx, release := inTime(ctx)
	defer release()
	hits, err := a.searchTurn(ctx, job)
	return hits, awaitDatabase(err)
}

func (a *Activities) searchTurn(ctx context.Context, job TurnJob) ([]TurnHit, error) {
	t, err := a.liveTurn(ctx, job.TurnID)
	if err != nil {
		return nil, blame(err, 1)
	}
	if job.Leans {
		if err := a.DB.TellTurn(ctx, t.ID, schema.StatusEvent(schema.StepSearch)); err != nil {
			return nil, blame(err, 1)
		}
	}
	queries := t.Queries
	if !job.Leans {
		queries = answer.Queries(answer.Question{Text: t.Question})
	}
	hits, err := a.Search(ctx, SearchInput{
		Account: t.AccountID, Collections: t.CollectionIds, Files: t.FileIds, Queries: queries, Limit: turnHits,
	})
	if errors.Is(err, schema.ErrCollectionNotFound) || errors.Is(err, schema.ErrFileNotFound) {
		return nil, permanent("not_found_error", "A collection or file was deleted while it was searched", nil)
	}
	if err != nil {
		return nil, blame(err, activity.GetInfo(ctx).Attempt)
	}
	refs := make([]TurnHit, 0, len(hits))
	for _, h := range a.reranked(ctx, queries[0], hits) {
		refs = append(refs, TurnHit{schema.PassageRef{Generation: h.Generation, Number: h.Number}, h.Score})
	}
	return refs, nil
}

// reranked orders hits by how well a model finds that they answer the question. One that fails leaves them as they are.
func (a *Activities) reranked(ctx context.Context, question string, hits []SearchHit) []SearchHit {
	if a.Reranker == nil || len(hits) < 2 {
		return hits
	}
	passages := make([]answer.Passage, 0, len(hits))
	for _, h := range hits {
		passages = append(passages, answer.Passage{Passage: passage.Passage{Header: h.Header, Columns: h.Columns, Text: h.Text}})
	}
	asking, cancel := a.assist(ctx)
	defer cancel()
	order, err := answer.Rerank(asking, a.Reranker, question, passages)
	if err != nil {
		a.Log.WarnContext(ctx, "what was found is not reranked", "error", err)
		return hits
	}
	out := make([]SearchHit, 0, len(hits))
	for _, i := range order {
		out = append(out, hits[i])
	}
	return out
}

// TurnUsage is what an answer has cost, in tokens.
type TurnUsage struct {
	Prompt, Completion int
}

// FinishTurn ends a turn whose answer is written. The first one names its session after the question, unless a model will.
func (a *Activities) FinishTurn(ctx context.Context, job TurnJob, used TurnUsage) error {
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

// NameSession names a session after its first exchange.
func (a *Activities) NameSession(ctx context.Context, job TurnJob) error {
	stop := heartbeat(ctx)
	defer stop()
	ctx, release := inTime(ctx)
	defer release()
	return awaitDatabase(a.nameSession(ctx, job))
}

func (a *Activities) nameSession(ctx context.Context, job TurnJob) error {
	t, err := a.DB.Turn(ctx, job.TurnID)
	if err != nil || t.SessionID == nil {
		return blame(err, 1)
	}
	asking, cancel := a.assist(ctx)
	defer cancel()
	title, _, err := answer.Title(asking, a.Chat, t.Question, t.Answer)
	if err != nil {
		a.Log.WarnContext(ctx, "the session is named after its question", "turn_id", t.ID, "error", err)
		title = answer.TitleOf(t.Question)
	}
	return a.DB.TitleSession(ctx, *t.SessionID, title)
}

// FailTurn ends a turn that cannot be answered, and tells how: partial when some of its answer was sent, failed otherwise;
// one that has ended stays as it is.
func (a *Activities) FailTurn(ctx context.Context, id uuid.UUID, f Failure) (schema.TurnStatus, error) {
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
