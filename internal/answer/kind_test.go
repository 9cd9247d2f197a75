package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestANumberInWordsIsANumber(t *testing.T) {
	t.Parallel()
	p := blocks("a.pdf", 0, 1, "How the guns of the fort are hauled is up to the oxen drivers. It takes twelve yoke of oxen to haul the guns.")
	out := extracted(t, english("How many oxen haul the guns of the fort?"), scored(p))
	require.Contains(t, out.deltas[1], "twelve yoke of oxen")
}
