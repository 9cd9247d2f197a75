package quire

import (
	"context"
	"iter"
	"net/http"
)

var runOver = []string{"completed", "failed", "cancelled"}

// CreateEval creates an evaluation of answers from the given collections.
func (c *Client) CreateEval(ctx context.Context, name string, collectionIDs []string) (*Eval, error) {
	return read[Eval](ctx, c, http.MethodPost, "/evals", call{json: NewEval{Name: name, CollectionIds: collectionIDs}})
}

// ListEvals yields the evaluations whose name contains search.
func (c *Client) ListEvals(ctx context.Context, search string) iter.Seq2[Eval, error] {
	return list[Eval](ctx, c, "/evals", filter("search", search))
}

// GetEval returns an evaluation.
func (c *Client) GetEval(ctx context.Context, id string) (*Eval, error) {
	return read[Eval](ctx, c, http.MethodGet, at("evals", id), call{})
}

// ChangeEval changes the name or the collections of an evaluation.
func (c *Client) ChangeEval(ctx context.Context, id string, change EvalChange) (*Eval, error) {
	return read[Eval](ctx, c, http.MethodPatch, at("evals", id), call{json: change})
}

// DeleteEval deletes an evaluation with its cases and runs.
func (c *Client) DeleteEval(ctx context.Context, id string) error {
	return c.Request(ctx, http.MethodDelete, at("evals", id), nil, nil, nil)
}

// CreateCase adds a question with the pages that its answer should cite, or the words that it should contain.
func (c *Client) CreateCase(ctx context.Context, evalID string, added NewEvalCase) (*EvalCase, error) {
	return read[EvalCase](ctx, c, http.MethodPost, at("evals", evalID, "cases"), call{json: added})
}

// ListCases yields the cases of an evaluation that contain search.
func (c *Client) ListCases(ctx context.Context, evalID, search string) iter.Seq2[EvalCase, error] {
	return list[EvalCase](ctx, c, at("evals", evalID, "cases"), filter("search", search))
}

// GetCase returns a case.
func (c *Client) GetCase(ctx context.Context, evalID, caseID string) (*EvalCase, error) {
	return read[EvalCase](ctx, c, http.MethodGet, at("evals", evalID, "cases", caseID), call{})
}

// ReplaceCase replaces a case. Existing runs keep the previous one.
func (c *Client) ReplaceCase(ctx context.Context, evalID, caseID string, replacement NewEvalCase) (*EvalCase, error) {
	return read[EvalCase](ctx, c, http.MethodPut, at("evals", evalID, "cases", caseID), call{json: replacement})
}

// DeleteCase deletes a case. Existing runs keep their results for it.
func (c *Client) DeleteCase(ctx context.Context, evalID, caseID string) error {
	return c.Request(ctx, http.MethodDelete, at("evals", evalID, "cases", caseID), nil, nil, nil)
}

// ImportCases adds cases, given as one JSON object per line. A case replaces an existing one with the same key. Either
// all cases are imported or none.
func (c *Client) ImportCases(ctx context.Context, evalID, lines string) (*ImportedCases, error) {
	return read[ImportedCases](ctx, c, http.MethodPost, at("evals", evalID, "import"), call{text: lines, media: "application/x-ndjson"})
}

// ExportCases returns the cases in the format that ImportCases accepts.
func (c *Client) ExportCases(ctx context.Context, evalID string) (string, error) {
	_, lines, err := c.send(ctx, http.MethodGet, at("evals", evalID, "export"), call{})
	return string(lines), err
}

// StartRun starts asking every question, and returns at once. A non-empty note is shown with the run.
func (c *Client) StartRun(ctx context.Context, evalID, note string) (*EvalRun, error) {
	return read[EvalRun](ctx, c, http.MethodPost, at("evals", evalID, "runs"), call{json: NewEvalRun{Note: note}})
}

// ListRuns yields the runs of an evaluation, newest first.
func (c *Client) ListRuns(ctx context.Context, evalID string) iter.Seq2[EvalRun, error] {
	return list[EvalRun](ctx, c, at("evals", evalID, "runs"), nil)
}

// GetRun returns a run with its scores.
func (c *Client) GetRun(ctx context.Context, evalID, runID string) (*EvalRun, error) {
	return read[EvalRun](ctx, c, http.MethodGet, at("evals", evalID, "runs", runID), call{})
}

// WaitRun waits until a run has ended, and meanwhile calls show, if not nil, with its current state.
func (c *Client) WaitRun(ctx context.Context, evalID, runID string, show func(*EvalRun)) (*EvalRun, error) {
	return poll(ctx, c, at("evals", evalID, "runs", runID), func(r *EvalRun) string { return r.Status }, runOver, show)
}

// CancelRun cancels a run, which keeps its results so far.
func (c *Client) CancelRun(ctx context.Context, evalID, runID string) (*EvalRun, error) {
	return read[EvalRun](ctx, c, http.MethodPost, at("evals", evalID, "runs", runID, "cancel"), call{})
}

// DeleteRun deletes a run.
func (c *Client) DeleteRun(ctx context.Context, evalID, runID string) error {
	return c.Request(ctx, http.MethodDelete, at("evals", evalID, "runs", runID), nil, nil, nil)
}

// ListResults yields the results of a run, in the order of the cases.
func (c *Client) ListResults(ctx context.Context, evalID, runID string) iter.Seq2[EvalResult, error] {
	return list[EvalResult](ctx, c, at("evals", evalID, "runs", runID, "results"), nil)
}

// Comparison selects the cases that CompareRuns returns, and the page of them. Limit 0 means 100.
type Comparison struct {
	Verdict Verdict
	Skip    int
	Limit   int
}

// CompareRuns returns the differences between two runs, with one page of the cases, the ones that got worse first.
func (c *Client) CompareRuns(ctx context.Context, evalID, before, after string, of Comparison) (*RunComparison, error) {
	if of.Limit == 0 {
		of.Limit = pageSize
	}
	query := filter("before", before, "after", after, "verdict", of.Verdict, "skip", number(of.Skip), "limit", number(of.Limit))
	return read[RunComparison](ctx, c, http.MethodGet, at("evals", evalID, "compare"), call{query: query})
}
