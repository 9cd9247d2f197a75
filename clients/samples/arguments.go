package main

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// method is a method of a client.
type method struct {
	name       string
	parameters []argument
	result     string // its type
}

// argument is a parameter of a method.
type argument struct {
	name, kind string // kind is its type
	optional   bool
	keyword    bool // passed by name
}

// language is a client and how its methods are called.
type language struct {
	label   string
	methods map[string]method
	named   func(operation string) string
	sample  func(method, *arguments) (string, error)
}

// arguments are what an operation takes and no argument has provided yet.
type arguments struct {
	op    operation
	paths []field
	body  []field
	text  *yaml.Node // a body without fields
}

func newArguments(op operation) *arguments {
	a := &arguments{op: op, paths: op.paths}
	switch {
	case op.body == nil:
	case op.body.Kind == yaml.MappingNode:
		a.body = members(op.body)
		a.member("stream") // clients have a separate method for it
	default:
		a.text = op.body
	}
	return a
}

// members returns the fields of a mapping.
func members(n *yaml.Node) []field {
	var list []field
	for i := 0; i+1 < len(n.Content); i += 2 {
		list = append(list, field{name: n.Content[i].Value, value: n.Content[i+1]})
	}
	return list
}

// plain returns a name in the form common to all languages.
func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// member takes the named field out of the body, if there is one.
func (a *arguments) member(name string) *yaml.Node {
	i := slices.IndexFunc(a.body, func(f field) bool { return plain(f.name) == plain(name) })
	if i < 0 {
		return nil
	}
	value := a.body[i].value
	a.body = slices.Delete(slices.Clone(a.body), i, i+1)
	return value
}

// files takes the files out of the body, and returns their names.
func (a *arguments) files() []string {
	if a.member("file") != nil {
		return []string{"report.pdf"}
	}
	a.member("files")
	return []string{"report.pdf", "letter.docx"}
}

// take returns the value of an argument that is neither a file nor the entire body, or nil if there is none.
func (a *arguments) take(name string) (*yaml.Node, error) {
	if value := a.member(name); value != nil {
		return value, nil
	}
	for _, q := range a.op.query {
		if plain(q.name) != plain(name) {
			continue
		}
		if q.required {
			return q.value, nil
		}
		return nil, nil
	}
	if len(a.paths) > 0 {
		value := a.paths[0].value
		a.paths = a.paths[1:]
		return value, nil
	}
	value := a.text
	a.text = nil
	return value, nil
}

// whole takes the rest of the body.
func (a *arguments) whole() []field {
	rest := a.body
	a.body = nil
	return rest
}

// unused returns an error if the method did not take everything that the operation needs.
func (a *arguments) unused() error {
	if len(a.paths) > 0 || a.text != nil {
		return fmt.Errorf("the method does not take all of %s %s", a.op.method, a.op.path)
	}
	return nil
}
