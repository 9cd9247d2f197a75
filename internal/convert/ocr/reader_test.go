package ocr_test

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
)

func newReader(t testing.TB) *ocr.Reader {
	t.Helper()
	r, err := ocr.New(ocr.Config{Parallel: 2})
	require.NoError(t, err)
	return r
}

func TestReadsPagesInAnyOrientation(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	upright := sheetOf(t, letterText, 10)
	for _, c := range []struct {
		what     string
		img      image.Image
		rotation int
		angle    float64
	}{
		{"upright", upright, 0, 0},
		{"skewed clockwise", turned(upright, 4), 0, 4},
		{"skewed counter-clockwise", turned(upright, -2.5), 0, -2.5},
		{"on its right side", turned(upright, 90), 270, 0},
		{"on its left side", turned(upright, 270), 90, 0},
		{"upside down", turned(upright, 180), 180, 0},
		{"light on dark", recoloured(upright, 240, 30), 0, 0},
		{"faint", recoloured(upright, 170, 250), 0, 0},
		{"in a shadow", shaded(upright), 0, 0},
		{"grainy", noisy(upright, func(v byte, n int) int { return int(v) + n%120 - 60 }), 0, 0},
		{"dirty", noisy(upright, func(v byte, n int) int {
			if n%50 == 0 {
				return 255 * (n / 50 % 2)
			}
			return int(v)
		}), 0, 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			got, err := r.Read(t.Context(), c.img, 300)
			require.NoError(t, err)
			require.Equal(t, c.rotation, got.Rotation)
			require.InDelta(t, c.angle, got.Angle, .3)
			require.Greater(t, got.Confidence, 85.0)
			requireText(t, letterText, got.Text())
		})
	}
}

func TestReadsTextOfAnySize(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	for _, points := range []float64{3.5, 24} {
		got, err := r.Read(t.Context(), sheetOf(t, letterText, points), 300)
		require.NoError(t, err)
		requireText(t, letterText, got.Text())
	}
}

func TestReadsDarkAndLightTextOnOnePage(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 1800, 1500))
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{Y: 25}), image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(150, 700, 1650, 1300), image.White, image.Point{}, draw.Src)
	write(t, img, "Library opening hours", 200, 300, 90, color.White)
	write(t, img, "Monday to Friday nine to six\nSaturday ten to four", 250, 900, 60, color.Gray{Y: 170})
	got, err := newReader(t).Read(t.Context(), img, 200)
	require.NoError(t, err)
	requireText(t, "Library opening hours Monday to Friday nine to six Saturday ten to four", got.Text())
}

func TestBoxesLieWhereTheWordsAre(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	upright := sheetOf(t, letterText, 10)
	first := page.Box{X0: 30, Y0: 22, X1: 48, Y1: 32} // "The", in points
	for _, degrees := range []float64{0, 3, 90, 180, 270} {
		got, err := r.Read(t.Context(), turned(upright, degrees), 300)
		require.NoError(t, err)
		require.Equal(t, "The", got.Words[0].Text)
		w, h := 72*float64(upright.Rect.Dx())/300, 72*float64(upright.Rect.Dy())/300
		require.InDelta(t, w, got.Width, .5)
		requireNear(t, first, got.Words[0].Box, 2+math.Mod(degrees, 90)*6)
		requireNear(t, turnedBox(first, w, h, degrees), got.OnImage(got.Words[0].Box), 3)
		p := page.Page{Words: []page.Word{got.Words[0].Word}}
		p.Width, p.Height = got.ImageSize()
		got.ApplyTo(&p)
		require.InDelta(t, degrees, p.Angle, .3)
		requireNear(t, got.Words[0].Box, p.Level(p.Words[0].Box), .01)
	}
}

func TestReadsIsolatedCharacters(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 2480, 1500))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	write(t, img, "Description\nCopper pipe\nConsulting on site\nAnnual support plan\nPrinter paper", 200, 300, 40, color.Black)
	write(t, img, "Qty\n4\n7\n1\n3", 1300, 300, 40, color.Black)
	write(t, img, "Amount\n227.40\n840.00\n1,499.00\n36.75", 1900, 300, 40, color.Black)
	write(t, img, "5", 1240, 1400, 40, color.Black)
	got, err := newReader(t).Read(t.Context(), img, 300)
	require.NoError(t, err)
	words := strings.Fields(got.Text())
	for _, w := range []string{"4", "7", "1", "3", "5"} {
		require.Contains(t, words, w)
	}
	require.Len(t, words, 22)
}

func TestEstimatesTheResolution(t *testing.T) {
	t.Parallel()
	got, err := newReader(t).Read(t.Context(), sheetOf(t, letterText, 10), 0)
	require.NoError(t, err)
	require.InDelta(t, 320, got.Width, 50)
}

func TestABlankPageHasNoWords(t *testing.T) {
	t.Parallel()
	for _, shade := range []byte{0, 128, 255} {
		img := image.NewGray(image.Rect(0, 0, 900, 1200))
		draw.Draw(img, img.Rect, image.NewUniform(color.Gray{Y: shade}), image.Point{}, draw.Src)
		got, err := newReader(t).Read(t.Context(), img, 0)
		require.NoError(t, err)
		require.Empty(t, got.Words)
		require.Positive(t, got.Width)
	}
	_, err := newReader(t).Read(t.Context(), image.NewGray(image.Rectangle{}), 0)
	require.NoError(t, err)
}

func TestNoiseIsNotText(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 800, 800))
	seed := uint32(1)
	for i := range img.Pix {
		seed = seed*1664525 + 1013904223
		img.Pix[i] = byte(seed >> 24)
	}
	got, err := newReader(t).Read(t.Context(), img, 200)
	require.NoError(t, err)
	require.Less(t, len(got.Words), 10)
}

func BenchmarkRead(b *testing.B) {
	r := newReader(b)
	img := sheetOf(b, strings.Repeat(letterText+"\n", 5), 10)
	for b.Loop() {
		if _, err := r.Read(b.Context(), img, 300); err != nil {
			b.Fatal(err)
		}
	}
}

// requireText allows one word in twenty to be misread.
func requireText(t *testing.T, want, got string) {
	t.Helper()
	have := map[string]int{}
	for w := range strings.FieldsSeq(got) {
		have[w]++
	}
	missed := 0
	words := strings.Fields(want)
	for _, w := range words {
		if have[w]--; have[w] < 0 {
			missed++
		}
	}
	require.LessOrEqual(t, missed*20, len(words), "read: %s", got)
}

func requireNear(t *testing.T, want, got page.Box, delta float64) {
	t.Helper()
	require.InDeltaSlice(t, []float64{want.X0, want.Y0, want.X1, want.Y1}, []float64{got.X0, got.Y0, got.X1, got.Y1}, delta)
}

// turnedBox returns where a box of a w by h page ends up when the page is turned clockwise.
func turnedBox(b page.Box, w, h, degrees float64) page.Box {
	dw, dh := w, h
	if math.Mod(degrees, 180) == 90 {
		dw, dh = h, w
	}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	out := page.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	for _, c := range [][2]float64{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := c[0]-w/2, c[1]-h/2
		x, y = x*cos-y*sin+dw/2, x*sin+y*cos+dh/2
		out = page.Box{X0: min(out.X0, x), Y0: min(out.Y0, y), X1: max(out.X1, x), Y1: max(out.Y1, y)}
	}
	return out
}

// shaded darkens the image towards one corner, like a photo taken next to a window.
func shaded(src *image.Gray) *image.Gray {
	dst := image.NewGray(src.Rect)
	for y := range src.Rect.Dy() {
		for x := range src.Rect.Dx() {
			light := 1 - .65*float64(x+y)/float64(src.Rect.Dx()+src.Rect.Dy())
			dst.SetGray(x, y, color.Gray{Y: byte(float64(src.GrayAt(x, y).Y) * light)})
		}
	}
	return dst
}

// noisy changes every pixel pseudo-randomly.
func noisy(src *image.Gray, change func(v byte, n int) int) *image.Gray {
	dst := image.NewGray(src.Rect)
	seed := uint32(7)
	for i, v := range src.Pix {
		seed = seed*1664525 + 1013904223
		dst.Pix[i] = byte(min(max(change(v, int(seed>>12)), 0), 255))
	}
	return dst
}
