package ocr_test

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/ocr"
)

// photo returns a picture of leaves, so to speak: blots of all sizes and greys.
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

func TestConfidentWordsShowThatAPictureIsUprightAndInAKnownScript(t *testing.T) {
	t.Parallel()
	doubtful := tsvOf("41", "nopt", "xpahnt", "cnncok", "bcex", "cyaob", "bowe", "qwnx", "cioga")
	for _, c := range []struct {
		what, sure, unread string
	}{
		{"long words", tsvOf("95", "harbour", "tonnes", "grain"), ""},
		{"two long words", tsvOf("95", "harbour", "tonnes"), "Cyrillic"},
		{"short words", tsvOf("95", "har", "ton", "gra", "net", "sum"), "Cyrillic"},
		{"words that are probably right", tsvOf("85", "harbour", "tonnes", "grain"), "Cyrillic"},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			r, err := ocr.New(ocr.Config{Binary: script(t, strings.Join([]string{
				`case "$*" in`,
				`*--list-langs*) printf 'List\neng\nosd\n' ;;`,
				`*'--psm 0'*) printf 'Script: Cyrillic\nScript confidence: 4.5\n' ;;`,
				`*) printf '` + c.sure + doubtful + `' ;;`,
				`esac`,
			}, "\n"))})
			require.NoError(t, err)
			picture := sheetOf(t, letterText, 10)
			got, err := r.ReadPicture(t.Context(), picture, 300)
			require.NoError(t, err)
			require.Equal(t, c.unread, got.Unread)
			got, err = r.Read(t.Context(), picture, 300)
			require.NoError(t, err)
			require.Equal(t, "Cyrillic", got.Unread, "half of a page may be in another script")
		})
	}
}

func TestPictureOnEveryPageIsReadOnce(t *testing.T) {
	t.Parallel()
	binary := script(t, "printf '"+tsvOf("95", "harbour", "tonnes", "grain")+"'")
	r, err := ocr.New(ocr.Config{Binary: binary})
	require.NoError(t, err)
	document := r.Pictures()
	banner := sheetOf(t, letterText, 10)
	first, err := document.Read(t.Context(), banner, 300)
	require.NoError(t, err)
	require.Equal(t, "harbour tonnes grain", first.Text())

	require.NoError(t, os.Remove(binary))
	again, err := document.Read(t.Context(), banner, 300)
	require.NoError(t, err)
	require.Equal(t, first, again)
	for what, read := range map[string]func() (ocr.Result, error){
		"another picture":    func() (ocr.Result, error) { return document.Read(t.Context(), sheetOf(t, "Harbour", 10), 300) },
		"another resolution": func() (ocr.Result, error) { return document.Read(t.Context(), banner, 200) },
		"another document":   func() (ocr.Result, error) { return r.Pictures().Read(t.Context(), banner, 300) },
	} {
		_, err := read()
		require.Error(t, err, what)
	}
}
