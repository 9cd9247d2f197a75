package ocr_test

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/ocr"
)

// photo is a picture of leaves, so to speak: blots of all sizes and greys.
func photo(seed uint64) *image.Gray {
	r := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // for a test
	img := image.NewGray(image.Rect(0, 0, 900, 700))
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{Y: 190}), image.Point{}, draw.Src)
	for range 400 {
		x, y := r.IntN(900), r.IntN(700)
		blot := image.Rect(x, y, x+5+r.IntN(60), y+5+r.IntN(60))
		draw.Draw(img, blot, image.NewUniform(color.Gray{Y: byte(40 + r.IntN(180))}), image.Point{}, draw.Src)
	}
	return img
}

func TestOnlyPicturesWithLettersInRowsAreGivenToTesseract(t *testing.T) {
	t.Parallel()
	reader := func(scripts ...string) *ocr.Reader {
		return ocr.Restore(ocr.Setup{
			Config: ocr.Config{Languages: "eng", Parallel: 1, Timeout: time.Minute}, Binary: "/no/tesseract", Written: scripts,
		})
	}
	for seed := range uint64(5) {
		_, err := reader("Latin").ReadPicture(t.Context(), photo(seed), 300)
		require.NoError(t, err)
		for _, c := range []color.Color{color.Black, color.White} {
			label := photo(seed)
			draw.Draw(label, image.Rect(100, 200, 600, 280), image.NewUniform(color.Gray{Y: 128}), image.Point{}, draw.Src)
			write(t, label, "Harbour", 150, 260, 50, c)
			_, err = reader("Latin").ReadPicture(t.Context(), label, 300)
			require.ErrorContains(t, err, "/no/tesseract")
		}
		_, err = reader("Latin").Read(t.Context(), photo(seed), 300)
		require.ErrorContains(t, err, "/no/tesseract", "a page is always read")
		_, err = reader("Latin", "Arabic").ReadPicture(t.Context(), photo(seed), 300)
		require.ErrorContains(t, err, "/no/tesseract", "letters of other scripts do not stand apart")
	}
}
