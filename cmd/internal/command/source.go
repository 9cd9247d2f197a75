package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"quire/internal/door"
)

// Source groups the commands about the external places that a running service mirrors into collections.
type Source struct {
	Create SourceCreate `cmd:"" help:"Mirror a folder of the service's machine, an S3 bucket, a WebDAV folder or a mailbox into a collection. The first run is a dry run, after which the source pauses."`
	List   SourceList   `cmd:"" help:"List the sources, newest first."`
	Run    SourceRun    `cmd:"" help:"Run a source now."`
	Runs   SourceRuns   `cmd:"" help:"List the runs of a source, newest first."`
	Log    SourceLog    `cmd:"" help:"List what the last run did, or would have done."`
	Pause  SourcePause  `cmd:"" help:"Stop a source until it is resumed."`
	Resume SourceResume `cmd:"" help:"Let a paused source run again, at once."`
	Delete SourceDelete `cmd:"" help:"Delete a source. The files that it has mirrored stay in the collection."`
}

// SourceList lists sources.
type SourceList struct {
	Limit int `default:"20" short:"n" help:"How many to list, at most 100."`
	Service
	Listing
}

// Run lists them.
func (c *SourceList) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	found, err := client.Sources(ctx, 0, c.Limit)
	if err != nil {
		return err
	}
	return list(e, c.Listing, found.Data, "ID\tNAME\tKIND\tEVERY\tNEXT RUN\tPAUSED", func(s door.Source) []any {
		return []any{s.ID, s.Name, s.Kind, time.Duration(s.EveryMinutes) * time.Minute, orNone(s.NextRunAt), orNone(s.PauseReason)}
	})
}

func orNone(text *string) string {
	if text == nil {
		return "-"
	}
	return *text
}

// ofSource is embedded in commands about a single source.
type ofSource struct {
	ID string `arg:"" help:"The source's id."`
	Service
}

// tell applies do to the source, and prints the text it returns.
func (c *ofSource) tell(ctx context.Context, e *Env, do func(*door.Client) (string, error)) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	outcome, err := do(client)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.Stdout, outcome)
	return err
}

// SourceRun runs a source.
type SourceRun struct {
	ofSource
	DryRun bool `help:"Change nothing, and log what would be done."`
	Wait   bool `help:"Wait until the run has ended."`
}

// Run starts the run. If it waits for the run to end, it fails if the run does.
func (c *SourceRun) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	r, err := client.RunSource(ctx, c.ID, c.DryRun)
	if err == nil && c.Wait {
		r, err = awaitSourceRun(ctx, client, c.ID, r, e.Stderr)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "%s  %s  %s\n", r.ID, r.Status, counted(r))
	if r.Error != nil {
		return errors.New(*r.Error)
	}
	return nil
}

func counted(r door.SourceRun) string {
	n := r.Counts
	return fmt.Sprintf("%d listed: %d added, %d changed, %d deleted, %d kept, %d failed", r.Listed, n.Added, n.Changed, n.Deleted, n.Kept, n.Failed)
}

// awaitSourceRun waits for a run to end and returns it, showing its progress in the meantime.
func awaitSourceRun(ctx context.Context, client *door.Client, source string, r door.SourceRun, progress io.Writer) (door.SourceRun, error) {
	return watched[door.SourceRun]{
		inFlight: func(r door.SourceRun) bool { return r.FinishedAt == nil },
		line:     counted,
		look:     func(ctx context.Context) (door.SourceRun, error) { return client.SourceRun(ctx, source, r.ID) },
		left:     fmt.Sprintf("the run goes on without you (source runs %s)", source),
		lost:     fmt.Sprintf("the run %s goes on, but cannot be watched", r.ID),
	}.await(ctx, r, progress)
}

// SourceRuns lists runs.
type SourceRuns struct {
	ofSource
	Limit int `default:"20" short:"n" help:"How many to list, at most 100."`
	Listing
}

// Run lists them.
func (c *SourceRuns) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	found, err := client.SourceRuns(ctx, c.ID, 0, c.Limit)
	if err != nil {
		return err
	}
	return list(e, c.Listing, found.Data, "ID\tSTATUS\tDRY\tLISTED\tADDED\tCHANGED\tDELETED\tKEPT\tFAILED\tCREATED\tERROR", func(r door.SourceRun) []any {
		n := r.Counts
		return []any{r.ID, r.Status, r.DryRun, r.Listed, n.Added, n.Changed, n.Deleted, n.Kept, n.Failed, r.CreatedAt, orNone(r.Error)}
	})
}

// SourceLog lists what a run did.
type SourceLog struct {
	ofSource
	RunID string `name:"run" placeholder:"ID" help:"Which run; by default the last one."`
	Listing
}

// Run lists the whole log.
func (c *SourceLog) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	run, err := c.chosen(ctx, e, client)
	if err != nil {
		return err
	}
	var all []door.SourceLogEntry
	for {
		page, err := client.SourceLog(ctx, c.ID, run, len(all), door.Listed)
		if err != nil {
			return err
		}
		all = append(all, page.Data...)
		if len(page.Data) < door.Listed {
			break
		}
	}
	return list(e, c.Listing, all, "ACTION\tPATH\tDETAIL", func(l door.SourceLogEntry) []any { return []any{l.Action, l.Path, l.Detail} })
}

// chosen returns the id of the requested run. It prints why the last run failed before its log, which may be empty.
func (c *SourceLog) chosen(ctx context.Context, e *Env, client *door.Client) (string, error) {
	if c.RunID != "" {
		return c.RunID, nil
	}
	last, err := client.SourceRuns(ctx, c.ID, 0, 1)
	if err != nil {
		return "", err
	}
	if len(last.Data) == 0 {
		return "", errors.New("the source has not run yet")
	}
	if why := last.Data[0].Error; why != nil {
		fmt.Fprintln(e.Stderr, "the run "+last.Data[0].Status+": "+*why)
	}
	return last.Data[0].ID, nil
}

// SourcePause pauses a source.
type SourcePause struct{ ofSource }

// Run pauses it.
func (c *SourcePause) Run(ctx context.Context, e *Env) error {
	return c.tell(ctx, e, func(client *door.Client) (string, error) {
		s, err := client.PauseSource(ctx, c.ID)
		return s.Name + " is paused", err
	})
}

// SourceResume resumes a source.
type SourceResume struct {
	ofSource
	AllowDeletions bool `help:"Let this run delete even if the source has lost most of its items."`
}

// Run resumes it.
func (c *SourceResume) Run(ctx context.Context, e *Env) error {
	return c.tell(ctx, e, func(client *door.Client) (string, error) {
		s, err := client.ResumeSource(ctx, c.ID, c.AllowDeletions)
		return s.Name + " runs", err
	})
}

// SourceDelete deletes a source.
type SourceDelete struct{ ofSource }

// Run deletes it.
func (c *SourceDelete) Run(ctx context.Context, e *Env) error {
	return c.tell(ctx, e, func(client *door.Client) (string, error) {
		return "deleted; the files stay in the collection", client.DeleteSource(ctx, c.ID)
	})
}
