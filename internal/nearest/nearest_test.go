package nearest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/nearest"
)

func TestNearestNameIsSuggestedOnlyWhenItIsClose(t *testing.T) {
	t.Parallel()
	known := []string{"QUIRE_RETENTION", "QUIRE_REGION", "QUIRE_CORES", "accuracy", "url"}
	for given, want := range map[string]string{
		"QUIRE_RETENTON": "QUIRE_RETENTION",
		"QUIRE_CORE":     "QUIRE_CORES",
		"acuracy":        "accuracy",
		"ulr":            "",
		"urls":           "url",
		"webhook":        "",
		"":               "",
	} {
		require.Equal(t, want, nearest.Of(given, known), given)
	}
}
