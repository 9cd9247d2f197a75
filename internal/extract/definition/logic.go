package definition

import (
	"bytes"
	"slices"

	"go.yaml.in/yaml/v3"
)

// labels are the keys of a definition that do not affect the result of a run.
var labels = []string{"name", "slug", "description"}

// SameLogic reports whether two definitions produce the same output at the same price: they may differ only in their
// labels, comments and layout. A definition that is not valid YAML is never the same.
func SameLogic(a, b []byte) bool {
	x, y := logic(a), logic(b)
	return x != nil && bytes.Equal(x, y)
}

// logic returns a definition without labels, comments and styles; keys keep their order, because it determines the
// order of the output.
func logic(data []byte) []byte {
	var doc yaml.Node
	if yaml.Unmarshal(data, &doc) != nil || len(doc.Content) == 0 {
		return nil
	}
	root := doc.Content[0]
	var kept []*yaml.Node
	for i := 0; i+1 < len(root.Content); i += 2 {
		if !slices.Contains(labels, root.Content[i].Value) {
			kept = append(kept, root.Content[i], root.Content[i+1])
		}
	}
	root.Content = kept
	plain(root)
	out, err := yaml.Marshal(root)
	if err != nil {
		return nil
	}
	return out
}

// plain removes what only people see. It need not follow aliases, because their contents appear elsewhere.
func plain(n *yaml.Node) {
	n.HeadComment, n.LineComment, n.FootComment, n.Style = "", "", "", 0
	for _, c := range n.Content {
		plain(c)
	}
}

// Fault returns an error about a top-level key of a definition, at its line.
func Fault(name string, data []byte, key, text string) *Error {
	e := &Error{File: name, Line: 1, Text: key + ": " + text}
	var doc yaml.Node
	if yaml.Unmarshal(data, &doc) == nil && len(doc.Content) > 0 {
		if n := entry(doc.Content[0], key); n != nil {
			e.Line = n.Line
		}
	}
	return e
}
