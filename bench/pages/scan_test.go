package main

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAScanIsADocumentOfItsPages(t *testing.T) {
	t.Parallel()
	var dark, light bytes.Buffer
	for target, grey := range map[*bytes.Buffer]uint8{&dark: 10, &light: 240} {
		img := image.NewGray(image.Rect(0, 0, 200, 100))
		for i := range img.Pix {
			img.Pix[i] = grey
		}
		require.NoError(t, jpeg.Encode(target, img, nil))
	}
	size := image.Pt(200, 100)
	file := filepath.Join(t.TempDir(), "scan.pdf")
	require.NoError(t, os.WriteFile(file, bound([][]byte{dark.Bytes(), light.Bytes()}, []image.Point{size, size}), 0o600))
	pages, err := pictures(t.Context(), file)
	require.NoError(t, err)
	require.Len(t, pages, 2)
	require.Less(t, greyAt(pages[0], 100, 50), uint8(40))
	require.Greater(t, greyAt(pages[1], 100, 50), uint8(220))
}

func TestASkewedPageTurnsAboutItsCentre(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 801, 801))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for x := range 801 {
		for y := 395; y <= 405; y++ {
			img.SetGray(x, y, color.Gray{})
		}
	}
	turned := degrade(img, 3, rand.New(rand.NewPCG(1, 1)))
	require.Less(t, greyAt(turned, 400, 400), uint8(100), "the line still crosses the centre")
	require.Greater(t, greyAt(turned, 20, 400), uint8(150), "and has left the middle at the edge")
}

func greyAt(img image.Image, x, y int) uint8 {
	return color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y
}
