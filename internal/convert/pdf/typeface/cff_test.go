package typeface

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// On the left is the unit that programs state, and on the right the one that FreeType computes, according to PDFium.
func TestUnitsOfAProgramFollowFromItsMatrix(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		matrix []float64
		units  int
		known  bool
	}{
		"a thousandth":     {[]float64{.001, 0, 0, .001, 0, 0}, 1000, true},
		"a power of two":   {[]float64{.00048828099, 0, 0, .00048828099, 0, 0}, 2048, true},
		"a slant":          {[]float64{.001, 0, .0002, .001, 0, 0}, 0, false},
		"too few numbers":  {[]float64{.001}, 0, false},
		"no size":          {[]float64{0, 0, 0, 0, 0, 0}, 0, false},
		"unequal measures": {[]float64{.001, 0, 0, .002, 0, 0}, 0, false},
	} {
		units, known := units(map[int][]float64{opMatrix: c.matrix})
		require.Equal(t, c.known, known, name)
		require.Equal(t, c.units, units, name)
	}
	units, known := units(nil)
	require.True(t, known)
	require.Equal(t, 1000, units)
}

func TestPartsOfAProgramWithTwoMatricesGrow(t *testing.T) {
	t.Parallel()
	thousandths, nothing := []float64{.001, 0, 0, .001, 0, 0}, []float64{1, 0, 0, 1, 0, 0}
	both := &cff{top: map[int][]float64{opMatrix: thousandths}}
	scale, known := both.scale(map[int][]float64{opMatrix: nothing})
	require.True(t, known)
	require.Equal(t, 705, multiplied(700, scale))
	require.Equal(t, -705, multiplied(-700, scale))
	_, known = both.scale(map[int][]float64{opMatrix: thousandths})
	require.False(t, known)
	scale, known = (&cff{}).scale(map[int][]float64{opMatrix: thousandths})
	require.True(t, known)
	require.Zero(t, scale)
}

func TestPartsOfAGlyphAreScaled(t *testing.T) {
	t.Parallel()
	require.Equal(t, 700, scaled(700, partUnit))
	require.Equal(t, -700, scaled(700, -partUnit))
	require.Equal(t, 525, scaled(700, 3*partUnit/4))
}
