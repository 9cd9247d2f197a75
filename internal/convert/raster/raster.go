// Package raster reads image files: PNG, JPEG, WebP and GIF.
package raster

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/sync/semaphore"

	"quire/internal/convert/layout"
	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
)

const (
	// MaxPixels is the maximum number of pixels in an image. It is checked before anything is decoded.
	MaxPixels = 100_000_000
	// MaxSide is the maximum length of a side, in pixels.
	MaxSide = 20_000
	// decodedPixels bounds the images decoded at the same time, at 4 to 8 bytes per pixel.
	decodedPixels = 150_000_000
	// Values outside this range are ignored, because cameras and screens write 72 and 96 without meaning it.
	minTrustedDPI, maxTrustedDPI = 100, 1200
)

// Image is a decoded picture as people see it: upright and opaque.
type Image struct {
	image.Image
	// DPI is the resolution that the file states, or 0 if it states none that is plausible.
	DPI float64
}

var decoding = semaphore.NewWeighted(decodedPixels)

// Convert reads the text of an image file and emits it as one page, which is empty if there is no reader. A *page.Error
// means that the picture is too large or damaged; any other error is the machine's.
func Convert(ctx context.Context, reader *ocr.Reader, r io.ReaderAt, size int64, emit func(page.Page) error) error {
	img, err := Decode(ctx, r, size)
	if err != nil {
		return err
	}
	if reader == nil {
		return emit(page.Page{Number: 1, Source: page.SourceOCR, Notes: []string{"OCR is off"}})
	}
	p, err := Page(ctx, reader, img)
	if err != nil {
		return err
	}
	return emit(p)
}

// Page reads the text of a picture as a separate page.
func Page(ctx context.Context, reader *ocr.Reader, img Image) (page.Page, error) {
	read, err := reader.Read(ctx, img, img.DPI)
	if err != nil {
		return page.Page{}, fmt.Errorf("read the image's text: %w", err)
	}
	p := layout.Analyze(read.Input(1))
	read.ApplyTo(&p)
	p.Width, p.Height = read.ImageSize()
	return p, nil
}

// Decode reads the first frame of an image file, rotated according to its EXIF data and on a white background. It waits
// while too many other images are being decoded. Errors are *page.Error (TooLarge, Corrupt), ctx's or r's.
func Decode(ctx context.Context, r io.ReaderAt, size int64) (Image, error) {
	meta, err := readMeta(r, size)
	if err != nil {
		return Image{}, err
	}
	pixels := int64(meta.width) * int64(meta.height)
	if meta.width > MaxSide || meta.height > MaxSide || pixels > MaxPixels {
		return Image{}, &page.Error{
			Reason: page.TooLarge,
			Message: fmt.Sprintf("The image has %d × %d pixels; at most %d million, and %d per side, are accepted",
				meta.width, meta.height, MaxPixels/1_000_000, MaxSide),
		}
	}
	if err := decoding.Acquire(ctx, pixels); err != nil {
		return Image{}, err
	}
	defer decoding.Release(pixels)
	img, err := meta.decode(r, size)
	if errors.Is(err, errScans) {
		return Image{}, errScans
	}
	if err != nil {
		return Image{}, damaged(err)
	}
	return Image{Image: upright(onWhite(img), meta.orientation), DPI: meta.dpi}, nil
}

func damaged(cause error) error {
	return &page.Error{Reason: page.Corrupt, Message: "The image is damaged and cannot be read", Cause: cause}
}

// meta is an image file's information about itself.
type meta struct {
	width, height int
	orientation   int // EXIF: 1 is upright
	dpi           float64
	decode        func(r io.ReaderAt, size int64) (image.Image, error)
}

func readMeta(r io.ReaderAt, size int64) (meta, error) {
	head := make([]byte, min(size, 16))
	if _, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return meta{}, fmt.Errorf("read the image's header: %w", err)
	}
	m := meta{orientation: 1}
	var config func(io.Reader) (image.Config, error)
	switch format(head) {
	case "png":
		m.decode, config = whole(png.Decode), png.DecodeConfig
		m.readPNG(r, size)
	case "jpeg":
		m.decode, config = decodeJPEG, jpeg.DecodeConfig
		m.readJPEG(r, size)
	case "gif":
		m.decode, config = whole(gif.Decode), gif.DecodeConfig
	case "webp":
		m.decode, config = decodeWebP, nil
		m.readWebP(r, size)
	default:
		return meta{}, &page.Error{Reason: page.Unsupported, Message: "The picture's format cannot be read"}
	}
	if config != nil {
		c, err := config(io.NewSectionReader(r, 0, size))
		if err != nil {
			return meta{}, damaged(err)
		}
		m.width, m.height = c.Width, c.Height
	}
	if m.width <= 0 || m.height <= 0 {
		return meta{}, damaged(errors.New("no size"))
	}
	if m.dpi < minTrustedDPI || m.dpi > maxTrustedDPI {
		m.dpi = 0
	}
	return m, nil
}

func format(head []byte) string {
	switch {
	case len(head) < 12:
	case string(head[:4]) == "\x89PNG":
		return "png"
	case string(head[:3]) == "\xff\xd8\xff":
		return "jpeg"
	case string(head[:3]) == "GIF":
		return "gif"
	case string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return "webp"
	}
	return ""
}

func whole(decode func(io.Reader) (image.Image, error)) func(io.ReaderAt, int64) (image.Image, error) {
	return func(r io.ReaderAt, size int64) (image.Image, error) { return decode(io.NewSectionReader(r, 0, size)) }
}

// onWhite returns img without transparency. Opaque pictures are not copied.
func onWhite(img image.Image) image.Image {
	switch src := img.(type) {
	case *image.YCbCr, *image.Gray:
		return img
	case interface{ Opaque() bool }:
		if _, isRGBA := img.(*image.RGBA); isRGBA && src.Opaque() {
			return img
		}
	}
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, b.Min, draw.Over)
	return out
}

// Turn returns a picture turned clockwise by 0, 90, 180 or 270 degrees.
func Turn(img image.Image, degrees int) image.Image {
	return upright(img, map[int]int{90: 6, 180: 3, 270: 8}[degrees])
}

// upright undoes an EXIF orientation: 2 mirrored, 3 upside down, 4 both, 5 to 8 on its side.
func upright(img image.Image, orientation int) image.Image {
	if orientation <= 1 || orientation > 8 {
		return img
	}
	b := img.Bounds()
	src, ok := img.(*image.RGBA)
	if !ok {
		src = image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
		draw.Draw(src, src.Rect, img, b.Min, draw.Src)
	}
	w, h := b.Dx(), b.Dy()
	dw, dh := w, h
	if orientation >= 5 {
		dw, dh = h, w
	}
	dst := image.NewRGBA(image.Rect(0, 0, dw, dh))
	for y := range dh {
		for x := range dw {
			sx, sy := sourceOf(x, y, w, h, orientation)
			copy(dst.Pix[y*dst.Stride+4*x:][:4], src.Pix[sy*src.Stride+4*sx:])
		}
	}
	return dst
}

// sourceOf returns the pixel of a stored w by h picture that appears at x, y.
func sourceOf(x, y, w, h, orientation int) (sx, sy int) {
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
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	default:
		return w - 1 - y, x
	}
}
