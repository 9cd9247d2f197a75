package convert

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"math"
	"os"

	"github.com/HugoSmits86/nativewebp"
	"golang.org/x/image/draw"

	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/convert/raster"
	"quire/internal/convert/sandbox"
)

// Drawing describes the image of a page.
type Drawing struct {
	Path   string
	Format probe.Format
	Number int
	// PageWidth is the width of the turned page in points; 0 if it is unknown.
	PageWidth float64
	// Turn is the number of degrees by which the page is turned clockwise: 0, 90, 180 or 270.
	Turn int
	// Width is the width of the image in pixels. A document that is itself a picture is never enlarged, and a page of
	// extreme height is drawn smaller.
	Width int
	// WebP asks for lossless WebP, which is about half as large as PNG.
	WebP bool
}

// Draw returns a page as an image file, as people see it: turned as the file and d require, on white. The boxes of the
// page, scaled to its width, fit the image. For formats whose pages have no appearance, the error is ErrNoImage.
func (c *Converter) Draw(ctx context.Context, d Drawing) ([]byte, error) {
	if !d.Format.Drawable() {
		return nil, ErrNoImage
	}
	size, err := sizeOf(d.Path)
	if err != nil {
		return nil, err
	}
	d.Path = absolute(d.Path)
	meter := sandbox.NewMeter(c.budget(pagesJob{Path: d.Path, Format: d.Format, From: d.Number, To: d.Number}, size))
	var file []byte
	err = c.pool.Run(ctx, sandbox.Job{Work: d, Meter: meter}, func(reply any) error {
		file = reply.(pictureFile).Data //nolint:forcetypeassert // the only reply
		return nil
	})
	return file, err
}

// pictureFile is the reply to a Drawing.
type pictureFile struct{ Data []byte }

// usualWidth stands in for the width of a page that could not be measured, in points: Letter.
const usualWidth = 612

func (c *child) draw(ctx context.Context, d Drawing) (pictureFile, error) {
	img, err := c.drawn(ctx, d)
	if err != nil {
		return pictureFile{}, err
	}
	var file bytes.Buffer
	if d.WebP {
		err = nativewebp.Encode(&file, img, nil)
	} else {
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, img)
	}
	return pictureFile{file.Bytes()}, err
}

func (c *child) drawn(ctx context.Context, d Drawing) (image.Image, error) {
	if d.Format == probe.PDF {
		width := d.PageWidth
		if width <= 0 {
			width = usualWidth
		}
		img, err := c.pdf.Render(ctx, d.Path, d.Number, float64(d.Width)*pdf.PointsPerInch/width)
		if err != nil {
			return nil, err
		}
		return d.finished(img), nil
	}
	file, err := os.Open(d.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	st, err := file.Stat()
	if err != nil {
		return nil, err
	}
	img, err := raster.Decode(ctx, file, st.Size())
	if err != nil {
		return nil, err
	}
	return d.finished(img.Image), nil
}

// finished scales a page down and then turns it, in this order, because turning takes time per pixel.
func (d Drawing) finished(img image.Image) image.Image {
	width := d.Width
	if b := img.Bounds(); d.Turn%180 != 0 && b.Dy() > 0 {
		width = max(1, (d.Width*b.Dx()+b.Dy()-1)/b.Dy())
	}
	return raster.Turn(narrowed(img, width), d.Turn)
}

// The largest image: the side is the maximum of WebP, and the number of pixels is that of a page of 2,400 by 5,000,
// which takes seconds to compress.
const (
	mostSide   = 16383
	mostPixels = 12_000_000
)

// narrowed scales an image down to a width, in pixels, or further if it would still be too large.
func narrowed(img image.Image, width int) image.Image {
	b := img.Bounds()
	w, h := float64(b.Dx()), float64(b.Dy())
	factor := min(1, float64(width)/w, mostSide/max(w, h), math.Sqrt(mostPixels/(w*h)))
	if factor == 1 {
		return img
	}
	small := image.NewRGBA(image.Rect(0, 0, max(1, int(w*factor)), max(1, int(h*factor))))
	draw.BiLinear.Scale(small, small.Rect, img, b, draw.Src, nil)
	return small
}
