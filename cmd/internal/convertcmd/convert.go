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
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"quire/cmd/internal/exit"
	"quire/internal/convert"
	"quire/internal/convert/libreoffice"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/pdf/unidoc"
	"quire/internal/glob"
	"quire/internal/usercache"
)

// Command converts documents to Markdown.
type Command struct {
	Files              []string      `arg:"" complete:"files" help:"Documents, folders, and patterns such as 'scans/**/*.pdf'; - is standard input."`
	Out                string        `short:"o" type:"path" complete:"folders" placeholder:"DIR" help:"Write FILE.md for every document into this directory instead of to the terminal; the files of a folder keep their places."`
	Include            []string      `sep:"none" placeholder:"PATTERN" help:"For folders: only the files that match, such as '*.pdf' or 'letters/**'; may be repeated."`
	Exclude            []string      `sep:"none" placeholder:"PATTERN" help:"For folders: leave out files and folders that match; may be repeated."`
	Force              bool          `help:"Convert files of folders again even if their output exists."`
	Watch              bool          `help:"Keep converting new and changed files until Ctrl-C. Needs --out."`
	Interval           time.Duration `default:"2s" placeholder:"DURATION" help:"How often --watch looks, and how long a file must have stayed the same."`
	Pages              string        `placeholder:"N-M" help:"Only these pages: 3 or 3-7."`
	JSON               bool          `help:"Write the pages' blocks with their boxes as JSON lines instead of Markdown."`
	Ultra              bool          `help:"Read pages in several ways and keep the best reading."`
	SkipImages         bool          `help:"Leave out the content of pictures."`
	KeepHeadersFooters bool          `help:"Keep running heads and feet."`
	PDFLinks           bool          `name:"pdf-links" help:"Write links in PDFs as Markdown links; otherwise only their text."`
	NoSeparator        bool          `help:"Do not put --- between pages."`
	OCRLanguages       string        `name:"ocr-languages" placeholder:"LANGUAGES" help:"Tesseract's language codes, joined by +, such as eng+deu; by default eng."`
	Debug              string        `type:"path" complete:"folders" placeholder:"DIR" help:"Draw words, lines, tables and reading order over every page's image, as PNG files in this directory."`
	Parallel           int           `help:"How many files to convert at once; defaults to one per core."`
}

// Help returns text that is added to the usage.
func (*Command) Help() string {
	return `A file that cannot be converted does not stop the others: it is reported at the end, and the exit status is 1. Anything left out of a document is reported on standard error.

Of a folder, hidden files, unfinished downloads and files that are no documents are passed over; linked folders are not entered. A file whose output is at least as new as itself is done: a second run converts the rest.`
}

// Examples are command lines of the command, without its name.
func Examples() []string {
	return []string{
		"report.pdf > report.md",
		"scans -o text --exclude drafts",
		"'letters/**/*.docx' -o text",
		"inbox -o text --watch",
		"scan.pdf --ocr-languages eng+deu --pages 3-7",
	}
}

// Env is the environment of the command.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// CacheDir holds compiled code and tesseract's data; "" means the user's cache directory.
	CacheDir string
	// UniPDF returns the settings of UniPDF, or nil to use PDFium. If the function is nil, PDFium is used, too.
	UniPDF func() (*unidoc.Config, error)
	// Remote, if not nil, converts instead of this process.
	Remote Remote
	// Mask, if not nil, masks the personal data of a page.
	Mask func(page.Page) page.Page
}

// cache returns the directory for caches, or "" if there is none.
func (e Env) cache() string {
	if e.CacheDir != "" {
		return e.CacheDir
	}
	dir, _ := usercache.Dir()
	return dir
}

// Run converts the files, by default as many at once as there are cores. It writes their Markdown to the terminal in
// the order of the arguments, whichever is ready first. A file that fails does not stop the others; the error names
// every file that failed.
func (c *Command) Run(ctx context.Context, env Env) error {
	from, to, err := parsePages(c.Pages)
	if err == nil {
		err = c.check()
	}
	if err != nil {
		return exit.Usage(err)
	}
	if err := c.makeDirs(); err != nil {
		return err
	}
	if c.Parallel <= 0 {
		c.Parallel = runtime.GOMAXPROCS(0)
	}
	j := job{cmd: c, env: env, from: from, to: to}
	if env.Remote == nil {
		var stop func()
		if j.converter, stop, err = c.converter(env); err != nil {
			return err
		}
		defer stop()
	}
	if c.Watch {
		return j.watch(ctx)
	}
	return j.once(ctx)
}

// once converts the files that the arguments stand for at this moment.
func (j job) once(ctx context.Context) error {
	inputs, faults, forget, err := j.cmd.inputs(j.env.Stdin)
	if err != nil {
		return err
	}
	defer forget()
	inputs, done := j.undone(inputs)
	j.bar = newProgress(j.env.Stderr, len(inputs))
	j.bar.lines = j.cmd.Out != ""
	err = j.convertAll(ctx, inputs)
	j.bar.clear()
	if j.cmd.Out != "" {
		fmt.Fprintln(j.env.Stderr, j.bar.summary(time.Since(j.bar.start)))
	}
	if done > 0 {
		fmt.Fprintf(j.env.Stderr, "%d files were done before; --force converts them again\n", done)
	}
	return errors.Join(errors.Join(faults...), err)
}

// check returns an error if the flags are invalid or contradict each other.
func (c *Command) check() error {
	if c.Watch && (c.Out == "" || slices.Contains(c.Files, "-")) {
		return errors.New("--watch needs --out, and cannot watch standard input")
	}
	if c.Watch && c.Interval <= 0 {
		return errors.New("--interval: give a duration such as 2s")
	}
	return c.filter().Check()
}

func (c *Command) filter() glob.Filter {
	return glob.Filter{Include: c.Include, Exclude: c.Exclude}
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

func (c *Command) converter(env Env) (*convert.Converter, func(), error) {
	dir := env.CacheDir
	if dir != "" {
		dir = filepath.Join(dir, "pdfium")
	}
	reader, err := c.ocr(env)
	if err != nil {
		return nil, nil, exit.Usage(err)
	}
	office, _ := libreoffice.Find("") // files that need it report its absence
	cfg := convert.Config{Processes: c.Parallel, LibreOffice: office, PDF: pdf.Config{CacheDir: dir}, PDFLinks: c.PDFLinks, OCR: reader}
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

// ocr returns a reader for scans. If scans cannot be read and no languages were requested, it prints a warning and
// returns nil.
func (c *Command) ocr(env Env) (*ocr.Reader, error) {
	reader, err := ocr.New(ocr.Config{Languages: c.OCRLanguages, Parallel: c.Parallel, CacheDir: env.cache()})
	if err == nil {
		return reader, nil
	}
	if c.OCRLanguages != "" {
		return nil, fmt.Errorf("--ocr-languages: %w", err)
	}
	fmt.Fprintln(env.Stderr, "warning: scans will not be read:", err)
	return nil, nil
}

func (j job) convertAll(ctx context.Context, inputs []input) error {
	var group errgroup.Group
	group.SetLimit(j.cmd.Parallel)
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

// stopped returns the error of an interrupted run: which files failed for other reasons, and how many are missing.
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
