package command

import (
	"context"
	"fmt"
	"strings"

	"quire/internal/door"
)

// runs prints a line for each run, newest first.
func (e *Env) runs(list []door.EvalRun) error {
	rows := make([][]any, 0, len(list))
	for _, r := range list {
		m := door.EvalMetrics{}
		if r.Metrics != nil {
			m = *r.Metrics
		}
		rows = append(rows, []any{
			r.Number, r.Status, fmt.Sprintf("%d/%d", r.Done, r.Total), share(m.Score), share(m.PageF1), share(m.Recall), share(m.Refused),
			r.Fingerprint, r.CreatedAt, r.Note,
		})
	}
	return e.table("RUN\tSTATUS\tDONE\tSCORE\tPAGE F1\tRECALL@10\tREFUSED\tCONFIGURATION\tBEGUN\tNOTE", rows)
}

// runMetrics prints what a run measured.
func (e *Env) runMetrics(r door.EvalRun) error {
	if r.Metrics == nil {
		_, err := fmt.Fprintf(e.Stdout, "run %d is %s: %d of %d\n", r.Number, r.Status, r.Done, r.Total)
		return err
	}
	m := r.Metrics
	return e.table(fmt.Sprintf("run %d\t%s", r.Number, r.Status), [][]any{
		{"cases", fmt.Sprintf("%d, of which %d have no answer", m.Done, m.Failed)},
		{"score", within(m, m.Score, "score")},
		{"page F1", within(m, m.PageF1, "page_f1")},
		{"recall at 10", within(m, m.Recall, "recall_at_10")},
		{"words found", within(m, m.WordsFound, "words_found")},
		{"refused, as expected", within(m, m.Refused, "refused")},
		{"refused, though answerable", within(m, m.OverRefused, "over_refused")},
		{"latency", fmt.Sprintf("p50 %s, p95 %s", milliseconds(m.LatencyP50), milliseconds(m.LatencyP95))},
		{"tokens", fmt.Sprintf("%d + %d", m.PromptTokens, m.CompletionTokens)},
		{"configuration", r.Fingerprint},
	})
}

// imperfect prints the cases of a run that have no answer or less than the full score.
func (e *Env) imperfect(ctx context.Context, client *door.Client, eval door.Eval, run door.EvalRun) error {
	var rows [][]any
	for skip := 0; ; skip += door.Listed {
		list, err := client.Results(ctx, eval.ID, run.ID, skip, door.Listed)
		if err != nil {
			return err
		}
		for _, x := range list.Data {
			if full := x.Score == nil || *x.Score >= 1; full && x.Status != "failed" {
				continue
			}
			rows = append(rows, []any{share(x.Score), share(x.Recall), x.Key, oneLine(x.Question)})
		}
		if len(list.Data) < door.Listed {
			break
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return e.table("\nSCORE\tRECALL@10\tKEY\tQUESTION", rows)
}

// comparison prints the differences between two runs.
func (e *Env) comparison(r door.RunComparison) error {
	fmt.Fprintf(e.Stdout, "\nrun %d → run %d: %d worse, %d better, %d the same\n", r.Before.Number, r.After.Number,
		r.Verdicts["worse"], r.Verdicts["better"], r.Verdicts["same"])
	for _, c := range r.Changes {
		fmt.Fprintf(e.Stdout, "  %s: %v → %v\n", c.Name, orNothing(c.Before), orNothing(c.After))
	}
	var rows [][]any
	for _, c := range r.Data {
		if c.Verdict != "worse" && c.Verdict != "better" {
			continue
		}
		rows = append(rows, []any{c.Verdict, share(c.Before.Score) + " → " + share(c.After.Score), c.Key, oneLine(c.Question)})
	}
	if len(rows) == 0 {
		return nil
	}
	return e.table("VERDICT\tSCORE\tKEY\tQUESTION", rows)
}

func orNothing(v any) any {
	if v == nil || v == "" {
		return "none"
	}
	return v
}

// share formats a fraction of 1; nil is shown as a dash.
func share(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *v)
}

// within formats a fraction with its 95% confidence interval, if there is one.
func within(m *door.EvalMetrics, v *float64, name string) string {
	i, ok := m.Intervals[name]
	if !ok {
		return share(v)
	}
	return fmt.Sprintf("%s [%.3f, %.3f]", share(v), i.Low, i.High)
}

func milliseconds(v *int) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%d ms", *v)
}

// oneLine returns the beginning of a question on one line.
func oneLine(s string) string {
	const most = 80
	line := []rune(strings.Join(strings.Fields(s), " "))
	if len(line) > most {
		return string(line[:most-1]) + "…"
	}
	return string(line)
}
