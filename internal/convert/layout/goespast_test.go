package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTextAboveANarrowerTableIsNotItsHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, line := range prose(4, 80) {
		x := 60.0
		for word := range strings.FieldsSeq(line) { // with the wider spaces of justified lines
			x = s.text(x, 100+12*float64(i), 10, regular, word) + 3
		}
	}
	for _, y := range []float64{142, 156, 216} {
		s.across(y, 100, 240)
	}
	for _, x := range []float64{100, 170, 205, 240} {
		s.down(x, 142, 216)
	}
	xs := []float64{133, 185, 220}
	s.row(153, xs, "x", "0", "1")
	s.row(190, xs, "y", "2", "3")
	p := s.analyze()
	require.Len(t, onlyTable(t, p).Rows, 2)
	require.Len(t, p.Blocks, 2, "%q", texts(p))
}
