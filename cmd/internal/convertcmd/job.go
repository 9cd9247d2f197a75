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
	"sync"
	"time"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/pagejson"
	"quire/internal/convert/probe"
)

// job holds what all files of a run share.
type job struct {
	cmd       *Command
	env       Env
	converter *convert.Converter
	from, to  int
	bar       *progress
}

// run converts one file. It keeps the pages until all have been read, because headings depend on all of them. turn is
// closed when it may write to the terminal; below reports whether it follows another document there.
func (j job) run(ctx context.Context, in input, below bool, turn <-chan struct{}) error {
	converted := sync.OnceFunc(func() {
		if j.cmd.Out == "" {
			<-turn
		}
	})
	defer converted()
	started := time.Now()
	err := j.file(ctx, in, below, converted)
	if errors.Is(err, errNoDocument) {
		j.bar.passOver()
		return nil
	}
	j.bar.fileDone(in.shown, time.Since(started), err)
	return err
}

// errNoDocument is the failure of files that are not documents and were not named by an argument.
var errNoDocument = errors.New("not a document")

// file converts a file, calls converted once its pages have been read, and writes the result.
func (j job) file(ctx context.Context, in input, below bool, converted func()) error {
	judge := probe.Check
	if in.found && j.env.Remote != nil { // a service takes only documents
		judge = probe.Document
	}
	format, err := detect(in, judge)
	if in.found && page.ReasonOf(err) == page.Unsupported {
		return errNoDocument
	}
	if err != nil {
		return err
	}
	opt := convert.Options{SkipImages: j.cmd.SkipImages, WithoutWords: !j.placed(), Extension: filepath.Ext(in.name)}
	if j.cmd.Ultra {
		opt.Accuracy = convert.Ultra
	}
	if j.env.Remote != nil {
		return j.remote(ctx, in, opt, below, converted)
	}
	var enclosed error
	if j.apart(format) {
		if opt.Links, enclosed = j.enclosed(ctx, in, format); enclosed != nil {
			in.state = in.state.outdated() // so that the next run tries again
		}
	}
	return errors.Join(enclosed, j.convert(ctx, in, format, opt, below, converted))
}

// placed reports whether the positions of words are needed, for the output or for masking.
func (j job) placed() bool { return j.cmd.JSON || j.cmd.Debug != "" || j.env.Mask != nil }

func (j job) convert(ctx context.Context, in input, format probe.Format, opt convert.Options, below bool, converted func()) error {
	var stored pageStore
	defer func() { _ = stored.close() }()
	err := j.readPages(ctx, in, format, opt, &stored)
	if converted(); err != nil {
		return err
	}
	if err := j.write(ctx, in, below, &stored); err != nil {
		return err
	}
	if j.cmd.Debug == "" {
		return nil
	}
	return j.drawPages(ctx, in, format, &stored)
}

func (j job) readPages(ctx context.Context, in input, format probe.Format, opt convert.Options, stored *pageStore) error {
	info, err := j.converter.Inspect(ctx, in.path, format)
	if err != nil {
		return err
	}
	if info.Ranged && j.from > info.Pages {
		return noSuchPage(info.Pages)
	}
	expected, to := pagesToRead(info, j.from, j.to), j.to
	j.bar.expect(expected)
	if info.Ranged && to == 0 {
		to = info.Pages
	}
	if !info.Ranged || expected > heldPages || j.cmd.Debug != "" {
		if err := stored.keepInFile(); err != nil {
			return err
		}
	}
	last, seen, kept := time.Now(), 0, 0
	err = j.converter.Pages(ctx, in.path, format, j.from, to, opt, func(p page.Page) error {
		seen = p.Number
		beyond := j.to > 0 && p.Number > j.to
		if p.Number < j.from || beyond {
			return nil
		}
		kept++
		j.bar.pageDone(in.name, p.Source, time.Since(last))
		last = time.Now()
		if j.env.Mask != nil {
			p = j.env.Mask(p)
		}
		return stored.add(p)
	})
	if err == nil && kept == 0 {
		err = noSuchPage(seen)
	}
	if err != nil {
		return err
	}
	return stored.complete()
}

func noSuchPage(pages int) error {
	if pages == 1 {
		return errors.New("the document has only one page")
	}
	return fmt.Errorf("the document has only %d pages", pages)
}

// pagesToRead returns how many pages of the file lie in the range. A format whose pages cannot be counted in advance
// counts as one.
func pagesToRead(info convert.Info, from, to int) int {
	if !info.Ranged {
		return 1
	}
	if to == 0 {
		to = info.Pages
	}
	return max(0, min(to, info.Pages)-from+1)
}

// write renders the stored pages to the terminal or to the output directory.
func (j job) write(ctx context.Context, in input, below bool, stored *pageStore) error {
	return j.put(in, below && !j.cmd.JSON, func(w io.Writer) error { return j.render(ctx, in, stored, w) })
}

// put writes a file's output to the output directory or to the terminal, with a blank line before it if it follows
// another document.
func (j job) put(in input, below bool, fill func(io.Writer) error) error {
	if j.cmd.Out != "" {
		return put(j.cmd.output(in), in.state.modified, fill)
	}
	j.bar.clear()
	out := bufio.NewWriter(j.env.Stdout)
	if below {
		_ = out.WriteByte('\n')
	}
	err := fill(out)
	return errors.Join(err, out.Flush())
}

// filePage is a page as a line of JSON, with the name of its file.
type filePage struct {
	File string `json:"file"`
	pagejson.Page
}

func (j job) render(ctx context.Context, in input, stored *pageStore, w io.Writer) error {
	markdown, lines := w, (*json.Encoder)(nil)
	if j.cmd.JSON {
		markdown, lines = io.Discard, json.NewEncoder(w)
		lines.SetEscapeHTML(false)
	}
	_, err := convert.Assemble(ctx, stored.source(ctx), convert.AssembleOptions{
		PageSeparator: !j.cmd.NoSeparator, KeepHeadersFooters: j.cmd.KeepHeadersFooters,
	}, markdown, func(p page.Page) error {
		for _, note := range p.Notes {
			j.bar.say(fmt.Sprintf("%s, page %d: %s", in.shown, p.Number, note))
		}
		if lines == nil {
			return nil
		}
		return lines.Encode(filePage{in.shown, pagejson.From(p, true)})
	})
	return err
}

func detect(in input, judge func(io.ReaderAt, int64, string) (probe.Format, error)) (probe.Format, error) {
	f, err := os.Open(in.path)
	if err != nil {
		return "", errors.Unwrap(err) // the caller adds the path
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return "", err
	}
	if st.IsDir() {
		return "", errors.New("is a directory")
	}
	return judge(f, st.Size(), filepath.Ext(in.name))
}
