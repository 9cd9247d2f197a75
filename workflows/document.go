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

// DocumentInput identifies a document.
type DocumentInput struct {
	DocumentID uuid.UUID
}

// Document takes a document from its row to an outcome: converted, or failed with a reason. It returns no error in
// either case, nor when the document was deleted in the meantime.
func Document(ctx workflow.Context, in DocumentInput) (*Result, error) {
	d := document{in: in, log: logger(ctx, "document_id", in.DocumentID), result: Result{DocumentID: in.DocumentID}}
	err := d.run(ctx)
	if superseded(err) || temporal.IsCanceledError(err) {
		d.log.Info("document was deleted or taken over")
		err = d.result.close(ctx, OutcomeSuperseded)
	} else if failure, ok := permanent(err); ok {
		err = d.fail(ctx, failure)
	}
	return d.result.after(err)
}

type document struct {
	in     DocumentInput
	log    log.Logger
	job    activities.DocumentJob
	result Result
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
	pages, err := convert(ctx, d.job.Conversion)
	if err != nil {
		return err
	}
	output, err := d.output(ctx, pages)
	if err != nil {
		return err
	}
	return d.complete(ctx, output)
}

func (d *document) claim(ctx workflow.Context) error {
	return workflow.ExecuteLocalActivity(withRow(ctx, "Claim the row"), do.ClaimDocument, d.in.DocumentID).Get(ctx, &d.job)
}

func (d *document) fetch(ctx workflow.Context) error {
	return execute(withFetch(ctx), &d.job, do.FetchSource, d.job)
}

func (d *document) output(ctx workflow.Context, pages int) (activities.Output, error) {
	if d.job.Extractor != nil {
		return d.extract(ctx, pages)
	}
	return d.assemble(ctx, pages)
}

func (d *document) extract(ctx workflow.Context, pages int) (activities.Output, error) {
	ctx = withModel(ctx, fmt.Sprintf("Extract from %d pages", pages))
	return twice(ctx, func(lastTry bool) (out activities.Output, setback activities.Setback, err error) {
		err = execute(ctx, &out, do.Extract,
			activities.ExtractInput{Job: d.job, Pages: pages, PagesPerRange: pagesPerRange, LastTry: lastTry})
		return out, out.Setback, err
	})
}

func (d *document) assemble(ctx workflow.Context, pages int) (activities.Output, error) {
	ctx = withCPU(ctx, lane(pages <= activities.QuickPages), fmt.Sprintf("Assemble %d pages", pages))
	return twice(ctx, func(lastTry bool) (out activities.Output, setback activities.Setback, err error) {
		err = execute(ctx, &out, do.AssembleMarkdown,
			activities.AssembleInput{Conversion: d.job.Conversion, Pages: pages, PagesPerRange: pagesPerRange, LastTry: lastTry})
		return out, out.Setback, err
	})
}

func (d *document) complete(ctx workflow.Context, out activities.Output) error {
	err := workflow.ExecuteLocalActivity(withRow(ctx, "Complete"), do.CompleteDocument, d.job, out).Get(ctx, nil)
	if err != nil {
		return err
	}
	workflow.SetCurrentDetails(ctx, fmt.Sprintf("Completed: %d pages", out.Pages))
	d.result.Pages = out.Pages
	return d.result.reach(ctx, string(schema.Completed), "")
}

func (d *document) fail(ctx workflow.Context, f activities.Failure) error {
	logFailure(d.log, "document failed", f)
	err := workflow.ExecuteLocalActivity(withRow(ctx, "Fail: "+f.Reason), do.FailDocument, d.job, f).Get(ctx, nil)
	if superseded(err) {
		return d.result.close(ctx, OutcomeSuperseded)
	}
	if err != nil {
		return err
	}
	workflow.SetCurrentDetails(ctx, "Failed: "+f.Reason)
	return d.result.reach(ctx, string(schema.Failed), f.Reason)
}
