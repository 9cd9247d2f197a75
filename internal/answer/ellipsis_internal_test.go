package answer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsCountedIsReplacedDespiteLettersThatGrowInLowerCase(t *testing.T) {
	t.Parallel()
	for before, want := range map[string]string{
		"How many pumps does the İİİİİİİİ plant have?": "How many valves does the İİİİİİİİ plant have?",
		"At İİİİİİİİİİİİ, how many pumps?":             "At İİİİİİİİİİİİ, how many valves?",
		"Aİİİİİİİİİİİİİİ how many ":                    "Aİİİİİİİİİİİİİİ how many valves",
	} {
		whole, ok := inPlace(before, "how many valves")
		require.True(t, ok, before)
		require.Equal(t, want, whole)
	}
}
