package activities

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"quire/internal/answer"
	"quire/internal/evaluation"
	"quire/schema"
)

// Configuration describes how questions are answered. It is stored with each run of an evaluation, and holds names and
// numbers but no addresses and no secrets.
type Configuration struct {
	Version     string  `json:"version"`      // of this build
	Answers     string  `json:"answers"`      // the model that writes them; "quotations" without one
	Window      int     `json:"window"`       // of that model, in tokens; 0 without one
	Embedding   string  `json:"embedding"`    // the model of the vectors; "" searches by words alone
	FusionDense float64 `json:"fusion_dense"` // the weight of meaning
	FusionDepth int     `json:"fusion_depth"` // number of results of each ranking that take part
	Reranker    string  `json:"reranker"`     // "" without one
}

// EvalJob is what the workflow of a run needs to know.
type EvalJob struct {
	AccountID uuid.UUID
	Cases     int
}

// BeginEval claims a run of an evaluation and records the configuration of this worker. It fails with Superseded if the
// run has ended or was deleted.
func (a *Model) BeginEval(ctx context.Context, run uuid.UUID) (EvalJob, error) {
	stop := heartbeat(ctx)
	defer stop()
	r, err := a.DB.BeginEvalRun(ctx, run, a.Configuration)
	return EvalJob{AccountID: r.AccountID, Cases: int(r.Total)}, blame(err, 1)
}

// PendingEvalCases returns the numbers of the next cases of a run to be asked, or none if all have been.
func (a *Rows) PendingEvalCases(ctx context.Context, run uuid.UUID, limit int) ([]int, error) {
	list, err := a.DB.PendingEvalCases(ctx, run, limit)
	return list, blame(err, 1)
}

// EvalCase identifies a case of a run.
type EvalCase struct {
	RunID  uuid.UUID
	Number int // from 1
}

// AskEvalCase begins the turn that answers a case. A second run returns the same turn; nil means that the case already
// has its result. It fails with Superseded if the run has ended or was deleted.
func (a *Rows) AskEvalCase(ctx context.Context, in EvalCase) (*uuid.UUID, error) {
	turn, err := a.DB.AskEvalCase(ctx, in.RunID, in.Number)
	if refused, ok := errors.AsType[*schema.Error](err); ok && refused.Code == schema.NotFound {
		return nil, blame(a.fail(ctx, in, refused.Msg), 1)
	}
	return turn, blame(err, 1)
}

// fail records why a case has no answer.
func (a *Rows) fail(ctx context.Context, in EvalCase, reason string) error {
	x, err := a.DB.EvalResult(ctx, in.RunID, in.Number)
	if err != nil {
		return err
	}
	want, err := expectation(x)
	if err != nil {
		return err
	}
	return a.DB.GradeEvalCase(ctx, x, scored(schema.EvalGrade{Error: reason}, want, evaluation.Answer{}))
}

// GradeEvalCase scores the answer to a case. It reports whether there was an answer to score.
func (a *Rows) GradeEvalCase(ctx context.Context, in EvalCase) (graded bool, err error) {
	x, err := a.DB.EvalResult(ctx, in.RunID, in.Number)
	if err != nil || x.Status != schema.EvalPending || x.TurnID == nil {
		return true, blame(err, 1)
	}
	t, err := a.DB.Turn(ctx, *x.TurnID)
	if errors.Is(err, schema.ErrTurnNotFound) {
		return true, blame(a.fail(ctx, in, "The answer was deleted"), 1)
	}
	if err != nil {
		return false, err
	}
	if t.Status == schema.TurnStreaming {
		return false, nil
	}
	g, err := grade(ctx, a.DB, x, t)
	if err != nil {
		return false, err
	}
	return true, a.DB.GradeEvalCase(ctx, x, g)
}

// EndEval ends a run. A reason means that the run has failed. Ending a run again changes nothing.
func (a *Rows) EndEval(ctx context.Context, run uuid.UUID, status schema.EvalStatus, reason string) error {
	return a.DB.EndEvalRun(ctx, run, status, reason)
}

// shownPages is how many of the pages found by a search are stored with a result.
const shownPages = 30

// grade scores the answer of a turn that has ended.
func grade(ctx context.Context, db *schema.DB, x schema.EvalResult, t schema.Turn) (schema.EvalGrade, error) {
	g := schema.EvalGrade{Turn: t}
	if t.Status != schema.TurnComplete {
		g.Error = *t.Error
	}
	hits, err := t.Found()
	if err != nil {
		return g, err
	}
	refs := make([]schema.PassageRef, 0, len(hits))
	for _, h := range hits {
		refs = append(refs, h.PassageRef)
	}
	passages, err := db.FoundPassages(ctx, t.AccountID, refs)
	if err != nil {
		return g, err
	}
	g.Found = foundPages(passages)
	got := evaluation.Answer{Text: t.Answer}
	if got.Cited, err = citedPages(t.Citations, passages); err != nil {
		return g, err
	}
	for _, p := range g.Found {
		got.Found = append(got.Found, evaluation.Page{File: p.File, Number: p.Page})
	}
	// An answer that says that there is none cites nothing. If there is no answer at all, nothing was refused.
	got.Refused = len(got.Cited) == 0 && g.Error == ""
	want, err := expectation(x)
	if err != nil {
		return g, err
	}
	if g.Error != "" {
		got.Text, got.Cited = "", nil
	}
	return scored(g, want, got), nil
}

func scored(g schema.EvalGrade, want evaluation.Expected, got evaluation.Answer) schema.EvalGrade {
	s := evaluation.Of(want, got)
	g.Declined, g.Score, g.PageF1, g.Recall, g.WordsFound = got.Refused, s.Score, s.PageF1, s.Recall, s.Words
	return g
}

func expectation(x schema.EvalResult) (evaluation.Expected, error) {
	files, err := x.ExpectedFiles()
	want := evaluation.Expected{Files: make(map[string][]int, len(files)), Words: x.Words, Refused: x.Refused}
	for _, f := range files {
		want.Files[f.File] = append(want.Files[f.File], f.Pages...)
	}
	return want, err
}

// foundPages returns the first pages of passages, without duplicates.
func foundPages(passages []schema.FoundPassage) []schema.FoundPage {
	var list []schema.FoundPage
	seen := map[schema.FoundPage]bool{}
	for _, p := range passages {
		for n := p.PageStart; n <= p.PageEnd; n++ {
			page := schema.FoundPage{File: p.Path, Page: n}
			if !seen[page] {
				seen[page] = true
				list = append(list, page)
			}
			if len(list) == shownPages {
				return list
			}
		}
	}
	return list
}

// widest is how many pages of one citation count. Answers usually cite one or two.
const widest = 50

// citedPages returns the pages of the citations, whose files are among those of the passages.
func citedPages(citations []byte, passages []schema.FoundPassage) ([]evaluation.Page, error) {
	var list []answer.Citation
	if err := json.Unmarshal(citations, &list); err != nil {
		return nil, fmt.Errorf("citations of a turn: %w", err)
	}
	paths := make(map[string]string, len(passages))
	for _, p := range passages {
		paths[p.File.String()] = p.Path
	}
	var pages []evaluation.Page
	for _, c := range list {
		path, known := paths[c.File]
		if !known {
			path = c.Filename // the file was deleted in the meantime
		}
		for n := c.PageStart; n <= min(c.PageEnd, c.PageStart+widest-1); n++ {
			pages = append(pages, evaluation.Page{File: path, Number: n})
		}
	}
	return pages, nil
}
