// Package pdf reads PDF documents with PDFium: their pages as blocks, what is known of them, and pictures of
// their pages.
//
// PDFium is WebAssembly in worker processes: a document can neither reach the machine nor hang or crash the
// program. A worker is the same executable started again, recognised by an environment variable in this
// package's init; programs that use the package need to do nothing for it.
package pdf

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	goruntime "runtime"
	"sync"
	"time"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// Config are the settings of an Engine. The zero value is complete.
type Config struct {
	// Workers is the number of documents read at the same time. Default: the number of CPUs.
	Workers int
	// CacheDir keeps the compiled PDFium, so that only the first start is slow. Default: the user's cache
	// directory.
	CacheDir string
	// MemoryMiB caps the memory of one PDFium. Default: 512.
	MemoryMiB int
	// PageTimeout is the longest that a worker may be silent: to open a document, or to read one page.
	// Default: 20 s.
	PageTimeout time.Duration
	// RecyclePages is the number of pages after which an instance gives its memory back. Default: 1,000.
	RecyclePages int
	// MaxPages is the longest document. Default: 5,000.
	MaxPages int
	// Background leaves the processor to others: the workers run when nothing else wants to, and start when they are needed.
	Background bool
}

// backgroundPriority is the niceness of workers in the background: a tenth of the processor beside others.
const backgroundPriority = 10

const startTimeout = 2 * time.Minute

// Bookmark is an entry of a document's outline.
type Bookmark struct {
	Title string
	Level int // from 1
	Page  int // from 1, or 0 when it leads nowhere in the document
}

// Info is what is known of a document before its pages are read.
type Info struct {
	Pages   int
	Title   string
	Tagged  bool
	Outline []Bookmark
}

// OCR reads what stands on a page's image: boxes are in points of the image (pixels × 72 / dpi).
type OCR func(ctx context.Context, img image.Image, dpi int) (ink.Scan, error)

// Options are the settings of a conversion.
type Options struct {
	// OCR reads pages that have no usable text of their own, and pictures of text. Nil: no OCR.
	OCR OCR
	// SkipImages leaves out pictures on pages that have text; a page that is only a scan is still read.
	SkipImages bool
}

// Engine reads PDFs with a pool of workers. It is safe for concurrent use.
type Engine struct {
	cfg    Config
	slots  chan struct{}
	mu     sync.Mutex
	idle   []*process
	closed bool
	begin  sync.Once     // of the warming
	warm   chan struct{} // closed when the first worker has started and the compile cache is filled
}

var errClosed = errors.New("the PDF engine is closed")

// NewEngine checks the settings and, unless it is to stay in the background, starts a first worker.
func NewEngine(cfg Config) (*Engine, error) {
	cfg.Workers = cmp.Or(cfg.Workers, goruntime.NumCPU())
	cfg.MemoryMiB = cmp.Or(cfg.MemoryMiB, 512)
	cfg.PageTimeout = cmp.Or(cfg.PageTimeout, 20*time.Second)
	cfg.RecyclePages = cmp.Or(cfg.RecyclePages, 1000)
	cfg.MaxPages = cmp.Or(cfg.MaxPages, 5000)
	if cfg.CacheDir == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("no cache directory for PDFium: %w", err)
		}
		cfg.CacheDir = filepath.Join(dir, "quire", "pdfium")
	}
	if err := os.MkdirAll(cfg.CacheDir, 0o700); err != nil {
		return nil, fmt.Errorf("make PDFium's cache directory: %w", err)
	}
	e := &Engine{cfg: cfg, slots: make(chan struct{}, cfg.Workers), warm: make(chan struct{})}
	if !cfg.Background {
		e.warming()
	}
	return e, nil
}

// warming begins to start the first worker, once.
func (e *Engine) warming() { e.begin.Do(func() { go e.warmUp() }) }

// warmUp fills the compile cache before further workers start: each would compile for itself.
func (e *Engine) warmUp() {
	defer close(e.warm)
	if w, err := startProcess(e.cfg); err == nil {
		e.keep(w)
	}
}

// Close ends all workers. Calls under way fail.
func (e *Engine) Close() error {
	e.begin.Do(func() { close(e.warm) })
	<-e.warm
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	for _, w := range e.idle {
		w.kill()
	}
	e.idle = nil
	return nil
}

func (e *Engine) keep(w *process) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		w.kill()
		return
	}
	e.idle = append(e.idle, w)
}

func (e *Engine) take() (w *process, closed bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.idle); n > 0 {
		w, e.idle = e.idle[n-1], e.idle[:n-1]
	}
	return w, e.closed
}

// run gives a request to a worker and handles its replies.
func (e *Engine) run(ctx context.Context, q request, handle func(*process, reply) error) error {
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	e.warming()
	select {
	case <-e.warm:
	case <-ctx.Done():
		return ctx.Err()
	}
	w, closed := e.take()
	if closed {
		return errClosed
	}
	if w == nil {
		var err error
		if w, err = startProcess(e.cfg); err != nil {
			return err
		}
	}
	alive, err := w.exchange(ctx, q, e.cfg.PageTimeout, func(r reply) error { return handle(w, r) })
	if alive {
		e.keep(w)
	} else {
		w.kill()
	}
	return err
}

// Inspect opens the document at path and tells what is in it. A document that cannot be converted gives a
// *page.Error: PasswordProtected, Corrupt, Empty or TooManyPages. One that only restricts printing or copying
// opens.
func (e *Engine) Inspect(ctx context.Context, path string) (Info, error) {
	var info Info
	err := e.run(ctx, e.request(opInspect, path), func(_ *process, r reply) error {
		info = *r.Info
		return nil
	})
	return info, err
}

func (e *Engine) request(op operation, path string) request {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return request{Op: op, Path: path, MaxPages: e.cfg.MaxPages}
}

// maxSlow is the most pages of a range that may take too long to be drawn or read by OCR.
const maxSlow = 5

// Pages converts pages from..to (from 1, inclusive; the end is clipped to the document's) and gives them to emit
// one by one, in order. A page that takes too long with OCR is read without, and a note says so. An error of emit ends
// the conversion and is returned as it is.
func (e *Engine) Pages(ctx context.Context, path string, from, to int, opt Options, emit func(page.Page) error) error {
	q := e.request(opPages, path)
	q.From, q.To, q.OCR, q.SkipOCR = max(from, 1), to, opt.OCR != nil, opt.SkipImages
	for slow := 0; ; slow++ {
		err := e.pages(ctx, q, opt, func(p page.Page) error {
			q.From = p.Number + 1
			return emit(p)
		})
		if page.ReasonOf(err) != page.Timeout || !q.OCR || slow == maxSlow {
			return err
		}
		alone := q
		alone.To, alone.OCR = q.From, false
		err = e.pages(ctx, alone, opt, func(p page.Page) error {
			p.Notes = append(p.Notes, "OCR of the page takes too long: left out")
			q.From = p.Number + 1
			return emit(p)
		})
		if err != nil || q.From > to {
			return err
		}
	}
}

func (e *Engine) pages(ctx context.Context, q request, opt Options, emit func(page.Page) error) error {
	return e.run(ctx, q, func(w *process, r reply) error {
		switch {
		case r.Image != nil:
			return w.answerOCR(ctx, r.Image, opt.OCR)
		case r.Page != nil:
			return emit(*r.Page)
		}
		return nil
	})
}

func (w *process) answerOCR(ctx context.Context, h *imageHeader, read OCR) error {
	img, err := readImage(w.in, h)
	if err != nil {
		return w.failed(err)
	}
	scan, err := read(ctx, img, int(h.DPI+0.5))
	if err != nil {
		return fmt.Errorf("OCR: %w", err)
	}
	if err := w.send(ocrResult{Scan: scan}); err != nil {
		return w.failed(err)
	}
	return nil
}

// Render draws page number (from 1) at dpi, or less where the image would exceed 30 megapixels.
func (e *Engine) Render(ctx context.Context, path string, number int, dpi float64) (image.Image, error) {
	q := e.request(opRender, path)
	q.From, q.To, q.DPI = number, number, dpi
	var img image.Image
	err := e.run(ctx, q, func(w *process, r reply) error {
		var err error
		if r.Image != nil {
			img, err = readImage(w.in, r.Image)
		}
		return err
	})
	return img, err
}
