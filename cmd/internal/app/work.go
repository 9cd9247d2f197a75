package app

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"go.temporal.io/api/serviceerror"

	"quire/activities"
	"quire/internal/convert"
	"quire/internal/convert/ocr"
	"quire/internal/convert/pdf"
	"quire/internal/model"
	"quire/worker"
	"quire/workflows"
)

// indexed are the queues whose activities need the index, unindexed the others: a vector store that is away keeps only the
// former from starting.
var (
	indexed   = []string{workflows.QueueWorkflow, workflows.QueueModel}
	unindexed = []string{workflows.QueueQuick, workflows.QueueConvert, workflows.QueueEgress}
)

// serves reports whether a worker of this configuration serves the queue.
func (a *App) serves(queue string) bool {
	return len(a.cfg.Queues) == 0 || slices.Contains(a.cfg.Queues, queue)
}

// served are those of the queues that a worker of this configuration serves.
func (a *App) served(queues []string) []string {
	return slices.DeleteFunc(slices.Clone(queues), func(queue string) bool { return !a.serves(queue) })
}

// work serves task queues until ctx ends. Temporal may be away when it starts: it waits.
func (a *App) work(ctx context.Context, do *activities.Activities, queues []string) error {
	if len(queues) == 0 {
		return nil // for a worker, none means all
	}
	for {
		w := worker.New(a.temporal, do, worker.Config{
			Queues: queues, Cores: a.cfg.Cores, ModelCalls: a.cfg.ModelCalls, StopTimeout: stopTimeout,
			Deployment: a.cfg.Deployment, BuildID: a.cfg.BuildID, Metrics: a.metrics.work,
		})
		err := worker.EnsureSchedules(ctx, a.temporal)
		if err == nil {
			err = w.Start()
		}
		if err == nil {
			<-ctx.Done()
			w.Stop()
			return nil
		}
		a.log.WarnContext(ctx, "worker waits for Temporal", "error", err)
		w.Stop()
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(2 * time.Second):
		}
	}
}

// awaitSearchAttributes returns when the namespace has the search attributes, for nothing starts without them, or
// when its server leaves them to its operators.
func (a *App) awaitSearchAttributes(ctx context.Context) {
	for ctx.Err() == nil {
		err := worker.EnsureSearchAttributes(ctx, a.temporal, a.cfg.TemporalNamespace)
		if err == nil {
			return
		}
		a.log.WarnContext(ctx, "search attributes cannot be registered", "error", err)
		_, denied := errors.AsType[*serviceerror.PermissionDenied](err)
		_, unknown := errors.AsType[*serviceerror.Unimplemented](err)
		if denied || unknown {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(2 * time.Second):
		}
	}
}

// converter starts the processes of one lane; in the background they leave the processor to the other.
func (a *App) converter(background bool) (*convert.Converter, error) {
	slots := worker.ConversionSlots(a.cfg.Cores)
	reader, err := ocr.New(ocr.Config{Binary: a.cfg.Tesseract, Languages: a.cfg.OCRLanguages, Parallel: 1})
	if err != nil {
		return nil, err
	}
	vision, err := a.vision()
	if err != nil {
		return nil, err
	}
	c, err := convert.New(convert.Config{
		Processes: slots, Background: background, PDF: pdf.Config{CacheDir: a.cacheDir("pdfium")}, OCR: reader, Vision: vision,
		Budget: convert.Budget{
			Base: a.cfg.BudgetBase, PerMB: a.cfg.BudgetPerMB, PerPage: a.cfg.BudgetPerPage, PerReading: a.cfg.BudgetPerReading, Step: a.cfg.BudgetStep,
		},
	})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func() { _ = c.Close() })
	return c, nil
}

func (a *App) cacheDir(name string) string {
	if a.cfg.CacheDir == "" {
		return ""
	}
	return filepath.Join(a.cfg.CacheDir, name)
}

type visionFunc = func(ctx context.Context, req convert.VisionRequest) (string, error)

// vision is the model that 'ultra' shows pages to; nil without one.
func (a *App) vision() (visionFunc, error) {
	c, err := a.model("vision", a.cfg.VisionURL, model.Config{Key: a.cfg.VisionKey, Model: a.cfg.VisionModel, Timeout: 2 * time.Minute})
	if err != nil || c == nil {
		return nil, err
	}
	return func(ctx context.Context, req convert.VisionRequest) (string, error) {
		return transcribe(ctx, c, req)
	}, nil
}
