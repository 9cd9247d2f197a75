package activities

import (
	"context"
	"fmt"
	"io"
	"math"
	"path"

	"github.com/google/uuid"
	"go.temporal.io/sdk/activity"

	"quire/internal/blob"
	"quire/internal/convert"
	"quire/internal/convert/layout"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/internal/convert/probe"
	"quire/internal/convert/sandbox"
	"quire/internal/mask"
	"quire/schema"
)

// maxRange and maxOutput bound what a conversion may write, in bytes. Both are far above what any legitimate document
// needs.
const (
	maxRange  = 1 << 30
	maxOutput = 1 << 30
)

// LongestConversion is at least the sum of the budgets of any conversion activity: inspecting a file and converting it.
const LongestConversion = 2 * convert.MostWall

// Conversion is one file to convert: where its blobs are and which options apply. All of its blobs lie under Prefix.
type Conversion struct {
	Prefix     string
	SourceKey  string
	Format     string
	Extension  string // of the original file name; it distinguishes source code from prose
	Accuracy   string
	SkipImages bool
	Masking    []string `json:",omitempty"` // the names of the rules by which personal data is masked
	Separator  bool
	Size       int64 // of the source, in bytes
	Attempt    int
	Round      int // counts the requested conversions of the same bytes; each starts afresh
}

// rangeKey is the same for every attempt, so that a restart finds what an earlier attempt has converted.
func (c Conversion) rangeKey(from int) string {
	if c.Round > 0 {
		return fmt.Sprintf("%sranges/r%d-%05d", c.Prefix, c.Round, from)
	}
	return fmt.Sprintf("%sranges/%05d", c.Prefix, from)
}

func (c Conversion) outputKey() string { return schema.OutputKey(c.Prefix, c.Attempt) }

// object returns the id of the document or version, with which the prefix ends.
func (c Conversion) object() (uuid.UUID, error) { return uuid.Parse(path.Base(c.Prefix)) }

// The quick lane is for files that a person may be waiting for: few pages, few bytes. Longer files go into the long
// lane, so that a short file never queues behind them.
const (
	// QuickPages is the length, in pages, of the longest file that is converted in the quick lane.
	QuickPages = 3
	// quickBytes and quickWholeBytes are the largest files that are worth inspecting in the quick lane: the former for
	// formats with pages, the latter for those whose length only a conversion can reveal.
	quickBytes      = 8 << 20
	quickWholeBytes = 1 << 20
)

// MayBeQuick reports whether the file may be short enough for the quick lane, judging by its size. A model's second
// reading of a page is never quick.
func (c Conversion) MayBeQuick() bool {
	switch f := probe.Format(c.Format); {
	case c.Accuracy == string(convert.Ultra):
		return false
	case f.Image():
		return true
	case f == probe.PDF:
		return c.Size <= quickBytes
	default:
		return c.Size <= quickWholeBytes
	}
}

// RangeInput selects pages From to To of a file, 1-indexed and inclusive.
type RangeInput struct {
	Conversion Conversion
	From, To   int
	Quick      bool // in the quick lane, where a longer file is only inspected
	LastTry    bool `json:"Again"` // the second try, after a Setback
}

// ConvertedRange is the result of converting a range.
type ConvertedRange struct {
	TotalPages int // of the whole document
	// TooLong reports that the file is too long for the quick lane and nothing was converted.
	TooLong bool
	// Setback, if any, means that nothing was converted.
	Setback
}

// ConvertRange converts a range of pages into a separate blob. Formats without ranges are converted whole, as the first
// range. A range whose blob already exists was converted before a crash and is not converted again.
func (a *Convert) ConvertRange(ctx context.Context, in RangeInput) (ConvertedRange, error) {
	stop := heartbeat(ctx)
	defer stop()
	r, err := a.convertRange(ctx, in)
	r.Setback, err = judge(ctx, a.Log, err, in.Conversion, in.LastTry)
	return r, blame(unlessDeleted(ctx, a.DB, a.Blobs, in.Conversion, err), activity.GetInfo(ctx).Attempt)
}

// Yield marks an activity whose conversion yields the processor to those of others.
func Yield(ctx context.Context) context.Context { return sandbox.Yield(ctx) }

func (a *Convert) convertRange(ctx context.Context, in RangeInput) (ConvertedRange, error) {
	source, release, err := a.Blobs.File(ctx, in.Conversion.SourceKey)
	if err != nil {
		return ConvertedRange{}, goneOrTrouble(err)
	}
	defer release()
	format, err := in.Conversion.format(source)
	if err != nil {
		return ConvertedRange{}, err
	}
	info, err := a.Converter.Inspect(ctx, source, format)
	if err != nil {
		return ConvertedRange{}, err
	}
	if in.Quick && info.Pages > QuickPages {
		return ConvertedRange{TotalPages: info.Pages, TooLong: true}, nil
	}
	pages, err := a.convertPages(ctx, in, source, info)
	if err == nil {
		a.recordProgress(ctx, in, pages, info.Ranged)
	}
	return ConvertedRange{TotalPages: pages}, err
}

// recordProgress shows clients the progress of the conversion. Failing to do so does not fail the conversion.
func (a *Convert) recordProgress(ctx context.Context, in RangeInput, total int, ranged bool) {
	done := total
	if ranged {
		done = min(in.To, total) - in.From + 1
	}
	object, err := in.Conversion.object()
	if err == nil {
		err = a.DB.RecordProgress(ctx, object, in.Conversion.Round, in.From, done, total)
	}
	if err != nil {
		a.Log.WarnContext(ctx, "progress was not recorded", "prefix", in.Conversion.Prefix, "error", err)
	}
}

// convertPages converts a range of the file at path, unless it has already been converted, and returns the number of
// pages of the whole file.
func (a *Convert) convertPages(ctx context.Context, in RangeInput, path string, info convert.Info) (int, error) {
	from, to := in.From, in.To
	if !info.Ranged {
		from, to = 1, 0
	} else {
		to = min(to, info.Pages)
	}
	key := in.Conversion.rangeKey(in.From)
	done, err := a.Blobs.Exists(ctx, key)
	if err != nil {
		return 0, err
	}
	if done && info.Pages > 0 {
		return info.Pages, nil
	}
	rules, err := mask.Parse(in.Conversion.Masking)
	if err != nil {
		return 0, err
	}
	n, err := a.writeRange(ctx, key, func(emit func(page.Page) error) error {
		return a.Converter.Pages(ctx, path, info.Format, from, to, convert.Options{
			Accuracy: convert.Accuracy(in.Conversion.Accuracy), SkipImages: in.Conversion.SkipImages,
			Extension: in.Conversion.Extension,
		}, func(p page.Page) error { return emit(rules.Page(p)) })
	})
	if info.Pages == 0 {
		info.Pages = n
	}
	return info.Pages, err
}

// format returns the format that the upload detected. If the upload could not identify the file, it is probed again to
// obtain the reason.
func (c Conversion) format(path string) (probe.Format, error) {
	if c.Format != "" {
		return probe.Format(c.Format), nil
	}
	return probe.File(path, c.Extension, probe.Check)
}

// writeRange stores pages as they are converted and counts them.
func (a *Convert) writeRange(ctx context.Context, key string, convertTo func(emit func(page.Page) error) error) (int, error) {
	n := 0
	_, err := store(ctx, a.Blobs, key, maxRange, func(w io.Writer) error {
		enc := convert.NewPageEncoder(w)
		err := convertTo(func(p page.Page) error {
			n++
			if layout.Lost(&p) {
				a.reportLost(ctx, key, &p)
			}
			if ocr.Doubtful(&p) {
				a.Log.WarnContext(ctx, "page was recognized with low confidence", "blob", key, "page", p.Number, "confidence", math.Round(p.Confidence))
			}
			return enc.Encode(p)
		})
		if err != nil {
			return err
		}
		return enc.Close()
	})
	return n, err
}

// reportLost logs and counts a page whose blocks hold fewer of its words than they should.
func (a *Convert) reportLost(ctx context.Context, key string, p *page.Page) {
	a.Log.WarnContext(ctx, "blocks of a page lack some of its words", "blob", key, "page", p.Number, "coverage", p.Coverage)
	if a.LostPages != nil {
		a.LostPages.Inc()
	}
}

// AssembleInput identifies the ranges of a file.
type AssembleInput struct {
	Conversion    Conversion
	Pages         int
	PagesPerRange int
	LastTry       bool `json:"Again"` // the second try, after a Setback
}

// AssembleMarkdown joins the ranges into the file's Markdown, deciding what only the whole document reveals: heading
// levels, running heads, paragraphs that continue across page breaks.
func (a *Convert) AssembleMarkdown(ctx context.Context, in AssembleInput) (Output, error) {
	stop := heartbeat(ctx)
	defer stop()
	out, err := abandonable(ctx, assemblyBudget(in.Pages), func(ctx context.Context) (Output, error) { return a.assemble(ctx, in) })
	out.Setback, err = judge(ctx, a.Log, err, in.Conversion, in.LastTry)
	return out, blame(unlessDeleted(ctx, a.DB, a.Blobs, in.Conversion, goneOrTrouble(err)), activity.GetInfo(ctx).Attempt)
}

func (a *Convert) assemble(ctx context.Context, in AssembleInput) (Output, error) {
	return assembled(ctx, a.Blobs, in.Conversion, func(markdown io.Writer, keep func(page.Page) error) (convert.Summary, error) {
		return convert.Assemble(ctx, storedPages(ctx, a.Blobs, in),
			convert.AssembleOptions{PageSeparator: in.Conversion.Separator}, markdown, keep)
	})
}

// assembled stores what write produces: the Markdown, and the finished pages that it was made from.
func assembled(ctx context.Context, blobs *blob.Store, c Conversion,
	write func(markdown io.Writer, keep func(page.Page) error) (convert.Summary, error),
) (Output, error) {
	key := c.outputKey()
	var sum convert.Summary
	var markdown blob.Info
	pages, err := store(ctx, blobs, schema.PagesKey(key), maxOutput, func(w io.Writer) error {
		kept := pagestore.NewWriter(w)
		var err error
		markdown, err = store(ctx, blobs, key, maxOutput, func(w io.Writer) (err error) {
			sum, err = write(w, kept.Add)
			return err
		})
		if err != nil {
			return err
		}
		return kept.Close()
	})
	return Output{Pages: sum.Pages, Key: key, Size: markdown.Size + pages.Size}, err
}
