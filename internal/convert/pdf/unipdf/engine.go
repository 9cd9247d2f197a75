// Package unipdf reads PDF documents with UniPDF, a commercial library that requires a license: an alternative to
// PDFium (package pdf), with the same faults and the same layout.
//
// UniPDF is written in Go: it shares the process's memory and cannot be interrupted. Documents of strangers must be
// read in a process that can be killed (package sandbox).
package unipdf

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"sync"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/pdf/unidoc"
)

// Engine reads PDFs, one at a time.
type Engine struct {
	cfg     unidoc.Config
	mu      sync.Mutex // held while UniPDF works
	started bool
}

// NewEngine checks the settings. A process must have only one engine.
func NewEngine(cfg unidoc.Config) (*Engine, error) {
	cfg, err := cfg.Complete()
	return &Engine{cfg: cfg}, err
}

// Reader returns an engine in the form that convert.Handover accepts.
func Reader(cfg unidoc.Config) (pdf.Reader, error) { return NewEngine(cfg) }

// Start shows the license to UniPDF.
func (e *Engine) Start() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.start()
}

// Prepare is the same as Start, because there is nothing else to prepare.
func (e *Engine) Prepare() error { return e.Start() }

func (e *Engine) start() error {
	if e.started {
		return nil
	}
	err := terms(e.cfg.License).show(e.cfg.StateDir)
	e.started = err == nil
	return err
}

// Inspect opens the document at path and reports what is in it. For a document that cannot be converted, it returns a
// *page.Error: PasswordProtected, Corrupt, Empty or TooManyPages. A document that only restricts printing or copying
// opens normally.
func (e *Engine) Inspect(_ context.Context, path string) (pdf.Info, error) {
	var info pdf.Info
	err := e.with(path, func(d *document) error {
		info = d.info()
		return nil
	})
	return info, err
}

// Pages converts pages from..to (from 1, inclusive; the end is clipped to the document's) and passes them to emit one
// by one, in order. A page that takes too long with OCR is read without it, and a note says so. An error of emit ends
// the conversion and is returned unchanged.
func (e *Engine) Pages(ctx context.Context, path string, from, to int, opt pdf.Options, emit func(page.Page) error) error {
	if err := opt.Ready(e.Start); err != nil {
		return err
	}
	return e.with(path, func(d *document) error {
		bookmarks, spreadsheet := pdf.ByPage(d.outline()), pdf.IsSpreadsheet(d.creator())
		for number := max(from, 1); number <= min(to, d.pages); number++ {
			if err := ctx.Err(); err != nil {
				return pdf.FromCaller{Err: err}
			}
			in := ink.Input{Number: number, Source: page.SourceText, Bookmarks: bookmarks[number], Spreadsheet: spreadsheet}
			p, err := d.convert(ctx, in, opt)
			if err != nil {
				return err
			}
			if err := emit(p); err != nil {
				return pdf.FromCaller{Err: err}
			}
		}
		return nil
	})
}

// Render draws page number (from 1) at dpi, or less if the image would exceed 30 megapixels.
func (e *Engine) Render(_ context.Context, path string, number int, dpi float64) (image.Image, error) {
	var img image.Image
	err := e.with(path, func(d *document) error {
		g, err := d.page(number)
		if err != nil {
			return err
		}
		img, _, err = g.render(dpi)
		return err
	})
	return img, err
}

// with opens the document at path, unless it is too long, and runs work on it.
func (e *Engine) with(path string, work func(d *document) error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.start(); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	var d *document
	err = terms(e.cfg.License).counted(e.cfg.StateDir, func() (err error) {
		if d, err = open(file, info.Size()); page.ReasonOf(err) == page.Corrupt {
			err = cmp.Or(terms(e.cfg.License).trouble(), err)
		}
		return err
	})
	if err == nil {
		err = pdf.CheckCount(d.pages, e.cfg.MaxPages)
	}
	if err != nil {
		return err
	}
	return blame(work, d)
}

// blame runs work on a document, and blames the document for whatever goes wrong in UniPDF.
func blame(work func(d *document) error, d *document) (err error) {
	defer func() {
		if mine, ok := errors.AsType[pdf.FromCaller](err); ok {
			err = mine.Err
		} else if err != nil && page.ReasonOf(err) == "" {
			err = pdf.Corrupt(err)
		}
	}()
	defer rescue(&err)
	return work(d)
}

// rescue turns a panic in UniPDF into an error.
func rescue(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("UniPDF gave up: %v", r)
	}
}
