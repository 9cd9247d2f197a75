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
	"quire/internal/retrieve"
	"quire/schema"
)

// RewriteTurn turns a question that depends on earlier ones into queries that stand alone. If the model fails, quality
// suffers but the answer is still written.
func (a *Model) RewriteTurn(ctx context.Context, id uuid.UUID) (TurnUsage, error) {
	stop := heartbeat(ctx)
	defer stop()
	ctx, release := inTime(ctx)
	defer release()
	used, err := a.rewrite(ctx, id)
	return used, awaitDatabase(err)
}

func (a *Model) rewrite(ctx context.Context, id uuid.UUID) (TurnUsage, error) {
	t, err := liveTurn(ctx, a.DB, id)
	if err != nil {
		return TurnUsage{}, blame(err, 1)
	}
	q, err := a.question(ctx, t)
	if err != nil {
		return TurnUsage{}, err
	}
	q.Meaning = a.meaning(ctx)
	queries, used := answer.Queries(q), answer.Usage{}
	if a.Chat != nil {
		var rewritten []string
		asking, cancel := a.assist(ctx)
		defer cancel()
		if rewritten, used, err = answer.Rewrite(asking, a.Chat, q); err == nil {
			queries = rewritten
		} else {
			a.Log.WarnContext(ctx, "question could not be rewritten", "turn_id", id, "error", err)
		}
	}
	return TurnUsage(used), blame(a.DB.SetTurnQueries(ctx, id, queries), 1)
}

// TurnHit is a passage found for a turn.
type TurnHit = schema.TurnHit

// turnHits is the number of passages that a turn considers.
const turnHits = 60

// SearchTurn finds the passages for a turn, best first.
func (a *Model) SearchTurn(ctx context.Context, job TurnJob) ([]TurnHit, error) {
	stop := heartbeat(ctx)
	defer stop()
	ctx, release := inTime(ctx)
	defer release()
	hits, err := a.searchTurn(ctx, job)
	return hits, awaitDatabase(err)
}

func (a *Model) searchTurn(ctx context.Context, job TurnJob) ([]TurnHit, error) {
	t, err := liveTurn(ctx, a.DB, job.TurnID)
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
	hits, err := a.searcher().Search(ctx, retrieve.Question{
		Account: t.AccountID, Collections: t.CollectionIds, Files: t.FileIds, Queries: queries, Limit: wanted(t),
	})
	if errors.Is(err, schema.ErrCollectionNotFound) || errors.Is(err, schema.ErrFileNotFound) {
		return nil, permanent("not_found_error", "A collection or file was deleted while it was being searched", nil)
	}
	if err != nil {
		return nil, blame(err, activity.GetInfo(ctx).Attempt)
	}
	if t.PassagesWanted == nil {
		hits = a.reranked(ctx, queries[0], hits)
	}
	refs := make([]TurnHit, 0, len(hits))
	for _, h := range hits {
		refs = append(refs, TurnHit{
			PassageRef: schema.PassageRef{Generation: h.Generation, Number: h.Number}, Score: h.Score, Cosine: h.Cosine,
		})
	}
	return refs, nil
}

// wanted returns how many passages a turn asks for.
func wanted(t schema.Turn) int {
	if t.PassagesWanted != nil {
		return int(*t.PassagesWanted)
	}
	return turnHits
}

func (a *Model) searcher() *retrieve.Searcher {
	return &retrieve.Searcher{DB: a.DB, Index: a.Index, Embed: a.Embed, Patience: a.AssistTimeout, Log: a.Log}
}

// reranked orders hits by how well a model judges that they answer the question, and replaces their scores, by which an
// answer without a chat model is chosen. If the model fails, the hits are unchanged.
func (a *Model) reranked(ctx context.Context, question string, hits []retrieve.Hit) []retrieve.Hit {
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
		a.Log.WarnContext(ctx, "search results could not be reranked", "error", err)
		return hits
	}
	out := make([]retrieve.Hit, 0, len(hits))
	for _, r := range order {
		hit := hits[r.Index]
		hit.Score = float32(r.Score)
		out = append(out, hit)
	}
	return out
}

// unwinding is the time that a step of a turn needs to report that it was too slow.
const unwinding = 5 * time.Second

// inTime ends a step of a turn before its workflow counts it as a failed attempt. A step that hangs that long is
// waiting for a database that does not respond, because calls to models and the index have their own timeouts.
func inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, activity.GetInfo(ctx).Deadline.Add(-unwinding))
}

// assist bounds a call to a model that only improves the answer, because somebody is waiting for it.
func (a *Model) assist(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(a.AssistTimeout, retrieve.Patience))
}
