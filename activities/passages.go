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

// AssembleFileInput names the ranges of a version.
type AssembleFileInput struct {
	Job           FileJob
	Pages         int
	PagesPerRange int
	Again         bool // an earlier attempt has spent the budget
}

// FileText is what came of a version: its Markdown, and how many passages wait to be indexed.
type FileText struct {
	Output   Output
	Passages int
}

// AssembleFile joins the ranges into the version's Markdown and its passages. Both are streamed: neither the document
// nor its passages are ever in memory as a whole. The passages of an earlier attempt are replaced.
func (a *Activities) AssembleFile(ctx context.Context, in AssembleFileInput) (FileText, error) {
	stop := heartbeat(ctx)
	defer stop()
	text, err := abandonable(ctx, assemblyBudget(in.Pages), func(ctx context.Context) (FileText, error) { return a.assembleFile(ctx, in) })
	if a.spentOnce(ctx, err, in.Job.Conversion, in.Again) {
		return FileText{Output: Output{Spent: true}}, nil
	}
	return text, blame(goneOrTrouble(err), activity.GetInfo(ctx).Attempt)
}

func (a *Activities) assembleFile(ctx context.Context, in AssembleFileInput) (FileText, error) {
	file, _, err := a.DB.FileForDownload(ctx, in.Job.FileID, in.Job.Version)
	if err != nil {
		return FileText{}, err
	}
	pages := a.storedPages(ctx, AssembleInput{Conversion: in.Job.Conversion, Pages: in.Pages, PagesPerRange: in.PagesPerRange})
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

// cut writes the Markdown into its blob, and the passages to whoever reads c.
func (a *Activities) cut(ctx context.Context, c Conversion, pages convert.PageSource, to *cutter) (Output, error) {
	defer close(to.out)
	splitter := passage.NewSplitter(passage.Options{FileName: to.fileName}, func(p passage.Passage) error { return to.emit(ctx, p) })
	var sum convert.Summary
	info, err := a.store(ctx, c.outputKey(), maxOutput, func(w io.Writer) (err error) {
		sum, err = convert.Assemble(ctx, pages, convert.AssembleOptions{PageSeparator: c.Separator}, w, splitter.Add)
		if err != nil {
			return err
		}
		return splitter.Close()
	})
	to.err = err
	return Output{Pages: sum.Pages, Key: c.outputKey(), Size: info.Size}, err
}

// cutter hands passages from the goroutine that cuts the document to the one that stores them.
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

// passages ends with the error of the cutting, so that half a document is never stored as a whole one.
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

// profiled is how much text, in bytes, the language is judged by.
const profiled = 200 << 10

var errProfiled = errors.New("enough text for the language")

// languageOf judges the language by the beginning of the document.
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
