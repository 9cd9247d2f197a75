// Package pageimage draws the pages of stored files and caches the images for a while, so that a reader who turns the
// pages of a document waits for each page at most once.
//
// Images are drawn in child processes, within a budget. The processes are started when the first page is requested, and
// end after some minutes without requests.
package pageimage

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"quire/internal/blob"
	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/convert/sandbox"
)

// The widths of images, in pixels. They come in steps, so that nobody can have a page drawn in thousands of sizes.
const (
	Narrowest = 200
	Widest    = 2400
	widthStep = 100
)

const (
	// drawTimeout is how long a reader waits for an image, including the time in the queue.
	drawTimeout = 30 * time.Second
	// mostWaiting bounds the queue.
	mostWaiting = 100
	// idleAfter is how long idle processes wait for another page.
	idleAfter  = 5 * time.Minute
	sweepEvery = 30 * time.Second
)

// ErrBusy means that too many pages are being drawn.
var ErrBusy = errors.New("too many pages are being drawn")

// budget returns the budget for drawing a page. A printed page takes a tenth of a second.
func budget() convert.Budget {
	return convert.Budget{Base: 20 * time.Second, PerMB: 200 * time.Millisecond, PerPage: time.Second}
}

// Config holds the settings of a Drawer.
type Config struct {
	Blobs *blob.Store
	// Dirs are the directories in which images may be kept; the first writable one is used. Bytes is how much space
	// they may take; 0 keeps none.
	Dirs  []string
	Bytes int64
	// Processes is how many pages are drawn at once; 0 means one per CPU.
	Processes int
	PDF       pdf.Config
	Log       *slog.Logger
}

// Page identifies the image of a page.
type Page struct {
	SourceKey string // blob of the file
	Format    probe.Format
	Number    int
	// PageWidth is the width of the turned page in points; 0 if it is unknown.
	PageWidth float64
	Turn      int // in degrees clockwise: 0, 90, 180 or 270
	Width     int // in pixels, from Narrowest to Widest
	WebP      bool
}

// Step returns the width at which pages are drawn for a request for width pixels.
func Step(width int) int {
	width = min(max(width, Narrowest), Widest)
	return (width + widthStep - 1) / widthStep * widthStep
}

// Drawer draws pages. It is safe for concurrent use.
type Drawer struct {
	cfg     Config
	kept    *cache
	sources *sources
	waiting atomic.Int32

	mu        sync.Mutex
	converter *convert.Converter // nil while nothing is drawn
	drawing   int
	used      time.Time // when the last page was drawn
	faults    map[faultyPage]*page.Error
}

type faultyPage struct {
	key    string
	number int
}

// mostFaults bounds the pages that are known to be undrawable.
const mostFaults = 1000

// New returns a drawer. The program must call convert.Handover before doing anything else.
func New(cfg Config) *Drawer {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	return &Drawer{
		cfg: cfg, kept: newCache(cfg.Dirs, cfg.Bytes, cfg.Log), sources: &sources{blobs: cfg.Blobs, open: map[string]*source{}},
		faults: map[faultyPage]*page.Error{},
	}
}

// Close ends the processes after the pages in progress are finished. Draw must not be called afterwards.
func (d *Drawer) Close() {
	later := time.Now().Add(max(idleAfter, sourceIdle))
	d.rest(later)
	d.sources.sweep(later)
}

// Run removes what is no longer needed, until ctx ends.
func (d *Drawer) Run(ctx context.Context) {
	d.kept.sweep(time.Now())
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			d.rest(now)
			d.sources.sweep(now)
			d.kept.sweep(now)
		}
	}
}

// Draw returns the image of a page. A *page.Error is the page's own fault, ErrBusy means that the caller should try
// again, and blob.ErrNotFound means that the file was deleted.
func (d *Drawer) Draw(ctx context.Context, p Page) ([]byte, error) {
	p.Width = Step(p.Width)
	if file := d.kept.get(p); file != nil {
		return file, nil
	}
	if fault := d.fault(p); fault != nil {
		return nil, fault
	}
	defer d.waiting.Add(-1)
	if d.waiting.Add(1) > mostWaiting {
		return nil, ErrBusy
	}
	limited, cancel := context.WithTimeout(ctx, drawTimeout)
	defer cancel()
	file, err := d.draw(limited, p)
	switch fault, ok := errors.AsType[*page.Error](err); {
	case err == nil:
		d.kept.put(p, file)
	case ok:
		d.blame(p, fault)
	case ctx.Err() == nil && limited.Err() != nil, errors.Is(err, sandbox.ErrKilled):
		err = ErrBusy
	}
	return file, err
}

func (d *Drawer) draw(ctx context.Context, p Page) ([]byte, error) {
	path, release, err := d.sources.file(ctx, p.SourceKey)
	if err != nil {
		return nil, err
	}
	defer release()
	c, done, err := d.begin()
	if err != nil {
		return nil, err
	}
	defer done()
	return c.Draw(ctx, convert.Drawing{
		Path: path, Format: p.Format, Number: p.Number, PageWidth: p.PageWidth, Turn: p.Turn, Width: p.Width, WebP: p.WebP,
	})
}

// begin returns the processes, and starts them if necessary.
func (d *Drawer) begin() (c *convert.Converter, done func(), err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.converter == nil {
		d.converter, err = convert.New(convert.Config{Processes: d.cfg.Processes, PDF: d.cfg.PDF, Budget: budget()})
		if err != nil {
			return nil, nil, err
		}
	}
	d.drawing++
	return d.converter, d.end, nil
}

func (d *Drawer) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drawing--
	d.used = time.Now()
}

// rest ends the processes if they have been idle for a while.
func (d *Drawer) rest(now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.converter == nil || d.drawing > 0 || now.Sub(d.used) < idleAfter {
		return
	}
	if err := d.converter.Close(); err != nil {
		d.cfg.Log.Warn("cannot end the processes that draw pages", "error", err)
	}
	d.converter = nil
}

func (d *Drawer) fault(p Page) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.faults[faultyPage{p.SourceKey, p.Number}]; f != nil {
		return f
	}
	return nil
}

// blame remembers that a page cannot be drawn, so that it does not use up its budget again and again.
func (d *Drawer) blame(p Page, fault *page.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.faults) >= mostFaults {
		clear(d.faults)
	}
	d.faults[faultyPage{p.SourceKey, p.Number}] = fault
}
