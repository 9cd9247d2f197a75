package encoder

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/encoder/kernel"
)

// KernelsAgree encodes texts with every version of the kernels.
func KernelsAgree(t *testing.T, dir string) {
	t.Helper()
	var first [][]float32
	for _, k := range kernel.All() {
		e, err := open(dir, 1, k)
		require.NoError(t, err)
		for i, text := range []string{"", "a b c", "d", strings.Repeat("a b c d e ", 7), strings.Repeat("e d ", 64)} {
			v, err := e.Encode(t.Context(), text)
			require.NoError(t, err)
			if len(first) == i {
				first = append(first, v)
			}
			require.InDeltaSlice(t, first[i], v, 1e-3, "%s: %q", k.Name, text)
		}
	}
}
