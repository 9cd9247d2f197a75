package ocr_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/gofont/gobold"
)

func TestBoldTypeHasThickerStrokes(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 1500, 500))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	write(t, img, "plainly written words", 100, 150, 42, color.Black)
	writeIn(t, img, gobold.TTF, "boldly written words", 100, 250, 42, color.Black)
	draw.Draw(img, image.Rect(60, 300, 1400, 420), image.Black, image.Point{}, draw.Src)
	write(t, img, "lightly written words", 100, 370, 42, color.White)
	got, err := newReader(t).Read(t.Context(), img, 300)
	require.NoError(t, err)
	strokes := map[string]float64{}
	for _, w := range got.Words {
		strokes[w.Text] = w.Stroke
	}
	require.Greater(t, strokes["boldly"], 1.3*strokes["plainly"])
	require.InDelta(t, strokes["plainly"], strokes["lightly"], .15*strokes["plainly"])
}
