package schema

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"github.com/google/uuid"
)

// PendingEvalCases returns the numbers of the cases of a run that have no result yet, at most limit.
func (db *DB) PendingEvalCases(ctx context.Context, run uuid.UUID, limit int) ([]int, error) {
	rows, err := db.pendingEvalResults(ctx, run, int32(limit))
	list := make([]int, 0, len(rows))
	for _, n := range rows {
		list = append(list, int(n))
	}
	return list, err
}

// AskEvalCase begins the turn that answers a case of a run, or returns the one that was begun before. It returns nil if
// the case already has a result. It returns ErrSuperseded if the run has ended or was deleted, and a NotFound error if
// there is nothing to search for the case.
func (db *DB) AskEvalCase(ctx context.Context, run uuid.UUID, number int) (turn *uuid.UUID, err error) {
	err = db.tx(ctx, func(q *Queries) error {
		turn = nil
		r, err := q.evalRunByID(ctx, run)
		if r, err = one(r, err, ErrSuperseded); err != nil {
			return err
		}
		if !r.Status.InFlight() {
			return ErrSuperseded
		}
		if err := q.touchEvalRun(ctx, run); err != nil {
			return err
		}
		row, err := q.lockEvalResult(ctx, run, int32(number))
		result, err := one(row, err, ErrSuperseded)
		if err != nil {
			return err
		}
		switch {
		case result.Status != EvalPending:
			return nil
		case result.TurnID != nil:
			turn = result.TurnID
			return nil
		}
		turn, err = q.askEvalCase(ctx, r, result)
		return err
	})
	return turn, err
}

// askEvalCase begins a turn. It returns a NotFound error if there is nothing to search.
func (q *Queries) askEvalCase(ctx context.Context, r EvalRun, x EvalResult) (*uuid.UUID, error) {
	files := []uuid.UUID{}
	var err error
	if len(x.Files) > 0 {
		if files, err = q.filesAtPaths(ctx, r.AccountID, r.CollectionIds, x.Files); err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, &Error{Code: NotFound, Msg: "The collections have none of the files that are to be searched"}
		}
	}
	if err := q.checkScope(ctx, r.AccountID, r.CollectionIds, files); err != nil {
		return nil, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	_, err = q.insertTurn(ctx, insertTurnParams{
		ID: id, AccountID: r.AccountID, Question: x.Question, CollectionIds: r.CollectionIds, FileIds: files, RequestID: r.RequestID, KeepsHits: true,
	})
	if err != nil {
		return nil, err
	}
	return &id, q.setEvalTurn(ctx, &id, x.RunID, x.Number)
}

// EvalResult returns the result of a case of a run. It returns ErrSuperseded if the run was deleted.
func (db *DB) EvalResult(ctx context.Context, run uuid.UUID, number int) (EvalResult, error) {
	x, err := db.evalResult(ctx, run, int32(number))
	return one(x, err, ErrSuperseded)
}

// FoundPage is a page found by a search.
type FoundPage struct {
	File string `json:"file"` // its path
	Page int    `json:"page"`
}

// EvalGrade is the result of a case. Scores are from 0 to 1, and nil if the case expects nothing of the kind.
type EvalGrade struct {
	Error                             string // why there is no answer; "" if there is one
	Turn                              Turn   // the turn that answered
	Found                             []FoundPage
	Declined                          bool // the answer said that the collections do not answer the question
	Score, PageF1, Recall, WordsFound *float64
}

// GradeEvalCase stores the result of a case. It does nothing if the case already has one.
func (db *DB) GradeEvalCase(ctx context.Context, x EvalResult, g EvalGrade) error {
	return db.finishResult(ctx, x, g)
}

func (q *Queries) finishResult(ctx context.Context, x EvalResult, g EvalGrade) error {
	found, err := json.Marshal(orEmpty(g.Found))
	if err != nil {
		return err
	}
	p := finishEvalResultParams{
		RunID: x.RunID, Number: x.Number, Status: EvalDone, Answer: g.Turn.Answer, Citations: g.Turn.Citations, Found: found,
		Score: g.Score, PageF1: g.PageF1, Recall: g.Recall, WordsFound: g.WordsFound, Declined: &g.Declined,
		PromptTokens: g.Turn.PromptTokens, CompletionTokens: g.Turn.CompletionTokens,
	}
	if p.Citations == nil {
		p.Citations = []byte("[]")
	}
	if g.Error != "" {
		p.Status, p.Error, p.Declined = EvalFailed, &g.Error, nil
	} else if g.Turn.FinishedAt != nil {
		p.LatencyMs = new(int32(g.Turn.FinishedAt.Sub(g.Turn.CreatedAt).Milliseconds()))
	}
	_, err = q.finishEvalResult(ctx, p)
	return err
}

// EvalResults returns one page of the results of a run, in the order of its cases, and their total number.
func (db *DB) EvalResults(ctx context.Context, run uuid.UUID, skip, limit int) ([]EvalResult, int, error) {
	count, err := db.countEvalResults(ctx, run)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listEvalResults(ctx, run, int32(skip), int32(limit))
	return rows, int(count), err
}

// EvalMetrics summarizes the results of a run. Means are nil if no case expects anything of the kind; cases without an
// answer count as 0 in them.
type EvalMetrics struct {
	Cases            int      `json:"cases"`
	Done             int      `json:"done"`
	Failed           int      `json:"failed"` // without an answer
	Score            *float64 `json:"score"`
	PageF1           *float64 `json:"page_f1"`
	Recall           *float64 `json:"recall_at_10"`
	WordsFound       *float64 `json:"words_found"`
	Refused          *float64 `json:"refused"`      // of the questions that were to be refused, the share that was
	OverRefused      *float64 `json:"over_refused"` // of the others, the share that was
	LatencyP50       *int     `json:"latency_ms_p50"`
	LatencyP95       *int     `json:"latency_ms_p95"`
	PromptTokens     int      `json:"prompt_tokens"`
	CompletionTokens int      `json:"completion_tokens"`
	// Intervals are the confidence intervals of the means, by name. Means that are nil have none, nor have runs that
	// ended before intervals were introduced.
	Intervals map[string]Interval `json:"intervals,omitempty"`
}

// EvalMetrics computes the metrics of a run from its results so far.
func (q *Queries) EvalMetrics(ctx context.Context, run uuid.UUID) (EvalMetrics, error) {
	rows, err := q.gradedEvalResults(ctx, run)
	return metricsOf(rows), err
}

func metricsOf(rows []gradedEvalResultsRow) EvalMetrics {
	m := EvalMetrics{Cases: len(rows)}
	var score, f1, recall, words, refused, over mean
	var latencies []int
	for _, r := range rows {
		score.add(r.Score)
		f1.add(r.PageF1)
		recall.add(r.Recall)
		words.add(r.WordsFound)
		m.PromptTokens += int(r.PromptTokens)
		m.CompletionTokens += int(r.CompletionTokens)
		switch {
		case r.Status == EvalFailed:
			m.Failed++
		case r.Declined != nil && r.Refused:
			refused.addShare(*r.Declined)
		case r.Declined != nil && r.Score != nil:
			over.addShare(*r.Declined)
		}
		if r.Status != EvalPending {
			m.Done++
		}
		if r.LatencyMs != nil {
			latencies = append(latencies, int(*r.LatencyMs))
		}
	}
	m.Score, m.PageF1, m.Recall, m.WordsFound = score.value(), f1.value(), recall.value(), words.value()
	m.Refused, m.OverRefused = refused.value(), over.value()
	m.Intervals = intervals(map[string]mean{
		"score": score, "page_f1": f1, "recall_at_10": recall, "words_found": words, "refused": refused, "over_refused": over,
	})
	m.LatencyP50, m.LatencyP95 = percentile(latencies, .5), percentile(latencies, .95)
	return m
}

// mean is the arithmetic mean of the values that exist.
type mean struct {
	sum float64
	n   int
}

func (m *mean) add(v *float64) {
	if v != nil {
		m.sum += *v
		m.n++
	}
}

func (m *mean) addShare(yes bool) {
	m.n++
	if yes {
		m.sum++
	}
}

func (m *mean) value() *float64 {
	if m.n == 0 {
		return nil
	}
	return new(m.sum / float64(m.n))
}

// percentile returns the smallest value that at least the given share of the values does not exceed, or nil if there
// are no values.
func percentile(values []int, share float64) *int {
	if len(values) == 0 {
		return nil
	}
	slices.Sort(values)
	at := int(math.Ceil(share*float64(len(values)))) - 1
	return &values[max(at, 0)]
}
