package ocr_test

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/raster"
)

// frame draws the outline of a box.
func frame(img *image.Gray, x, y, side, thick int) {
	draw.Draw(img, image.Rect(x, y, x+side, y+side), image.Black, image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(x+thick, y+thick, x+side-thick, y+side-thick), image.White, image.Point{}, draw.Src)
}

// stroke draws a line three pixels wide.
func stroke(img *image.Gray, x0, y0, x1, y1 float64) {
	steps := math.Hypot(x1-x0, y1-y0)
	for i := 0.; i <= steps; i++ {
		x, y := int(x0+(x1-x0)*i/steps), int(y0+(y1-y0)*i/steps)
		draw.Draw(img, image.Rect(x-1, y-1, x+2, y+2), image.Black, image.Point{}, draw.Src)
	}
}

// disc fills the ring between two radii.
func disc(img *image.Gray, x, y int, inner, outer float64) {
	for dy := -int(outer) - 1; dy <= int(outer)+1; dy++ {
		for dx := -int(outer) - 1; dx <= int(outer)+1; dx++ {
			if r := math.Hypot(float64(dx), float64(dy)); r >= inner && r <= outer {
				img.SetGray(x+dx, y+dy, color.Gray{})
			}
		}
	}
}

// formSheet draws a form: three boxes, of which one is ticked and one crossed, and three radio buttons.
func formSheet(t *testing.T) *image.Gray {
	t.Helper()
	img := sheetOf(t, letterText, 10)
	out := image.NewGray(image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy()+600))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, img.Rect, img, image.Point{}, draw.Src)
	top := img.Rect.Dy() + 20
	for i, label := range []string{"Send a catalogue", "Call in the morning", "Keep my address", "By letter", "By telephone", "By wire"} {
		write(t, out, label, 190, float64(top+80*i), 42, color.Black)
	}
	frame(out, 126, top-34, 40, 3)
	frame(out, 126, top+80-34, 40, 3)
	stroke(out, 132, float64(top+80-16), 144, float64(top+80))
	stroke(out, 144, float64(top+80), 172, float64(top+80-44)) // leaves the box
	frame(out, 126, top+160-34, 40, 3)
	stroke(out, 128, float64(top+160-32), 164, float64(top+160+4))
	stroke(out, 164, float64(top+160-32), 128, float64(top+160+4))
	disc(out, 146, top+240-14, 18, 21)
	disc(out, 146, top+320-14, 18, 21)
	disc(out, 146, top+320-14, 0, 10)
	disc(out, 146, top+400-14, 18, 21)
	stroke(out, 134, float64(top+400-26), 158, float64(top+400-2))
	stroke(out, 158, float64(top+400-26), 134, float64(top+400-2))
	return out
}

func TestDrawnBoxesAreCheckBoxes(t *testing.T) {
	t.Parallel()
	form := formSheet(t)
	for what, img := range map[string]*image.Gray{
		"straight": form,
		"askew":    turned(form, 1.2),
		"grainy":   noisy(form, func(v byte, n int) int { return int(v) + n%60 - 30 }),
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			p, err := raster.Page(t.Context(), newReader(t), raster.Image{Image: img, DPI: 300})
			require.NoError(t, err)
			markdown := page.Markdown(p)
			for _, want := range []string{
				`\[ \] Send a catalogue`, `\[x\] Call in the morning`, `\[x\] Keep my address`, `\[ \] By letter`, `\[x\] By telephone`, `\[x\] By wire`,
			} {
				require.Regexp(t, want, markdown)
			}
		})
	}
}

func TestLettersAndFramesAreNotCheckBoxes(t *testing.T) {
	t.Parallel()
	img := sheetOf(t, "O Tannenbaum\nType O or D or B\n0 of 8\nLOOK ODDLY GOOD\nQ 0 O 6 9\n"+letterText, 10)
	write(t, img, "O D", 900, 300, 90, color.Black)
	frame(img, 850, 500, 300, 4)
	got, err := newReader(t).Read(t.Context(), img, 300)
	require.NoError(t, err)
	require.Empty(t, got.Shapes)
}
