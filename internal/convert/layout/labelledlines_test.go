package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEntriesOfAFormInOneCellKeepTheirLines(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{60, 320}
	s.row(100, xs, "Sample", "Remarks")
	s.column(60, 118, 10, "Slump of concrete: 3 mm", "Air: 5.0 %", "Cast by: Ada", "Byron")
	s.column(320, 118, 10, "Cured in the cooler: not", "at noon, but later")
	s.framed(xs, 100, 162)
	require.Equal(t, "Sample\tRemarks\nSlump of concrete: 3 mm\nAir: 5.0 %\nCast by: Ada Byron\tCured in the cooler: not at noon, but later",
		onlyTable(t, s.analyze()).Text())
}
