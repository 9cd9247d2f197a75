package ocr

import (
	"fmt"
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLevelPicturesAreScaledByTheSameMixturesAsTurnedOnes(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{1, 1}, {2, 40}, {33, 7}, {64, 64}} {
		for _, scale := range []float64{.3, .8, 1, 1.6, 3} {
			t.Run(fmt.Sprint(size, scale), func(t *testing.T) {
				t.Parallel()
				src := image.NewGray(image.Rectangle{Max: size})
				random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test
				for i := range src.Pix {
					src.Pix[i] = byte(random.IntN(256))
				}
				got := straighten(src, scale, 0)
				cx, cy := float64(size.X)/2, float64(size.Y)/2
				for y := range got.Rect.Dy() {
					for x := range got.Rect.Dx() {
						want := sample(src, size.X, size.Y, cx+((float64(x)+.5)/scale-cx)-.5, cy+((float64(y)+.5)/scale-cy)-.5)
						require.Equal(t, want, got.GrayAt(x, y).Y, "%d,%d", x, y)
					}
				}
			})
		}
	}
}
