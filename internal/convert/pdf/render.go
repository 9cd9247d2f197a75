package pdf

import (
	"errors"
	"image"
	"math"

	"quire/internal/convert/page"
)

const (
	maxPixels   = 30_000_000
	renderFlags = 0x01 | 0x10 // annotations, reversed byte order (RGBA)
	formatBGRA  = 4
	opaqueWhite = 0xFFFFFFFF
)

// PointsPerInch is the number of points per inch.
const PointsPerInch = 72

// render draws the page at dpi, or less if the page would have more than maxPixels. The second result is the
// resolution used.
func (g *pdfPage) render(dpi float64) (img *image.RGBA, used float64, err error) {
	w, h, used := Pixels(g.width, g.height, dpi)
	err = g.draw(w, h, image.Rect(0, 0, w, h), func(drawn []byte, w, h, stride int) {
		img = image.NewRGBA(image.Rect(0, 0, w, h))
		for y := range h {
			copy(img.Pix[y*img.Stride:(y+1)*img.Stride], drawn[y*stride:])
		}
	})
	return img, used, err
}

// Gray implements Canvas without a copy in colour. PDFium's own grey bitmaps lack pictures.
func (g *pdfPage) Gray(dpi float64) (img *image.Gray, used float64, err error) {
	w, h, used := Pixels(g.width, g.height, dpi)
	err = g.draw(w, h, image.Rect(0, 0, w, h), func(drawn []byte, w, h, stride int) { img = Gray(drawn, w, h, stride) })
	return img, used, err
}

// Part implements Canvas. What PDFium need not draw costs it no time.
func (g *pdfPage) Part(dpi float64, b page.Box) (img *image.Gray, used float64, err error) {
	w, h, used := Pixels(g.width, g.height, dpi)
	part := PixelsOf(b, used).Intersect(image.Rect(0, 0, w, h))
	if part.Empty() {
		return image.NewGray(part), used, nil
	}
	err = g.draw(w, h, part, func(drawn []byte, w, h, stride int) { img = Gray(drawn, w, h, stride) })
	return img, used, err
}

// PixelsOf converts a box in points to pixels of a page drawn at dpi.
func PixelsOf(b page.Box, dpi float64) image.Rectangle {
	scale := dpi / PointsPerInch
	return image.Rect(int(b.X0*scale), int(b.Y0*scale), int(b.X1*scale), int(b.Y1*scale))
}

// draw has PDFium draw a part of the page, whose total size is w by h pixels, and passes its pixels, 4 bytes each, to
// take. They are valid until take returns.
func (g *pdfPage) draw(w, h int, part image.Rectangle, take func(drawn []byte, w, h, stride int)) error {
	bitmap := uint64(uint32(g.call("FPDFBitmap_CreateEx", uint64(part.Dx()), uint64(part.Dy()), formatBGRA, 0, 0)))
	if bitmap == 0 {
		return errors.New("no memory for the page's image")
	}
	defer g.call("FPDFBitmap_Destroy", bitmap)
	g.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(part.Dx()), uint64(part.Dy()), opaqueWhite)
	left, top := uint64(uint32(int32(-part.Min.X))), uint64(uint32(int32(-part.Min.Y))) //nolint:gosec // a page has at most maxPixels
	g.call("FPDF_RenderPageBitmap", bitmap, g.handle, left, top, uint64(w), uint64(h), 0, renderFlags)
	stride := int(g.call("FPDFBitmap_GetStride", bitmap))
	take(g.bytes(uint64(uint32(g.call("FPDFBitmap_GetBuffer", bitmap))), stride*part.Dy()), part.Dx(), part.Dy(), stride)
	return nil
}

// Pixels returns the size of a page's image at dpi, or at a lower resolution if it would have too many pixels.
// used is the resolution chosen.
func Pixels(width, height, dpi float64) (w, h int, used float64) {
	if area := width * height / (PointsPerInch * PointsPerInch); area*dpi*dpi > maxPixels {
		dpi = math.Sqrt(maxPixels / area)
	}
	w = max(int(math.Round(width*dpi/PointsPerInch)), 1)
	h = max(int(math.Round(height*dpi/PointsPerInch)), 1)
	return w, h, dpi
}

// Gray converts an image with 4 bytes per pixel (RGBA) to levels of grey (Rec. 601).
func Gray(drawn []byte, w, h, stride int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		row, out := drawn[y*stride:][:4*w], img.Pix[y*img.Stride:][:w]
		for x := range out {
			p := row[4*x : 4*x+3 : 4*x+3]
			out[x] = uint8((299*uint32(p[0]) + 587*uint32(p[1]) + 114*uint32(p[2])) / 1000)
		}
	}
	return img
}
