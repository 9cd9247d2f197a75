// Package convert turns documents into pages of typed blocks, whatever their format, and joins stored pages into
// Markdown.
package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os"

	"quire/internal/convert/docx"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/convert/raster"
)

// Config are the engines of a Converter.
type Config struct {
	PDF *pdf.Engine
	// OCR reads pages and pictures without text of their own. Nil: they stay unread.
	OCR *ocr.Reader
	// Vision shows a page to a model and returns its transcript as Markdown. It returns an error unless the model
	// finished by itself: a cut transcript must not count. Nil: Ultra compares local readings.
	Vision func(ctx context.Context, req VisionRequest) (markdown string, err error)
}

// VisionRequest is one sample of a page asked of a vision model.
type VisionRequest struct {
	PNG []byte
	// TextLayer is the page's text as the local converter found it.
	TextLayer string
	// Sample counts from 0, which is asked for at temperature 0.
	Sample int
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

// Pages converts pages from to to (from 1, inclusive; to 0 is the last) and emits them in order, one in memory at a
// time. A format that is not Ranged is converted whole. A *page.Error is the document's own fault; any other error is
// worth another try.
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
	switch {
	case f == probe.DOCX:
		_, err = docx.Convert(ctx, file, st.Size(), docx.Options{SkipImages: opt.SkipImages, OCR: c.readPicture()}, emit)
	case f.Image():
		err = c.image(ctx, file, st.Size(), opt, emit)
	default:
		err = probe.UnsupportedDocument(f)
	}
	return err
}

func (c *Converter) pdf(ctx context.Context, path string, from, to int, opt Options, emit func(page.Page) error) error {
	if to == 0 {
		info, err := c.cfg.PDF.Inspect(ctx, path)
		if err != nil {
			return err
		}
		to = info.Pages
	}
	if opt.Accuracy == Ultra {
		emit = c.again(ctx, emit, func(number int) render {
			return func(ctx context.Context, dpi int) (image.Image, error) {
				return c.cfg.PDF.Render(ctx, path, number, float64(dpi))
			}
		})
	}
	return c.cfg.PDF.Pages(ctx, path, from, to, pdf.Options{OCR: c.readPage(), SkipImages: opt.SkipImages}, emit)
}

// again sends every page through ultra on its way to emit.
func (c *Converter) again(ctx context.Context, emit func(page.Page) error, of func(number int) render) func(page.Page) error {
	return func(p page.Page) error {
		better, err := c.ultra(ctx, p, of(p.Number))
		if err != nil {
			return err
		}
		return emit(better)
	}
}

func (c *Converter) image(ctx context.Context, file *os.File, size int64, opt Options, emit func(page.Page) error) error {
	if opt.Accuracy == Ultra {
		emit = c.again(ctx, emit, func(int) render {
			return func(ctx context.Context, _ int) (image.Image, error) { return raster.Decode(ctx, file, size) }
		})
	}
	return raster.Convert(ctx, c.cfg.OCR, file, size, emit)
}

// readPage is the OCR that the PDF engine asks for pages and pictures.
func (c *Converter) readPage() pdf.OCR {
	if c.cfg.OCR == nil {
		return nil
	}
	return func(ctx context.Context, img image.Image, dpi int) ([]page.Word, error) {
		res, err := c.cfg.OCR.Read(ctx, img, float64(dpi))
		if err != nil {
			return nil, err
		}
		return res.PageWords(), nil
	}
}

// readPicture is the OCR that a DOCX asks for its pictures. One that cannot be decoded says nothing.
func (c *Converter) readPicture() func(ctx context.Context, picture []byte) (string, error) {
	if c.cfg.OCR == nil {
		return nil
	}
	return func(ctx context.Context, picture []byte) (string, error) {
		img, err := raster.Decode(ctx, bytes.NewReader(picture), int64(len(picture)))
		if page.ReasonOf(err) != "" {
			return "", nil
		}
		if err != nil {
			return "", fmt.Errorf("picture: %w", err)
		}
		res, err := c.cfg.OCR.Read(ctx, img, img.DPI)
		if err != nil {
			return "", err
		}
		return res.Text(), nil
	}
}
