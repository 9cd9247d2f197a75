package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"runtime"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/convert/raster"
)

// ultraRange is how many pages are held in memory until their further readings.
const ultraRange = 25

// pdfPages converts a range. Ultra reads the pages again after the engine has released the document.
func (c *child) pdfPages(ctx context.Context, j pagesJob, emit func(page.Page) error) error {
	if j.Options.Accuracy != Ultra || c.ocr == nil {
		return c.readPDF(ctx, j, emit)
	}
	for from, to := j.From, j.To; from <= to; from += ultraRange {
		j.From, j.To = from, min(from+ultraRange-1, to)
		if err := c.ultraPDF(ctx, j, emit); err != nil {
			return err
		}
	}
	return nil
}

func (c *child) readPDF(ctx context.Context, j pagesJob, emit func(page.Page) error) error {
	var last ocr.Result
	options := pdf.Options{SkipImages: j.Options.SkipImages, Start: c.starting}
	if c.ocr != nil {
		pictures := c.ocr.Pictures()
		options.OCR = func(ctx context.Context, img image.Image, dpi int) (ink.Scan, error) {
			read, err := c.read(ctx, c.ocr.Read, img, float64(dpi))
			last = read
			return read.Scan(), err
		}
		options.Picture = func(ctx context.Context, img image.Image, dpi int) (ink.Scan, error) {
			read, err := c.read(ctx, pictures.Read, img, float64(dpi))
			return read.Scan(), err
		}
	}
	return c.pdf.Pages(ctx, j.Path, j.From, j.To, options, func(p page.Page) error {
		if p.Source == page.SourceOCR {
			last.ApplyTo(&p)
		}
		return emit(p)
	})
}

func (c *child) ultraPDF(ctx context.Context, j pagesJob, emit func(page.Page) error) error {
	var pages []page.Page
	err := c.readPDF(ctx, j, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	if err != nil {
		return err
	}
	return emitBetter(ctx, pages, runtime.GOMAXPROCS(0), func(ctx context.Context, p page.Page) (page.Page, error) {
		return c.ultra(ctx, ultraPage{page: p, image: c.rendered(j.Path, p.Number, p.Width)})
	}, emit)
}

// rendered draws a page of a PDF. The engine may draw very large pages at a lower resolution than requested.
func (c *child) rendered(path string, number int, width float64) pageImage {
	return func(ctx context.Context, dpi float64) (image.Image, float64, error) {
		img, err := c.pdf.Render(ctx, path, number, dpi)
		if err != nil {
			return nil, 0, err
		}
		if width > 0 {
			dpi = float64(img.Bounds().Dx()) * 72 / width
		}
		return img, dpi, nil
	}
}

// ErrNoImage means that the pages of a format cannot be drawn.
var ErrNoImage = errors.New("pages of this format have no image")

// image draws a page.
func (c *child) image(ctx context.Context, j imageJob) (image.Image, float64, error) {
	if j.Format == probe.PDF {
		return c.rendered(j.Path, j.Number, j.Width)(ctx, j.DPI)
	}
	file, err := os.Open(j.Path)
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
	return scaledImage(img, page.Page{Number: j.Number, Width: j.Width})(ctx, j.DPI)
}

// readPicture returns the OCR function for the pictures in documents. A picture that cannot be decoded yields no text.
func (c *child) readPicture() func(ctx context.Context, picture []byte) (string, error) {
	if c.ocr == nil {
		return nil
	}
	pictures := c.ocr.Pictures()
	return func(ctx context.Context, picture []byte) (string, error) {
		img, err := raster.Decode(ctx, bytes.NewReader(picture), int64(len(picture)))
		if page.ReasonOf(err) != "" {
			return "", nil
		}
		if err != nil {
			return "", fmt.Errorf("picture: %w", err)
		}
		read, err := c.read(ctx, pictures.Read, img, img.DPI)
		if err != nil {
			return "", err
		}
		return read.Text(), nil
	}
}
