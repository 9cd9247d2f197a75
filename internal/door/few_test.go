package door_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"quire/internal/door"
)

func TestMessagesHaveABoundedNumberOfValues(t *testing.T) {
	t.Parallel()
	const many = 200_000
	for _, c := range []struct {
		name, message string
		refused       bool
	}{
		{"values of a list", "[" + strings.Repeat("{},", many) + "1]", true},
		{"keys", "{" + strings.Repeat(`"a":1,`, many) + `"a":1}`, true},
		{"nested lists", strings.Repeat("[", many), true},
		{"after a string that ends with a backslash", `["\\",` + strings.Repeat("1,", many) + "1]", true},
		{"a long string", `{"a": "` + strings.Repeat(`a,:[{\"\\`, many) + `"}`, false},
		{"a long number", `[` + strings.Repeat("1", many) + "]", false},
		{"spaces", strings.Repeat(" ", many) + "1", false},
		{"thousands of values", "[" + strings.Repeat("1,", 50_000) + "1]", false},
	} {
		for name, r := range map[string]io.Reader{"whole": strings.NewReader(c.message), "in halves": iotest.HalfReader(strings.NewReader(c.message))} {
			read, err := io.ReadAll(door.Few(r))
			rest, _ := io.ReadAll(r)
			require.Empty(t, rest, "%s, %s: the sender could not hear the refusal", c.name, name)
			if !c.refused {
				require.NoError(t, err, "%s, %s", c.name, name)
				require.Equal(t, c.message, string(read))
				continue
			}
			var refusal *door.Error
			require.ErrorAs(t, err, &refusal, "%s, %s", c.name, name)
			require.Equal(t, 413, refusal.Status)
		}
	}
}
