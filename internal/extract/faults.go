package extract

import (
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// fault is a place where a value does not fit the schema.
type fault struct {
	path    []string
	text    string
	missing bool // a required property is absent
}

// faults returns the innermost causes of a failed validation.
func faults(err error) []fault {
	v, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return nil
	}
	if len(v.Causes) > 0 {
		var out []fault
		for _, c := range v.Causes {
			out = append(out, faults(c)...)
		}
		return out
	}
	_, missing := v.ErrorKind.(*kind.Required)
	text := v.Error()
	if _, inner, ok := strings.Cut(text, "\n- at "); ok {
		text = inner
	}
	return []fault{{v.InstanceLocation, text, missing}}
}

// prune returns a copy of a value without the nulls in objects, which stand for absent properties.
func prune(v any) any {
	switch node := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, c := range node {
			if c != nil {
				out[k] = prune(c)
			}
		}
		return out
	case []any:
		out := make([]any, len(node))
		for i, c := range node {
			out[i] = prune(c)
		}
		return out
	}
	return v
}
