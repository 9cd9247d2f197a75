package ocr_test

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tableSheet draws a heading and a table of three columns and four rows at 300 dpi. Its lines are 3 pixels
// thick, run from 150 to 1500 and from 300 to 780, and are 120 apart.
func tableSheet(t testing.TB, line func(img *image.Gray, r image.Rectangle)) *image.Gray {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 1700, 1300))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	write(t, img, "Ships that entered the port in May", 150, 200, 50, color.Black)
	for i, row := range []string{"Vessel;Cargo;Tons", "Aurora;Timber;1204", "Minerva;Grain;887", "Hollandia;Mixed goods;2310"} {
		for k, x := range []float64{170, 620, 1070} {
			write(t, img, strings.Split(row, ";")[k], x, float64(375+120*i), 42, color.Black)
		}
	}
	write(t, img, letterText, 150, 900, 32, color.Black)
	for y := 300; y <= 780; y += 120 {
		line(img, image.Rect(150, y, 1503, y+3))
	}
	for x := 150; x <= 1500; x += 450 {
		line(img, image.Rect(x, 300, x+3, 783))
	}
	return img
}

func inked(ink uint8) func(*image.Gray, image.Rectangle) {
	return func(img *image.Gray, r image.Rectangle) {
		draw.Draw(img, r, image.NewUniform(color.Gray{Y: ink}), image.Point{}, draw.Src)
	}
}

func dotted(img *image.Gray, r image.Rectangle) {
	for x := r.Min.X; x < r.Max.X; x++ {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			if (max(x-r.Min.X, y-r.Min.Y)/4)%2 == 0 {
				img.SetGray(x, y, color.Gray{})
			}
		}
	}
}

func TestFindsTheLinesOfATable(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	black := tableSheet(t, inked(0))
	for what, img := range map[string]image.Image{
		"black":  black,
		"pale":   tableSheet(t, inked(190)),
		"dotted": tableSheet(t, dotted),
		"skewed": turned(black, 1.5),
		"grainy": noisy(black, func(v byte, n int) int { return int(v) + n%30 - 15 }),
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			got, err := r.Read(t.Context(), img, 300)
			require.NoError(t, err)
			var across, down int
			for _, l := range got.Rules {
				if l.Vertical {
					down++
					require.InDelta(t, 480*.24, l.Box.Y1-l.Box.Y0, 4)
				} else {
					across++
					require.InDelta(t, 1350*.24, l.Box.X1-l.Box.X0, 4)
				}
			}
			require.Equal(t, 5, across)
			require.Equal(t, 4, down)
		})
	}
}

func TestLettersAndTextureYieldHardlyAnyLines(t *testing.T) {
	t.Parallel()
	img := sheetOf(t, letterText, 7)
	picture := image.Rect(0, img.Rect.Dy()/2, img.Rect.Dx(), img.Rect.Dy())
	photo := noisy(img, func(v byte, n int) int { return (int(v)*n>>3 + n*n) % 256 })
	draw.Draw(img, picture, photo, picture.Min, draw.Src)
	got, err := newReader(t).Read(t.Context(), img, 300)
	require.NoError(t, err)
	require.NotEmpty(t, got.Words)
	require.Less(t, len(got.Rules), 5)
}

func TestFindsTintedRows(t *testing.T) {
	t.Parallel()
	img := tableSheet(t, func(*image.Gray, image.Rectangle) {})
	for _, y := range []int{300, 540} {
		for i, v := range img.Pix[y*img.Stride : (y+120)*img.Stride] {
			if x := i % img.Stride; x >= 150 && x < 1500 {
				img.Pix[y*img.Stride+i] = min(v, 225)
			}
		}
	}
	got, err := newReader(t).Read(t.Context(), img, 300)
	require.NoError(t, err)
	require.Empty(t, got.Rules)
	require.Len(t, got.Fills, 2)
	for i, f := range got.Fills {
		require.InDelta(t, (300+240*float64(i))*.24, f.Box.Y0, 1)
		require.InDelta(t, 120*.24, f.Box.Y1-f.Box.Y0, 1)
		require.InDelta(t, 1350*.24, f.Box.X1-f.Box.X0, 2)
		require.Equal(t, uint32(0xE1E1E1), f.Color)
	}
}
