package ocr

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Tesseract spends minutes on a page on which every grain is a letter.
func TestGrainOfThePaperIsNotDrawnAsLetters(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	g := image.NewGray(image.Rect(0, 0, 600, 600))
	for i := range g.Pix {
		g.Pix[i] = byte(min(max(242+10*random.NormFloat64(), 0), 255))
	}
	require.Empty(t, glyphsOf(relief(g)))
}
