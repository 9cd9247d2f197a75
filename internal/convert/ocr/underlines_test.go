package ocr

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/require"
)

// bar fills a rectangle of an image.
func bar(img *image.Gray, x0, y0, x1, y1 int, grey byte) {
	draw.Draw(img, image.Rect(x0, y0, x1, y1), image.NewUniform(color.Gray{Y: grey}), image.Point{}, draw.Src)
}

// white returns an image of white paper.
func white(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	bar(img, 0, 0, w, h, 255)
	return img
}

// stems draws strokes that stand on a line; every third goes below it, like p and y.
func stems(img *image.Gray, line int, grey byte) {
	for i := range 30 {
		foot := line
		if i%3 == 0 {
			foot += 12
		}
		bar(img, 100+20*i, line-20, 104+20*i, foot, grey)
	}
}

func TestUnderlinesThatTouchLettersAreRemoved(t *testing.T) {
	t.Parallel()
	const line = 200
	for name, c := range map[string]struct {
		draw func(img *image.Gray)
		row  int
		gone bool
	}{
		"underline":               {func(img *image.Gray) { bar(img, 90, line+4, 710, line+7, 0) }, line + 5, true},
		"underline with a fringe": {func(img *image.Gray) { bar(img, 90, line+3, 710, line+8, 190); bar(img, 90, line+4, 710, line+7, 0) }, line + 3, true},
		"rule clear of the text":  {func(img *image.Gray) { bar(img, 90, line+20, 710, line+23, 0) }, line + 21, false},
		"rule of a grid": {func(img *image.Gray) {
			bar(img, 90, line+20, 710, line+23, 0)
			bar(img, 95, 0, 98, 300, 0)
			bar(img, 705, 0, 708, 300, 0)
		}, line + 21, false},
		"bar":  {func(img *image.Gray) { bar(img, 90, line+4, 710, line+30, 0) }, line + 15, false},
		"dash": {func(img *image.Gray) { bar(img, 106, line+4, 139, line+7, 0) }, line + 5, false},
		"line between letters of a dark box": {func(img *image.Gray) {
			bar(img, 90, line-60, 710, line+60, 60)
			stems(img, line-20, 255)
			stems(img, line+24, 255)
		}, line - 5, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img := white(800, 400)
			stems(img, line, 0)
			c.draw(img)
			const between = 115 // two stems
			require.Equal(t, c.gone, withoutUnderlines(img, 20).GrayAt(between, c.row).Y == 255)
		})
	}
}

func TestABoxIsNotTakenForAShadow(t *testing.T) {
	t.Parallel()
	img := white(1600, 2200)
	for line := 100; line < 1500; line += 50 {
		stems(img, line, 0)
	}
	bar(img, 100, 1600, 1500, 1900, 77)
	stems(img, 1750, 255)
	tiles := measureTiles(img)
	if tiles.uneven() {
		img = evenOut(img, tiles)
	}
	require.Less(t, img.GrayAt(1000, 1750).Y, byte(128))
}

func TestAShadowOverTextIsEvenedOut(t *testing.T) {
	t.Parallel()
	for name, width := range map[string]int{"soft": 900, "sharp": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img := white(1600, 2200)
			for line := 100; line < 2150; line += 50 {
				stems(img, line, 0)
			}
			for i, v := range img.Pix {
				x := i % img.Stride
				img.Pix[i] = byte(int(v) * (100 - 50*min(max(1600-x-400, 0), width)/width) / 100)
			}
			tiles := measureTiles(img)
			require.True(t, tiles.uneven())
			require.Greater(t, evenOut(img, tiles).GrayAt(50, 1100).Y, byte(235))
		})
	}
}
