// Package convert turns documents into pages of typed blocks, whatever their format, and joins stored pages into
// Markdown.
package convert

import (
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"image"
	"os"
	"path/filepath"

	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/pdf/unidoc"
	"quire/internal/convert/probe"
	"quire/internal/convert/sandbox"
)

// Config holds the settings of a Converter.
type Config struct {
	// Processes is how many files are converted at once; the default is the number of CPUs.
	Processes int
	// Background makes conversions yield the processor to other work.
	Background bool
	// PDF holds the settings of PDFium in every process.
	PDF pdf.Config
	// UniPDF holds the settings of UniPDF, which then reads PDFs instead of PDFium; nil means PDFium.
	UniPDF *unidoc.Config
	// OCR reads pages and pictures without text of their own; if nil, they are not read.
	OCR *ocr.Reader
	// LibreOffice is the path of its program (see libreoffice.Find), which reads the formats of Office 97–2003. If it is
	// empty, those are refused.
	LibreOffice string
	// PDFLinks keeps the targets of links in PDFs. Without it, their text alone is kept, as it appears on the page.
	PDFLinks bool
	// Budget is what a conversion may spend. The zero value means DefaultBudget.
	Budget Budget
	// Vision shows a page to a model and returns its transcript as Markdown. It returns an error unless the
	// model finished on its own, because a truncated transcript must not count. If it is nil, Ultra compares
	// local readings.
	Vision func(ctx context.Context, req VisionRequest) (markdown string, err error)
	// VisionParallel is how many pages of one call are shown to the model at once; the default is 4.
	VisionParallel int
}

// VisionRequest asks a vision model for one sample of a page.
type VisionRequest struct {
	PNG []byte
	// TextLayer is the page's own text; empty for a scan.
	TextLayer string
	// Sample counts from 0; sample 0 is requested at temperature 0.
	Sample int
	// SkipImages asks the model to leave out what appears in pictures.
	SkipImages bool
}

// Accuracy says how much work a conversion may take.
type Accuracy string

// The accuracies.
const (
	Lite  Accuracy = "lite"
	Ultra Accuracy = "ultra"
)

// Options are a client's choices. The zero value is Lite with pictures.
type Options struct {
	Accuracy   Accuracy
	SkipImages bool
	// WithoutWords leaves out the words of pages and their positions, which Markdown does not need.
	WithoutWords bool
	// Links, if not nil, leaves out what is enclosed in a message. Its list of attachments, in the order in which
	// Unpack returns them, links to these files instead, each relative to the Markdown. An empty link means none.
	Links []string
	// Extension is the extension of the file's own name, including its dot. It distinguishes source code from
	// prose and may be empty.
	Extension string
}

// Info is what is known about a file before its pages are converted.
type Info struct {
	Format probe.Format
	// Pages is 0 if only the conversion can tell.
	Pages int
	// Ranged reports whether ranges of pages can be converted separately.
	Ranged bool
}

// Converter converts files in child processes, so that untrusted input can be abandoned at any time and cannot exceed
// its budget. It is safe for concurrent use. The program must call Handover before doing anything else.
type Converter struct {
	cfg  Config
	pool *sandbox.Pool
}

// New returns a converter, which the caller must close. With UniPDF it starts a process, so that a rejected license
// is noticed before the first document.
func New(cfg Config) (*Converter, error) {
	cfg.VisionParallel = cmp.Or(cfg.VisionParallel, 4)
	cfg.Budget = cmp.Or(cfg.Budget, DefaultBudget())
	set, err := cfg.settings()
	if err != nil {
		return nil, err
	}
	set.LibreOffice, set.PDFLinks = cfg.LibreOffice, cfg.PDFLinks
	if cfg.OCR != nil {
		set.OCR = new(cfg.OCR.Setup())
	}
	pool, err := sandbox.New(sandbox.Config{Processes: cfg.Processes, Background: cfg.Background, Settings: set, Warm: warmJob{}})
	if err != nil {
		return nil, err
	}
	c := &Converter{cfg: cfg, pool: pool}
	if cfg.UniPDF != nil {
		if err := pool.Run(context.Background(), sandbox.Job{Work: warmJob{}}, func(any) error { return nil }); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}

// settings returns the settings that a process receives when it starts. Nothing else from the environment reaches it.
func (cfg Config) settings() (settings, error) {
	if cfg.UniPDF == nil {
		pdfium, err := cfg.PDF.Complete()
		return settings{PDF: pdfium}, err
	}
	uniPDF, err := cfg.UniPDF.Complete()
	return settings{UniPDF: &uniPDF}, err
}

// Close ends the idle processes. Conversions in progress run to their end; new ones fail.
func (c *Converter) Close() error { return c.pool.Close() }

// Inspect examines the file without converting it. A *page.Error is the document's own fault.
func (c *Converter) Inspect(ctx context.Context, path string, f probe.Format) (Info, error) {
	if f != probe.PDF {
		return Info{Format: f}, nil
	}
	size, err := sizeOf(path)
	if err != nil {
		return Info{}, err
	}
	return c.inspect(ctx, path, sandbox.NewMeter(c.cfg.Budget.of(size, 0, 0)))
}

func (c *Converter) inspect(ctx context.Context, path string, meter *sandbox.Meter) (info Info, err error) {
	job := sandbox.Job{Work: inspectJob{Path: absolute(path)}, Meter: meter}
	err = c.pool.Run(ctx, job, func(reply any) error {
		info = reply.(Info) //nolint:forcetypeassert // the only reply
		return nil
	})
	return info, err
}

// Pages converts pages from to to (1-indexed and inclusive; 0 for to means the last page) and emits them in
// order. A format that is not Ranged is converted whole. A *page.Error is the document's own fault, with the
// reason TooComplex if the budget for that many pages is spent; any other error is worth a retry. When ctx
// ends, so does the conversion, at once.
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
	if f.Kind() == probe.MessageKind {
		return c.message(ctx, j, meter, emit)
	}
	return c.file(ctx, j, meter, emit)
}

// file converts a file that is not a message.
func (c *Converter) file(ctx context.Context, j pagesJob, meter *sandbox.Meter, emit func(page.Page) error) error {
	f, opt := j.Format, j.Options
	if f.Kind() == probe.LegacyKind {
		dir, err := os.MkdirTemp("", "quire-office-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		j.Scratch = dir
	}
	if c.cfg.Vision != nil && opt.Accuracy == Ultra && f.Drawable() {
		return c.shown(ctx, j, meter, emit)
	}
	return c.local(ctx, j, meter, emit)
}

// maxSlow is how many pages of one call may take too long.
const maxSlow = 5

// local converts without a model. A PDF page that takes too long is tried again without OCR; if that fails too, it is
// replaced by a note.
func (c *Converter) local(ctx context.Context, j pagesJob, meter *sandbox.Meter, emit func(page.Page) error) error {
	for slow := 0; ; slow++ {
		err := c.run(ctx, j, meter, func(p page.Page) error {
			j.From = p.Number + 1
			return emit(p)
		})
		if err != sandbox.ErrSlow { //nolint:errorlint // the pool returns it unwrapped
			return err
		}
		if slow == maxSlow {
			return sandbox.TooComplex(err)
		}
		if j.Options.Accuracy == Ultra { // its pages arrive in batches, so it is unknown which one is slow
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

// slowPage reads a page that takes too long, without its pictures, or returns a placeholder for it.
func (c *Converter) slowPage(ctx context.Context, j pagesJob, meter *sandbox.Meter) (page.Page, error) {
	j.To, j.WithoutOCR = j.From, true
	read := page.Unreadable(j.From, page.TooComplex, "it takes too long to read")
	err := c.run(ctx, j, meter, func(p page.Page) error {
		read = p
		read.Notes = append(read.Notes, pdf.NoteSlowOCR)
		return nil
	})
	if err == sandbox.ErrSlow { //nolint:errorlint // the pool returns it unwrapped
		err = nil
	}
	return read, err
}

// run lets a process do the job.
func (c *Converter) run(ctx context.Context, j pagesJob, meter *sandbox.Meter, emit func(page.Page) error) error {
	job := sandbox.Job{Work: j, Meter: meter, Weighed: true}
	if j.Format == probe.PDF {
		job.Step = c.cfg.Budget.Step
	}
	return c.pool.Run(ctx, job, func(reply any) error {
		return emit(reply.(page.Page)) //nolint:forcetypeassert // the only reply
	})
}

// Image draws a page as people see it, at dpi or less, and returns the resolution that it achieved. Boxes of p,
// multiplied by that resolution / 72, are in pixels. For formats without geometry, the error is ErrNoImage.
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

//nolint:gochecknoinits // gob must know the types on both sides before either sends
func init() {
	for _, value := range []any{settings{}, warmJob{}, inspectJob{}, pagesJob{}, imageJob{}, Info{}, page.Page{}, drawn{}, Enclosure{}, Drawing{}, pictureFile{}} {
		gob.Register(value)
	}
}
