package pdf

import (
	"errors"
	"image"
	"math"
)

const (
	maxPixels     = 30_000_000
	renderFlags   = 0x01 | 0x10 // annotations, reversed byte order (RGBA)
	formatBGRA    = 4
	opaqueWhite   = 0xFFFFFFFF
	pointsPerInch = 72
)

// render draws the page at dpi, or less where the page would have more than maxPixels. The second result is the
// resolution used.
func (g *pdfPage) render(dpi float64) (*image.RGBA, float64, error) {
	if area := g.width * g.height / (pointsPerInch * pointsPerInch); area*dpi*dpi > maxPixels {
		dpi = math.Sqrt(maxPixels / area)
	}
	w := max(int(math.Round(g.width*dpi/pointsPerInch)), 1)
	h := max(int(math.Round(g.height*dpi/pointsPerInch)), 1)
	bitmap := uint64(uint32(g.call("FPDFBitmap_CreateEx", uint64(w), uint64(h), formatBGRA, 0, 0)))
	if bitmap == 0 {
		return nil, 0, errors.New("no memory for the page's image")
	}
	defer g.call("FPDFBitmap_Destroy", bitmap)
	g.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(w), uint64(h), opaqueWhite)
	g.call("FPDF_RenderPageBitmap", bitmap, g.handle, 0, 0, uint64(w), uint64(h), 0, renderFlags)
	stride := int(g.call("FPDFBitmap_GetStride", bitmap))
	pixels := g.bytes(uint64(uint32(g.call("FPDFBitmap_GetBuffer", bitmap))), stride*h)
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		copy(img.Pix[y*img.Stride:(y+1)*img.Stride], pixels[y*stride:])
	}
	return img, dpi, nil
}
