package definition

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/typed"
)

// TestTheEditorCompletesTheKeysThatDefinitionsHave compares the keys offered by the workspace's editor with those that
// Parse reads.
func TestTheEditorCompletesTheKeysThatDefinitionsHave(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../web/src/builder/keys.json")
	require.NoError(t, err)
	var offered map[string]map[string]struct {
		Node, Each string
		Values     []string
	}
	require.NoError(t, json.Unmarshal(raw, &offered))
	for node, of := range map[string]any{
		"definition": file{}, "cost": file{}.Cost, "output": Output{}, "rule": Rule{}, "between": Between{}, "table": Table{}, "constraint": Constraint{},
	} {
		require.ElementsMatch(t, keysOf(reflect.TypeOf(of)), slices.Collect(maps.Keys(offered[node])), node)
	}
	var parsers []string
	for _, k := range typed.Kinds {
		parsers = append(parsers, string(k))
	}
	require.Equal(t, parsers, offered["rule"]["parser"].Values)
	require.Equal(t, parsers, offered["schema"]["x-parser"].Values)
	for node, keys := range offered {
		for key, shape := range keys {
			require.True(t, shape.Node == "" || offered[shape.Node] != nil, "%s.%s leads to %q", node, key, shape.Node)
		}
	}
}

func keysOf(t reflect.Type) (keys []string) {
	for f := range t.Fields() {
		if key := f.Tag.Get("yaml"); key != "" && key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
}
