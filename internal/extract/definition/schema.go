package definition

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"quire/internal/extract/typed"
)

// maxDepth is the maximum nesting depth of a schema.
const maxDepth = 10

// maxNodes is the maximum number of properties and arrays in a schema, including those that its references expand to.
const maxNodes = 5000

// Schema is a node of the output's schema, with its properties in the order of the definition.
type Schema struct {
	Types       []string // without "null"; empty means any
	Nullable    bool
	Title       string
	Description string
	Format      string
	Enum        []any
	Properties  []Property
	Items       *Schema
	Key         string // x-key: the property that identifies items when windows are merged
	Parser      typed.Kind

	named map[string]*Schema // the properties of a schema that was read, by name
}

// Property is a named part of an object.
type Property struct {
	Name     string
	Schema   *Schema
	Required bool
}

// Is reports whether the schema names types and t is one of them.
func (s *Schema) Is(t string) bool { return slices.Contains(s.Types, t) }

// Property returns the property called name, or nil.
func (s *Schema) Property(name string) *Schema {
	if s.named != nil {
		return s.named[name]
	}
	for _, p := range s.Properties {
		if p.Name == name {
			return p.Schema
		}
	}
	return nil
}

// At returns the schema at a path such as "seller.name"; the path goes through arrays.
func (s *Schema) At(path string) *Schema {
	for name := range strings.SplitSeq(path, ".") {
		for s != nil && s.Items != nil {
			s = s.Items
		}
		if s == nil {
			return nil
		}
		s = s.Property(name)
	}
	return s
}

// leafParser returns the parser that fits the schema of a single value.
func (s *Schema) leafParser() typed.Kind {
	switch {
	case s.Is("integer"):
		return typed.Integer
	case s.Is("number"):
		return typed.Amount
	case s.Format == "date":
		return typed.Date
	case s.Format == "email":
		return typed.Email
	}
	return typed.Text
}

// unfolding reads the tree of a JSON Schema, following references to its own $defs.
type unfolding struct {
	root  *yaml.Node
	nodes int // number of nodes in the tree so far
}

// schemaOf reads the tree of a schema. It truncates the tree at maxDepth and maxNodes.
func (u *unfolding) schemaOf(n *yaml.Node, depth int) *Schema {
	s := &Schema{}
	if u.nodes++; n == nil || n.Kind != yaml.MappingNode || depth > maxDepth || u.nodes > maxNodes {
		return s
	}
	if ref := child(n, "$ref"); ref != nil {
		path, ok := strings.CutPrefix(ref.Value, "#/")
		if !ok {
			return s
		}
		// A reference counts for several levels, because a schema may refer to itself.
		return u.schemaOf(child(u.root, strings.Split(path, "/")...), depth+maxDepth/3)
	}
	for _, t := range values(child(n, "type")) {
		if t == "null" {
			s.Nullable = true
		} else {
			s.Types = append(s.Types, t)
		}
	}
	s.Title, s.Description, s.Format = text(n, "title"), text(n, "description"), text(n, "format")
	s.Key = text(n, "x-key")
	if e := child(n, "enum"); e != nil {
		_ = e.Decode(&s.Enum)
	}
	u.properties(s, n, depth)
	if items := child(n, "items"); items != nil {
		s.Items = u.schemaOf(items, depth+1)
	}
	s.Parser = typed.Kind(text(n, "x-parser"))
	if s.Parser == "" {
		s.Parser = s.leafParser()
	}
	return s
}

// properties reads the properties of an object. Of two properties with the same name, the first one counts.
func (u *unfolding) properties(s *Schema, n *yaml.Node, depth int) {
	props := child(n, "properties")
	if props == nil {
		return
	}
	required := map[string]bool{}
	for _, name := range values(child(n, "required")) {
		required[name] = true
	}
	s.named = make(map[string]*Schema, len(props.Content)/2)
	for i := 0; i+1 < len(props.Content); i += 2 {
		name, property := props.Content[i].Value, u.schemaOf(props.Content[i+1], depth+1)
		s.Properties = append(s.Properties, Property{name, property, required[name]})
		if s.named[name] == nil {
			s.named[name] = property
		}
	}
}

// child follows keys from a mapping node. It returns nil if one is missing.
func child(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		n = entry(n, key)
	}
	return n
}

func entry(n *yaml.Node, key string) *yaml.Node {
	if n == nil {
		return nil
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				return n.Content[i+1]
			}
		}
	case yaml.SequenceNode:
		for i, c := range n.Content {
			if key == index(i) {
				return c
			}
		}
	}
	return nil
}

func text(n *yaml.Node, key string) string {
	if c := child(n, key); c != nil && c.Kind == yaml.ScalarNode {
		return c.Value
	}
	return ""
}

// values returns a scalar or the scalars of a sequence.
func values(n *yaml.Node) []string {
	if n == nil {
		return nil
	}
	if n.Kind == yaml.ScalarNode {
		return []string{n.Value}
	}
	var out []string
	for _, c := range n.Content {
		out = append(out, c.Value)
	}
	return out
}
