package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRunningHeadsAreNotQuoted(t *testing.T) {
	t.Parallel()
	passages := scored(
		blocks("watch.pdf", 0, 3, "THE WATCH OF THE PILOTS 13", "The tower is manned at night."),
		blocks("watch.pdf", 1, 4, "THE WATCH OF THE PILOTS 14", "The watch of pilots ends at dawn."),
		blocks("watch.pdf", 2, 5, "PILOTS 9", "Watch the bar at low water."),
	)
	out := extracted(t, english("What about the watch of the pilots?"), passages)
	require.Contains(t, out.Text, "> The watch of pilots ends at dawn.")
	require.NotContains(t, out.Text, "THE WATCH")
}
