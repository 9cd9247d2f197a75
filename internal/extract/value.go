package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quire/internal/extract/definition"
	"quire/internal/extract/rules"
)

// empty returns the value of a schema when nothing was found: objects with all of their properties, arrays without
// items.
func empty(s *definition.Schema) any {
	switch {
	case s.Items != nil || s.Is("array"):
		return []any{}
	case len(s.Properties) > 0:
		out := map[string]any{}
		for _, p := range s.Properties {
			out[p.Name] = empty(p.Schema)
		}
		return out
	}
	return nil
}

// put sets the value at a path such as "lines.3.amount" below root, growing arrays as needed.
func put(root any, s *definition.Schema, path []string, v any) any {
	if len(path) == 0 {
		return v
	}
	switch node := root.(type) {
	case map[string]any:
		if p := s.Property(path[0]); p != nil {
			node[path[0]] = put(node[path[0]], p, path[1:], v)
		}
		return node
	case []any:
		i, err := strconv.Atoi(path[0])
		if err != nil {
			return node
		}
		for len(node) <= i {
			node = append(node, empty(s.Items))
		}
		node[i] = put(node[i], s.Items, path[1:], v)
		return node
	}
	return root
}

// assemble builds the output from what was found.
func assemble(s *definition.Schema, found map[string]rules.Cell) map[string]any {
	root, _ := empty(s).(map[string]any)
	if root == nil {
		root = map[string]any{}
	}
	for path, c := range found {
		put(root, s, strings.Split(path, "."), c.Value)
	}
	return root
}

// leaf is a single value of the output.
type leaf struct {
	path   []string
	schema *definition.Schema
	value  any
}

// leaves visits every single value, including nulls, in the order of the schema.
func leaves(v any, s *definition.Schema, path []string, visit func(leaf)) {
	switch node := v.(type) {
	case map[string]any:
		for _, p := range s.Properties {
			leaves(node[p.Name], p.Schema, append(slices.Clone(path), p.Name), visit)
		}
	case []any:
		items := s.Items
		if items == nil {
			items = &definition.Schema{}
		}
		for i, item := range node {
			leaves(item, items, append(slices.Clone(path), strconv.Itoa(i)), visit)
		}
	default:
		visit(leaf{path, s, v})
	}
}

// at returns the values at a path. A path through an array yields the values of all items.
func at(v any, path []string) []any {
	if len(path) == 0 {
		return []any{v}
	}
	switch node := v.(type) {
	case map[string]any:
		return at(node[path[0]], path[1:])
	case []any:
		var out []any
		for _, item := range node {
			out = append(out, at(item, path)...)
		}
		return out
	}
	return nil
}

func pointer(path []string) string {
	r := strings.NewReplacer("~", "~0", "/", "~1")
	var b strings.Builder
	for _, p := range path {
		b.WriteString("/" + r.Replace(p))
	}
	return b.String()
}

// ordered writes a value as JSON with the properties in the order of the schema.
func ordered(b *bytes.Buffer, v any, s *definition.Schema) error {
	switch node := v.(type) {
	case map[string]any:
		return orderedObject(b, node, s)
	case []any:
		items := s.Items
		if items == nil {
			items = &definition.Schema{}
		}
		b.WriteByte('[')
		for i, item := range node {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := ordered(b, item, items); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	b.Write(raw)
	return nil
}

func orderedObject(b *bytes.Buffer, node map[string]any, s *definition.Schema) error {
	if len(s.Properties) == 0 {
		raw, err := json.Marshal(node)
		b.Write(raw)
		return err
	}
	b.WriteByte('{')
	n := 0
	for _, p := range s.Properties {
		v, ok := node[p.Name]
		if !ok {
			continue
		}
		if n > 0 {
			b.WriteByte(',')
		}
		n++
		name, _ := json.Marshal(p.Name)
		b.Write(name)
		b.WriteByte(':')
		if err := ordered(b, v, p.Schema); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func itoa(n int) string { return strconv.Itoa(n) }
