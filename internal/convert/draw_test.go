package convert_test

import (
	"bytes"
	"image"
	"image/color"
	_ "image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	_ "golang.org/x/image/webp"

	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/probe"
	"quire/internal/convert/raster"
)

func drawer(t *testing.T) *convert.Converter {
	t.Helper()
	c, err := convert.New(convert.Config{Processes: 1, PDF: pdf.Config{}})
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

func sampleOf(name string) string { return filepath.Join("testdata", "samples", name) }

func TestAPageIsDrawnAtTheWidthThatIsAskedFor(t *testing.T) {
	t.Parallel()
	c := drawer(t)
	d := convert.Drawing{Path: sampleOf("report.pdf"), Format: probe.PDF, Number: 1, PageWidth: 595.28, Width: 400}
	plain, err := c.Draw(t.Context(), d)
	require.NoError(t, err)
	d.WebP = true
	small, err := c.Draw(t.Context(), d)
	require.NoError(t, err)
	require.Less(t, len(small), len(plain))
	want, format, err := image.Decode(bytes.NewReader(plain))
	require.NoError(t, err)
	require.Equal(t, "png", format)
	require.Equal(t, 400, want.Bounds().Dx())
	got, format, err := image.Decode(bytes.NewReader(small))
	require.NoError(t, err)
	require.Equal(t, "webp", format)
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			require.Equal(t, color.NRGBAModel.Convert(want.At(x, y)), color.NRGBAModel.Convert(got.At(x, y)), "lossless")
		}
	}
}

func TestAPictureIsDrawnUprightAndNeverEnlarged(t *testing.T) {
	t.Parallel()
	c := drawer(t)
	for name, format := range map[string]probe.Format{"photo.jpg": probe.JPEG, "palette.gif": probe.GIF, "page.webp": probe.WebP} {
		source, err := os.Open(sampleOf(name))
		require.NoError(t, err)
		defer source.Close()
		st, err := source.Stat()
		require.NoError(t, err)
		whole, err := raster.Decode(t.Context(), source, st.Size())
		require.NoError(t, err)
		of := whole.Bounds().Size()
		for _, width := range []int{200, 100_000} {
			file, err := c.Draw(t.Context(), convert.Drawing{Path: sampleOf(name), Format: format, Number: 1, Width: width})
			require.NoError(t, err)
			cfg, _, err := image.DecodeConfig(bytes.NewReader(file))
			require.NoError(t, err)
			require.Equal(t, min(width, of.X), cfg.Width)
			require.InDelta(t, float64(of.Y)/float64(of.X), float64(cfg.Height)/float64(cfg.Width), 0.01, "boxes fit: %s", name)
		}
	}
}

func TestAPageIsDrawnTurned(t *testing.T) {
	t.Parallel()
	c := drawer(t)
	for _, of := range []convert.Drawing{
		{Path: sampleOf("photo.jpg"), Format: probe.JPEG, Number: 1, Width: 300},
		{Path: sampleOf("report.pdf"), Format: probe.PDF, Number: 1, PageWidth: 595.28, Width: 300},
	} {
		drawn := func(d convert.Drawing) image.Image {
			file, err := c.Draw(t.Context(), d)
			require.NoError(t, err)
			img, _, err := image.Decode(bytes.NewReader(file))
			require.NoError(t, err)
			return img
		}
		flat := drawn(of)
		side := of
		side.Turn, side.PageWidth, side.Width = 90, of.PageWidth*float64(flat.Bounds().Dy())/float64(flat.Bounds().Dx()), flat.Bounds().Dy()
		turned := drawn(side)
		require.InDelta(t, flat.Bounds().Dy(), turned.Bounds().Dx(), 1, of.Path)
		require.InDelta(t, flat.Bounds().Dx(), turned.Bounds().Dy(), 1, of.Path)
		for _, at := range [][2]float64{{0.2, 0.3}, {0.8, 0.3}, {0.3, 0.8}} {
			require.InDelta(t, brightness(flat, at[0], at[1]), brightness(turned, 1-at[1], at[0]), 4, "%s at %v", of.Path, at)
		}
	}
}

// brightness returns the mean of the pixels around a position, given as fractions of the image.
func brightness(img image.Image, x, y float64) float64 {
	const around = 0.1
	b := img.Bounds()
	var sum, n float64
	for py := int((y - around) * float64(b.Dy())); py < int((y+around)*float64(b.Dy())); py++ {
		for px := int((x - around) * float64(b.Dx())); px < int((x+around)*float64(b.Dx())); px++ {
			gray, _ := color.GrayModel.Convert(img.At(px, py)).(color.Gray)
			sum, n = sum+float64(gray.Y), n+1
		}
	}
	return sum / n
}

func TestAVeryTallPageFitsIntoAPicture(t *testing.T) {
	t.Parallel()
	const tall = "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n" +
		"3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 20 14400]>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n"
	path := filepath.Join(t.TempDir(), "tall.pdf")
	require.NoError(t, os.WriteFile(path, []byte(tall), 0o600))
	file, err := drawer(t).Draw(t.Context(), convert.Drawing{Path: path, Format: probe.PDF, Number: 1, PageWidth: 20, Width: 2400, WebP: true})
	require.NoError(t, err)
	cfg, _, err := image.DecodeConfig(bytes.NewReader(file))
	require.NoError(t, err)
	require.LessOrEqual(t, cfg.Height, 16383)
}

func TestWhatHasNoAppearanceIsNotDrawn(t *testing.T) {
	t.Parallel()
	c := drawer(t)
	_, err := c.Draw(t.Context(), convert.Drawing{Path: sampleOf("letter.docx"), Format: probe.DOCX, Number: 1, Width: 400})
	require.ErrorIs(t, err, convert.ErrNoImage)
	_, err = c.Draw(t.Context(), convert.Drawing{Path: sampleOf("report.pdf"), Format: probe.PDF, Number: 999, Width: 400})
	require.Equal(t, page.Corrupt, page.ReasonOf(err))
}
