package activities

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"go.temporal.io/sdk/activity"
	"golang.org/x/sync/errgroup"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/index/bm25"
	"quire/internal/passage"
	"quire/schema"
)

// AssembleFileInput identifies the ranges of a version.
type AssembleFileInput struct {
	Job           FileJob
	Pages         int
	PagesPerRange int
	LastTry       bool `json:"Again"` // the second try, after a Setback
}

// FileText is the text of a version: its Markdown, and the number of passages waiting to be indexed.
type FileText struct {
	Output   Output
	Passages int
}

// AssembleFile joins the ranges into the version's Markdown and its passages. Both are streamed: neither the document
// nor its passages are ever in memory as a whole. It replaces the passages of an earlier attempt.
func (a *Convert) AssembleFile(ctx context.Context, in AssembleFileInput) (FileText, error) {
	stop := heartbeat(ctx)
	defer stop()
	text, err := abandonable(ctx, assemblyBudget(in.Pages), func(ctx context.Context) (FileText, error) { return a.assembleFile(ctx, in) })
	text.Output.Setback, err = judge(ctx, a.Log, err, in.Job.Conversion, in.LastTry)
	return text, blame(unlessDeleted(ctx, a.DB, a.Blobs, in.Job.Conversion, goneOrTrouble(err)), activity.GetInfo(ctx).Attempt)
}

func (a *Convert) assembleFile(ctx context.Context, in AssembleFileInput) (FileText, error) {
	file, _, err := a.DB.FileForDownload(ctx, in.Job.FileID, in.Job.Version)
	if err != nil {
		return FileText{}, err
	}
	pages := storedPages(ctx, a.Blobs, AssembleInput{Conversion: in.Job.Conversion, Pages: in.Pages, PagesPerRange: in.PagesPerRange})
	language, err := languageOf(pages)
	if err != nil {
		return FileText{}, err
	}
	g, ctx := errgroup.WithContext(ctx)
	cut := &cutter{language: language, fileName: file.Path, out: make(chan schema.Passage, 64)}
	var text FileText
	g.Go(func() (err error) {
		text.Output, err = a.cut(ctx, in.Job.Conversion, pages, cut)
		return err
	})
	g.Go(func() (err error) {
		text.Passages, err = a.DB.StorePassages(ctx, in.Job.Generation, in.Job.Attempt, in.Job.VersionID, string(language), cut.passages)
		return err
	})
	err = g.Wait()
	return text, err
}

// cut writes the Markdown into its blob and sends the passages to the given cutter.
func (a *Convert) cut(ctx context.Context, c Conversion, pages convert.PageSource, to *cutter) (Output, error) {
	defer close(to.out)
	splitter := passage.NewSplitter(passage.Options{FileName: to.fileName}, func(p passage.Passage) error { return to.emit(ctx, p) })
	out, err := assembled(ctx, a.Blobs, c, func(markdown io.Writer, keep func(page.Page) error) (convert.Summary, error) {
		sum, err := convert.Assemble(ctx, pages, convert.AssembleOptions{PageSeparator: c.Separator}, markdown, func(p page.Page) error {
			return errors.Join(keep(p), splitter.Add(p))
		})
		if err != nil {
			return sum, err
		}
		return sum, splitter.Close()
	})
	to.err = err
	return out, err
}

// cutter hands passages from the goroutine that splits the document to the one that stores them.
type cutter struct {
	language bm25.Language
	fileName string
	out      chan schema.Passage
	err      error // set before out is closed
}

func (c *cutter) emit(ctx context.Context, p passage.Passage) error {
	row, err := passageRow(p, c.language)
	if err != nil {
		return err
	}
	select {
	case c.out <- row:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// passages yields the error of the splitting last, so that half a document is never stored as a whole one.
func (c *cutter) passages(yield func(schema.Passage, error) bool) {
	for p := range c.out {
		if !yield(p, nil) {
			return
		}
	}
	if c.err != nil {
		yield(schema.Passage{}, c.err)
	}
}

func passageRow(p passage.Passage, language bm25.Language) (schema.Passage, error) {
	spans, err := json.Marshal(p.Spans)
	if err != nil {
		return schema.Passage{}, err
	}
	terms := bm25.Document(language, p.Text, p.Header, p.Columns)
	return schema.Passage{
		Number: p.Number, PageStart: p.PageStart, PageEnd: p.PageEnd, Kind: string(p.Kind),
		Header: p.Header, Columns: p.Columns, Text: p.Text, Spans: spans,
		TermIDs: terms.IDs, TermCounts: terms.Counts, TermTotal: terms.Length, HeaderTerms: terms.Header,
	}, nil
}

// profiled is how much text, in bytes, is used to detect the language.
const profiled = 200 << 10

var errProfiled = errors.New("enough text for the language")

// languageOf detects the language from the beginning of the document.
func languageOf(pages convert.PageSource) (bm25.Language, error) {
	var profile bm25.Profile
	read := 0
	err := pages(func(p *page.Page) error {
		text := p.Text()
		profile.Add(text)
		if read += len(text); read >= profiled {
			return errProfiled
		}
		return nil
	})
	if err != nil && !errors.Is(err, errProfiled) {
		return "", err
	}
	return profile.Language(), nil
}
