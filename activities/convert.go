package activities

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"go.temporal.io/sdk/activity"

	"quire/internal/convert"
	"quire/internal/convert/layout"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
	"quire/internal/convert/sandbox"
	"quire/schema"
)

// maxRange and maxOutput bound what a conversion may write, in bytes: far above any honest document.
const (
	maxRange  = 1 << 30
	maxOutput = 1 << 30
)

// Conversion is one file to convert: where its blobs are, and how. Every blob of it lies under Prefix.
type Conversion struct {
	Prefix     string
	SourceKey  string
	Format     string
	Extension  string // of the file's own name: it tells source code from prose
	Accuracy   string
	SkipImages bool
	Separator  bool
	Size       int64 // of the source, in bytes
	Attempt    int
	Round      int // counts conversions of the same bytes that were asked for; each begins afresh
}

// rangeKey is the same for every attempt, so that a restart finds what an earlier one has converted.
func (c Conversion) rangeKey(from int) string {
	if c.Round > 0 {
		return fmt.Sprintf("%sranges/r%d-%05d", c.Prefix, c.Round, from)
	}
	return fmt.Sprintf("%sranges/%05d", c.Prefix, from)
}

func (c Conversion) outputKey() string { return schema.OutputKey(c.Prefix, c.Attempt) }

// The quick lane is for files that a person may be waiting for: few pages, few bytes. What is longer goes into the long
// lane, where it may take its time, so that no queue of long files stands before a short one.
const (
	// QuickPages is the length, in pages, of the longest file that is converted in the quick lane.
	QuickPages = 3
	// quickBytes and quickWholeBytes are the sizes of files that are worth a look in it: of formats with pages, and of
	// those that only their conversion can measure.
	quickBytes      = 8 << 20
	quickWholeBytes = 1 << 20
)

// MayBeQuick tells by its size whether the file may be short enough for the quick lane. A model's second reading of
// a page is never quick.
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

// RangeInput names pages From to To of a file, 1-indexed and inclusive.
type RangeInput struct {
	Conversion Conversion
	From, To   int
	Quick      bool // in the quick lane: a longer file is only looked at
	Again      bool // an earlier attempt has spent the budget
}

// ConvertedRange is what a range has told: the number of pages of the whole document.
type ConvertedRange struct {
	TotalPages int
	// TooLong says that the file is too long for the quick lane and nothing was converted.
	TooLong bool
	// Spent says that the budget is spent and nothing was converted: the range deserves a second try.
	Spent bool
}

// ConvertRange converts a range of pages into a blob of its own. Formats without ranges are converted whole by the
// first one. A range whose blob is there was converted before a crash and is not converted again.
func (a *Activities) ConvertRange(ctx context.Context, in RangeInput) (ConvertedRange, error) {
	stop := heartbeat(ctx)
	defer stop()
	r, err := a.convertRange(ctx, in)
	if a.spentOnce(ctx, err, in.Conversion, in.Again) {
		return ConvertedRange{Spent: true}, nil
	}
	return r, blame(err, activity.GetInfo(ctx).Attempt)
}

// Yield marks an activity whose conversion leaves the processor to that of others.
func Yield(ctx context.Context) context.Context { return sandbox.Yield(ctx) }

// lane is the converter that a range has to use.
func (a *Activities) lane(quick bool) *convert.Converter {
	if quick && a.Quick != nil {
		return a.Quick
	}
	return a.Convert
}

func (a *Activities) convertRange(ctx context.Context, in RangeInput) (ConvertedRange, error) {
	path, release, err := a.Blobs.File(ctx, in.Conversion.SourceKey)
	if err != nil {
		return ConvertedRange{}, goneOrTrouble(err)
	}
	defer release()
	format, err := in.Conversion.format(path)
	if err != nil {
		return ConvertedRange{}, err
	}
	info, err := a.lane(in.Quick).Inspect(ctx, path, format)
	if err != nil {
		return ConvertedRange{}, err
	}
	if in.Quick && info.Pages > QuickPages {
		return ConvertedRange{TotalPages: info.Pages, TooLong: true}, nil
	}
	pages, err := a.convertPages(ctx, in, path, info)
	return ConvertedRange{TotalPages: pages}, err
}

// convertPages converts a range of the file at path, unless it was converted before, and returns the number of pages of
// the whole file.
func (a *Activities) convertPages(ctx context.Context, in RangeInput, path string, info convert.Info) (int, error) {
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
	n, err := a.writeRange(ctx, key, func(emit func(page.Page) error) error {
		return a.lane(in.Quick).Pages(ctx, path, info.Format, from, to, convert.Options{
			Accuracy: convert.Accuracy(in.Conversion.Accuracy), SkipImages: in.Conversion.SkipImages,
			Extension: in.Conversion.Extension,
		}, emit)
	})
	if info.Pages == 0 {
		info.Pages = n
	}
	return info.Pages, err
}

// format is what the upload found. A file that the upload could not name is looked at again, for the reason in words.
func (c Conversion) format(path string) (probe.Format, error) {
	if c.Format != "" {
		return probe.Format(c.Format), nil
	}
	return probe.File(path, c.Extension, probe.Check)
}

// writeRange stores pages as they are converted and counts them.
func (a *Activities) writeRange(ctx context.Context, key string, convertTo func(emit func(page.Page) error) error) (int, error) {
	n := 0
	_, err := a.store(ctx, key, maxRange, func(w io.Writer) error {
		enc := convert.NewPageEncoder(w)
		err := convertTo(func(p page.Page) error {
			n++
			if layout.Lost(&p) {
				a.tellLost(ctx, key, &p)
			}
			if ocr.Doubtful(&p) {
				a.Log.WarnContext(ctx, "a page was read with low confidence", "blob", key, "page", p.Number, "confidence", math.Round(p.Confidence))
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

// tellLost logs and counts a page whose blocks hold less of its words than they should.
func (a *Activities) tellLost(ctx context.Context, key string, p *page.Page) {
	a.Log.WarnContext(ctx, "words of a page are missing from its blocks", "blob", key, "page", p.Number, "coverage", p.Coverage)
	if a.LostPages != nil {
		a.LostPages.Inc()
	}
}

// AssembleInput names the ranges of a file.
type AssembleInput struct {
	Conversion    Conversion
	Pages         int
	PagesPerRange int
	Again         bool // an earlier attempt has spent the budget
}

// AssembleMarkdown joins the ranges into the file's Markdown, deciding what only the whole document can tell:
// heading levels, running heads, paragraphs over page breaks.
func (a *Activities) AssembleMarkdown(ctx context.Context, in AssembleInput) (Output, error) {
	stop := heartbeat(ctx)
	defer stop()
	out, err := abandonable(ctx, assemblyBudget(in.Pages), func(ctx context.Context) (Output, error) { return a.assemble(ctx, in) })
	if a.spentOnce(ctx, err, in.Conversion, in.Again) {
		return Output{Spent: true}, nil
	}
	return out, blame(goneOrTrouble(err), activity.GetInfo(ctx).Attempt)
}

func (a *Activities) assemble(ctx context.Context, in AssembleInput) (Output, error) {
	key := in.Conversion.outputKey()
	var sum convert.Summary
	info, err := a.store(ctx, key, maxOutput, func(w io.Writer) (err error) {
		sum, err = convert.Assemble(ctx, a.storedPages(ctx, in),
			convert.AssembleOptions{PageSeparator: in.Conversion.Separator}, w, nil)
		return err
	})
	return Output{Pages: sum.Pages, Key: key, Size: info.Size}, err
}

// storedPages reads the ranges one after the other, one page in memory at a time.
func (a *Activities) storedPages(ctx context.Context, in AssembleInput) convert.PageSource {
	return func(yield func(*page.Page) error) error {
		for from := 1; from <= in.Pages; from += in.PagesPerRange {
			if err := a.readRange(ctx, in.Conversion.rangeKey(from), yield); err != nil {
				return err
			}
		}
		return nil
	}
}

func (a *Activities) readRange(ctx context.Context, key string, yield func(*page.Page) error) error {
	r, err := a.Blobs.Open(ctx, key)
	if err != nil {
		return err
	}
	defer r.Close()
	return convert.DecodePages(r, yield)
}

// heartbeat tells the server every second that the worker lives, and makes ctx end when the work is cancelled. Without a
// server, in a command or a test, there is nobody to tell.
func heartbeat(ctx context.Context) (stop func()) {
	if !activity.IsActivity(ctx) {
		return func() {}
	}
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
				activity.RecordHeartbeat(ctx)
			}
		}
	}()
	return func() { close(done) }
}
