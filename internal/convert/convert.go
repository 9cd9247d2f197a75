// Package convert turns documents into pages of typed blocks, whatever their format, and joins stored pages into
// Markdown.
package convert

import (
	"cmp"
	"context"
	"encoding/gob"
	"image"
	"os"
	"path/filepath"

	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/convert/sandbox"
)

// Config are the settings of a Converter.
type Config struct {
	// Processes is how many files are converted at once; default the number of CPUs.
	Processes int
	// Background leaves the processor to others.
	Background bool
	// PDF are the settings of the engine for PDFs in every process.
	PDF pdf.Config
	// OCR reads pages and pictures without text of their own. Nil: they stay unread.
	OCR *ocr.Reader
	// Budget is what a conversion may spend. The zero value is DefaultBudget.
	Budget Budget
	// Vision shows a page to a model and returns its transcript as Markdown. It returns an error unless the model
	// finished by itself: a cut transcript must not count. Nil: Ultra compares local readings.
	Vision func(ctx context.Context, req VisionRequest) (markdown string, err error)
	// VisionParallel is how many pages of one call are shown to the model at once; default 4.
	VisionParallel int
}

// VisionRequest is one sample of a page asked of a vision model.
type VisionRequest struct {
	PNG []byte
	// TextLayer is the page's own text; empty for a scan.
	TextLayer string
	// Sample counts from 0, which is asked for at temperature 0.
	Sample int
	// SkipImages asks to leave out what stands in pictures.
	SkipImages bool
}

// Accuracy is how much work a conversion may cost.
type Accuracy string

// The accuracies.
const (
	Lite  Accuracy = "lite"
	Ultra Accuracy = "ultra"
)

// Options are what a client may choose. The zero value is Lite with pictures.
type Options struct {
	Accuracy   Accuracy
	SkipImages bool
	// Extension is that of the file's own name, with its dot: it tells source code from prose. May be empty.
	Extension string
}

// Info is what is known of a file before its pages are converted.
type Info struct {
	Format probe.Format
	// Pages is 0 when only the conversion can tell.
	Pages int
	// Ranged tells that ranges of pages can be converted separately.
	Ranged bool
}

// Converter converts files in child processes, so that what strangers send can be given up at any time and costs no more
// than its budget. It is safe for concurrent use. Its program hands over to Handover before it does anything else.
type Converter struct {
	cfg  Config
	pool *sandbox.Pool
}

// New makes a converter; the caller closes it.
func New(cfg Config) (*Converter, error) {
	cfg.VisionParallel = cmp.Or(cfg.VisionParallel, 4)
	cfg.Budget = cmp.Or(cfg.Budget, DefaultBudget())
	var err error
	if cfg.PDF, err = cfg.PDF.Complete(); err != nil {
		return nil, err
	}
	set := settings{PDF: cfg.PDF}
	if cfg.OCR != nil {
		set.OCR = new(cfg.OCR.Setup())
	}
	pool, err := sandbox.New(sandbox.Config{Processes: cfg.Processes, Background: cfg.Background, Settings: set, Warm: warmJob{}})
	if err != nil {
		return nil, err
	}
	return &Converter{cfg: cfg, pool: pool}, nil
}

// Close ends the processes. Conversions under way fail.
func (c *Converter) Close() error { return c.pool.Close() }

// Inspect looks at the file without converting it. A *page.Error is the document's own fault.
func (c *Converter) Inspect(ctx context.Context, path string, f probe.Format) (Info, error) {
	if f != probe.PDF {
		return Info{Format: f}, nil
	}
	size, err := sizeOf(path)
	if err != nil {
		return Info{}, err
	}
	var info Info
	job := sandbox.Job{Work: inspectJob{Path: absolute(path)}, Meter: sandbox.NewMeter(c.cfg.Budget.of(size, 0, 0))}
	err = c.pool.Run(ctx, job, func(reply any) error {
		info = reply.(Info) //nolint:forcetypeassert // the only reply
		return nil
	})
	return info, err
}

// Pages converts pages from to to (from 1, inclusive; to 0 is the last) and emits them in order. A format that is not
// Ranged is converted whole. A *page.Error is the document's own fault, TooComplex when the budget for so many pages is
// spent; any other error is worth another try. When ctx ends, so does the conversion, at once.
func (c *Converter) Pages(ctx context.Context, path string, f probe.Format, from, to int, opt Options, emit func(page.Page) error) error {
	size, err := sizeOf(path)
	if err != nil {
		return err
	}
	if f == probe.PDF && to == 0 {
		info, err := c.Inspect(ctx, path, f)
		if err != nil {
			return err
		}
		to = info.Pages
	}
	j := pagesJob{Path: absolute(path), Format: f, From: from, To: to, Options: opt}
	meter := sandbox.NewMeter(c.budget(j, size))
	if c.cfg.Vision != nil && opt.Accuracy == Ultra && f.Drawable() {
		return c.shown(ctx, j, meter, emit)
	}
	return c.local(ctx, j, meter, emit)
}

// maxSlow is the most pages of one call that may take too long.
const maxSlow = 5

// local converts without a model. A page of a PDF that takes too long is tried once more without OCR and then left out,
// with a note in its place.
func (c *Converter) local(ctx context.Context, j pagesJob, meter *sandbox.Meter, emit func(page.Page) error) error {
	for slow := 0; ; slow++ {
		err := c.run(ctx, j, meter, func(p page.Page) error {
			j.From = p.Number + 1
			return emit(p)
		})
		if err != sandbox.ErrSlow { //nolint:errorlint // the pool gives it as it is
			return err
		}
		if slow == maxSlow {
			return sandbox.TooComplex(err)
		}
		if j.Options.Accuracy == Ultra { // whose pages come many at a time: which of them is slow cannot be told
			j.Options.Accuracy = Lite
			continue
		}
		p, err := c.slowPage(ctx, j, meter)
		if err != nil {
			return err
		}
		if err := emit(p); err != nil {
			return err
		}
		if j.From++; j.From > j.To {
			return nil
		}
	}
}

// slowPage reads a page that takes too long without its pictures, or gives what stands for it.
func (c *Converter) slowPage(ctx context.Context, j pagesJob, meter *sandbox.Meter) (page.Page, error) {
	j.To, j.WithoutOCR = j.From, true
	read := page.Unreadable(j.From, page.TooComplex, "it takes too long to read")
	err := c.run(ctx, j, meter, func(p page.Page) error {
		read = p
		read.Notes = append(read.Notes, pdf.NoteSlowOCR)
		return nil
	})
	if err == sandbox.ErrSlow { //nolint:errorlint // the pool gives it as it is
		err = nil
	}
	return read, err
}

// run has a process do the job.
func (c *Converter) run(ctx context.Context, j pagesJob, meter *sandbox.Meter, emit func(page.Page) error) error {
	job := sandbox.Job{Work: j, Meter: meter}
	if j.Format == probe.PDF {
		job.Step = c.cfg.Budget.Step
	}
	return c.pool.Run(ctx, job, func(reply any) error {
		return emit(reply.(page.Page)) //nolint:forcetypeassert // the only reply
	})
}

// Image draws a page as people see it, at dpi or less, and tells the resolution that it got. Boxes of p times that
// resolution / 72 are pixels. ErrNoImage for formats without geometry.
func (c *Converter) Image(ctx context.Context, path string, f probe.Format, p page.Page, dpi float64) (image.Image, float64, error) {
	if !f.Drawable() {
		return nil, 0, ErrNoImage
	}
	size, err := sizeOf(path)
	if err != nil {
		return nil, 0, err
	}
	j := pagesJob{Path: absolute(path), Format: f, From: p.Number, To: p.Number}
	return c.image(ctx, imageJob{Path: j.Path, Format: f, Number: p.Number, Width: p.Width, DPI: dpi}, sandbox.NewMeter(c.budget(j, size)))
}

func (c *Converter) image(ctx context.Context, j imageJob, meter *sandbox.Meter) (image.Image, float64, error) {
	var got drawn
	err := c.pool.Run(ctx, sandbox.Job{Work: j, Meter: meter}, func(reply any) error {
		got = reply.(drawn) //nolint:forcetypeassert // the only reply
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	return got.image(), got.DPI, nil
}

func sizeOf(path string) (int64, error) {
	st, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return st.Size(), nil
}

func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

//nolint:gochecknoinits // gob wants to know the types of both sides before either speaks
func init() {
	for _, value := range []any{settings{}, warmJob{}, inspectJob{}, pagesJob{}, imageJob{}, Info{}, page.Page{}, drawn{}} {
		gob.Register(value)
	}
}
