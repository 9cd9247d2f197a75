package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
	"go.yaml.in/yaml/v3"

	"quire/internal/convert/probe"
)

//go:embed openapi.yaml
var openAPISource string

// tables replaces the placeholders in openapi.yaml that stand for the table of formats.
var tables = strings.NewReplacer("{extensions}", probe.Extensions(), "{document_extensions}", probe.DocumentExtensions())

// samplesSource has the samples of every operation, by its id; clients/samples makes it.
//
//go:embed samples.json
var samplesSource []byte

// specification is openapi.yaml in the form in which it is served.
type specification struct{ json []byte }

// loadSpecification reads the specification once for all servers of a process, none of which changes it.
var loadSpecification = sync.OnceValues(func() (*specification, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(tables.Replace(openAPISource)), &doc); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	root := doc.Content[0]
	if err := addSamples(root); err != nil {
		return nil, fmt.Errorf("samples.json: %w", err)
	}
	raw, err := orderedJSON(root)
	if err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	return &specification{json: raw}, nil
})

// addSamples adds the samples of every operation in the place where documentation tools expect them.
func addSamples(root *yaml.Node) error {
	var samples map[string]yaml.Node
	if err := yaml.Unmarshal(samplesSource, &samples); err != nil {
		return err
	}
	for _, path := range member(root, "paths").Content {
		for _, operation := range path.Content {
			id := member(operation, "operationId")
			if id == nil {
				continue
			}
			found, ok := samples[id.Value]
			if !ok {
				return fmt.Errorf("%s has none: run 'make clients'", id.Value)
			}
			operation.Content = append(operation.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "x-codeSamples"}, &found)
		}
	}
	return nil
}

// member returns the value of a key of a mapping, or nil if there is none.
func member(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// orderedJSON converts YAML to JSON and preserves the order of the keys.
func orderedJSON(n *yaml.Node) ([]byte, error) {
	var b bytes.Buffer
	switch n.Kind {
	case yaml.AliasNode:
		return orderedJSON(n.Alias)
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i < len(n.Content); i += 2 {
			key, err := json.Marshal(n.Content[i].Value)
			if err != nil {
				return nil, err
			}
			if err := appendValue(&b, i > 0, append(key, ':'), n.Content[i+1]); err != nil {
				return nil, err
			}
		}
		b.WriteByte('}')
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, item := range n.Content {
			if err := appendValue(&b, i > 0, nil, item); err != nil {
				return nil, err
			}
		}
		b.WriteByte(']')
	default:
		return scalarJSON(n)
	}
	return b.Bytes(), nil
}

// appendValue writes a value after its key.
func appendValue(b *bytes.Buffer, comma bool, key []byte, value *yaml.Node) error {
	if comma {
		b.WriteByte(',')
	}
	b.Write(key)
	v, err := orderedJSON(value)
	b.Write(v)
	return err
}

// scalarJSON converts a scalar. JSON lacks some of YAML's values, such as .inf, which become text.
func scalarJSON(n *yaml.Node) ([]byte, error) {
	var v any
	if n.Decode(&v) == nil {
		if raw, err := json.Marshal(v); err == nil {
			return raw, nil
		}
	}
	return json.Marshal(n.Value)
}

func (s *Server) openAPI(c echo.Context) error { return c.JSONBlob(200, s.spec.json) }
