package ocr_test

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// letterText is enough running text to determine skew and orientation.
const letterText = `The harbour office keeps a list of every ship
that has entered the port since 1871. Each line
names the master, the cargo and the last place of
call. Clerks copied it by hand until the summer
of 1934, when a typewriter was bought for them.
Visitors may read the volumes on Tuesdays and
must not bring ink into the room. Photographs
are permitted for private study, and copies of
single pages cost forty cents at the counter.`

// sheetOf draws lines of text in black on white at 300 dpi.
func sheetOf(t testing.TB, text string, points float64) *image.Gray {
	t.Helper()
	lines := strings.Split(text, "\n")
	pixels := points * 300 / 72
	img := image.NewGray(image.Rect(0, 0, int(32*pixels), int(float64(len(lines)+4)*1.5*pixels)))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	write(t, img, text, 3*pixels, 3*pixels, pixels, color.Black)
	return img
}

// write draws lines of text, starting at the given baseline.
func write(t testing.TB, img draw.Image, text string, x, y, pixels float64, c color.Color) {
	t.Helper()
	writeIn(t, img, goregular.TTF, text, x, y, pixels, c)
}

func writeIn(t testing.TB, img draw.Image, typeface []byte, text string, x, y, pixels float64, c color.Color) {
	t.Helper()
	parsed, err := opentype.Parse(typeface)
	require.NoError(t, err)
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: pixels, DPI: 72})
	require.NoError(t, err)
	d := font.Drawer{Dst: img, Src: image.NewUniform(c), Face: face}
	for i, line := range strings.Split(text, "\n") {
		d.Dot = fixed.P(int(x), int(y+float64(i)*1.5*pixels))
		d.DrawString(line)
	}
}

// turned rotates clockwise about the centre. The canvas grows for quarter turns only.
func turned(src *image.Gray, degrees float64) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dw, dh := w, h
	if math.Mod(degrees, 180) == 90 {
		dw, dh = h, w
	}
	dst := image.NewGray(image.Rect(0, 0, dw, dh))
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	for y := range dh {
		for x := range dw {
			dx, dy := float64(x)+.5-float64(dw)/2, float64(y)+.5-float64(dh)/2
			sx := int(math.Floor(dx*cos + dy*sin + float64(w)/2))
			sy := int(math.Floor(dy*cos - dx*sin + float64(h)/2))
			dst.SetGray(x, y, color.Gray{Y: 255})
			if image.Pt(sx, sy).In(src.Rect) {
				dst.SetGray(x, y, src.GrayAt(sx, sy))
			}
		}
	}
	return dst
}

func recoloured(src *image.Gray, ink, ground byte) *image.Gray {
	dst := image.NewGray(src.Rect)
	for i, v := range src.Pix {
		dst.Pix[i] = byte(int(ink) + (int(ground)-int(ink))*int(v)/255)
	}
	return dst
}
