package definition

import (
	"fmt"
	"regexp"
	"regexp/syntax"

	"go.yaml.in/yaml/v3"
)

// The upper bounds on a definition. Reading YAML and compiling schemas takes work that grows faster than these numbers,
// which are many times those of the largest definitions that people write.
const (
	// maxKeys is the maximum number of keys of a mapping outside the schema; maxNodes bounds the schema.
	maxKeys = 2000
	// maxValues is the maximum number of values of a definition, with each alias counted as what it stands for. Without
	// aliases, MaxBytes cannot hold that many.
	maxValues = MaxBytes / 2
	// maxReferences is the maximum number of different places that a schema refers to.
	maxReferences = 500
	// maxInstructions is the maximum combined size of the compiled patterns of the rules, because matching may take
	// that many steps at each character of a page.
	maxInstructions = 20_000
	// maxFaults is the maximum number of faults that are reported.
	maxFaults = 100
)

// bounds checks a definition's tree, before it is read, for what MaxBytes alone does not limit.
type bounds struct {
	parser     *parser
	schemas    int             // mappings and booleans below the schema, each of which may be a schema
	references map[string]bool // places that the schema refers to
	sizes      map[*yaml.Node]int
}

// bounded reports whether a definition stays within the bounds, and records a fault if it does not.
func (p *parser) bounded() bool {
	b := bounds{parser: p, references: map[string]bool{}, sizes: map[*yaml.Node]int{}}
	if b.size(p.root) >= maxValues {
		b.fault(p.root, "more than %d values, with what its aliases stand for", maxValues)
	}
	b.keys(p.root)
	schema := entry(p.root, "schema")
	if schema != nil {
		b.schema(schema)
	}
	switch {
	case b.schemas > maxNodes:
		p.fault(at("schema"), "more than %d properties and other schemas", maxNodes)
	case len(b.references) > maxReferences:
		p.fault(at("schema"), "references to more than %d places", maxReferences)
	}
	return len(p.errs) == 0
}

func (b *bounds) fault(n *yaml.Node, format string, args ...any) {
	if len(b.parser.errs) < maxFaults {
		b.parser.errs = append(b.parser.errs, &Error{b.parser.name, n.Line, fmt.Sprintf(format, args...)})
	}
}

// size counts the values below a node, up to maxValues. A node that contains itself counts as empty; the decoder
// reports it.
func (b *bounds) size(n *yaml.Node) int {
	if n.Kind == yaml.AliasNode {
		size, known := b.sizes[n.Alias]
		if !known {
			size = b.size(n.Alias)
		}
		return size
	}
	b.sizes[n] = 0 // in case the node contains itself
	size := 1
	for _, c := range n.Content {
		size = min(size+b.size(c), maxValues)
	}
	b.sizes[n] = size
	return size
}

// keys checks the mappings below a node, except those of the schema, where only the number of properties matters.
func (b *bounds) keys(n *yaml.Node) {
	if n.Kind == yaml.MappingNode {
		b.distinct(n)
	}
	for i, c := range n.Content {
		if n == b.parser.root && i%2 == 1 && n.Content[i-1].Value == "schema" {
			continue
		}
		b.keys(c)
	}
}

// distinct checks that a mapping has neither too many keys nor duplicate ones.
func (b *bounds) distinct(n *yaml.Node) {
	if len(n.Content)/2 > maxKeys {
		b.fault(n, "a mapping of more than %d keys", maxKeys)
		return
	}
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			continue
		}
		if line, twice := lines[key.Value]; twice {
			b.fault(key, "mapping key %#v already defined at line %d", key.Value, line)
			continue
		}
		lines[key.Value] = key.Line
	}
}

// schema counts possible schemas, and the places that are referred to.
func (b *bounds) schema(n *yaml.Node) {
	if n.Kind == yaml.MappingNode || n.Tag == "!!bool" {
		b.schemas++
	}
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 && c.Kind == yaml.ScalarNode {
			switch n.Content[i-1].Value {
			case "$ref", "$dynamicRef", "$recursiveRef":
				b.references[c.Value] = true
			}
		}
		b.schema(c)
	}
}

// compile compiles a rule's pattern and adds its size to the total of all patterns.
func (p *parser) compile(pattern string) (*regexp.Regexp, error) {
	if p.instructions > maxInstructions {
		return nil, nil // already reported
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, err
	}
	if p.instructions += len(program.Inst); p.instructions > maxInstructions {
		return nil, fmt.Errorf("together, the patterns are too large: they have more than %d instructions", maxInstructions)
	}
	return regexp.Compile(pattern)
}
