package door

import (
	"context"
	"io"
	"net/http"
	"net/url"
)

// Eval is an evaluation: questions with the expected answers.
type Eval struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	CollectionIDs []string `json:"collection_ids"`
	CaseCount     int      `json:"case_count"`
	RunCount      int      `json:"run_count"`
}

// EvalRun is a run of an evaluation.
type EvalRun struct {
	ID            string         `json:"id"`
	Number        int            `json:"number"`
	Status        string         `json:"status"`
	Note          string         `json:"note"`
	Done          int            `json:"done"`
	Total         int            `json:"total"`
	Configuration map[string]any `json:"configuration"`
	Fingerprint   string         `json:"fingerprint"`
	Metrics       *EvalMetrics   `json:"metrics"` // nil until it has ended
	Error         *string        `json:"error"`
	CreatedAt     string         `json:"created_at"`
}

// InFlight reports whether the run has not ended.
func (r EvalRun) InFlight() bool { return r.Status == "pending" || r.Status == "running" }

// EvalMetrics summarizes a run. Fractions are from 0 to 1; nil means that nothing of the kind was expected.
type EvalMetrics struct {
	Cases            int      `json:"cases"`
	Done             int      `json:"done"`
	Failed           int      `json:"failed"`
	Score            *float64 `json:"score"`
	PageF1           *float64 `json:"page_f1"`
	Recall           *float64 `json:"recall_at_10"`
	WordsFound       *float64 `json:"words_found"`
	Refused          *float64 `json:"refused"`
	OverRefused      *float64 `json:"over_refused"`
	LatencyP50       *int     `json:"latency_ms_p50"`
	LatencyP95       *int     `json:"latency_ms_p95"`
	PromptTokens     int      `json:"prompt_tokens"`
	CompletionTokens int      `json:"completion_tokens"`
	// Intervals are the confidence intervals of the fractions, by name, if they have one.
	Intervals map[string]Interval `json:"intervals"`
}

// Interval is the 95% confidence interval of a fraction.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// EvalResult is the result of a case in a run.
type EvalResult struct {
	Number   int      `json:"number"`
	Key      string   `json:"key"`
	Question string   `json:"question"`
	Status   string   `json:"status"`
	Error    *string  `json:"error"`
	Score    *float64 `json:"score"`
	PageF1   *float64 `json:"page_f1"`
	Recall   *float64 `json:"recall_at_10"`
}

// RunComparison describes the differences between two runs.
type RunComparison struct {
	Before  EvalRun `json:"before"`
	After   EvalRun `json:"after"`
	Changes []struct {
		Name   string `json:"name"`
		Before any    `json:"before"`
		After  any    `json:"after"`
	} `json:"changes"`
	Verdicts map[string]int `json:"verdicts"`
	Data     []ComparedCase `json:"data"`
	Count    int            `json:"count"`
}

// ComparedCase is a case in two runs; Before or After is nil if the case is not part of that run.
type ComparedCase struct {
	Key      string      `json:"key"`
	Question string      `json:"question"`
	Verdict  string      `json:"verdict"`
	Before   *EvalResult `json:"before"`
	After    *EvalResult `json:"after"`
}

// Imported counts what an import of cases did.
type Imported struct {
	Created  int `json:"created"`
	Replaced int `json:"replaced"`
}

func evalPath(id string, more ...string) string {
	path := "/evals/" + url.PathEscape(id)
	for _, m := range more {
		path += "/" + url.PathEscape(m)
	}
	return path
}

// Evals returns one page of the evaluations whose name contains search.
func (c *Client) Evals(ctx context.Context, search string, skip, limit int) (List[Eval], error) {
	var list List[Eval]
	query := Paging(skip, limit)
	if search != "" {
		query.Set("search", search)
	}
	err := c.Get(ctx, "/evals", query, &list)
	return list, err
}

// CreateEval creates an evaluation without cases.
func (c *Client) CreateEval(ctx context.Context, name string, collections []string) (Eval, error) {
	var e Eval
	err := c.Post(ctx, "/evals", map[string]any{"name": name, "collection_ids": collections}, &e)
	return e, err
}

// ImportCases sends a file with cases, one JSON object per line.
func (c *Client) ImportCases(ctx context.Context, eval string, file io.Reader) (Imported, error) {
	var done Imported
	err := c.exchange(ctx, http.MethodPost, evalPath(eval, "import"), file, "application/x-ndjson", &done)
	return done, err
}

// ExportCases writes the cases to w, in the format that ImportCases accepts.
func (c *Client) ExportCases(ctx context.Context, eval string, w io.Writer) error {
	res, err := c.do(ctx, http.MethodGet, c.url(evalPath(eval, "export")), nil, "")
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // only read from
	_, err = io.Copy(w, res.Body)
	return err
}

// StartRun begins a run of an evaluation.
func (c *Client) StartRun(ctx context.Context, eval, note string) (EvalRun, error) {
	var r EvalRun
	err := c.Post(ctx, evalPath(eval, "runs"), map[string]string{"note": note}, &r)
	return r, err
}

// Runs returns one page of an evaluation's runs, newest first.
func (c *Client) Runs(ctx context.Context, eval string, skip, limit int) (List[EvalRun], error) {
	var list List[EvalRun]
	err := c.Get(ctx, evalPath(eval, "runs"), Paging(skip, limit), &list)
	return list, err
}

// Run returns a run of an evaluation.
func (c *Client) Run(ctx context.Context, eval, run string) (EvalRun, error) {
	var r EvalRun
	err := c.Get(ctx, evalPath(eval, "runs", run), nil, &r)
	return r, err
}

// Results returns one page of the results of a run, in the order of its cases.
func (c *Client) Results(ctx context.Context, eval, run string, skip, limit int) (List[EvalResult], error) {
	var list List[EvalResult]
	err := c.Get(ctx, evalPath(eval, "runs", run, "results"), Paging(skip, limit), &list)
	return list, err
}

// CompareRuns compares two runs, and returns at most limit of the cases, those that became worse first.
func (c *Client) CompareRuns(ctx context.Context, eval, before, after string, limit int) (RunComparison, error) {
	var r RunComparison
	query := Paging(0, limit)
	query.Set("before", before)
	query.Set("after", after)
	err := c.Get(ctx, evalPath(eval, "compare"), query, &r)
	return r, err
}

// DeleteEval deletes an evaluation with its cases and runs.
func (c *Client) DeleteEval(ctx context.Context, eval string) error {
	return c.Delete(ctx, evalPath(eval))
}
