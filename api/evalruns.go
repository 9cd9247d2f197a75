package api

import (
	"encoding/json"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// evalRun is a run of an evaluation on the wire.
type evalRun struct {
	ID            uuid.UUID         `json:"id"`
	EvalID        uuid.UUID         `json:"eval_id"`
	Number        int               `json:"number"`
	Status        schema.EvalStatus `json:"status"`
	Note          string            `json:"note"`
	CollectionIDs []uuid.UUID       `json:"collection_ids"`
	Done          int               `json:"done"`
	Total         int               `json:"total"`
	Configuration json.RawMessage   `json:"configuration"`
	Fingerprint   string            `json:"fingerprint"`
	Content       json.RawMessage   `json:"content"`
	Metrics       json.RawMessage   `json:"metrics"` // null until it has ended
	Error         *string           `json:"error"`
	CreatedAt     timestamp         `json:"created_at"`
	StartedAt     *timestamp        `json:"started_at"`
	FinishedAt    *timestamp        `json:"finished_at"`
}

func wireRun(r schema.EvalRunInfo) evalRun {
	return evalRun{
		ID: r.ID, EvalID: r.EvalID, Number: int(r.Number), Status: r.Status, Note: r.Note, CollectionIDs: r.CollectionIds,
		Done: r.Done, Total: int(r.Total), Configuration: r.Configuration, Fingerprint: r.Fingerprint, Content: r.Content,
		Metrics: r.Metrics, Error: r.Error, CreatedAt: timestamp(r.CreatedAt), StartedAt: (*timestamp)(r.StartedAt), FinishedAt: (*timestamp)(r.FinishedAt),
	}
}

// evalResult is the result of a case in a run, on the wire.
type evalResult struct {
	Number           int               `json:"number"`
	Key              string            `json:"key"`
	Question         string            `json:"question"`
	Files            []string          `json:"files"`
	Expected         []expectedFile    `json:"expected"`
	Words            []string          `json:"words"`
	Refused          bool              `json:"refused"`
	Status           schema.EvalStatus `json:"status"`
	Error            *string           `json:"error"`
	QueryID          *uuid.UUID        `json:"query_id"`
	Answer           string            `json:"answer"`
	Citations        json.RawMessage   `json:"citations"`
	Found            json.RawMessage   `json:"found"`
	WasRefused       *bool             `json:"was_refused"`
	Score            *float64          `json:"score"`
	PageF1           *float64          `json:"page_f1"`
	Recall           *float64          `json:"recall_at_10"`
	WordsFound       *float64          `json:"words_found"`
	LatencyMs        *int32            `json:"latency_ms"`
	PromptTokens     int32             `json:"prompt_tokens"`
	CompletionTokens int32             `json:"completion_tokens"`
}

func wireResult(x schema.EvalResult) (evalResult, error) {
	expected, err := wireExpected(x.Expected)
	return evalResult{
		Number: int(x.Number), Key: x.Key, Question: x.Question, Files: x.Files, Expected: expected, Words: x.Words, Refused: x.Refused,
		Status: x.Status, Error: x.Error, QueryID: x.TurnID, Answer: x.Answer, Citations: x.Citations, Found: x.Found, WasRefused: x.Declined,
		Score: x.Score, PageF1: x.PageF1, Recall: x.Recall, WordsFound: x.WordsFound, LatencyMs: x.LatencyMs,
		PromptTokens: x.PromptTokens, CompletionTokens: x.CompletionTokens,
	}, err
}

// startRun begins a run of the evaluation.
func (s *Server) startRun(c echo.Context) error {
	e, err := s.evalOf(c)
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	n := schema.NewEvalRun{AccountID: e.AccountID, EvalID: e.ID, Note: b.blank("note", maxCaseNote), RequestID: requestID(c)}
	if err := b.err(); err != nil {
		return err
	}
	if n.ID, err = uuid.NewV7(); err != nil {
		return err
	}
	return s.once(c, b.fingerprint(c), func(idem *schema.Idempotent) error {
		n.Idempotent = idem
		row, start, err := s.cfg.DB.StartEvalRun(c.Request().Context(), n)
		answer := wireRun(row)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		s.cfg.Submit(start)
		return ok(c, answer)
	})
}

// listRuns responds with one page of the evaluation's runs, newest first.
func (s *Server) listRuns(c echo.Context) error {
	e, err := s.evalOf(c)
	if err != nil {
		return err
	}
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListEvalRuns(c.Request().Context(), e.ID, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireRun)
}

// runOf returns the run named in the path.
func (s *Server) runOf(c echo.Context) (schema.EvalInfo, schema.EvalRunInfo, error) {
	ids, err := pathIDs(c, "eval_id", "run_id")
	if err != nil {
		return schema.EvalInfo{}, schema.EvalRunInfo{}, err
	}
	e, err := s.evalOf(c)
	if err != nil {
		return e, schema.EvalRunInfo{}, err
	}
	r, err := s.cfg.DB.EvalRun(c.Request().Context(), e.ID, ids[1])
	return e, r, err
}

// getRun responds with the run named in the path.
func (s *Server) getRun(c echo.Context) error {
	_, r, err := s.runOf(c)
	if err != nil {
		return err
	}
	return ok(c, wireRun(r))
}

// cancelRun ends the run. It keeps the results so far.
func (s *Server) cancelRun(c echo.Context) error {
	e, r, err := s.runOf(c)
	if err != nil {
		return err
	}
	return s.once(c, requestFingerprint(c), func(idem *schema.Idempotent) error {
		row, start, err := s.cfg.DB.CancelEvalRun(c.Request().Context(), e.AccountID, e.ID, r.ID, idem)
		answer := wireRun(row)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		if start != nil {
			s.cfg.Cancel(*start)
		}
		return ok(c, answer)
	})
}

// deleteRun removes the run with its results, even if it has not ended.
func (s *Server) deleteRun(c echo.Context) error {
	e, r, err := s.runOf(c)
	if err != nil {
		return err
	}
	cancel, err := s.cfg.DB.DeleteEvalRun(c.Request().Context(), e.AccountID, e.ID, r.ID)
	if err != nil {
		return err
	}
	if cancel != nil {
		s.cfg.Cancel(*cancel)
	}
	return ok(c, deleted{ID: r.ID, Deleted: true, Message: "Run deleted successfully"})
}

// listResults responds with one page of the results of the run, in the order of the cases.
func (s *Server) listResults(c echo.Context) error {
	_, r, err := s.runOf(c)
	if err != nil {
		return err
	}
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.EvalResults(c.Request().Context(), r.ID, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okParsed(c, rows, count, wireResult)
}
