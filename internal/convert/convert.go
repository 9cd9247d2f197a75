// Package convert turns documents into pages of typed blocks, whatever their format, and joins stored pages into
// Markdown.
package convert

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"quire/internal/convert/docx"
	"quire/internal/convert/html"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/convert/raster"
	"quire/internal/convert/sheet"
	"quire/internal/convert/text"
)

// Config are the engines of a Converter.
type Config struct {
	PDF *pdf.Engine
	// OCR reads pages and pictures without text of their own. Nil: they stay unread.
	OCR *ocr.Reader
	// Vision shows a page to a model and returns its transcript as Markdown. It returns an error unless the model
	// finished by itself: a cut transcript must not count. Nil: Ultra compares local readings.
	Vision func(ctx context.Context, req VisionRequest) (markdown string, err error)
	// VisionParallel is how many pages of one call are shown to the model at once; default 4.
	VisionParallel int
}

// VisionRequest is one sample of a page asked of a vision model.
type VisionRequest struct {
	PNG []byte
	// TextLayer is the page's own text; empty for a scan.
	TextLayer string
	// Sample counts from 0, which is asked for at temperature 0.
	Sample int
	// SkipImages asks to leave out what stands in pictures.
	SkipImages bool
}

// Accuracy is how much work a conversion may cost.
type Accuracy string

// The accuracies.
const (
	Lite  Accuracy = "lite"
	Ultra Accuracy = "ultra"
)

// Options are what a client may choose. The zero value is Lite with pictures.
type Options struct {
	Accuracy   Accuracy
	SkipImages bool
	// Name is the file's own name, whose extension tells source code from prose; default the name of the path.
	Name string
}

// Info is what is known of a file before its pages are converted.
type Info struct {
	Format probe.Format
	// Pages is 0 when only the conversion can tell.
	Pages int
	// Ranged tells that ranges of pages can be converted separately.
	Ranged bool
}

// Converter converts files. It is safe for concurrent use.
type Converter struct {
	cfg Config
}

// New makes a converter of the engines; the caller closes them.
func New(cfg Config) (*Converter, error) {
	if cfg.PDF == nil {
		return nil, errors.New("convert: a PDF engine is needed")
	}
	cfg.VisionParallel = cmp.Or(cfg.VisionParallel, 4)
	return &Converter{cfg: cfg}, nil
}

// Inspect looks at the file without converting it. A *page.Error is the document's own fault.
func (c *Converter) Inspect(ctx context.Context, path string, f probe.Format) (Info, error) {
	if f != probe.PDF {
		return Info{Format: f}, nil
	}
	info, err := c.cfg.PDF.Inspect(ctx, path)
	if err != nil {
		return Info{}, err
	}
	return Info{Format: f, Pages: info.Pages, Ranged: true}, nil
}

// Pages converts pages from to to (from 1, inclusive; to 0 is the last) and emits them in order. A format that is not
// Ranged is converted whole. A *page.Error is the document's own fault; any other error is worth another try.
func (c *Converter) Pages(ctx context.Context, path string, f probe.Format, from, to int, opt Options, emit func(page.Page) error) error {
	if f == probe.PDF {
		return c.pdf(ctx, path, from, to, opt, emit)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	st, err := file.Stat()
	if err != nil {
		return err
	}
	opt.Name = cmp.Or(opt.Name, filepath.Base(path))
	switch f {
	case probe.DOCX:
		return c.docx(ctx, file, st.Size(), opt, emit)
	case probe.PNG, probe.JPEG, probe.WebP, probe.GIF:
		return c.image(ctx, file, st.Size(), opt, emit)
	}
	return plain(ctx, file, st.Size(), f, opt.Name, emit)
}

// plain converts the formats that hold no pictures: what is in the file is all there is to read.
func plain(ctx context.Context, r io.ReaderAt, size int64, f probe.Format, name string, emit func(page.Page) error) error {
	switch f {
	case probe.XLSX:
		_, err := sheet.Convert(ctx, r, size, sheet.Options{}, emit)
		return err
	case probe.CSV, probe.TSV:
		return sheet.ConvertCSV(ctx, r, size, sheet.CSVOptions{Name: "file." + string(f)}, emit)
	case probe.HTML:
		return html.Convert(ctx, r, size, html.Options{}, emit)
	case probe.Markdown, probe.JSON, probe.XML:
		return text.Convert(ctx, r, size, text.Options{Name: "file." + string(f)}, emit)
	case probe.Text:
		return text.Convert(ctx, r, size, text.Options{Name: name}, emit)
	}
	return probe.UnsupportedDocument(f)
}

// docx has its text from the file itself: Ultra has nothing to compare.
func (c *Converter) docx(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	_, err := docx.Convert(ctx, r, size, docx.Options{SkipImages: opt.SkipImages, OCR: c.readPicture()}, emit)
	return err
}

func (c *Converter) image(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	if opt.Accuracy != Ultra {
		return raster.Convert(ctx, c.cfg.OCR, r, size, emit)
	}
	var only page.Page
	err := raster.Convert(ctx, c.cfg.OCR, r, size, func(p page.Page) error {
		only = p
		return nil
	})
	if err != nil {
		return err
	}
	img, err := raster.Decode(ctx, r, size)
	if err != nil {
		return err
	}
	better, err := c.ultra(ctx, ultraPage{page: only, image: scaledImage(img, only), opt: opt})
	if err != nil {
		return err
	}
	return emit(better)
}
