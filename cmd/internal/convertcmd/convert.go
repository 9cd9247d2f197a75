// Package convertcmd converts files on the command line, without a server.
package convertcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"quire/internal/convert"
	"quire/internal/convert/libreoffice"
	"quire/internal/convert/ocr"
	"quire/internal/convert/pdf"
	"quire/internal/convert/pdf/unidoc"
)

// Command converts documents to Markdown.
type Command struct {
	Files              []string `arg:"" help:"The documents; - is standard input."`
	Out                string   `short:"o" type:"path" placeholder:"DIR" help:"Write FILE.md for every document into this directory instead of to the terminal."`
	Pages              string   `placeholder:"N-M" help:"Only these pages: 3 or 3-7."`
	JSON               bool     `help:"Write the pages' blocks with their boxes as JSON lines instead of Markdown."`
	Ultra              bool     `help:"Read pages in several ways and keep the best reading."`
	SkipImages         bool     `help:"Leave out the content of pictures."`
	KeepHeadersFooters bool     `help:"Keep running heads and feet."`
	NoSeparator        bool     `help:"Do not put --- between pages."`
	OCRLanguages       string   `name:"ocr-languages" default:"eng" help:"Tesseract's language codes, joined by +."`
	Debug              string   `type:"path" placeholder:"DIR" help:"Draw words, lines, tables and reading order over every page's image, as PNG files in this directory."`
	Parallel           int      `help:"How many files to convert at once; defaults to one per core."`
}

// Help returns text that is added to the usage.
func (*Command) Help() string {
	return "A file that cannot be converted does not stop the others: it is reported at the end, and the exit status is 1. " +
		"Anything left out of a document is reported on standard error."
}

// Env is the environment of the command.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// CacheDir stores compiled code; "" is the user's cache directory.
	CacheDir string
	// UniPDF returns the settings of UniPDF, or nil to use PDFium. A nil function also means PDFium.
	UniPDF func() (*unidoc.Config, error)
}

// Run converts the files, by default as many at once as there are cores. Their Markdown goes to the terminal in the
// order of the arguments, whichever is ready first. A file that fails does not stop the others; the error names all
// that failed.
func (c *Command) Run(ctx context.Context, env Env) error {
	from, to, err := parsePages(c.Pages)
	if err != nil {
		return err
	}
	if err := c.makeDirs(); err != nil {
		return err
	}
	parallel := c.Parallel
	if parallel <= 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	converter, stop, err := c.converter(env, parallel)
	if err != nil {
		return err
	}
	defer stop()
	inputs, forget, err := c.inputs(env.Stdin)
	if err != nil {
		return err
	}
	defer forget()
	bar := newProgress(env.Stderr, len(inputs))
	err = c.convertAll(ctx, job{cmd: c, env: env, converter: converter, from: from, to: to, bar: bar}, inputs, parallel)
	bar.clear()
	if c.Out != "" {
		fmt.Fprintln(env.Stderr, bar.summary(time.Since(bar.start)))
	}
	return err
}

func (c *Command) makeDirs() error {
	for _, dir := range []string{c.Out, c.Debug} {
		if dir != "" {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Command) converter(env Env, parallel int) (*convert.Converter, func(), error) {
	dir := env.CacheDir
	if dir != "" {
		dir = filepath.Join(dir, "pdfium")
	}
	reader, err := ocr.New(ocr.Config{Languages: c.OCRLanguages, Parallel: parallel})
	if err != nil {
		fmt.Fprintln(env.Stderr, "warning: scans will not be read:", err)
		reader = nil
	}
	office, _ := libreoffice.Find("") // without it, files that need it say so
	cfg := convert.Config{Processes: parallel, LibreOffice: office, PDF: pdf.Config{CacheDir: dir}, OCR: reader}
	if env.UniPDF != nil {
		if cfg.UniPDF, err = env.UniPDF(); err != nil {
			return nil, nil, err
		}
	}
	converter, err := convert.New(cfg)
	if err != nil {
		return nil, nil, err
	}
	return converter, func() { _ = converter.Close() }, nil
}

func (c *Command) convertAll(ctx context.Context, j job, inputs []input, parallel int) error {
	var group errgroup.Group
	group.SetLimit(parallel)
	failed := make([]error, len(inputs))
	turn := make([]chan struct{}, len(inputs)+1) // turn[i] closes when file i may write to the terminal
	for i := range turn {
		turn[i] = make(chan struct{})
	}
	close(turn[0])
	for i, in := range inputs {
		group.Go(func() error {
			defer close(turn[i+1])
			if err := j.run(ctx, in, i > 0, turn[i]); err != nil {
				failed[i] = fmt.Errorf("%s: %w", in.shown, err)
			}
			return nil
		})
	}
	_ = group.Wait()
	if ctx.Err() != nil {
		return stopped(failed)
	}
	return errors.Join(failed...)
}

// stopped returns the error of an interrupted run: the files that failed for other reasons, and how many are missing.
func stopped(failed []error) error {
	left := 0
	for i, err := range failed {
		if errors.Is(err, context.Canceled) {
			failed[i] = nil
			left++
		}
	}
	return errors.Join(append(failed, fmt.Errorf("stopped: %d of %d files were not converted", left, len(failed)))...)
}

func parsePages(s string) (from, to int, err error) {
	if s == "" {
		return 1, 0, nil
	}
	var rest string
	n, _ := fmt.Sscanf(s, "%d-%d%s", &from, &to, &rest)
	if n == 1 && s == strconv.Itoa(from) {
		n, to = 2, from
	}
	if n != 2 || from < 1 || to < from {
		return 0, 0, fmt.Errorf("--pages %q: give a page or a range, such as 3 or 3-7", s)
	}
	return from, to, nil
}
