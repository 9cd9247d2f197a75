package extract

import (
	"encoding/json"
	"strconv"
	"strings"

	"quire/internal/extract/definition"
)

// The keys under which the model returns the text that it read values from: one object for the single values, by path,
// and a text in each item of an array.
const (
	quotesName = "_quotes"
	quoteName  = "_quote"
)

// quoted returns the schema of the model's answer: the wanted values, and the text that each was read from.
func quoted(s *definition.Schema) json.RawMessage {
	out := strict(s)
	props, ok := out["properties"].(map[string]any)
	if !ok {
		return encoded(out)
	}
	names := singles(s, "")
	if len(names) > 0 && props[quotesName] == nil {
		of := map[string]any{}
		for _, n := range names {
			of[n] = map[string]any{"type": []string{"string", "null"}}
		}
		props[quotesName] = map[string]any{
			"type": "object", "properties": of, "required": names, "additionalProperties": false,
			"description": "For each value the words of the document that state it, copied exactly; null without a value.",
		}
		out["required"] = append(out["required"].([]string), quotesName)
	}
	for _, p := range props {
		quoteItems(p)
	}
	return encoded(out)
}

// quoteItems adds the text of every item below a schema.
func quoteItems(schema any) {
	node, _ := schema.(map[string]any)
	if props, ok := node["properties"].(map[string]any); ok {
		for _, p := range props {
			quoteItems(p)
		}
	}
	item, _ := node["items"].(map[string]any)
	props, ok := item["properties"].(map[string]any)
	if !ok || props[quoteName] != nil {
		return
	}
	props[quoteName] = map[string]any{"type": []string{"string", "null"}, "description": "The words of the document that state the item, copied exactly."}
	item["required"] = append(item["required"].([]string), quoteName)
}

// singles returns the paths of the single values outside of arrays.
func singles(s *definition.Schema, prefix string) []string {
	var out []string
	for _, p := range s.Properties {
		switch {
		case len(p.Schema.Properties) > 0:
			out = append(out, singles(p.Schema, prefix+p.Name+".")...)
		case p.Schema.Items == nil && !p.Schema.Is("array"):
			out = append(out, prefix+p.Name)
		}
	}
	return out
}

// reply is an answer of the model: values, and the text of each by its path or that of its item.
type reply struct {
	value  map[string]any
	quotes map[string]string
}

// replyOf separates the quotes from an answer.
func replyOf(value map[string]any, s *definition.Schema) reply {
	r := reply{value, map[string]string{}}
	if s.Property(quotesName) == nil {
		quotes, _ := value[quotesName].(map[string]any)
		for path, q := range quotes {
			if text, ok := q.(string); ok && text != "" {
				r.quotes[path] = text
			}
		}
		delete(value, quotesName)
	}
	r.take(value, s, nil)
	return r
}

func (r *reply) take(v any, s *definition.Schema, path []string) {
	switch node := v.(type) {
	case map[string]any:
		for _, p := range s.Properties {
			r.take(node[p.Name], p.Schema, append(path[:len(path):len(path)], p.Name))
		}
	case []any:
		if s.Items == nil {
			return
		}
		for i, item := range node {
			here := append(path[:len(path):len(path)], strconv.Itoa(i))
			if object, ok := item.(map[string]any); ok && s.Items.Property(quoteName) == nil {
				if q, ok := object[quoteName].(string); ok && q != "" {
					r.quotes[strings.Join(here, ".")] = q
				}
				delete(object, quoteName)
			}
			r.take(item, s.Items, here)
		}
	}
}

// quote returns the text that the value at a path was read from: its own, or that of the innermost item around it.
func (r *reply) quote(path []string) string {
	for n := len(path); n > 0; n-- {
		if q := r.quotes[strings.Join(path[:n], ".")]; q != "" {
			return q
		}
	}
	return ""
}

func encoded(schema map[string]any) json.RawMessage {
	raw, err := json.Marshal(schema)
	if err != nil {
		panic(err) // strings, booleans and values decoded from JSON can be encoded
	}
	return raw
}
