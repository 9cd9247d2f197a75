package workflows

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/schema"
)

// batchesAtOnce bounds the batches of one file that are queued or running at the same time.
const batchesAtOnce = 4

// forgetAfter is longer than any query takes, so that a query that began before the switch still finds the previous
// generation.
const forgetAfter = time.Minute

// recount is the pause before passages that the index has lost are indexed again.
const recount = 5 * time.Second

// FileInput identifies a version of a file.
type FileInput struct {
	VersionID uuid.UUID
}

// File makes an uploaded version of a file searchable, or fails it with a reason. It returns no error in either case,
// nor when the file was deleted or a newer version was uploaded in the meantime.
func File(ctx workflow.Context, in FileInput) (*Result, error) {
	f := file{in: in, log: logger(ctx, "version_id", in.VersionID), result: Result{VersionID: in.VersionID}}
	err := f.run(ctx)
	if superseded(err) || temporal.IsCanceledError(err) {
		f.log.Info("version was deleted or superseded")
		err = f.supersede(ctx)
	} else if failure, ok := permanent(err); ok {
		err = f.fail(ctx, failure)
	}
	return f.result.after(err)
}

type file struct {
	in     FileInput
	log    log.Logger
	job    activities.FileJob
	result Result
}

func (f *file) run(ctx workflow.Context) error {
	if err := f.claim(ctx); err != nil {
		return err
	}
	pages, err := convert(ctx, f.job.Conversion)
	if err != nil {
		return err
	}
	text, err := f.assemble(ctx, pages)
	if err != nil {
		return err
	}
	if err := f.index(ctx, text.Passages); err != nil {
		return err
	}
	retired, err := f.activate(ctx, text.Output)
	if err != nil {
		return err
	}
	f.result.Passages = text.Passages
	return f.forget(ctx, retired)
}

func (f *file) claim(ctx workflow.Context) error {
	if err := workflow.ExecuteLocalActivity(withRow(ctx, "Claim the row"), do.ClaimFile, f.in.VersionID).Get(ctx, &f.job); err != nil {
		return err
	}
	f.result.CollectionID, f.result.FileID = f.job.CollectionID, f.job.FileID
	return f.result.reach(ctx, string(schema.FileProcessing), "", CollectionID.ValueSet(f.job.CollectionID.String()))
}

func (f *file) assemble(ctx workflow.Context, pages int) (activities.FileText, error) {
	ctx = withCPU(ctx, lane(pages <= activities.QuickPages), fmt.Sprintf("Assemble %d pages", pages))
	return twice(ctx, func(lastTry bool) (text activities.FileText, setback activities.Setback, err error) {
		err = execute(ctx, &text, do.AssembleFile,
			activities.AssembleFileInput{Job: f.job, Pages: pages, PagesPerRange: pagesPerRange, LastTry: lastTry})
		return text, text.Output.Setback, err
	})
}

// index returns once every passage is in the index. If the index has lost some, or still holds some of an earlier
// attempt, it is given all of them again.
func (f *file) index(ctx workflow.Context, passages int) error {
	for {
		workflow.SetCurrentDetails(ctx, fmt.Sprintf("Indexing %d passages", passages))
		err := sideBySide(ctx, 0, passages, activities.PassagesAtOnce, batchesAtOnce, f.indexBatch)
		if err != nil {
			return err
		}
		complete := false
		err = workflow.ExecuteActivity(withIndex(ctx, fmt.Sprintf("Count %d passages", passages)), do.CheckCount,
			f.job.GenerationKey, passages).Get(ctx, &complete)
		if err != nil || complete {
			return err
		}
		workflow.SetCurrentDetails(ctx, fmt.Sprintf("The index does not hold exactly %d passages: indexing them again", passages))
		f.log.Warn("index does not hold the passages it was given", "passages", passages)
		if err := pause(ctx, recount, "Count again"); err != nil {
			return err
		}
	}
}

func (f *file) indexBatch(ctx workflow.Context, from, to int) error {
	return execute(withModel(ctx, fmt.Sprintf("Index passages %d–%d", from+1, to)), nil, do.IndexPassages,
		activities.IndexInput{Job: f.job.GenerationKey, From: from, To: to})
}

// activate switches from the previous generation to this one. A cancellation cannot interrupt it: the switch has either
// happened or not.
func (f *file) activate(ctx workflow.Context, out activities.Output) ([]uuid.UUID, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	whole, _ := workflow.NewDisconnectedContext(ctx)
	var retired []uuid.UUID
	err := workflow.ExecuteLocalActivity(withRow(whole, "Switch to this version"), do.ActivateFile, f.job, out).Get(whole, &retired)
	if err != nil {
		return nil, err
	}
	workflow.SetCurrentDetails(whole, fmt.Sprintf("Ready: %d pages", out.Pages))
	f.result.Pages = out.Pages
	return retired, f.result.reach(whole, string(schema.FileReady), "")
}

// forget removes the previous generation once no query can still be reading it.
func (f *file) forget(ctx workflow.Context, retired []uuid.UUID) error {
	if len(retired) == 0 {
		return nil
	}
	if err := pause(ctx, forgetAfter, "Until no query reads the previous version"); err != nil {
		return err
	}
	for _, id := range retired {
		key := f.job.GenerationKey
		key.Generation = id
		if err := forgetGeneration(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

func (f *file) fail(ctx workflow.Context, failure activities.Failure) error {
	logFailure(f.log, "version failed", failure)
	err := workflow.ExecuteLocalActivity(withRow(ctx, "Fail: "+failure.Reason), do.FailFile, f.job, failure).Get(ctx, nil)
	if superseded(err) {
		return f.supersede(ctx)
	}
	if err != nil {
		return err
	}
	workflow.SetCurrentDetails(ctx, "Failed: "+failure.Reason)
	if err := f.result.reach(ctx, string(schema.FileFailed), failure.Reason); err != nil {
		return err
	}
	return f.abandon(ctx)
}

func (f *file) supersede(ctx workflow.Context) error {
	if err := f.result.close(ctx, OutcomeSuperseded); err != nil {
		return err
	}
	return f.abandon(ctx)
}

// abandon removes whatever was indexed of a version that will never become active.
func (f *file) abandon(ctx workflow.Context) error {
	if f.job.Generation == uuid.Nil {
		return nil
	}
	ctx, _ = workflow.NewDisconnectedContext(ctx)
	return forgetGeneration(ctx, f.job.GenerationKey)
}

// forgetGeneration removes a generation from the index, unless it is active or another workflow has taken it over.
func forgetGeneration(ctx workflow.Context, key activities.GenerationKey) error {
	err := workflow.ExecuteActivity(withIndex(ctx, "Forget a generation"), do.ForgetGeneration, key).Get(ctx, nil)
	if superseded(err) {
		return nil
	}
	return err
}
