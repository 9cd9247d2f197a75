package ocr

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestBoxesAreCutToTheirInk(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 200, 100))
	fill := func(g uint8, x0, y0, x1, y1 int) {
		draw.Draw(img, image.Rect(x0, y0, x1, y1), image.NewUniform(color.Gray{Y: g}), image.Point{}, draw.Src)
	}
	fill(255, 0, 0, 200, 100)
	fill(0, 20, 30, 30, 56)   // a letter
	fill(0, 60, 44, 80, 48)   // the bar of a 4
	fill(0, 74, 30, 78, 56)   // its stem
	fill(0, 120, 44, 140, 48) // a dash
	fill(0, 150, 39, 160, 56) // a small letter
	for _, c := range []struct {
		what, text string
		x0, x1     float64
		top, base  float64
	}{
		{"a letter", "d", 18, 32, 30, 56},
		{"a letter that the box cuts", "4", 58, 72, 30, 56},
		{"a dash, whose blank part belongs to it", "-", 118, 142, 20, 66},
		{"a dash that the box cuts", "-", 118, 130, 20, 66},
		{"a small letter", "a", 148, 162, 39, 56},
		{"nothing", "a", 170, 190, 20, 66},
	} {
		b := tighten(img, page.Box{X0: c.x0, Y0: 20, X1: c.x1, Y1: 66}, c.text)
		require.Equal(t, page.Box{X0: c.x0, Y0: c.top, X1: c.x1, Y1: c.base}, b, c.what)
	}
}
