package main

import (
	"maps"
	"slices"
	"strings"
)

// plain are the formats for which Go's generator would use types of its own library, or types that make programs
// longer.
var plain = []string{"uuid", "uri", "date", "binary"}

// forGo returns the schema without what oapi-codegen cannot express using types of the standard library alone.
// Enumerations become plain strings, so that values added by later versions of the service can be decoded.
func forGo(schema map[string]any) map[string]any {
	simple := map[string]any{}
	for key, v := range schema {
		simple[key] = simplify(v)
	}
	if format, ok := simple["format"].(string); ok && slices.Contains(plain, format) {
		delete(simple, "format")
	}
	if is(simple, "number") {
		simple["format"] = "double"
	}
	plainlyOptional(simple, schema)
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

// withoutNull returns the schemas without null in requests, where it means the same as an absent value.
func withoutNull(schemas map[string]any) map[string]any {
	for name, v := range schemas {
		schema, _ := v.(map[string]any)
		members, _ := schema["properties"].(map[string]any)
		for _, v := range members {
			member, _ := v.(map[string]any)
			types, _ := member["type"].([]any)
			if strings.HasPrefix(name, "New") && len(types) == 2 && types[1] == "null" {
				member["type"] = types[0]
			}
		}
	}
	return schemas
}

// withChanges gives every change of an object with settings its own copy of these settings in which each may be null,
// so that a program can reset one: with a plain member, it could only set a value.
func withChanges(schemas map[string]any) map[string]any {
	const reference = "#/components/schemas/"
	for name := range maps.Clone(schemas) {
		schema, _ := schemas[name].(map[string]any)
		members, _ := schema["properties"].(map[string]any)
		if !strings.HasSuffix(name, "Change") {
			continue
		}
		for _, v := range members {
			member, _ := v.(map[string]any)
			ref, _ := member["$ref"].(string)
			settings, _ := schemas[strings.TrimPrefix(ref, reference)].(map[string]any)
			if settings["properties"] == nil {
				continue
			}
			schemas[strings.TrimPrefix(ref, reference)+"Change"] = nullable(settings)
			member["$ref"] = ref + "Change"
		}
	}
	return schemas
}

// nullable returns the schema of an object with members that may be null.
func nullable(object map[string]any) map[string]any {
	members, _ := object["properties"].(map[string]any)
	copies := map[string]any{}
	for name, v := range members {
		member, _ := v.(map[string]any)
		member = maps.Clone(member)
		if kind, ok := member["type"].(string); ok {
			member["type"] = []any{kind, "null"}
		}
		copies[name] = member
	}
	object = maps.Clone(object)
	object["properties"] = copies
	return object
}

// plainlyOptional turns members that may be absent, but not null, into plain members instead of pointers if their zero
// value means the same as their absence.
func plainlyOptional(schema, original map[string]any) {
	members, _ := schema["properties"].(map[string]any)
	originals, _ := original["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for name, v := range members {
		member, _ := v.(map[string]any)
		if slices.Contains(required, any(name)) || is(member, "null") || is(member, "object") || member["type"] == nil {
			continue
		}
		if whole, _ := originals[name].(map[string]any); whole["default"] == true {
			continue // absent is not the same as false
		}
		member["x-go-type-skip-optional-pointer"] = true
	}
}

// is reports whether values of a schema may be of the given kind.
func is(schema map[string]any, kind string) bool {
	types, _ := schema["type"].([]any)
	return schema["type"] == kind || slices.Contains(types, any(kind))
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
