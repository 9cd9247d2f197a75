package definition

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"quire/internal/extract/typed"
)

// file is the YAML form of a definition.
type file struct {
	Name        string `yaml:"name"`
	Slug        string `yaml:"slug"`
	Description string `yaml:"description"`
	Cost        struct {
		Type    CostType `yaml:"type"`
		Credits int      `yaml:"credits"`
	} `yaml:"cost"`
	Output       Output           `yaml:"output"`
	Pages        Pages            `yaml:"pages"`
	Engine       Engine           `yaml:"engine"`
	Instructions string           `yaml:"instructions"`
	Schema       yaml.Node        `yaml:"schema"`
	Rules        map[string]*Rule `yaml:"rules"`
	Constraints  []Constraint     `yaml:"constraints"`
	Required     []string         `yaml:"required"`
	Labels       []string         `yaml:"labels"`
}

var (
	slugForm = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{1,98})[a-z0-9]$`)
	uuidForm = regexp.MustCompile(`^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$`)
	yamlLine = regexp.MustCompile(`(?s)^(?:yaml: )?(?:unmarshal errors:\n\s*)?line (\d+): (.*)$`)
)

// parser collects the faults of one file.
type parser struct {
	name string
	root *yaml.Node
	errs []error

	instructions int // in the patterns so far
}

// Parse reads a definition in YAML (or JSON, which is YAML). The error joins one *Error for each fault.
func Parse(name string, data []byte) (*Definition, error) {
	p := &parser{name: name}
	switch {
	case len(data) > MaxBytes:
		return nil, &Error{name, 1, fmt.Sprintf("the definition is larger than %d KiB", MaxBytes>>10)}
	case !utf8.Valid(data):
		return nil, &Error{name, 1, "the definition is not UTF-8: save it in that encoding"} // YAML could also be UTF-16
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, p.yamlError(err)
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, &Error{name, 1, "the definition is empty: it needs at least name, slug and schema"}
	}
	p.root = doc.Content[0]
	if !p.bounded() {
		return nil, errors.Join(p.errs...)
	}
	var f file
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&f); err != nil {
		return nil, p.yamlError(err)
	}
	d := p.definition(&f)
	if len(p.errs) > 0 {
		return nil, errors.Join(p.errs...)
	}
	return d, nil
}

func (p *parser) yamlError(err error) error {
	if te, ok := errors.AsType[*yaml.TypeError](err); ok {
		var errs []error
		for _, s := range te.Errors[:min(len(te.Errors), maxFaults)] {
			errs = append(errs, p.yamlError(errors.New(s)))
		}
		return errors.Join(errs...)
	}
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		line, _ := strconv.Atoi(m[1])
		return &Error{p.name, line, inWords(m[2])}
	}
	return &Error{p.name, 1, strings.TrimPrefix(err.Error(), "yaml: ")}
}

// fault records a fault at the position of the deepest of keys that exists.
func (p *parser) fault(keys []string, format string, args ...any) {
	if len(p.errs) == maxFaults {
		return
	}
	n := p.root
	for _, key := range keys {
		next := entry(n, key)
		if next == nil {
			break
		}
		n = next
	}
	p.errs = append(p.errs, &Error{p.name, n.Line, strings.Join(keys, ".") + ": " + fmt.Sprintf(format, args...)})
}

func at(keys ...string) []string { return keys }

func index(i int) string { return strconv.Itoa(i) }

func (p *parser) definition(f *file) *Definition {
	d := &Definition{
		Name: strings.TrimSpace(f.Name), Slug: f.Slug, Description: strings.TrimSpace(f.Description),
		CostType: f.Cost.Type, CostCredits: f.Cost.Credits, Output: f.Output, Pages: f.Pages, Engine: f.Engine,
		Instructions: strings.TrimSpace(f.Instructions), Rules: f.Rules, Constraints: f.Constraints, Required: f.Required, Labels: f.Labels,
	}
	d.defaults()
	p.head(d)
	p.schema(d)
	if d.Schema == nil {
		return d
	}
	p.output(d)
	for _, path := range slices.Sorted(maps.Keys(d.Rules)) {
		p.rule(d, path)
	}
	p.references(d)
	return d
}

func (d *Definition) defaults() {
	if d.CostType == "" {
		d.CostType = PerPage
	}
	if d.Output.Format == "" {
		d.Output.Format = JSON
	}
	if d.Engine == "" {
		d.Engine = Auto
	}
}

func (p *parser) head(d *Definition) {
	if n := len([]rune(d.Name)); n == 0 || n > 255 {
		p.fault(at("name"), "the name must have 1 to 255 characters")
	}
	for _, f := range []struct{ key, text string }{{"name", d.Name}, {"description", d.Description}} {
		if strings.ContainsRune(f.text, 0) {
			p.fault(at(f.key), "must not contain the character U+0000") // which PostgreSQL does not store
		}
	}
	if !slugForm.MatchString(d.Slug) || uuidForm.MatchString(d.Slug) {
		p.fault(at("slug"), "%q must be 3 to 100 lowercase letters, digits and hyphens, not begin or end with a hyphen, and not be a UUID", d.Slug)
	}
	if d.CostType != PerPage && d.CostType != PerDocument {
		p.fault(at("cost", "type"), "%q is unknown: want PER_PAGE or PER_DOCUMENT", d.CostType)
	}
	if d.CostCredits < 0 || d.CostCredits > 1_000_000 {
		p.fault(at("cost", "credits"), "must be between 0 and 1,000,000")
	}
	if !slices.Contains([]Engine{Auto, Rules, Model}, d.Engine) {
		p.fault(at("engine"), "%q is unknown: want auto, rules or model", d.Engine)
	}
	if len(d.Instructions) > 20_000 {
		p.fault(at("instructions"), "longer than 20,000 bytes")
	}
}

// schema compiles the schema against its dialect and reads its tree.
func (p *parser) schema(d *Definition) {
	n := entry(p.root, "schema")
	if n == nil {
		p.fault(at("schema"), "missing: the definition needs a JSON Schema of an object")
		return
	}
	raw, err := orderedJSON(n, 0)
	if err != nil {
		p.fault(at("schema"), "%v", err)
		return
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		p.fault(at("schema"), "%v", err)
		return
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(compilePattern)
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("schema.json", value); err != nil {
		p.fault(at("schema"), "%v", err)
		return
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		p.schemaFaults(err)
		return
	}
	u := unfolding{root: n}
	tree := u.schemaOf(n, 0)
	if u.nodes > maxNodes {
		p.fault(at("schema"), "more than %d properties, with what its references unfold to", maxNodes)
		return
	}
	if !tree.Is("object") || len(tree.Properties) == 0 {
		p.fault(at("schema"), "the output must be an object with properties (type: object)")
		return
	}
	p.parsers(n, at("schema"))
	d.RawSchema, d.Validator, d.Schema = raw, compiled, tree
}

// noLoader keeps schemas from reading files and addresses.
type noLoader struct{}

// Load always fails.
func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("references to other documents are not followed (%s)", url)
}

func (p *parser) schemaFaults(err error) {
	invalid, ok := errors.AsType[*jsonschema.SchemaValidationError](err)
	if !ok {
		p.fault(at("schema"), "%v", err)
		return
	}
	v, ok := errors.AsType[*jsonschema.ValidationError](invalid.Err)
	if !ok {
		p.fault(at("schema"), "%v", invalid.Err)
		return
	}
	for len(v.Causes) > 0 {
		v = v.Causes[0]
	}
	text := v.Error()
	if _, reason, ok := strings.Cut(text, "': "); ok {
		text = reason
	}
	p.fault(append(at("schema"), v.InstanceLocation...), "%s", text)
}

// parsers checks every x-parser and x-key below n.
func (p *parser) parsers(n *yaml.Node, path []string) {
	if n.Kind != yaml.MappingNode {
		return
	}
	p.extras(n, path)
	for i := 0; i+1 < len(n.Content); i += 2 {
		p.parsers(n.Content[i+1], append(path[:len(path):len(path)], n.Content[i].Value))
	}
}

// extras checks the x-parser and the x-key of n itself.
func (p *parser) extras(n *yaml.Node, path []string) {
	if v := entry(n, "x-parser"); v != nil && v.Kind == yaml.ScalarNode {
		here := append(path[:len(path):len(path)], "x-parser")
		if kind := typed.Kind(v.Value); slices.Contains(typed.Kinds, kind) {
			p.fits(here, (&unfolding{root: n}).schemaOf(n, maxDepth), kind)
		} else {
			p.unknownParser(here, kind)
		}
	}
	if v := entry(n, "x-key"); v != nil && v.Kind == yaml.ScalarNode {
		if entry(child(n, "items", "properties"), v.Value) == nil && entry(child(n, "properties"), v.Value) == nil {
			p.fault(append(path[:len(path):len(path)], "x-key"), "the items have no property %q", v.Value)
		}
	}
}

func (p *parser) unknownParser(path []string, k typed.Kind) {
	p.fault(path, "unknown parser %q; there are %s", k, strings.Trim(fmt.Sprint(typed.Kinds), "[]"))
}

// orderedJSON converts a YAML node to JSON, keeping the order of the keys.
func orderedJSON(n *yaml.Node, depth int) (json.RawMessage, error) {
	if depth > 40 {
		return nil, errors.New("nested too deeply")
	}
	switch n.Kind {
	case yaml.AliasNode:
		return nil, fmt.Errorf("line %d: aliases are not supported in schemas, use $defs", n.Line)
	case yaml.MappingNode:
		return jsonObject(n, depth)
	case yaml.SequenceNode:
		b := []byte{'['}
		for i, c := range n.Content {
			v, err := orderedJSON(c, depth+1)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, v...)
		}
		return append(b, ']'), nil
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func jsonObject(n *yaml.Node, depth int) (json.RawMessage, error) {
	b := []byte{'{'}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, err := json.Marshal(n.Content[i].Value)
		if err != nil {
			return nil, err
		}
		v, err := orderedJSON(n.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, key...), ':'), v...)
	}
	return append(b, '}'), nil
}
