package activities_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/index"
)

// TestRankingDoesNotDependOnTheOrderOfUploads uploads the same files in two orders, and restarts the index after the
// second.
func TestRankingDoesNotDependOnTheOrderOfUploads(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"short.md":  "Vacation is thirty days.",
		"long.md":   strings.Repeat("The office keeps lists of vacation for employees, and of trips. ", 12),
		"medium.md": "Employees ask the office for vacation two weeks before, in writing. The office answers within a week.",
		"other.md":  "Trips by train are booked by the office.",
	}
	names := []string{"short.md", "long.md", "medium.md", "other.md"}
	first := newLibrary(t)
	for _, name := range names {
		first.add(name, files[name])
	}
	want := first.scores("vacation of employees in the office")
	require.Len(t, want, len(names))

	slices.Reverse(names)
	second := newLibrary(t)
	for _, name := range names {
		second.add(name, files[name])
	}
	require.InDeltaMapValues(t, want, second.scores("vacation of employees in the office"), 1e-6)
	second.openIndex(index.Config{})
	reload(t, second)
	require.InDeltaMapValues(t, want, second.scores("vacation of employees in the office"), 1e-6)
}

// scores returns the score of every passage found, by file and number.
func (l *library) scores(query string) map[string]float32 {
	l.t.Helper()
	out := map[string]float32{}
	for _, h := range l.search(query) {
		out[fmt.Sprintf("%s %d", h.Path, h.Number)] = h.Score
	}
	return out
}
