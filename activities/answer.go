package activities

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/activity"

	"quire/internal/answer"
	"quire/internal/index/bm25"
	"quire/internal/passage"
	"quire/schema"
)

// AnswerInput is a turn and what was found for it.
type AnswerInput struct {
	TurnID uuid.UUID
	Hits   []TurnHit
}

// AnswerTurn writes the answer of a turn, piece by piece, as checked. A second run begins anew and says so; nothing of
// the first remains.
func (a *Activities) AnswerTurn(ctx context.Context, in AnswerInput) (TurnUsage, error) {
	defer heartbeat(ctx)()
	ctx, release := inTime(ctx)
	defer release()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t, err := a.DB.BeginAnswer(ctx, in.TurnID)
	if err != nil {
		return TurnUsage{}, awaitDatabase(blame(err, 1))
	}
	stop := a.attend(ctx, t, cancel)
	defer stop()
	used, err := a.answer(ctx, t, in.Hits)
	if cause := context.Cause(ctx); errors.Is(cause, schema.ErrSuperseded) {
		err = cause
	}
	return used, awaitDatabase(blame(err, activity.GetInfo(ctx).Attempt))
}

// attendEvery is how soon an answer that nobody wants any more is noticed.
const attendEvery = 500 * time.Millisecond

// attend stops the writing when the turn has ended meanwhile: the client has gone, or the session was deleted.
func (a *Activities) attend(ctx context.Context, t schema.Turn, cancel context.CancelCauseFunc) (stop func()) {
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(attendEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			now, err := a.DB.Turn(ctx, t.ID)
			gone := errors.Is(err, schema.ErrTurnNotFound)
			if gone || err == nil && (now.Status != schema.TurnStreaming || now.Attempt != t.Attempt) {
				cancel(schema.ErrSuperseded)
				return
			}
		}
	}()
	return func() { close(done) }
}

func (a *Activities) answer(ctx context.Context, t schema.Turn, hits []TurnHit) (TurnUsage, error) {
	if t.Attempt > 1 {
		if err := a.DB.TellTurn(ctx, t.ID, schema.StatusEvent(schema.StepRetry)); err != nil {
			return TurnUsage{}, err
		}
	}
	if err := a.DB.TellTurn(ctx, t.ID, schema.StatusEvent(schema.StepRead)); err != nil {
		return TurnUsage{}, err
	}
	q, err := a.question(ctx, t)
	if err != nil {
		return TurnUsage{}, err
	}
	passages, err := a.passagesFor(ctx, t, &q, hits)
	if err != nil {
		return TurnUsage{}, err
	}
	w := &turnWriter{db: a.DB, turn: t}
	if err := w.begin(ctx); err != nil {
		return TurnUsage{}, err
	}
	used, err := a.write(ctx, t, q, passages, w)
	if closing := w.close(ctx); err == nil {
		err = closing
	}
	return used, err
}

// write has the answer written by whoever can.
func (a *Activities) write(ctx context.Context, t schema.Turn, q answer.Question, passages []answer.Passage, w *turnWriter) (TurnUsage, error) {
	if len(passages) == 0 {
		s, err := a.DB.Snapshot(ctx, t.AccountID, t.CollectionIds, t.FileIds)
		if err == nil && len(s.Generations) == 0 {
			return TurnUsage{}, w.emit(ctx, answer.NothingToSearch, nil)
		}
	}
	emit := func(delta string, cited []answer.Citation) error { return w.emit(ctx, delta, cited) }
	if a.Chat == nil {
		_, err := answer.Extract(q, passages, emit)
		return TurnUsage{}, err
	}
	written, err := answer.Generate(ctx, a.Chat, q, passages, emit)
	return TurnUsage(written.Usage), blameModel(err, written.Text != "", activity.GetInfo(ctx).Attempt)
}

// passagesFor reads the passages found, and learns which languages they are in.
func (a *Activities) passagesFor(ctx context.Context, t schema.Turn, q *answer.Question, hits []TurnHit) ([]answer.Passage, error) {
	refs := make([]schema.PassageRef, 0, len(hits))
	scores := make(map[schema.PassageRef]float32, len(hits))
	for _, h := range hits {
		refs = append(refs, h.PassageRef)
		scores[h.PassageRef] = h.Score
	}
	found, err := a.DB.FoundPassages(ctx, t.AccountID, refs)
	if err == nil && a.Chat != nil {
		found, err = a.withPages(ctx, t.AccountID, found)
	}
	if err != nil {
		return nil, err
	}
	languages, err := a.DB.LanguagesOf(ctx, generationsOf(found))
	if err != nil {
		return nil, err
	}
	seen := map[bm25.Language]bool{}
	out := make([]answer.Passage, 0, len(found))
	for _, f := range found {
		p, err := readable(f)
		if err != nil {
			return nil, err
		}
		p.Score = float64(scores[schema.PassageRef{Generation: f.Generation, Number: f.Number}])
		p.Language = bm25.Language(languages[f.Generation])
		if !seen[p.Language] {
			seen[p.Language] = true
			q.Languages = append(q.Languages, p.Language)
		}
		out = append(out, p)
	}
	return out, nil
}

// wholePages is how many of the best passages a model is shown with the rest of their pages.
const wholePages = 6

// withPages puts after each of the best passages what else stands on its pages.
func (a *Activities) withPages(ctx context.Context, account uuid.UUID, found []schema.FoundPassage) ([]schema.FoundPassage, error) {
	out := make([]schema.FoundPassage, 0, 2*len(found))
	seen := map[schema.PassageRef]bool{}
	add := func(list ...schema.FoundPassage) {
		for _, f := range list {
			if ref := (schema.PassageRef{Generation: f.Generation, Number: f.Number}); !seen[ref] {
				seen[ref] = true
				out = append(out, f)
			}
		}
	}
	for i, f := range found {
		add(f)
		if i >= wholePages {
			continue
		}
		page, err := a.DB.PagePassages(ctx, account, f.Generation, f.PageStart, f.PageEnd)
		if err != nil {
			return nil, err
		}
		add(page...)
	}
	return out, nil
}

func generationsOf(found []schema.FoundPassage) []uuid.UUID {
	ids := make([]uuid.UUID, 0, len(found))
	for _, f := range found {
		ids = append(ids, f.Generation)
	}
	return ids
}

// readable is a stored passage as answers are made of.
func readable(f schema.FoundPassage) (answer.Passage, error) {
	p := answer.Passage{
		Collection: f.Collection.String(), File: f.File.String(), Filename: f.Filename, PageCount: int(f.PageCount),
		Passage: passage.Passage{
			Number: f.Number, PageStart: f.PageStart, PageEnd: f.PageEnd, Kind: passage.Kind(f.Kind),
			Header: f.Header, Columns: f.Columns, Text: f.Text,
		},
	}
	if err := json.Unmarshal(f.Spans, &p.Spans); err != nil {
		return p, fmt.Errorf("spans of passage %d of %s: %w", f.Number, f.Generation, err)
	}
	return p, nil
}

// flushEvery is how long pieces of an answer are gathered before they are stored and sent.
const flushEvery = 60 * time.Millisecond

// turnWriter stores an answer as it grows.
type turnWriter struct {
	db   *schema.DB
	turn schema.Turn

	mu      sync.Mutex
	text    strings.Builder
	cited   []answer.Citation
	flushed time.Time
	timer   *time.Timer
	failed  error
}

func (w *turnWriter) begin(ctx context.Context) error {
	return w.db.GrowTurn(ctx, w.turn.ID, int(w.turn.Attempt), "", nil, []schema.TurnEvent{schema.StatusEvent(schema.StepAnswer)})
}

// emit takes a piece of the answer. The first goes out at once; what comes faster than flushEvery goes together.
func (w *turnWriter) emit(ctx context.Context, delta string, cited []answer.Citation) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text.WriteString(delta)
	w.cited = append(w.cited, cited...)
	wait := flushEvery - time.Since(w.flushed)
	switch {
	case w.failed != nil:
		return w.failed
	case wait <= 0:
		return w.flush(ctx)
	case w.timer == nil:
		w.timer = time.AfterFunc(wait, func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			_ = w.flush(ctx) // the next piece, or the end, tells
		})
	}
	return nil
}

// flush stores what was gathered; the lock is held.
func (w *turnWriter) flush(ctx context.Context) error {
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
	if w.text.Len() == 0 || w.failed != nil {
		return w.failed
	}
	piece := w.text.String()
	cited, err := json.Marshal(w.cited)
	if len(w.cited) == 0 {
		cited = nil
	}
	if err == nil {
		err = w.db.GrowTurn(ctx, w.turn.ID, int(w.turn.Attempt), piece, cited, []schema.TurnEvent{schema.DeltaEvent(piece)})
	}
	w.text.Reset()
	w.cited, w.flushed, w.failed = nil, time.Now(), err
	return err
}

// close stores what is left.
func (w *turnWriter) close(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.flush(ctx)
}
