package answer_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/model"
	"quire/internal/model/modeltest"
)

// A model ends normally in the middle of its JSON: the checked part stays, and the answer is not mistaken for a
// complete one.
func TestTruncatedJSONIsNotACompleteAnswer(t *testing.T) {
	t.Parallel()
	whole := said([]string{"It was 6.3 % more.", "c1", "6.3 % more than in the year before"}, []string{"350,000 euros are for dredging.", "c2", "set aside 350,000 euros for dredging"})
	for name, reply := range map[string]string{
		"in a sentence":      whole[:len(whole)-30],
		"after a sentence":   whole[:len(whole)-2],
		"with other braces":  whole[:len(whole)-30] + `}]]}}`,
		"with prose instead": whole[:len(whole)-30] + ` and so on, see above.`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.New(t)
			s.Script(modeltest.Answer(reply))
			s.Always(modeltest.Answer(noRepair))
			out := generate(t, s, ask("What happened?"), harbour)
			e, ok := errors.AsType[*model.Error](out.err)
			require.True(t, ok, "%v: %q", out.err, out.Text)
			require.Equal(t, model.Malformed, e.Kind)
			require.Contains(t, out.Text, "It was 6.3 % more. [citation:1]")
		})
	}
}
