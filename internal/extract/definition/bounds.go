package definition

import (
	"fmt"
	"regexp"
	"regexp/syntax"

	"go.yaml.in/yaml/v3"
)

// Upper bounds on a definition. Reading YAML and compiling schemas takes work that grows faster than these
// numbers, which are many times those of the largest definitions that people write.
const (
	// maxKeys is how many keys a mapping outside the schema may have; maxNodes bounds the schema.
	maxKeys = 2000
	// maxValues is how many values a definition may have, with each alias counted as what it stands for. Without
	// aliases, MaxBytes cannot hold that many.
	maxValues = MaxBytes / 2
	// maxReferences is how many different places a schema may refer to.
	maxReferences = 500
	// maxInstructions is the combined size of the compiled patterns of the rules: matching may take that many steps at
	// each character of a page.
	maxInstructions = 20_000
	// maxFaults is how many faults of a definition are reported.
	maxFaults = 100
)

// bounds checks a definition's tree, before it is read, for what MaxBytes alone does not bound.
type bounds struct {
	parser     *parser
	schemas    int             // mappings and booleans below the schema: each may be a schema
	references map[string]bool // the places that the schema refers to
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

// size counts the values below a node, up to maxValues. A node that contains itself has none; the decoder reports it.
func (b *bounds) size(n *yaml.Node) int {
	if n.Kind == yaml.AliasNode {
		size, known := b.sizes[n.Alias]
		if !known {
			size = b.size(n.Alias)
		}
		return size
	}
	b.sizes[n] = 0 // while it is counted
	size := 1
	for _, c := range n.Content {
		size = min(size+b.size(c), maxValues)
	}
	b.sizes[n] = size
	return size
}

// keys checks the mappings below a node, but not those of the schema, in which only the properties matter.
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

// distinct checks that a mapping does not have too many keys, nor any key twice.
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

// schema counts what may be a schema, and the places that are referred to.
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

// compile compiles a rule's pattern and adds its instructions to those of all patterns.
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
		return nil, fmt.Errorf("the patterns are too large together: they have more than %d instructions", maxInstructions)
	}
	return regexp.Compile(pattern)
}
