package convertcmd

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

// job is what all files of one run have in common.
type job struct {
	cmd       *Command
	env       Env
	converter *convert.Converter
	from, to  int
	bar       *progress
}

// run converts one file. Its pages wait in a temporary file, for headings depend on all of them; turn is closed when it
// may write to the terminal.
func (j job) run(ctx context.Context, path string, turn <-chan struct{}) error {
	stored, err := os.CreateTemp("", "quire-pages-*")
	if err != nil {
		return err
	}
	defer os.Remove(stored.Name())
	defer stored.Close()
	format, err := j.readPages(ctx, path, stored)
	j.bar.fileDone()
	if j.cmd.Out == "" {
		<-turn
	}
	if err != nil {
		return err
	}
	if err := j.write(ctx, path, stored); err != nil {
		return err
	}
	if j.cmd.Debug == "" {
		return nil
	}
	return j.drawPages(ctx, path, format, stored)
}

func (j job) readPages(ctx context.Context, path string, stored io.Writer) (probe.Format, error) {
	format, err := detect(path)
	if err != nil {
		return "", err
	}
	info, err := j.converter.Inspect(ctx, path, format)
	if err != nil {
		return "", err
	}
	j.bar.expect(pagesToRead(info, j.from, j.to))
	opt := convert.Options{SkipImages: j.cmd.SkipImages}
	if j.cmd.Ultra {
		opt.Accuracy = convert.Ultra
	}
	enc := convert.NewPageEncoder(stored)
	last := time.Now()
	err = j.converter.Pages(ctx, path, format, j.from, j.to, opt, func(p page.Page) error {
		j.bar.pageDone(filepath.Base(path), p.Source, time.Since(last))
		last = time.Now()
		return enc.Encode(p)
	})
	if err != nil {
		return "", err
	}
	return format, enc.Close()
}

// pagesToRead is how many pages a range of the file has; a format that tells no count has one.
func pagesToRead(info convert.Info, from, to int) int {
	if !info.Ranged {
		return 1
	}
	if to == 0 {
		to = info.Pages
	}
	return max(0, min(to, info.Pages)-from+1)
}

// write renders the stored pages to the terminal or into the output directory.
func (j job) write(ctx context.Context, path string, stored io.ReadSeeker) error {
	if j.cmd.Out == "" {
		j.bar.clear()
		return j.render(ctx, stored, j.env.Stdout)
	}
	extension := ".md"
	if j.cmd.JSON {
		extension = ".jsonl"
	}
	f, err := os.Create(filepath.Join(j.cmd.Out, stem(path)+extension))
	if err != nil {
		return err
	}
	return errors.Join(j.render(ctx, stored, f), f.Close())
}

func (j job) render(ctx context.Context, stored io.ReadSeeker, w io.Writer) error {
	out := bufio.NewWriter(w)
	markdown, final := io.Writer(out), (func(page.Page) error)(nil)
	if j.cmd.JSON {
		blocks := json.NewEncoder(out)
		markdown, final = io.Discard, func(p page.Page) error { return blocks.Encode(p) }
	}
	_, err := convert.Assemble(ctx, pagesOf(stored), convert.AssembleOptions{
		PageSeparator: !j.cmd.NoSeparator, KeepHeadersFooters: j.cmd.KeepHeadersFooters,
	}, markdown, final)
	return errors.Join(err, out.Flush())
}

func pagesOf(stored io.ReadSeeker) convert.PageSource {
	return func(yield func(*page.Page) error) error {
		if _, err := stored.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return convert.DecodePages(stored, yield)
	}
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

func stem(path string) string { return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) }
