package app

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"go.temporal.io/api/serviceerror"

	"quire/internal/convert"
	"quire/internal/convert/libreoffice"
	"quire/internal/convert/ocr"
	"quire/internal/convert/pdf"
	"quire/internal/model"
	"quire/internal/usercache"
	"quire/worker"
	"quire/workflows"
)

// indexed is the queue whose activities need the index; unindexed are the others. If the vector store is unavailable,
// only the former does not start. Activities on the workflow queue that need the index are retried until it is open,
// because everything else on that queue works without it.
var (
	indexed   = []string{workflows.QueueModel}
	unindexed = []string{workflows.QueueWorkflow, workflows.QueueQuick, workflows.QueueConvert, workflows.QueueEgress}
)

// needsIndex reports whether this process opens the index.
func (a *App) needsIndex() bool {
	return a.serves(workflows.QueueWorkflow) || a.serves(workflows.QueueModel)
}

// serves reports whether this process serves the queue.
func (a *App) serves(queue string) bool { return slices.Contains(a.readers, queue) }

// served returns the subset of queues that this process serves.
func (a *App) served(queues []string) []string {
	return slices.DeleteFunc(slices.Clone(queues), func(queue string) bool { return !a.serves(queue) })
}

// workWithIndex opens the index if this process needs it, and then serves the queue that depends on it.
func (a *App) workWithIndex(ctx context.Context, do worker.Activities) error {
	if !a.needsIndex() {
		return nil
	}
	ix := a.awaitIndex(ctx)
	if ix == nil || do.Model == nil {
		return nil
	}
	do.Model.Index = ix
	return a.work(ctx, do, a.served(indexed))
}

// work serves task queues until ctx ends. If Temporal is unavailable at the start, it waits.
func (a *App) work(ctx context.Context, do worker.Activities, queues []string) error {
	if len(queues) == 0 {
		return nil // a worker without a list of queues would serve all
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
		a.log.WarnContext(ctx, "worker is waiting for Temporal", "error", err)
		w.Stop()
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(2 * time.Second):
		}
	}
}

// awaitSearchAttributes waits until the namespace has the search attributes, without which nothing starts. It gives up
// if only the server's operators can add them.
func (a *App) awaitSearchAttributes(ctx context.Context) {
	for ctx.Err() == nil {
		err := worker.EnsureSearchAttributes(ctx, a.temporal, a.cfg.TemporalNamespace)
		if err == nil {
			return
		}
		a.log.WarnContext(ctx, "cannot register search attributes", "error", err)
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

// converter starts the conversion processes of one lane. Background processes yield the processor to those of the other
// lane.
func (a *App) converter(background bool) (*convert.Converter, error) {
	slots := worker.ConversionSlots(a.cfg.Cores)
	reader, err := ocr.New(ocr.Config{Binary: a.cfg.Tesseract, Languages: a.cfg.OCRLanguages, Parallel: 1, CacheDir: a.ownCacheDir("tesseract")})
	if err != nil {
		return nil, err
	}
	vision, err := a.vision()
	if err != nil {
		return nil, err
	}
	uniPDF, err := a.cfg.UniPDF()
	if err != nil {
		return nil, err
	}
	office, err := libreoffice.Find(a.cfg.LibreOffice)
	if err != nil {
		a.log.Warn(".doc, .xls and .ppt will not be read", "error", err)
	}
	c, err := convert.New(convert.Config{
		LibreOffice: office, Processes: slots, Background: background, PDF: pdf.Config{CacheDir: a.cacheDir("pdfium")}, UniPDF: uniPDF, PDFLinks: a.cfg.PDFLinks, OCR: reader, Vision: vision,
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

func (a *App) cacheDir(name string) string { return a.cfg.cacheDir(name) }

// ownCacheDir returns the directory of the named cache, by default one in the user's cache directory; "" means that
// there is none.
func (a *App) ownCacheDir(name string) string {
	if dir := a.cacheDir(name); dir != "" {
		return dir
	}
	dir, _ := usercache.Dir(name)
	return dir
}

func (c Config) cacheDir(name string) string {
	if c.CacheDir == "" {
		return ""
	}
	return filepath.Join(c.CacheDir, name)
}

type visionFunc = func(ctx context.Context, req convert.VisionRequest) (string, error)

// vision returns a function that has the model read page images for 'ultra', or nil if there is no such model.
func (a *App) vision() (visionFunc, error) {
	c, err := a.model("vision", a.cfg.VisionURL, model.Config{Key: a.cfg.VisionKey, Model: a.cfg.VisionModel, Timeout: 2 * time.Minute})
	if err != nil || c == nil {
		return nil, err
	}
	return func(ctx context.Context, req convert.VisionRequest) (string, error) {
		return transcribe(ctx, c, req)
	}, nil
}
