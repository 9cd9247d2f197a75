package ocr_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnderlinedWordsAreRead(t *testing.T) {
	t.Parallel()
	text := "Anyone may open the page below\nwww.gypsyjoy.org/page/PQ7gyj4kq\nand copy what it says of pigs"
	img := sheetOf(t, text, 10)
	const baseline = 126 + 63 // of the second line
	draw.Draw(img, image.Rect(126, baseline+5, 826, baseline+8), image.Black, image.Point{}, draw.Src)
	read, err := newReader(t).Read(t.Context(), img, 300)
	require.NoError(t, err)
	require.Contains(t, read.Text(), "gypsyjoy.org/page")
}

func TestLightLettersInADarkBoxAreRead(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 1600, 2200))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	for y := 200.; y < 1500; y += 120 {
		write(t, img, "Several words stand in every line of this page", 150, y, 42, color.Black)
	}
	draw.Draw(img, image.Rect(150, 1600, 1450, 1900), image.NewUniform(color.Gray{Y: 77}), image.Point{}, draw.Src)
	write(t, img, "What is light stays light on dark", 220, 1760, 42, color.White)
	read, err := newReader(t).Read(t.Context(), img, 300)
	require.NoError(t, err)
	require.Contains(t, read.Text(), "light stays light")
}
