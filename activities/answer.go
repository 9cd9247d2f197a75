package activities

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

// AnswerInput is a turn and the passages found for it.
type AnswerInput struct {
	TurnID uuid.UUID
	Hits   []TurnHit
}

// AnswerTurn writes the answer of a turn piece by piece, as its citations are checked. A second run starts over and
// announces that to the client; nothing of the first run remains.
func (a *Model) AnswerTurn(ctx context.Context, in AnswerInput) (TurnUsage, error) {
	defer heartbeat(ctx)()
	ctx, release := inTime(ctx)
	defer release()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t, err := a.DB.BeginAnswer(ctx, in.TurnID)
	if err != nil {
		return TurnUsage{}, awaitDatabase(blame(err, 1))
	}
	if t.PassagesWanted != nil { // nobody asked for an answer
		return TurnUsage{}, awaitDatabase(blame(a.DB.KeepHits(ctx, t.ID, int(t.Attempt), in.Hits), 1))
	}
	if t.KeepsHits {
		if err := a.DB.KeepHits(ctx, t.ID, int(t.Attempt), in.Hits); err != nil {
			return TurnUsage{}, awaitDatabase(blame(err, 1))
		}
	}
	stop := a.attend(ctx, t, cancel)
	defer stop()
	used, err := a.answer(ctx, t, in.Hits)
	if cause := context.Cause(ctx); errors.Is(cause, schema.ErrSuperseded) {
		err = cause
	}
	return used, awaitDatabase(blame(err, activity.GetInfo(ctx).Attempt))
}

// attendEvery is how often the writer checks whether anybody still wants the answer.
const attendEvery = 500 * time.Millisecond

// attend cancels the writing when the turn has ended in the meantime, because the client has disconnected or the
// session was deleted.
func (a *Model) attend(ctx context.Context, t schema.Turn, cancel context.CancelCauseFunc) (stop func()) {
	return every(ctx, attendEvery, func() bool {
		now, err := a.DB.Turn(ctx, t.ID)
		gone := errors.Is(err, schema.ErrTurnNotFound)
		ended := err == nil && (now.Status != schema.TurnStreaming || now.Attempt != t.Attempt)
		if gone || ended {
			cancel(schema.ErrSuperseded)
			return false
		}
		return true
	})
}

func (a *Model) answer(ctx context.Context, t schema.Turn, hits []TurnHit) (TurnUsage, error) {
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
	q.Meaning = a.meaning(ctx)
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

// historyTurns is the number of earlier turns of a conversation that are taken into account.
const historyTurns = 10

// question returns a turn's question together with the conversation before it.
func (a *Model) question(ctx context.Context, t schema.Turn) (answer.Question, error) {
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
			if q.History[last].Files, err = citedIn(m.Citations); err != nil {
				return answer.Question{}, err
			}
		}
	}
	return q, nil
}

// citedIn returns the ids of the files that a message cites.
func citedIn(citations []byte) ([]string, error) {
	var list []answer.Citation
	if len(citations) > 0 {
		if err := json.Unmarshal(citations, &list); err != nil {
			return nil, fmt.Errorf("citations of a message: %w", err)
		}
	}
	files := make([]string, 0, len(list))
	for _, c := range list {
		files = append(files, c.File)
	}
	return files, nil
}

// write writes the answer with the chat model if there is one, and from quotations otherwise.
func (a *Model) write(ctx context.Context, t schema.Turn, q answer.Question, passages []answer.Passage, w *turnWriter) (TurnUsage, error) {
	if len(passages) == 0 {
		s, err := a.DB.Snapshot(ctx, t.AccountID, t.CollectionIds, t.FileIds)
		if err == nil && len(s.Generations) == 0 {
			return TurnUsage{}, w.emit(ctx, answer.NothingToSearch, nil)
		}
	}
	emit := func(delta string, cited []answer.Citation) error { return w.emit(ctx, delta, cited) }
	if a.Chat == nil {
		written, err := a.quote(ctx, t, q, passages, emit)
		return TurnUsage{}, errors.Join(err, a.keepEvidence(ctx, t, written.Quotes))
	}
	written, err := answer.Generate(ctx, a.Chat, q, passages, emit)
	for _, remark := range written.Remarks {
		a.Log.WarnContext(ctx, "trouble with the model's answer", "turn_id", t.ID, "trouble", remark)
	}
	err = blameModel(err, written.Text != "", activity.GetInfo(ctx).Attempt)
	if keeping := a.keepEvidence(ctx, t, written.Quotes); err == nil {
		err = keeping
	}
	return TurnUsage(written.Usage), err
}

// keepEvidence stores the quotes that support the citations of an answer, even if the answer is incomplete.
func (a *Model) keepEvidence(ctx context.Context, t schema.Turn, quotes []answer.Quote) error {
	if len(quotes) == 0 {
		return nil
	}
	raw, err := json.Marshal(quotes)
	if err != nil {
		return err
	}
	return a.DB.SetTurnEvidence(ctx, t.ID, int(t.Attempt), raw)
}

// passagesFor reads the passages that hits refer to and adds their languages to q.
func (a *Model) passagesFor(ctx context.Context, t schema.Turn, q *answer.Question, hits []TurnHit) ([]answer.Passage, error) {
	refs := make([]schema.PassageRef, 0, len(hits))
	byRef := make(map[schema.PassageRef]TurnHit, len(hits))
	for _, h := range hits {
		refs = append(refs, h.PassageRef)
		byRef[h.PassageRef] = h
	}
	found, err := a.DB.FoundPassages(ctx, t.AccountID, refs)
	if err == nil && a.Chat != nil {
		found, err = a.withPages(ctx, t.AccountID, found)
	}
	if err == nil {
		found, err = a.withNamedPages(ctx, t.AccountID, *q, found)
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
		hit := byRef[schema.PassageRef{Generation: f.Generation, Number: f.Number}]
		p.Score, p.Cosine = float64(hit.Score), float64(hit.Cosine)
		p.Language = bm25.Language(languages[f.Generation])
		if !seen[p.Language] {
			seen[p.Language] = true
			q.Languages = append(q.Languages, p.Language)
		}
		out = append(out, p)
	}
	return out, nil
}

// withPages inserts, after each of the best passages, the other passages of its pages.
func (a *Model) withPages(ctx context.Context, account uuid.UUID, found []schema.FoundPassage) ([]schema.FoundPassage, error) {
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
		if i >= answer.WholePages {
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

// withNamedPages puts the passages of the pages that the question refers to by number, in the files of the best hits,
// before the others.
func (a *Model) withNamedPages(ctx context.Context, account uuid.UUID, q answer.Question, found []schema.FoundPassage) ([]schema.FoundPassage, error) {
	var named []schema.FoundPassage
	seen := map[schema.PassageRef]bool{}
	files := map[uuid.UUID]bool{}
	for _, f := range found {
		if files[f.Generation] || len(files) == answer.MaxFiles {
			continue
		}
		files[f.Generation] = true
		for _, n := range answer.Pages(q, int(f.PageCount)) {
			page, err := a.DB.PagePassages(ctx, account, f.Generation, n, n)
			if err != nil {
				return nil, err
			}
			for _, p := range page[:min(len(page), answer.MaxOfPage)] {
				seen[schema.PassageRef{Generation: p.Generation, Number: p.Number}] = true
				named = append(named, p)
			}
		}
	}
	return append(named, slices.DeleteFunc(found, func(f schema.FoundPassage) bool {
		return seen[schema.PassageRef{Generation: f.Generation, Number: f.Number}]
	})...), nil
}

func generationsOf(found []schema.FoundPassage) []uuid.UUID {
	ids := make([]uuid.UUID, 0, len(found))
	for _, f := range found {
		ids = append(ids, f.Generation)
	}
	return ids
}

// readable converts a stored passage into the form that answers are written from.
func readable(f schema.FoundPassage) (answer.Passage, error) {
	p := answer.Passage{
		Collection: f.Collection.String(), File: f.File.String(), Filename: f.Filename,
		Version: int(f.Version), PageCount: int(f.PageCount),
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

// flushEvery is how long pieces of an answer are collected before they are stored and sent.
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

// emit accepts a piece of the answer. The first piece goes out at once; pieces that arrive within flushEvery of each
// other go out together.
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
			_ = w.flush(ctx) // the next emit, or close, returns the error
		})
	}
	return nil
}

// flush stores what has been collected. The caller holds the lock.
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

// close stores the remaining pieces.
func (w *turnWriter) close(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.flush(ctx)
}
