package unipdf

import (
	"image/color"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
)

func TestAPageIsDrawnAsItIsShown(t *testing.T) {
	t.Parallel()
	// A black square is at the lower left of the crop box.
	for rotate, at := range map[string]struct{ x, y int }{
		"": {20, 380}, "/Rotate 90": {20, 20}, "/Rotate 180": {180, 20}, "/Rotate 270": {380, 180},
	} {
		g := first(t, drawn(t, "/CropBox [10 20 110 220] "+rotate, "10 20 20 20 re f"))
		img, used, err := g.Gray(144)
		require.NoError(t, err)
		require.InDelta(t, 144, used, 0)
		require.InDelta(t, 2*g.width, img.Bounds().Dx(), 1, rotate)
		require.InDelta(t, 2*g.height, img.Bounds().Dy(), 1, rotate)
		require.Equal(t, color.Gray{}, img.GrayAt(at.x, at.y), rotate)
		require.Equal(t, color.Gray{Y: 255}, img.GrayAt(img.Bounds().Dx()/2, img.Bounds().Dy()/2), rotate)
	}
}

func TestAHugePageIsDrawnAtLess(t *testing.T) {
	t.Parallel()
	g := first(t, drawn(t, "/MediaBox [0 0 14400 14400]", ""))
	img, used, err := g.Gray(300)
	require.NoError(t, err)
	require.Less(t, used, 300.0)
	require.LessOrEqual(t, img.Bounds().Dx()*img.Bounds().Dy(), 30_100_000)
}

func TestTheTextOfASampleIsDrawn(t *testing.T) {
	t.Parallel()
	img, _, err := first(t, filepath.Join(samples, "report.pdf")).Gray(72)
	require.NoError(t, err)
	dark := 0
	for _, p := range img.Pix {
		if p < 128 {
			dark++
		}
	}
	require.Greater(t, dark, 1000)
}

func TestAPictureThatCannotBeDecodedIsNoticed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		filter, data string
		want         bool
	}{
		"well":    {"/Filter /ASCIIHexDecode", "00FF00FF>", false},
		"damaged": {"/Filter /DCTDecode", "no JPEG at all", true},
	} {
		picture := stream("/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray "+test.filter, test.data)
		g := first(t, drawn(t, "/Resources << /XObject << /P 5 0 R >> >>", "100 0 0 100 20 20 cm /P Do", picture))
		in := ink.Input{Width: g.width, Height: g.height}
		g.drawings(&in)
		require.Equal(t, test.want, g.Undecoded(), name)
	}
}
