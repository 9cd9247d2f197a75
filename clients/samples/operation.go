package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// anID is used wherever an example needs an id.
const anID = "0199f3a0-5b7e-7c3d-9a41-0f6f2f1f7c11"

// operation is an operation of the specification with an example of everything that it needs.
type operation struct {
	id, method, path string
	paths, query     []field // parameters, those of the path in its order
	open, link       bool    // needs no key; is opened by a link
	root             bool    // its path is not below that of the API
	media            string  // of the body; "" if there is none
	body             *yaml.Node
}

// field is a named value that an operation takes.
type field struct {
	name     string
	value    *yaml.Node
	required bool
}

// parameter is a parameter of the specification.
type parameter struct {
	Ref      string `yaml:"$ref"`
	Name, In string
	Required bool
	Example  yaml.Node
	Schema   struct {
		Type, Format string
		Enum         []string
	}
}

// media is a body of the specification.
type media struct {
	Example  yaml.Node
	Examples map[string]struct{ Value yaml.Node }
	Schema   schema
}

type schema struct {
	Ref     string `yaml:"$ref"`
	Example yaml.Node
	OneOf   []schema `yaml:"oneOf"`
}

// document is the part of the specification that is read.
type document struct {
	Paths      map[string]map[string]yaml.Node
	Components struct {
		Parameters map[string]parameter
		Schemas    map[string]schema
	}
}

// described is an operation as the specification describes it.
type described struct {
	OperationID string `yaml:"operationId"`
	Parameters  []parameter
	RequestBody *struct{ Content map[string]media } `yaml:"requestBody"`
	Security    *[]map[string]any
}

// methods are the keys of a path that are operations.
var methods = []string{"get", "head", "post", "put", "patch", "delete"}

func readOperations(path string) ([]operation, error) {
	raw, err := os.ReadFile(path) //nolint:gosec // the specification
	if err != nil {
		return nil, err
	}
	var doc document
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return nil, err
	}
	var list []operation
	for path, item := range doc.Paths {
		var shared []parameter
		if node, ok := item["parameters"]; ok {
			if err := node.Decode(&shared); err != nil {
				return nil, err
			}
		}
		for method, node := range item {
			if !slices.Contains(methods, method) {
				continue
			}
			op, err := doc.operation(method, path, node, shared)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, path, err)
			}
			_, op.root = item["servers"]
			list = append(list, op)
		}
	}
	return list, nil
}

func (doc *document) operation(method, path string, node yaml.Node, shared []parameter) (operation, error) {
	var d described
	if err := node.Decode(&d); err != nil {
		return operation{}, err
	}
	op := operation{id: d.OperationID, method: strings.ToUpper(method), path: path, open: d.Security != nil && len(*d.Security) == 0}
	for _, p := range append(slices.Clone(shared), d.Parameters...) {
		if p.Ref != "" {
			p = doc.Components.Parameters[after(p.Ref)]
		}
		f := field{name: p.Name, value: p.example(), required: p.Required}
		switch p.In {
		case "path":
			op.paths = append(op.paths, f)
		case "query":
			op.query = append(op.query, f)
			op.link = op.link || p.Name == "sig"
		}
	}
	slices.SortStableFunc(op.paths, func(a, b field) int {
		return strings.Index(path, "{"+a.name+"}") - strings.Index(path, "{"+b.name+"}")
	})
	if d.RequestBody != nil {
		op.media, op.body = doc.bodyOf(d.RequestBody.Content)
		if op.body == nil {
			return op, errors.New("the body has no example")
		}
	}
	return op, nil
}

// kinds are the kinds of bodies, in order of preference.
var kinds = []string{"multipart/form-data", "application/yaml", "application/json", "application/x-ndjson"}

func (doc *document) bodyOf(content map[string]media) (string, *yaml.Node) {
	for _, kind := range kinds {
		if m, found := content[kind]; found {
			return kind, doc.exampleOf(m)
		}
	}
	return "", nil
}

func (doc *document) exampleOf(m media) *yaml.Node {
	if !m.Example.IsZero() {
		return &m.Example
	}
	for _, name := range slices.Sorted(maps.Keys(m.Examples)) {
		return new(m.Examples[name].Value)
	}
	s := m.Schema
	for {
		switch {
		case !s.Example.IsZero():
			return &s.Example
		case s.Ref != "":
			s = doc.Components.Schemas[after(s.Ref)]
		case len(s.OneOf) > 0:
			s = s.OneOf[0]
		default:
			return nil
		}
	}
}

// example returns a value of the parameter.
func (p parameter) example() *yaml.Node {
	switch {
	case !p.Example.IsZero():
		return &p.Example
	case p.Schema.Format == "uuid":
		return scalar("!!str", anID)
	case len(p.Schema.Enum) > 0:
		return scalar("!!str", p.Schema.Enum[0])
	case p.Schema.Type == "integer":
		return scalar("!!int", "1")
	}
	if p.Name == "slug" || p.Name == "extractor" {
		return scalar("!!str", "invoice")
	}
	return scalar("!!str", p.Name)
}

func scalar(tag, value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value}
}

// after returns the last element of a reference.
func after(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

// curl returns the operation as a command.
func (op operation) curl() string {
	if op.link {
		return curlOf(op.method, `"$LINK"`)
	}
	address := op.path
	for _, p := range op.paths {
		address = strings.Replace(address, "{"+p.name+"}", p.value.Value, 1)
	}
	separator := "?"
	for _, q := range op.query {
		if q.required {
			address += separator + q.name + "=" + q.value.Value
			separator = "&"
		}
	}
	if !op.root {
		address = "/api/v1" + address
	}
	lines := []string{curlOf(op.method, `"$QUIRE_SERVER`+address+`"`)}
	if !op.open {
		lines = append(lines, `--header "Authorization: Bearer $QUIRE_API_KEY"`)
	}
	return strings.Join(append(lines, op.curlBody()...), " \\\n  ")
}

func curlOf(method, address string) string {
	switch method {
	case "GET":
		return "curl " + address
	case "HEAD":
		return "curl --head " + address
	}
	return "curl --request " + method + " " + address
}

func (op operation) curlBody() []string {
	switch op.media {
	case "":
		return nil
	case "application/json":
		return []string{"--json " + shell(jsonOf(op.body))}
	case "multipart/form-data":
		return op.curlForm()
	}
	return []string{"--header 'Content-Type: " + op.media + "'", "--data-binary " + shell(op.body.Value)}
}

func (op operation) curlForm() []string {
	var lines []string
	for _, f := range members(op.body) {
		switch {
		case f.name == "file":
			lines = append(lines, "--form file=@report.pdf")
		case f.name == "files":
			lines = append(lines, "--form files=@report.pdf", "--form files=@letter.docx")
		default:
			lines = append(lines, "--form "+shell(f.name+"="+f.value.Value))
		}
	}
	return lines
}

// shell quotes a word for the shell.
func shell(word string) string {
	if !strings.ContainsAny(word, " \n\t'\"\\$`&|;<>(){}[]*?#~!") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
