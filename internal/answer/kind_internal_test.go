package answer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStepsAreAskedForInSeveralLanguages(t *testing.T) {
	t.Parallel()
	for question, steps := range map[string]bool{
		"How do I moor a yacht?": true, "What do I need to do to moor?": true, "Wie kann ich anlegen?": true, "Comment amarrer ?": true,
		"¿Cómo se amarra?": true, "Come si ormeggia?": true, "Hoe kan ik afmeren?": true, "How many yachts moor?": false, "Who moors?": false,
	} {
		require.Equal(t, steps, kindOf(question).steps, question)
	}
}
