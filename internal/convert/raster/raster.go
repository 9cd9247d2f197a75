// Package raster reads image files: PNG, JPEG, WebP and the first frame of a GIF.
package raster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif"  // decoder
	_ "image/jpeg" // decoder
	_ "image/png"  // decoder
	"io"

	_ "golang.org/x/image/webp" // decoder

	"quire/internal/convert/layout"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
)

// The largest image that is decoded: decoders allocate what a header of a few bytes asks for.
const (
	maxPixels = 100_000_000
	maxSide   = 20_000
)

// Image is a decoded image: upright as its EXIF orientation says, on white where it was transparent.
type Image struct {
	image.Image
	// DPI is the resolution that the file tells, 0 when it tells none.
	DPI float64
}

// DecodeBytes is Decode of a file in memory.
func DecodeBytes(b []byte) (Image, error) { return Decode(bytes.NewReader(b), int64(len(b))) }

// Decode reads an image file of size bytes. A *page.Error says when it is damaged (Corrupt), has more than 100 million
// pixels (TooLarge) or no format of this package (Unsupported).
func Decode(r io.ReaderAt, size int64) (Image, error) {
	cfg, format, err := image.DecodeConfig(io.NewSectionReader(r, 0, size))
	if errors.Is(err, image.ErrFormat) {
		return Image{}, &page.Error{Reason: page.Unsupported, Message: "The picture has a format that cannot be read"}
	}
	if err != nil {
		return Image{}, damaged(err)
	}
	if cfg.Width <= 0 || cfg.Height <= 0 {
		return Image{}, damaged(errors.New("no size"))
	}
	if cfg.Width > maxSide || cfg.Height > maxSide || cfg.Width*cfg.Height > maxPixels {
		return Image{}, &page.Error{Reason: page.TooLarge, Message: fmt.Sprintf(
			"The image has %d × %d pixels; at most 100 million pixels and %d on a side are read", cfg.Width, cfg.Height, maxSide)}
	}
	img, _, err := image.Decode(io.NewSectionReader(r, 0, size))
	if err != nil {
		return Image{}, damaged(err)
	}
	meta := readMetadata(r, size, format)
	return Image{Image: upright(onWhite(img), meta.orientation), DPI: meta.dpi}, nil
}

func damaged(cause error) error {
	return &page.Error{Reason: page.Corrupt, Message: "The image is damaged and cannot be read", Cause: cause}
}

// onWhite flattens transparency onto white; black text on a transparent ground would be black on black otherwise.
func onWhite(img image.Image) image.Image {
	switch m := img.(type) {
	case *image.Gray, *image.YCbCr, *image.CMYK:
		return img
	case interface{ Opaque() bool }:
		if m.Opaque() {
			return img
		}
	}
	b := img.Bounds()
	flat := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(flat, flat.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(flat, flat.Bounds(), img, b.Min, draw.Over)
	return flat
}

// upright undoes an EXIF orientation (1 to 8: CIPA DC-008 §4.6.4).
func upright(img image.Image, orientation int) image.Image {
	if orientation < 2 || orientation > 8 {
		return img
	}
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	size := image.Rect(0, 0, w, h)
	if orientation >= 5 {
		size = image.Rect(0, 0, h, w)
	}
	gray := image.NewGray(size)
	for y := range h {
		for x := range w {
			dx, dy := place(orientation, x, y, w, h)
			gray.Set(dx, dy, img.At(b.Min.X+x, b.Min.Y+y))
		}
	}
	return gray
}

// place is where the pixel at x, y of a w × h image stands in the upright one.
func place(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	default:
		return y, w - 1 - x
	}
}

// Convert reads the image as one page. Without a reader the page is empty and says so.
func Convert(ctx context.Context, reader *ocr.Reader, r io.ReaderAt, size int64, emit func(page.Page) error) error {
	img, err := Decode(r, size)
	if err != nil {
		return err
	}
	if reader == nil {
		return emit(page.Page{Number: 1, Source: page.SourceOCR, Notes: []string{"OCR is off"}})
	}
	res, err := reader.Read(ctx, img.Image, img.DPI)
	if err != nil {
		return err
	}
	p := layout.Analyze(layout.Input{
		Number: 1, Width: res.Width, Height: res.Height, Source: page.SourceOCR, Words: res.PageWords(),
	})
	if len(res.Words) > 0 && res.Confidence < ocr.LowConfidence {
		p.Notes = append(p.Notes, ocr.LowConfidenceNote)
	}
	return emit(p)
}
