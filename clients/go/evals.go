package quire

import (
	"context"
	"iter"
	"net/http"
)

var runOver = []string{"completed", "failed", "cancelled"}

// CreateEval creates an evaluation of the answers from collections.
func (c *Client) CreateEval(ctx context.Context, name string, collectionIDs []string) (*Eval, error) {
	return read[Eval](ctx, c, http.MethodPost, "/evals", call{json: NewEval{Name: name, CollectionIds: collectionIDs}})
}

// ListEvals yields evaluations; those whose name contains search.
func (c *Client) ListEvals(ctx context.Context, search string) iter.Seq2[Eval, error] {
	return list[Eval](ctx, c, "/evals", filter("search", search))
}

// GetEval returns an evaluation.
func (c *Client) GetEval(ctx context.Context, id string) (*Eval, error) {
	return read[Eval](ctx, c, http.MethodGet, at("evals", id), call{})
}

// ChangeEval gives an evaluation another name or other collections.
func (c *Client) ChangeEval(ctx context.Context, id string, change EvalChange) (*Eval, error) {
	return read[Eval](ctx, c, http.MethodPatch, at("evals", id), call{json: change})
}

// DeleteEval deletes an evaluation with its cases and runs.
func (c *Client) DeleteEval(ctx context.Context, id string) error {
	return c.Request(ctx, http.MethodDelete, at("evals", id), nil, nil, nil)
}

// CreateCase adds a question, with the pages that its answer should cite, or the words that it should hold.
func (c *Client) CreateCase(ctx context.Context, evalID string, added NewEvalCase) (*EvalCase, error) {
	return read[EvalCase](ctx, c, http.MethodPost, at("evals", evalID, "cases"), call{json: added})
}

// ListCases yields the cases of an evaluation; those that contain search.
func (c *Client) ListCases(ctx context.Context, evalID, search string) iter.Seq2[EvalCase, error] {
	return list[EvalCase](ctx, c, at("evals", evalID, "cases"), filter("search", search))
}

// GetCase returns a case.
func (c *Client) GetCase(ctx context.Context, evalID, caseID string) (*EvalCase, error) {
	return read[EvalCase](ctx, c, http.MethodGet, at("evals", evalID, "cases", caseID), call{})
}

// ReplaceCase puts a case in the place of another; runs keep the one that they asked.
func (c *Client) ReplaceCase(ctx context.Context, evalID, caseID string, replacement NewEvalCase) (*EvalCase, error) {
	return read[EvalCase](ctx, c, http.MethodPut, at("evals", evalID, "cases", caseID), call{json: replacement})
}

// DeleteCase deletes a case; runs keep what came of it.
func (c *Client) DeleteCase(ctx context.Context, evalID, caseID string) error {
	return c.Request(ctx, http.MethodDelete, at("evals", evalID, "cases", caseID), nil, nil, nil)
}

// ImportCases adds cases, a JSON object on each line; one with the key of another replaces it. All of them, or none.
func (c *Client) ImportCases(ctx context.Context, evalID, lines string) (*ImportedCases, error) {
	return read[ImportedCases](ctx, c, http.MethodPost, at("evals", evalID, "import"), call{text: lines, media: "application/x-ndjson"})
}

// ExportCases returns the cases as ImportCases takes them.
func (c *Client) ExportCases(ctx context.Context, evalID string) (string, error) {
	_, lines, err := c.send(ctx, http.MethodGet, at("evals", evalID, "export"), call{})
	return string(lines), err
}

// StartRun asks every question; returns at once. note is shown with the run, unless it is empty.
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

// WaitRun waits until a run has ended, and tells show, unless that is nil, what it is on the way.
func (c *Client) WaitRun(ctx context.Context, evalID, runID string, show func(*EvalRun)) (*EvalRun, error) {
	return poll(ctx, c, at("evals", evalID, "runs", runID), func(r *EvalRun) string { return r.Status }, runOver, show)
}

// CancelRun ends a run, which keeps what it has asked.
func (c *Client) CancelRun(ctx context.Context, evalID, runID string) (*EvalRun, error) {
	return read[EvalRun](ctx, c, http.MethodPost, at("evals", evalID, "runs", runID, "cancel"), call{})
}

// DeleteRun deletes a run.
func (c *Client) DeleteRun(ctx context.Context, evalID, runID string) error {
	return c.Request(ctx, http.MethodDelete, at("evals", evalID, "runs", runID), nil, nil, nil)
}

// ListResults yields what came of each case of a run, in their order.
func (c *Client) ListResults(ctx context.Context, evalID, runID string) iter.Seq2[EvalResult, error] {
	return list[EvalResult](ctx, c, at("evals", evalID, "runs", runID, "results"), nil)
}

// Comparison says which page of the cases is wanted, and which of them. Limit 0 stands for a hundred.
type Comparison struct {
	Verdict Verdict
	Skip    int
	Limit   int
}

// CompareRuns returns what differs between two runs, with one page of the cases: what became worse first.
func (c *Client) CompareRuns(ctx context.Context, evalID, before, after string, of Comparison) (*RunComparison, error) {
	if of.Limit == 0 {
		of.Limit = pageSize
	}
	query := filter("before", before, "after", after, "verdict", of.Verdict, "skip", number(of.Skip), "limit", number(of.Limit))
	return read[RunComparison](ctx, c, http.MethodGet, at("evals", evalID, "compare"), call{query: query})
}
