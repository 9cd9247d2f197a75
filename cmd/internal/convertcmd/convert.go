// Package convertcmd converts files on the command line, without a server.
package convertcmd

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"quire/internal/convert"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
)

// Command converts documents to Markdown.
type Command struct {
	Files              []string `arg:"" type:"existingfile" help:"The documents."`
	Out                string   `short:"o" type:"path" help:"Write FILE.md for every document into this directory instead of to the terminal."`
	Pages              string   `help:"Only these pages of a PDF: 3 or 3-7."`
	JSON               bool     `help:"Write the pages' blocks with their boxes as JSON lines instead of Markdown."`
	Ultra              bool     `help:"Read pages in several ways and keep the best reading."`
	SkipImages         bool     `help:"Leave out what stands in pictures."`
	KeepHeadersFooters bool     `help:"Keep running heads and feet."`
	NoSeparator        bool     `help:"Do not put --- between pages."`
	OCRLanguages       string   `name:"ocr-languages" default:"eng" help:"Tesseract's language codes, joined by +."`
}

// Env is what the command works with.
type Env struct {
	Stdout, Stderr io.Writer
	// CacheDir keeps compiled code; "" is the user's cache directory.
	CacheDir string
}

// Run converts the files, as many at once as there are cores. One that fails does not stop the others.
func (c *Command) Run(ctx context.Context, env Env) error {
	from, to, err := parsePages(c.Pages)
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := os.MkdirAll(c.Out, 0o755); err != nil {
			return err
		}
	}
	converter, stop, err := c.converter(env)
	if err != nil {
		return err
	}
	defer stop()
	job := job{cmd: c, env: env, converter: converter, from: from, to: to}
	if c.Out == "" {
		for _, path := range c.Files {
			if err := job.toWriter(ctx, path, env.Stdout); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		return nil
	}
	return job.toDirectory(ctx)
}

func (c *Command) converter(env Env) (*convert.Converter, func(), error) {
	dir := env.CacheDir
	if dir != "" {
		dir = filepath.Join(dir, "pdfium")
	}
	engine, err := pdf.NewEngine(pdf.Config{CacheDir: dir})
	if err != nil {
		return nil, nil, err
	}
	stop := func() { _ = engine.Close() }
	reader, err := ocr.New(ocr.Config{Languages: c.OCRLanguages})
	if err != nil {
		fmt.Fprintln(env.Stderr, "warning: scans are not read:", err)
		reader = nil
	}
	converter, err := convert.New(convert.Config{PDF: engine, OCR: reader})
	return converter, stop, err
}

// job is one run of the command.
type job struct {
	cmd       *Command
	env       Env
	converter *convert.Converter
	from, to  int
}

func (j job) toDirectory(ctx context.Context) error {
	var g errgroup.Group
	g.SetLimit(runtime.NumCPU())
	failed := make([]error, len(j.cmd.Files))
	for i, path := range j.cmd.Files {
		g.Go(func() error {
			if err := j.toFile(ctx, path); err != nil {
				failed[i] = fmt.Errorf("%s: %w", path, err)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return errors.Join(failed...)
}

func (j job) toFile(ctx context.Context, path string) error {
	extension := ".md"
	if j.cmd.JSON {
		extension = ".jsonl"
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + extension
	f, err := os.Create(filepath.Join(j.cmd.Out, name))
	if err != nil {
		return err
	}
	return errors.Join(j.toWriter(ctx, path, f), f.Close())
}

// toWriter converts one file. The pages wait in a temporary file, for headings depend on all of them.
func (j job) toWriter(ctx context.Context, path string, w io.Writer) error {
	format, err := detect(path)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp("", "quire-pages-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	defer tmp.Close()
	enc := convert.NewPageEncoder(tmp)
	opt := convert.Options{SkipImages: j.cmd.SkipImages}
	if j.cmd.Ultra {
		opt.Accuracy = convert.Ultra
	}
	if err := j.converter.Pages(ctx, path, format, j.from, j.to, opt, enc.Encode); err != nil {
		return err
	}
	if err := enc.Close(); err != nil {
		return err
	}
	return j.write(ctx, tmp, w)
}

func (j job) write(ctx context.Context, stored io.ReadSeeker, w io.Writer) error {
	out := bufio.NewWriter(w)
	markdown, final := io.Writer(out), (func(page.Page) error)(nil)
	if j.cmd.JSON {
		blocks := json.NewEncoder(out)
		markdown, final = io.Discard, func(p page.Page) error { return blocks.Encode(p) }
	}
	pages := func(yield func(*page.Page) error) error {
		if _, err := stored.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return convert.DecodePages(stored, yield)
	}
	_, err := convert.Assemble(ctx, pages, convert.AssembleOptions{
		PageSeparator: !j.cmd.NoSeparator, KeepHeadersFooters: j.cmd.KeepHeadersFooters,
	}, markdown, final)
	return errors.Join(err, out.Flush())
}

func detect(path string) (probe.Format, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return "", err
	}
	return probe.Check(f, st.Size(), filepath.Base(path))
}

func parsePages(s string) (from, to int, err error) {
	if s == "" {
		return 1, 0, nil
	}
	n, err := fmt.Sscanf(s, "%d-%d", &from, &to)
	if n == 1 {
		to, err = from, nil
	}
	if n == 0 || err != nil || from < 1 || to < from {
		return 0, 0, fmt.Errorf("--pages %q: give a page or a range, such as 3 or 3-7", s)
	}
	return from, to, nil
}
