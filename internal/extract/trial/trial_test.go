package trial_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/trial"
	"quire/internal/growth"
)

func TestExpectationsAreComparedWithResults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ expected, result, broken string }{
		"the same":               {`{"a":1,"b":"x"}`, `{"b":"x","a":1}`, ``},
		"not said":               {`{"a":1}`, `{"a":1,"b":2}`, ``},
		"numbers by their value": {`{"a":12.5}`, `{"a":12.50}`, ``},
		"text is no number":      {`{"a":"1"}`, `{"a":1}`, `/a`},
		"nothing expected":       {`{"a":null}`, `{}`, ``},
		"something found":        {`{"a":null}`, `{"a":"x"}`, `/a`},
		"nothing found":          {`{"a":{"b":1}}`, `{"a":null}`, `/a/b`},
		"nested":                 {`{"a":{"b":1,"c":2}}`, `{"a":{"b":1,"c":3}}`, `/a/c`},
		"a row too many":         {`{"a":[{"x":1}]}`, `{"a":[{"x":1},{"x":2}]}`, `/a/1`},
		"a row too few":          {`{"a":[{"x":1},{"x":2}]}`, `{"a":[{"x":1}]}`, `/a/1/x`},
		"more in a row":          {`{"a":[{"x":1}]}`, `{"a":[{"x":1,"y":2}]}`, `/a/0/y`},
		"another kind":           {`{"a":[1]}`, `{"a":{"x":1}}`, `/a`},
		"key to be escaped":      {`{"a/b~c":1}`, `{}`, `/a~1b~0c`},
		"numbers beyond reason":  {`{"a":1e999999999}`, `{"a":1e999999998}`, `/a`},
	} {
		got, err := trial.Broken(json.RawMessage(c.expected), json.RawMessage(c.result))
		require.NoError(t, err, name)
		var paths []string
		for _, d := range got {
			paths = append(paths, d.Path)
		}
		require.Equal(t, c.broken, strings.Join(paths, " "), name)
	}
}

func TestChangesAreFoundInBothDirections(t *testing.T) {
	t.Parallel()
	got, err := trial.Changes(json.RawMessage(`{"a":1,"b":2}`), json.RawMessage(`{"b":3,"c":4}`))
	require.NoError(t, err)
	require.Equal(t, []trial.Difference{
		{Path: "/a", Want: json.Number("1")}, {Path: "/b", Want: json.Number("2"), Got: json.Number("3")}, {Path: "/c", Got: json.Number("4")},
	}, got)
	_, err = trial.Broken(json.RawMessage(`[]`), json.RawMessage(`{}`))
	require.ErrorContains(t, err, "the first value: it is not a JSON object")
	_, err = trial.Changes(json.RawMessage(`{}`), json.RawMessage(`{`))
	require.ErrorContains(t, err, "the second value: it is not a JSON object")
}

func TestGrowthOfComparisons(t *testing.T) {
	t.Parallel()
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "keys", Build: growth.Within("{", growth.Numbered(`"k%d":1,`), `"z":1}`)},
		{Name: "rows", Build: growth.Within(`{"a":[`, growth.Repeat(`{"x":1},`), `0]}`)},
		{Name: "depth", Build: growth.Around(`{"a":`, "1", "}"), To: 4096},
		{Name: "lists in lists", Build: growth.Within(`{"a":`, growth.Around("[", "1", "]"), "}"), To: 4096},
	}, func(t *testing.T, raw []byte) {
		t.Helper()
		_, err := trial.Changes(raw, json.RawMessage(`{}`))
		require.NoError(t, err)
		_, err = trial.Changes(raw, raw)
		require.NoError(t, err)
	})
}
