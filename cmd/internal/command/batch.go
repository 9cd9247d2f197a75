package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"quire/cmd/internal/convertcmd"
	"quire/internal/door"
)

// Batch groups the commands about documents that a running service converts together.
type Batch struct {
	Create  BatchCreate  `cmd:"" help:"Send files, folders or addresses as one batch."`
	List    BatchList    `cmd:"" help:"List the batches, newest first."`
	Status  BatchStatus  `cmd:"" help:"Show the progress of a batch, and which of its documents have failed."`
	Results BatchResults `cmd:"" help:"Download all results of a batch that has ended, as an archive or as lines of JSON."`
	Cancel  BatchCancel  `cmd:"" help:"End the documents of a batch that have not ended yet."`
	Delete  BatchDelete  `cmd:"" help:"Delete a batch with its documents and their results."`
}

// BatchList lists batches.
type BatchList struct {
	Limit int `default:"20" short:"n" help:"How many to list, at most 100."`
	Service
	Listing
}

// Run lists them.
func (c *BatchList) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	found, err := client.Batches(ctx, 0, c.Limit)
	if err != nil {
		return err
	}
	return list(e, c.Listing, found.Data, "ID\tSTATUS\tENDED\tTOTAL\tFAILED\tCREATED", func(b door.Batch) []any {
		return []any{b.ID, b.Status, b.Counts.Ended(), b.Counts.Total, b.Counts.Failed, b.CreatedAt}
	})
}

// ofBatch is embedded in commands about a single batch.
type ofBatch struct {
	ID string `arg:"" help:"The batch's id."`
	Service
}

// BatchStatus shows a batch.
type BatchStatus struct {
	ofBatch
	Wait bool `help:"Wait until the batch has ended."`
	JSON bool `help:"Write the batch as one JSON object."`
}

// Run shows the batch. It fails if any of its documents has failed.
func (c *BatchStatus) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	b, err := client.Batch(ctx, c.ID)
	if err == nil && c.Wait {
		b, err = awaitBatch(ctx, client, b, e.Stderr)
	}
	if err != nil {
		return err
	}
	return e.batch(ctx, client, b, c.JSON)
}

// batch prints a batch and the documents that failed in it.
func (e *Env) batch(ctx context.Context, client *door.Client, b door.Batch, asJSON bool) error {
	if asJSON {
		if err := writeObject(e.Stdout, b); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(e.Stdout, "%s  %s  %d of %d ended, %d failed\n", b.ID, b.Status, b.Counts.Ended(), b.Counts.Total, b.Counts.Failed)
	}
	if b.Counts.Failed == 0 {
		return nil
	}
	failures := make([]error, 0, b.Counts.Failed)
	for skip := 0; skip < b.Counts.Total; skip += door.Listed {
		page, err := client.BatchDocuments(ctx, b.ID, skip, door.Listed)
		if err != nil {
			return err
		}
		for _, d := range page.Data {
			if d.Status == door.Failed && d.Error != nil {
				failures = append(failures, fmt.Errorf("%s: %s", d.FileName, *d.Error))
			}
		}
	}
	return errors.Join(failures...)
}

// awaitBatch waits for a batch to end and returns it, showing its progress in the meantime.
func awaitBatch(ctx context.Context, client *door.Client, b door.Batch, progress io.Writer) (door.Batch, error) {
	return watched[door.Batch]{
		inFlight: func(b door.Batch) bool { return b.FinishedAt == nil },
		line:     func(b door.Batch) string { return fmt.Sprintf("%s: %d of %d", b.ID, b.Counts.Ended(), b.Counts.Total) },
		look:     func(ctx context.Context) (door.Batch, error) { return client.Batch(ctx, b.ID) },
		left:     fmt.Sprintf("the batch goes on without you (batch status %s)", b.ID),
		lost:     fmt.Sprintf("the batch %s goes on, but cannot be watched", b.ID),
	}.await(ctx, b, progress)
}

// BatchResults downloads the results of a batch.
type BatchResults struct {
	ofBatch
	Out    string `short:"o" type:"path" placeholder:"FILE" help:"Where to write them; by default to standard output."`
	Format string `enum:"zip,jsonl" default:"zip" help:"zip: an archive with a file for each document. jsonl: a line of JSON for each, with its text."`
}

// Run downloads the results. The file appears only once it is complete.
func (c *BatchResults) Run(ctx context.Context, e *Env) error {
	if c.Out == "" {
		if c.Format == "zip" && convertcmd.Terminal(e.Stdout) {
			return errors.New("an archive cannot be shown on a terminal: give --out results.zip, or --format jsonl")
		}
		client, err := c.connect(ctx)
		if err != nil {
			return err
		}
		return client.BatchResults(ctx, c.ID, c.Format, e.Stdout)
	}
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(c.Out), "."+filepath.Base(c.Out)+"-*.part")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name()) //nolint:errcheck // already renamed if all went well
	if err := errors.Join(client.BatchResults(ctx, c.ID, c.Format, part), part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), c.Out)
}

// BatchCancel cancels a batch.
type BatchCancel struct{ ofBatch }

// Run cancels it.
func (c *BatchCancel) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	b, err := client.CancelBatch(ctx, c.ID)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.Stdout, "%s  %s  %d of %d had ended\n", b.ID, b.Status, b.Counts.Ended(), b.Counts.Total)
	return err
}

// BatchDelete deletes a batch.
type BatchDelete struct{ ofBatch }

// Run deletes it.
func (c *BatchDelete) Run(ctx context.Context, e *Env) error {
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	if err := client.DeleteBatch(ctx, c.ID); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.Stdout, "deleted, with its documents")
	return err
}
