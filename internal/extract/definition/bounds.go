package definition

import (
	"fmt"
	"regexp"
	"regexp/syntax"

	"github.com/santhosh-tekuri/jsonschema/v6"
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
	// maxInstructions is the maximum combined size of the compiled patterns, because matching may take that many steps
	// at each character of a page, and because a few bytes of a pattern can compile to megabytes.
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
	case b.parser.instructions > maxInstructions:
		p.fault(at("schema"), "%v", errPatterns)
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

// schema counts possible schemas, the places that are referred to, and the size of the patterns.
func (b *bounds) schema(n *yaml.Node) {
	if n.Kind == yaml.MappingNode || n.Tag == "!!bool" {
		b.schemas++
	}
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 {
			b.keyword(n.Content[i-1].Value, c)
		}
		b.schema(c)
	}
}

func (b *bounds) keyword(name string, value *yaml.Node) {
	switch name {
	case "$ref", "$dynamicRef", "$recursiveRef":
		if value.Kind == yaml.ScalarNode {
			b.references[value.Value] = true
		}
	case "pattern":
		b.pattern(value)
	case "patternProperties":
		for i := 0; i < len(value.Content); i += 2 {
			b.pattern(value.Content[i])
		}
	}
}

// pattern adds the size of a pattern to the total. Compiling the schema reports what is wrong with it.
func (b *bounds) pattern(n *yaml.Node) {
	if tree, err := syntax.Parse(n.Value, syntax.Perl); err == nil {
		b.parser.instructions += instructions(tree)
	}
}

var errPatterns = fmt.Errorf("together, the patterns are too large: they have more than %d instructions", maxInstructions)

// compile compiles a rule's pattern unless the patterns are too large with it.
func (p *parser) compile(pattern string) (*regexp.Regexp, error) {
	if p.instructions > maxInstructions {
		return nil, nil // already reported
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	if p.instructions += instructions(tree); p.instructions > maxInstructions {
		return nil, errPatterns
	}
	return regexp.Compile(pattern)
}

// compilePattern compiles a pattern of the schema, or one that a value of the format regex is. The latter come from
// documents, long after the definition was checked.
func compilePattern(pattern string) (jsonschema.Regexp, error) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	if instructions(tree) > maxInstructions {
		return nil, errPatterns
	}
	return regexp.Compile(pattern)
}

// instructions estimates the size of a compiled pattern without compiling it, because repetitions are unrolled.
func instructions(tree *syntax.Regexp) int {
	n := 1
	for _, sub := range tree.Sub {
		n += instructions(sub)
	}
	switch tree.Op { //nolint:exhaustive // the others have the size of their parts
	case syntax.OpLiteral:
		n = len(tree.Rune)
	case syntax.OpRepeat:
		n *= max(tree.Min+1, tree.Max)
	}
	return n
}
