package main

import "slices"

// plain are the formats that Go's generator would read as types of a library of its own, or as types that make
// programs longer.
var plain = []string{"uuid", "uri", "date"}

// forGo returns the schema without what oapi-codegen cannot express in types of the standard library alone. Sets of
// values become plain strings, so that a value of a later version of the service is read as well.
func forGo(schema map[string]any) map[string]any {
	simple := map[string]any{}
	for key, v := range schema {
		simple[key] = simplify(v)
	}
	if format, ok := simple["format"].(string); ok && slices.Contains(plain, format) {
		delete(simple, "format")
	}
	if closed, ok := simple["additionalProperties"].(bool); ok && !closed {
		delete(simple, "additionalProperties")
	}
	if types, ok := simple["type"].([]any); ok && len(types) > 2 {
		delete(simple, "type") // several kinds of values
	}
	if _, ok := simple["type"].(string); ok || simple["type"] != nil {
		for _, key := range []string{"enum", "const", "default", "unevaluatedProperties"} {
			delete(simple, key)
		}
	}
	return simple
}

func simplify(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return forGo(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = simplify(v[i])
		}
		return list
	}
	return v
}
