package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNarrowGutterBesideItemsWithHangingIndents(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, line := range prose(24, 44) {
		s.justified(60, 100+12*float64(i), 10, 230, line)
	}
	for i, line := range prose(24, 40) {
		x := 322.0
		if i%3 == 0 {
			x = 298
		}
		s.justified(x, 100+12*float64(i), 10, 520-x, line)
	}
	words := strings.Fields(strings.Join(texts(s.analyze()), " "))
	want := strings.Fields(strings.Join(prose(24, 44), " "))
	require.Equal(t, want, words[:len(want)])
}
