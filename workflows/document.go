package workflows

import (
	"fmt"

	"github.com/google/uuid"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
)

// pagesPerRange is how many pages one activity converts: a restart loses at most so many.
const pagesPerRange = 25

// rangesAtOnce bounds the ranges of one document that wait or run at the same time, so that a long document leaves
// room for others.
const rangesAtOnce = 4

// DocumentInput names the document.
type DocumentInput struct {
	DocumentID uuid.UUID
}

// Document takes a document from its row to an answer: converted, or failed with a reason. It ends without error in
// both cases, and when the document was deleted meanwhile.
func Document(ctx workflow.Context, in DocumentInput) error {
	d := document{in: in, log: log.With(workflow.GetLogger(ctx), "document_id", in.DocumentID)}
	err := d.run(ctx)
	if superseded(err) || temporal.IsCanceledError(err) {
		d.log.Info("document was deleted or taken over")
		return nil
	}
	if failure, ok := permanent(err); ok {
		return d.fail(ctx, failure)
	}
	return err
}

type document struct {
	in  DocumentInput
	log log.Logger
	job activities.DocumentJob
}

func (d *document) run(ctx workflow.Context) error {
	if err := d.claim(ctx); err != nil {
		return err
	}
	if d.job.Fetch {
		if err := d.fetch(ctx); err != nil {
			return err
		}
	}
	pages, err := d.convert(ctx)
	if err != nil {
		return err
	}
	output, err := d.assemble(ctx, pages)
	if err != nil {
		return err
	}
	return d.complete(ctx, output)
}

func (d *document) claim(ctx workflow.Context) error {
	return workflow.ExecuteLocalActivity(withRow(ctx), do.ClaimDocument, d.in.DocumentID).Get(ctx, &d.job)
}

func (d *document) fetch(ctx workflow.Context) error {
	return workflow.ExecuteActivity(withFetch(ctx), do.FetchSource, d.job).Get(ctx, &d.job)
}

// convert starts with the first range, which also tells how many pages there are; the others follow side by side.
func (d *document) convert(ctx workflow.Context) (int, error) {
	var first activities.ConvertedRange
	if err := d.convertRange(ctx, 1, pagesPerRange).Get(ctx, &first); err != nil {
		return 0, err
	}
	if first.TotalPages <= pagesPerRange {
		return first.TotalPages, nil
	}
	workflow.SetCurrentDetails(ctx, fmt.Sprintf("%d pages in ranges of %d", first.TotalPages, pagesPerRange))
	return first.TotalPages, d.convertRest(ctx, first.TotalPages)
}

func (d *document) convertRest(ctx workflow.Context, pages int) error {
	ctx, cancel := workflow.WithCancel(ctx)
	defer cancel()
	slots := workflow.NewSemaphore(ctx, rangesAtOnce)
	wg := workflow.NewWaitGroup(ctx)
	var failed error
	for from := pagesPerRange + 1; from <= pages && failed == nil; from += pagesPerRange {
		if err := slots.Acquire(ctx, 1); err != nil {
			return err
		}
		wg.Add(1)
		workflow.Go(ctx, func(ctx workflow.Context) {
			defer wg.Done()
			defer slots.Release(1)
			err := d.convertRange(ctx, from, min(from+pagesPerRange-1, pages)).Get(ctx, nil)
			if err != nil && failed == nil {
				failed = err
				cancel()
			}
		})
	}
	wg.Wait(ctx)
	return failed
}

func (d *document) convertRange(ctx workflow.Context, from, to int) workflow.Future {
	return workflow.ExecuteActivity(withCPU(ctx, fmt.Sprintf("Convert pages %d–%d", from, to)), do.ConvertRange,
		activities.RangeInput{Conversion: d.job.Conversion, From: from, To: to})
}

func (d *document) assemble(ctx workflow.Context, pages int) (activities.Output, error) {
	var out activities.Output
	err := workflow.ExecuteActivity(withCPU(ctx, fmt.Sprintf("Assemble %d pages", pages)), do.AssembleMarkdown,
		activities.AssembleInput{Conversion: d.job.Conversion, Pages: pages, PagesPerRange: pagesPerRange}).Get(ctx, &out)
	return out, err
}

func (d *document) complete(ctx workflow.Context, out activities.Output) error {
	err := workflow.ExecuteLocalActivity(withRow(ctx), do.CompleteDocument, d.job, out).Get(ctx, nil)
	if err != nil {
		return err
	}
	return setStatus(ctx, string(schema.Completed), "")
}

func (d *document) fail(ctx workflow.Context, f activities.Failure) error {
	d.log.Info("document failed", "reason", f.Reason)
	err := workflow.ExecuteLocalActivity(withRow(ctx), do.FailDocument, d.job, f).Get(ctx, nil)
	if superseded(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return setStatus(ctx, string(schema.Failed), f.Reason)
}
