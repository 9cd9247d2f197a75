// Package pdf reads PDF documents with PDFium: their pages as blocks, information about them, and images of their
// pages.
//
// PDFium is compiled to WebAssembly, which cannot reach the machine but cannot be interrupted either, and a document
// can make it loop forever. Untrusted documents must therefore be read in a process that can be killed (package
// sandbox).
package pdf

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/usercache"
)

// Config holds the settings of an Engine. The zero value is valid.
type Config struct {
	// CacheDir stores the compiled PDFium, so that only the first start is slow; the default is the user's cache
	// directory.
	CacheDir string
	// MemoryMiB caps PDFium's memory; the default is 512.
	MemoryMiB int
	// RecyclePages is the number of pages after which an instance is replaced to release its memory; the default is
	// 1,000.
	RecyclePages int
	// MaxPages is the maximum number of pages of a document; the default is 5,000.
	MaxPages int
	// PDFiumOnly reads every page with PDFium, even those that can be read without it.
	PDFiumOnly bool
}

// Complete fills in the defaults and creates the cache directory.
func (c Config) Complete() (Config, error) {
	c.MemoryMiB = cmp.Or(c.MemoryMiB, 512)
	c.RecyclePages = cmp.Or(c.RecyclePages, 1000)
	c.MaxPages = cmp.Or(c.MaxPages, 5000)
	if c.CacheDir == "" {
		dir, err := usercache.Dir("pdfium")
		if err != nil {
			return c, fmt.Errorf("no cache directory for PDFium: %w", err)
		}
		c.CacheDir = dir
	}
	if err := os.MkdirAll(c.CacheDir, 0o700); err != nil {
		return c, fmt.Errorf("make PDFium's cache directory: %w", err)
	}
	return c, nil
}

// Bookmark is an entry of a document's outline.
type Bookmark struct {
	Title string
	Level int // from 1
	Page  int // from 1, or 0 if it leads nowhere in the document
}

// ByPage sorts an outline by the pages that its entries lead to.
func ByPage(outline []Bookmark) map[int][]ink.Bookmark {
	pages := map[int][]ink.Bookmark{}
	for _, b := range outline {
		pages[b.Page] = append(pages[b.Page], ink.Bookmark{Title: b.Title, Level: b.Level})
	}
	return pages
}

// Info is what is known about a document before its pages are read.
type Info struct {
	Pages   int
	Title   string
	Tagged  bool
	Outline []Bookmark
}

// OCR reads the text on a page's image. Boxes are in points of the image (pixels × 72 / dpi). If the error is a
// *page.Error with the reason TooComplex, the page is left unread, with a note.
type OCR func(ctx context.Context, img image.Image, dpi int) (ink.Scan, error)

// Options are the settings of a conversion.
type Options struct {
	// OCR reads pages without usable text of their own, and pictures of text; nil means no OCR.
	OCR OCR
	// Picture reads a picture next to text, which may show nothing readable; nil means OCR.
	Picture OCR
	// SkipImages leaves out pictures on pages that have text. A page that consists only of a scan is still
	// read.
	SkipImages bool
	// Start, if not nil, runs start, which starts the engine and may take longer than a page.
	Start func(start func() error) error
}

// Ready starts an engine in the way the caller wants.
func (o Options) Ready(start func() error) error {
	if o.Start == nil {
		return start()
	}
	return o.Start(start)
}

// Reader reads PDFs: Engine with PDFium, or an alternative engine.
type Reader interface {
	// Start makes the reader ready. The other methods call it if needed.
	Start() error
	// Prepare makes sure that starting is fast.
	Prepare() error
	Inspect(ctx context.Context, path string) (Info, error)
	Pages(ctx context.Context, path string, from, to int, opt Options, emit func(page.Page) error) error
	Render(ctx context.Context, path string, number int, dpi float64) (image.Image, error)
}

// Engine reads PDFs, one at a time. PDFium starts with the first.
type Engine struct {
	cfg      Config
	mu       sync.Mutex // held while PDFium is working
	runtime  *runtime
	instance *instance
	desk     desk
	held     uint64 // bytes in use when the garbage collector last ran, by which it is paced
}

// NewEngine checks the settings and returns an engine.
func NewEngine(cfg Config) (*Engine, error) {
	cfg, err := cfg.Complete()
	return &Engine{cfg: cfg}, err
}

// Close releases PDFium's memory.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.instance != nil {
		e.instance.close()
		e.instance = nil
	}
	return nil
}

// Start starts PDFium unless it is already running.
func (e *Engine) Start() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.start()
}

// Prepare compiles PDFium unless that has already been done.
func (e *Engine) Prepare() error {
	if prepared(e.cfg) {
		return nil
	}
	return e.Start()
}

func (e *Engine) start() (err error) {
	if e.runtime == nil {
		debug.SetGCPercent(startGC) // nearly all that is allocated now stays
		e.runtime, e.instance, err = launch(e.cfg)
	}
	if err == nil && e.instance == nil {
		e.instance, err = e.runtime.newInstance()
	}
	return err
}

// Inspect opens the document at path and reports what is in it. For a document that cannot be converted, it returns a
// *page.Error: PasswordProtected, Corrupt, Empty or TooManyPages. A document that only restricts printing or copying
// opens normally.
func (e *Engine) Inspect(_ context.Context, path string) (Info, error) {
	if info, ok := e.known(path); ok {
		return info, CheckCount(info.Pages, e.cfg.MaxPages)
	}
	var info Info
	err := e.with(path, func(d *document, pages int) error {
		info = Info{Pages: pages, Title: d.title(), Tagged: d.tagged(), Outline: d.outline()}
		return nil
	})
	return info, err
}

// Pages converts pages from..to (from 1, inclusive; the end is clipped to the document's) and passes them to
// emit one by one, in order. A page that takes too long with OCR is read without it, and a note says so. An
// error of emit ends the conversion and is returned unchanged.
func (e *Engine) Pages(ctx context.Context, path string, from, to int, opt Options, emit func(page.Page) error) error {
	rest, n, err := e.ahead(ctx, span{path: path, from: max(from, 1), to: to}, opt, emit)
	if err != nil || rest.from > rest.to {
		return fromCaller(err)
	}
	if err := opt.Ready(e.Start); err != nil {
		return err
	}
	return e.with(path, func(d *document, pages int) error {
		d.native = n
		return e.pages(ctx, d, span{path: path, from: rest.from, to: min(rest.to, pages)}, opt, emit)
	})
}

// fromCaller returns an error from a caller's function unchanged.
func fromCaller(err error) error {
	if mine, ok := errors.AsType[FromCaller](err); ok {
		return mine.Err
	}
	return err
}

// Render draws page number (from 1) at dpi, or less if the image would exceed 30 megapixels.
func (e *Engine) Render(_ context.Context, path string, number int, dpi float64) (image.Image, error) {
	var img image.Image
	err := e.with(path, func(d *document, _ int) error {
		g, err := d.page(number)
		if err != nil {
			return Corrupt(err)
		}
		defer g.close()
		img, _, err = g.render(dpi)
		return err
	})
	return img, err
}

// errMachine marks failures that are not the document's fault.
var errMachine = errors.New("PDFium's sandbox failed")

// with opens the document at path, unless it is too long, and runs work on it. A trap in PDFium is the document's
// fault; the next document gets a fresh instance.
func (e *Engine) with(path string, work func(d *document, pages int) error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.start(); err != nil {
		return err
	}
	e.pace()
	err := e.open(path, work)
	if _, mine := errors.AsType[FromCaller](err); mine {
		return fromCaller(err)
	}
	if e.instance == nil { // no fresh instance was available
		return err
	}
	trapped := err != nil && page.ReasonOf(err) == ""
	if trapped && e.outOfMemory(err) {
		err = &page.Error{
			Reason:  page.TooLarge,
			Message: "The PDF needs more memory than allowed. Reduce the size of its images, or split it.",
			Cause:   err,
		}
	} else if trapped && !errors.Is(err, errMachine) {
		err = Corrupt(err)
	}
	if trapped || e.worn() {
		if restart := e.renew(); restart != nil {
			return restart
		}
	}
	return err
}

// outOfMemory reports whether a failure is due to the memory limit of the sandbox.
func (e *Engine) outOfMemory(err error) bool {
	return errors.Is(err, errOutOfMemory) || e.instance.memory() >= e.runtime.memoryLimit*9/10
}

func (e *Engine) open(path string, work func(d *document, pages int) error) (err error) {
	defer rescue(&err)
	d, err := e.runtime.open(e.instance, path)
	if err != nil {
		if _, statErr := os.Stat(path); statErr != nil {
			return errors.Join(errMachine, err)
		}
		return err
	}
	defer func() {
		if _, mine := errors.AsType[FromCaller](err); err == nil || mine {
			d.close()
		}
	}()
	n := d.pageCount()
	if err := CheckCount(n, e.cfg.MaxPages); err != nil {
		return err
	}
	return work(d, n)
}

// worn reports whether the instance has read so many pages or taken so much memory that it should be replaced: PDFium
// keeps some of what it has read, and WebAssembly never releases memory.
func (e *Engine) worn() bool {
	return e.instance.pages >= e.cfg.RecyclePages || e.instance.memory() > e.runtime.memoryLimit/2
}

// renew replaces the instance and returns its memory, which is most of the process's memory, to the system at once.
func (e *Engine) renew() error {
	e.instance.close()
	e.instance = nil
	debug.FreeOSMemory()
	fresh, err := e.runtime.newInstance()
	if err != nil {
		return err
	}
	e.instance = fresh
	e.pace()
	return nil
}

const (
	// startGC is the garbage collector's pace, in percent, until the first page has been read.
	startGC = 400
	// mostGC lets the heap grow to eleven times the live data, because a page's data is small and short-lived.
	mostGC = 1000
	// garbage is how many bytes are allocated before the garbage collector runs.
	garbage = 80 << 20
)

// pace makes the garbage collector run whenever a fixed amount has been allocated, however much is in use. PDFium's
// memory counts as part of the process's heap, and so do the objects of a long document, which grow with its pages.
func (e *Engine) pace() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if held := live[0].Value.Uint64(); held != e.held {
		e.held = held
		debug.SetGCPercent(int(min(100*garbage/(held+1), mostGC)))
	}
}
