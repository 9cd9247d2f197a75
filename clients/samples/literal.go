package main

import (
	"encoding/json"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// jsonOf writes a value as JSON on one line, keeping the order of its keys.
func jsonOf(n *yaml.Node) string {
	return literal(n, notation{
		null: "null", yes: "true", no: "false", text: jsonText,
		key: func(name string) string { return jsonText(name) + ": " },
	})
}

func jsonText(s string) string {
	raw, _ := json.Marshal(s) // a string can always be encoded
	return strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(string(raw))
}

// notation is how a language writes values.
type notation struct {
	null, yes, no string
	text          func(string) string
	key           func(string) string
}

func literal(n *yaml.Node, as notation) string {
	switch n.Kind { //nolint:exhaustive // the others are scalars
	case yaml.SequenceNode:
		items := make([]string, len(n.Content))
		for i, item := range n.Content {
			items[i] = literal(item, as)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case yaml.MappingNode:
		return object(members(n), as)
	case yaml.AliasNode:
		return literal(n.Alias, as)
	}
	switch n.Tag {
	case "!!int", "!!float":
		return n.Value
	case "!!null":
		return as.null
	case "!!bool":
		if yes, err := strconv.ParseBool(n.Value); err == nil && yes {
			return as.yes
		}
		return as.no
	}
	return as.text(n.Value)
}

// object writes fields as an object.
func object(fields []field, as notation) string {
	items := make([]string, len(fields))
	for i, f := range fields {
		items[i] = as.key(f.name) + literal(f.value, as)
	}
	return "{" + strings.Join(items, ", ") + "}"
}
