package table

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/text"
)

func TestLinesOfNarrowProseAreFragmentsAndSingleWordsAreNames(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"supports the":       true, // a column of prose may have room for two words
		"that had been left": true,
		"false":              false,
		"Maria Oakes":        false,
	} {
		var words []text.Word
		for w := range strings.FieldsSeq(line) {
			words = append(words, text.Word{Text: w, Size: 10})
		}
		require.Equal(t, want, isFragment([]text.Run{text.NewRun(words)}), line)
	}
}
