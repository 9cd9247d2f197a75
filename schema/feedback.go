package schema

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// The ratings of an answer.
const (
	RatingUp   = "up"
	RatingDown = "down"
)

// NewFeedback is a person's judgement of an answer.
type NewFeedback struct {
	AccountID, SessionID uuid.UUID
	MessageID            int64 // of the answer
	Rating, Comment      string
	EvalID               *uuid.UUID // to which a case is added; nil: the one for the answer's collections
	// What the answer should have been. If all of it is empty, a good answer is expected again as it is.
	Expected   []ExpectedFile
	Words      []string
	Refused    bool
	Idempotent *Idempotent // nil stores no response
}

// Feedback is a person's judgement of an answer, and the evaluation that has its case, unless that was deleted.
type Feedback struct {
	MessageFeedback
	EvalID *uuid.UUID
}

// GiveFeedback stores a judgement of an answer in place of an earlier one, makes a case of it in an evaluation, and
// stores the response for its idempotency key, in one transaction. If no evaluation is given, the case goes into the
// one for judgements of answers from the same collections, which is named after them and created if it does not exist.
// It returns ErrMessageNotFound, ErrEvalNotFound, Conflict if the answer is still being written or its collections were
// deleted, and OverQuota if the evaluation has too many cases.
func (db *DB) GiveFeedback(ctx context.Context, n NewFeedback) (Feedback, error) {
	var out Feedback
	err := db.keeping(ctx, n.Idempotent, n.AccountID, func(q *Queries) error {
		t, err := q.turnOfMessage(ctx, &n.SessionID, &n.MessageID)
		if t, err = one(t, err, ErrMessageNotFound); err != nil {
			return err
		}
		if t.Status == TurnStreaming {
			return &Error{Code: Conflict, Msg: "The answer is still being written"}
		}
		eval, err := q.evalFor(ctx, n, t)
		if err != nil {
			return err
		}
		c, err := q.judgedCase(ctx, n, t)
		if err != nil {
			return err
		}
		if err := q.putJudgement(ctx, n, eval, c); err != nil {
			return err
		}
		row, err := q.feedbackOf(ctx, n.MessageID, n.SessionID)
		out = Feedback{row.MessageFeedback, row.EvalID}
		return err
	})
	return out, err
}

// putJudgement stores the judgement with its case. It removes a case that an earlier judgement made elsewhere.
func (q *Queries) putJudgement(ctx context.Context, n NewFeedback, eval uuid.UUID, c NewEvalCase) error {
	return q.changeCases(ctx, n.AccountID, eval, AuditEvalFeedback, func() error {
		p, err := c.params(eval)
		if err != nil {
			return err
		}
		made, err := q.importEvalCase(ctx, importEvalCaseParams(p))
		if err != nil {
			return err
		}
		if err := q.forgetJudgement(ctx, n.SessionID, n.MessageID, &made.ID); err != nil {
			return err
		}
		return q.putFeedback(ctx, putFeedbackParams{MessageID: n.MessageID, Rating: n.Rating, Comment: n.Comment, CaseID: &made.ID})
	})
}

// forgetJudgement removes the case of a judgement, unless it is the case to keep.
func (q *Queries) forgetJudgement(ctx context.Context, session uuid.UUID, message int64, keep *uuid.UUID) error {
	was, err := q.feedbackOf(ctx, message, session)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil || was.EvalID == nil || (keep != nil && *was.MessageFeedback.CaseID == *keep) {
		return err
	}
	_, err = q.deleteEvalCase(ctx, *was.MessageFeedback.CaseID, *was.EvalID)
	return err
}

// evalFor returns the evaluation that a judgement belongs to.
func (q *Queries) evalFor(ctx context.Context, n NewFeedback, t Turn) (uuid.UUID, error) {
	if n.EvalID != nil {
		return *n.EvalID, nil // locking it will show whether it exists
	}
	live, err := q.liveCollectionNames(ctx, n.AccountID, t.CollectionIds)
	if err != nil {
		return uuid.Nil, err
	}
	if len(live) == 0 {
		return uuid.Nil, &Error{Code: Conflict, Msg: "The collections of this answer were deleted"}
	}
	ids, names := make([]uuid.UUID, 0, len(live)), make([]string, 0, len(live))
	for _, c := range live {
		ids, names = append(ids, c.ID), append(names, c.Name)
	}
	if err := q.lockQuotas(ctx, n.AccountID); err != nil {
		return uuid.Nil, err
	}
	e, err := q.evalForFeedback(ctx, n.AccountID, ascending(ids))
	if errors.Is(err, pgx.ErrNoRows) {
		e, err = q.createEvalForFeedback(ctx, n.AccountID, ids, strings.Join(names, " + "))
	}
	return e.ID, err
}

// longestEvalName is how many characters of the names of collections become the name of an evaluation, leaving room for
// a number.
const longestEvalName = 200

func (q *Queries) createEvalForFeedback(ctx context.Context, account uuid.UUID, collections []uuid.UUID, name string) (Eval, error) {
	if runes := []rune(name); len(runes) > longestEvalName {
		name = string(runes[:longestEvalName-1]) + "…"
	}
	free := name
	for i := 1; ; i++ {
		taken, err := q.hasEvalNamed(ctx, account, free)
		if err != nil {
			return Eval{}, err
		}
		if !taken {
			break
		}
		free = fmt.Sprintf("%s (feedback %d)", name, i)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Eval{}, err
	}
	return q.createEval(ctx, insertEvalParams{ID: id, AccountID: account, Name: free, CollectionIds: collections, Feedback: true})
}

// citedPages is the part of a citation that cases need.
type citedPages struct {
	File  uuid.UUID `json:"file_id"`
	Start int       `json:"page_start"`
	End   int       `json:"page_end"`
}

// judgedCase returns the case of a judgement. A good answer is expected again, with its pages or its refusal.
func (q *Queries) judgedCase(ctx context.Context, n NewFeedback, t Turn) (NewEvalCase, error) {
	c := NewEvalCase{
		Key: fmt.Sprintf("message-%d", n.MessageID), Question: standalone(t), Expected: n.Expected, Words: n.Words, Refused: n.Refused, Note: n.Comment,
	}
	var cited []citedPages
	if err := json.Unmarshal(t.Citations, &cited); err != nil {
		return c, fmt.Errorf("citations of turn %s: %w", t.ID, err)
	}
	ids := slices.Clone(t.FileIds)
	for _, x := range cited {
		ids = append(ids, x.File)
	}
	rows, err := q.pathsOfFiles(ctx, n.AccountID, ids)
	if err != nil {
		return c, err
	}
	paths := make(map[uuid.UUID]string, len(rows))
	for _, r := range rows {
		paths[r.ID] = r.Path
	}
	for _, id := range t.FileIds {
		if path, live := paths[id]; live {
			c.Files = append(c.Files, path)
		}
	}
	if n.Rating == RatingUp && len(n.Expected) == 0 && len(n.Words) == 0 && !n.Refused {
		c.Expected, c.Refused = expectedAgain(cited, paths), len(cited) == 0
	}
	return c, nil
}

// expectedAgain returns the pages of citations by file, in the order in which the files were first cited. Files that were
// deleted are left out.
func expectedAgain(cited []citedPages, paths map[uuid.UUID]string) []ExpectedFile {
	var list []ExpectedFile
	at, seen := map[string]int{}, map[FoundPage]bool{}
	for _, x := range cited {
		path, live := paths[x.File]
		if !live {
			continue
		}
		if _, known := at[path]; !known {
			at[path] = len(list)
			list = append(list, ExpectedFile{File: path})
		}
		for p := x.Start; p <= min(x.End, x.Start+widestCitation-1); p++ {
			if page := (FoundPage{path, p}); !seen[page] {
				seen[page] = true
				list[at[path]].Pages = append(list[at[path]].Pages, p)
			}
		}
	}
	return list
}

// widestCitation is how many pages of one citation are expected again. Answers usually cite one or two.
const widestCitation = 50

// standalone returns the question of a turn in words that need no preceding conversation: as reworded by the model, or
// together with the words of the questions that it depends on.
func standalone(t Turn) string {
	switch {
	case len(t.Queries) > 1:
		return t.Queries[1]
	case len(t.Queries) == 1 && len(t.Queries[0]) > len(t.Question):
		return t.Queries[0]
	}
	return t.Question
}

// Feedback returns the judgement of an answer, or ErrFeedbackNotFound.
func (db *DB) Feedback(ctx context.Context, session uuid.UUID, message int64) (Feedback, error) {
	row, err := db.feedbackOf(ctx, message, session)
	row, err = one(row, err, ErrFeedbackNotFound)
	return Feedback{row.MessageFeedback, row.EvalID}, err
}

// DeleteFeedback withdraws a judgement, together with its case. It returns ErrFeedbackNotFound if there is none.
func (db *DB) DeleteFeedback(ctx context.Context, account, session uuid.UUID, message int64) error {
	return db.deleting(ctx, account, nil, func(q *Queries) error {
		was, err := q.feedbackOf(ctx, message, session)
		if _, err := one(was, err, ErrFeedbackNotFound); err != nil {
			return err
		}
		if err := heldBy(q.heldCollectionsOfSession(ctx, session)); err != nil {
			return err
		}
		if err := q.forgetJudgement(ctx, session, message, nil); err != nil {
			return err
		}
		if was.EvalID != nil {
			if err := q.audit(ctx, account, AuditEvalCaseDelete, *was.EvalID); err != nil {
				return err
			}
		}
		return q.deleteFeedback(ctx, message)
	})
}
