package unipdf

import (
	"image"
	"image/draw"

	"github.com/unidoc/unipdf/v3/model"
	"github.com/unidoc/unipdf/v3/render"

	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

// render draws the page at dpi, or less if it would have too many pixels. The second result is the resolution used.
func (g *shown) render(dpi float64) (img *image.RGBA, used float64, err error) {
	defer rescue(&err)
	w, _, used := pdf.Pixels(g.width, g.height, dpi)
	device := render.NewImageDevice()
	device.OutputWidth = w
	drawn, err := device.Render(g.page)
	if err != nil {
		return nil, 0, err
	}
	if img, ok := drawn.(*image.RGBA); ok {
		return img, used, nil
	}
	img = image.NewRGBA(drawn.Bounds())
	draw.Draw(img, img.Rect, drawn, img.Rect.Min, draw.Src)
	return img, used, nil
}

// Gray implements pdf.Canvas.
func (g *shown) Gray(dpi float64) (*image.Gray, float64, error) {
	img, used, err := g.render(dpi)
	if err != nil {
		return nil, 0, err
	}
	return pdf.Gray(img.Pix, img.Rect.Dx(), img.Rect.Dy(), img.Stride), used, nil
}

// Part implements pdf.Canvas.
func (g *shown) Part(dpi float64, b page.Box) (*image.Gray, float64, error) {
	whole, used, err := g.Gray(dpi)
	if err != nil {
		return nil, 0, err
	}
	part := pdf.PixelsOf(b, used).Intersect(whole.Rect)
	out := image.NewGray(image.Rect(0, 0, part.Dx(), part.Dy()))
	draw.Draw(out, out.Rect, whole, part.Min, draw.Src)
	return out, used, nil
}

// Undecoded implements pdf.Canvas.
func (g *shown) Undecoded() bool {
	for _, stream := range g.images {
		if !decodes(func() error {
			img, err := model.NewXObjectImageFromStream(stream)
			if err == nil {
				_, err = img.ToImage()
			}
			return err
		}) {
			return true
		}
	}
	return false
}

func decodes(try func() error) bool {
	err := func() (err error) {
		defer rescue(&err)
		return try()
	}()
	return err == nil
}
