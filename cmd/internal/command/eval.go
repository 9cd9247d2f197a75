package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"quire/internal/door"
)

// Eval groups the commands about evaluations of a running service.
type Eval struct {
	List    EvalList    `cmd:"" help:"List the evaluations."`
	Create  EvalCreate  `cmd:"" help:"Create an evaluation of collections."`
	Import  EvalImport  `cmd:"" help:"Add the cases of a file with one JSON object per line; cases with the same keys are replaced."`
	Export  EvalExport  `cmd:"" help:"Write the cases as a file that can be imported."`
	Run     EvalRun     `cmd:"" help:"Ask every question, and show how good the answers are, and what changed since the last run."`
	Show    EvalShow    `cmd:"" help:"Show the runs of an evaluation, or one run with the cases whose answers are not as expected."`
	Compare EvalCompare `cmd:"" help:"Show what got better and what broke between two runs."`
	Delete  EvalDelete  `cmd:"" help:"Delete an evaluation with its cases and runs."`
}

// named is embedded in commands about a single evaluation.
type named struct {
	Eval string `arg:"" help:"The evaluation's name or id."`
	Service
}

// open returns a client and the evaluation.
func (n named) open(ctx context.Context) (*door.Client, door.Eval, error) {
	client, err := n.connect(ctx)
	if err != nil {
		return nil, door.Eval{}, err
	}
	for skip := 0; ; skip += door.Listed {
		list, err := client.Evals(ctx, "", skip, door.Listed)
		if err != nil {
			return nil, door.Eval{}, err
		}
		for _, e := range list.Data {
			if e.Name == n.Eval || e.ID == n.Eval {
				return client, e, nil
			}
		}
		if len(list.Data) < door.Listed {
			return nil, door.Eval{}, fmt.Errorf("there is no evaluation named %q; eval list shows them", n.Eval)
		}
	}
}

// EvalList lists evaluations.
type EvalList struct {
	Service
	Listing
}

// Run lists them.
func (c *EvalList) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	var all []door.Eval
	for skip := 0; ; skip += door.Listed {
		page, err := client.Evals(ctx, "", skip, door.Listed)
		if err != nil {
			return err
		}
		all = append(all, page.Data...)
		if len(page.Data) < door.Listed {
			break
		}
	}
	return list(e, c.Listing, all, "NAME\tCASES\tRUNS\tID", func(x door.Eval) []any {
		return []any{x.Name, x.CaseCount, x.RunCount, x.ID}
	})
}

// EvalCreate creates an evaluation.
type EvalCreate struct {
	Name       string   `arg:"" help:"Its name."`
	Collection []string `short:"c" required:"" help:"A collection to be searched: its name or id; may be repeated."`
	Service
}

// Run creates it.
func (c *EvalCreate) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	ids, err := client.CollectionIDs(ctx, c.Collection)
	if err != nil {
		return err
	}
	made, err := client.CreateEval(ctx, c.Name, ids)
	if err == nil {
		_, err = fmt.Fprintf(e.Stdout, "%s  %s\n", made.Name, made.ID)
	}
	return err
}

// EvalImport adds cases.
type EvalImport struct {
	named
	File string `arg:"" type:"existingfile" help:"The file of cases; - reads standard input."`
}

// Help returns text that is added to the usage.
func (EvalImport) Help() string {
	return `A line of the file: {"question": "How many days of vacation?", "expected": [{"file": "handbook.pdf", "pages": [12]}], "words": ["thirty"]}`
}

// Run imports the cases of the file.
func (c *EvalImport) Run(ctx context.Context, e *Env) error {
	client, eval, err := c.open(ctx)
	if err != nil {
		return err
	}
	var in io.Reader = os.Stdin
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	done, err := client.ImportCases(ctx, eval.ID, in)
	if err == nil {
		_, err = fmt.Fprintf(e.Stdout, "%d cases added, %d replaced\n", done.Created, done.Replaced)
	}
	return err
}

// EvalExport writes cases.
type EvalExport struct{ named }

// Run writes them.
func (c *EvalExport) Run(ctx context.Context, e *Env) error {
	client, eval, err := c.open(ctx)
	if err != nil {
		return err
	}
	return client.ExportCases(ctx, eval.ID, e.Stdout)
}

// EvalRun runs an evaluation.
type EvalRun struct {
	named
	Note   string `help:"What is being tried, for those who compare runs later."`
	JSON   bool   `help:"Write the run as one JSON object."`
	Strict bool   `help:"Fail if a case got worse since the last completed run, or has no answer."`
}

// Run starts a run, waits for it to end and prints its metrics. If the command is interrupted, the run continues.
func (c *EvalRun) Run(ctx context.Context, e *Env) error {
	client, eval, err := c.open(ctx)
	if err != nil {
		return err
	}
	last, err := lastCompleted(ctx, client, eval)
	if err != nil {
		return err
	}
	run, err := client.StartRun(ctx, eval.ID, c.Note)
	if err != nil {
		return err
	}
	if run, err = c.await(ctx, e, client, eval, run); err != nil {
		return err
	}
	if c.JSON {
		err = json.NewEncoder(e.Stdout).Encode(run)
	} else {
		err = e.runMetrics(run)
	}
	switch {
	case err != nil:
		return err
	case run.Error != nil:
		return fmt.Errorf("run %d failed: %s", run.Number, *run.Error)
	case last == nil:
		return c.judge(run, 0)
	}
	compared, err := client.CompareRuns(ctx, eval.ID, last.ID, run.ID, door.Listed)
	if err != nil {
		return err
	}
	if !c.JSON {
		if err := e.comparison(compared); err != nil {
			return err
		}
	}
	return c.judge(run, compared.Verdicts["worse"])
}

// judge returns an error for anything that a strict run does not accept.
func (c *EvalRun) judge(run door.EvalRun, worse int) error {
	switch {
	case !c.Strict:
		return nil
	case run.Status != "completed":
		return fmt.Errorf("run %d was %s", run.Number, run.Status)
	case worse > 0:
		return fmt.Errorf("%d cases got worse", worse)
	case run.Metrics != nil && run.Metrics.Failed > 0:
		return fmt.Errorf("%d cases have no answer", run.Metrics.Failed)
	}
	return nil
}

// await waits for the run to end and returns it, showing its progress on standard error.
func (c *EvalRun) await(ctx context.Context, e *Env, client *door.Client, eval door.Eval, run door.EvalRun) (door.EvalRun, error) {
	return watched[door.EvalRun]{
		inFlight: door.EvalRun.InFlight,
		line:     func(r door.EvalRun) string { return fmt.Sprintf("run %d: %d of %d", r.Number, r.Done, r.Total) },
		look:     func(ctx context.Context) (door.EvalRun, error) { return client.Run(ctx, eval.ID, run.ID) },
		left:     fmt.Sprintf("run %d goes on without you (eval show %q %d)", run.Number, eval.Name, run.Number),
		lost:     fmt.Sprintf("run %d goes on, but cannot be watched", run.Number),
	}.await(ctx, run, e.Stderr)
}

// lastCompleted returns the newest run that was completed, or nil if none of the runs kept by the service was.
func lastCompleted(ctx context.Context, client *door.Client, eval door.Eval) (*door.EvalRun, error) {
	list, err := client.Runs(ctx, eval.ID, 0, door.Listed)
	for _, r := range list.Data {
		if r.Status == "completed" {
			return &r, err
		}
	}
	return nil, err
}

// EvalShow shows runs.
type EvalShow struct {
	named
	Number int  `arg:"" optional:"" help:"The number of a run."`
	JSON   bool `help:"Write the runs as one JSON array, or the one run as an object."`
}

// Run shows all runs, or one of them.
func (c *EvalShow) Run(ctx context.Context, e *Env) error {
	client, eval, err := c.open(ctx)
	if err != nil {
		return err
	}
	list, err := client.Runs(ctx, eval.ID, 0, door.Listed)
	if err != nil {
		return err
	}
	switch {
	case c.Number == 0 && c.JSON:
		return writeJSON(e.Stdout, list.Data)
	case c.Number == 0:
		return e.runs(list.Data)
	}
	run, err := numbered(list.Data, c.Number)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(e.Stdout).Encode(run)
	}
	if err := e.runMetrics(run); err != nil {
		return err
	}
	return e.imperfect(ctx, client, eval, run)
}

// numbered returns the run with the given number.
func numbered(runs []door.EvalRun, number int) (door.EvalRun, error) {
	var known []string
	for _, r := range runs {
		if r.Number == number {
			return r, nil
		}
		known = append(known, strconv.Itoa(r.Number))
	}
	return door.EvalRun{}, fmt.Errorf("there is no run %d; there are %s", number, strings.Join(known, ", "))
}

// EvalCompare compares two runs.
type EvalCompare struct {
	named
	Before int  `arg:"" help:"The number of the earlier run."`
	After  int  `arg:"" help:"The number of the later run."`
	JSON   bool `help:"Write the comparison as one JSON object."`
}

// Run compares them.
func (c *EvalCompare) Run(ctx context.Context, e *Env) error {
	client, eval, err := c.open(ctx)
	if err != nil {
		return err
	}
	list, err := client.Runs(ctx, eval.ID, 0, door.Listed)
	if err != nil {
		return err
	}
	before, err := numbered(list.Data, c.Before)
	if err != nil {
		return err
	}
	after, err := numbered(list.Data, c.After)
	if err != nil {
		return err
	}
	compared, err := client.CompareRuns(ctx, eval.ID, before.ID, after.ID, door.Listed)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(e.Stdout).Encode(compared)
	}
	return e.comparison(compared)
}

// EvalDelete deletes an evaluation.
type EvalDelete struct{ named }

// Run deletes it.
func (c *EvalDelete) Run(ctx context.Context, e *Env) error {
	client, eval, err := c.open(ctx)
	if err != nil {
		return err
	}
	if err := client.DeleteEval(ctx, eval.ID); err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.Stdout, "deleted %s\n", eval.Name)
	return err
}
