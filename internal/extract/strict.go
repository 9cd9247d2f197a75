package extract

import (
	"fmt"
	"strings"

	"quire/internal/extract/definition"
)

// strict returns the part of a schema that providers enforce: every property is required, no others are allowed, and
// optional ones may be null. What they do not enforce goes into the descriptions; the answer is validated against the
// full schema.
func strict(s *definition.Schema) map[string]any {
	out := map[string]any{}
	note := strings.TrimSpace(s.Title + ". " + s.Description)
	if s.Format != "" {
		note += fmt.Sprintf(" (%s)", s.Format)
	}
	if note = strings.Trim(note, ". "); note != "" {
		out["description"] = note
	}
	switch {
	case len(s.Properties) > 0:
		props, names := map[string]any{}, []string{}
		for _, p := range s.Properties {
			props[p.Name] = strict(p.Schema)
			names = append(names, p.Name)
		}
		out["type"], out["properties"], out["required"], out["additionalProperties"] = "object", props, names, false
	case s.Items != nil:
		out["type"], out["items"] = "array", strict(s.Items)
	default:
		types := []string{"null"}
		for _, t := range s.Types {
			if t != "object" && t != "array" {
				types = append(types, t)
			}
		}
		if len(types) == 1 {
			types = append(types, "string")
		}
		out["type"] = types
		if len(s.Enum) > 0 {
			out["enum"] = withNull(s.Enum)
		}
	}
	return out
}

func withNull(values []any) []any {
	for _, v := range values {
		if v == nil {
			return values
		}
	}
	return append([]any{nil}, values...)
}

// part returns the schema with only the top-level properties called names.
func part(s *definition.Schema, names map[string]bool) *definition.Schema {
	out := &definition.Schema{Types: s.Types, Title: s.Title, Description: s.Description}
	for _, p := range s.Properties {
		if names[p.Name] {
			out.Properties = append(out.Properties, p)
		}
	}
	return out
}
