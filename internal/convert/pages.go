package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os"

	"golang.org/x/sync/errgroup"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/convert/raster"
)

// ultraRange is how many pages wait in memory for their further readings.
const ultraRange = 25

// pdf converts a range. Ultra reads the pages again after the engine has let go of the document: a page asked for while
// another one is being emitted would wait for the worker that waits for it.
func (c *Converter) pdf(ctx context.Context, path string, from, to int, opt Options, emit func(page.Page) error) error {
	if to == 0 {
		info, err := c.cfg.PDF.Inspect(ctx, path)
		if err != nil {
			return err
		}
		to = info.Pages
	}
	if opt.Accuracy != Ultra {
		return c.readPDF(ctx, path, from, to, opt, emit)
	}
	for ; from <= to; from += ultraRange {
		if err := c.ultraPDF(ctx, path, from, min(from+ultraRange-1, to), opt, emit); err != nil {
			return err
		}
	}
	return nil
}

func (c *Converter) readPDF(ctx context.Context, path string, from, to int, opt Options, emit func(page.Page) error) error {
	var last ocr.Result
	options := pdf.Options{SkipImages: opt.SkipImages}
	if c.cfg.OCR != nil {
		options.OCR = func(ctx context.Context, img image.Image, dpi int) (ink.Scan, error) {
			read, err := c.cfg.OCR.Read(ctx, img, float64(dpi))
			last = read
			return read.Scan(), err
		}
	}
	return c.cfg.PDF.Pages(ctx, path, from, to, options, func(p page.Page) error {
		if p.Source == page.SourceOCR {
			last.Settle(&p)
		}
		return emit(p)
	})
}

func (c *Converter) ultraPDF(ctx context.Context, path string, from, to int, opt Options, emit func(page.Page) error) error {
	var pages []page.Page
	err := c.readPDF(ctx, path, from, to, opt, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	if err != nil {
		return err
	}
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(c.cfg.VisionParallel)
	for i := range pages {
		group.Go(func() (err error) {
			pages[i], err = c.ultra(groupCtx, ultraPage{page: pages[i], image: c.rendered(path, pages[i]), opt: opt})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, p := range pages {
		if err := emit(p); err != nil {
			return err
		}
	}
	return nil
}

// rendered draws a page of a PDF. The engine may draw very large pages at less than was asked for.
func (c *Converter) rendered(path string, p page.Page) pageImage {
	return func(ctx context.Context, dpi float64) (image.Image, float64, error) {
		img, err := c.cfg.PDF.Render(ctx, path, p.Number, dpi)
		if err != nil {
			return nil, 0, err
		}
		if p.Width > 0 {
			dpi = float64(img.Bounds().Dx()) * 72 / p.Width
		}
		return img, dpi, nil
	}
}

// ErrNoImage says that a format's pages cannot be drawn.
var ErrNoImage = errors.New("pages of this format have no image")

// Image draws a page as people see it, at dpi or less, and tells the resolution that it got. Boxes of p times that
// resolution / 72 are pixels. ErrNoImage for formats without geometry.
func (c *Converter) Image(ctx context.Context, path string, f probe.Format, p page.Page, dpi float64) (image.Image, float64, error) {
	switch {
	case f == probe.PDF:
		return c.rendered(path, p)(ctx, dpi)
	case !f.Image():
		return nil, 0, ErrNoImage
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	st, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	img, err := raster.Decode(ctx, file, st.Size())
	if err != nil {
		return nil, 0, err
	}
	return scaledImage(img, p)(ctx, dpi)
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
		read, err := c.cfg.OCR.Read(ctx, img, img.DPI)
		if err != nil {
			return "", err
		}
		return read.Text(), nil
	}
}
