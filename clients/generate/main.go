// Command generate prepares the specification for the generators of the clients' types, and knows whether what they
// wrote is up to date:
//
//	generate types FILE   write the schemas, for the generators for Python and TypeScript
//	generate go FILE      write them as oapi-codegen understands them
//	generate sum          record the schemas and the generated files in clients/generated.sum
//	generate check        compare them with it; this needs none of the generators
package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

const (
	specification = "api/openapi.yaml"
	sums          = "clients/generated.sum"
)

// generated are the files that 'make clients' writes.
var generated = []string{
	"clients/go/types.gen.go",
	"clients/python/src/quire/_generated/models.py",
	"clients/python/src/quire/_sync/*.py",
	"clients/typescript/src/types.gen.ts",
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	schemas, err := read(specification)
	switch {
	case err != nil:
		return err
	case len(args) == 2 && args[0] == "types":
		return write(args[1], document(schemas))
	case len(args) == 2 && args[0] == "go":
		return write(args[1], document(forGo(withoutNull(withChanges(schemas)))))
	case len(args) == 1 && args[0] == "sum":
		now, err := sum(schemas)
		if err != nil {
			return err
		}
		return os.WriteFile(sums, []byte(now), 0o600)
	case len(args) == 1 && args[0] == "check":
		return check(schemas)
	}
	return errors.New("usage: generate types FILE | go FILE | sum | check")
}

// others are schemas that no client needs as a type: bodies that are sent as forms, streams of events, and what only
// browsers and operators use.
var others = []string{
	"NewDocument", "NewDocumentByURL", "NewRun", "NewRunByURL", "ProgressEvents", "AnswerEvents",
	"NewLogin", "Login", "AccountLogin", "Checks", "Error", "ErrorFields", "ValidationError",
}

// read returns the schemas of the specification that clients need as types.
func read(path string) (map[string]any, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var spec struct {
		Components struct{ Schemas map[string]any }
	}
	if err := yaml.Unmarshal(raw, &spec); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, name := range others {
		delete(spec.Components.Schemas, name)
	}
	unbounded(spec.Components.Schemas)
	return spec.Components.Schemas, nil
}

// unbounded removes the bounds of values: a generator would make a type of its own of a number with bounds in a list,
// under a name that may be that of another schema.
func unbounded(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			if _, field := member.(map[string]any); !field && slices.Contains(bounds, key) {
				delete(v, key)
				continue
			}
			unbounded(member)
		}
	case []any:
		for _, member := range v {
			unbounded(member)
		}
	}
}

var bounds = []string{"minimum", "maximum", "minLength", "maxLength"}

// document returns a specification of schemas alone.
func document(schemas map[string]any) map[string]any {
	return map[string]any{
		"openapi":    "3.1.0",
		"info":       map[string]any{"title": "Quire", "version": "1"},
		"paths":      map[string]any{},
		"components": map[string]any{"schemas": schemas},
	}
}

func write(path string, v any) error {
	raw, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, raw, 0o600)
}

func check(schemas map[string]any) error {
	now, err := sum(schemas)
	if err != nil {
		return err
	}
	was, err := os.ReadFile(sums)
	if err != nil {
		return err
	}
	if string(was) != now {
		return errors.New("the clients' types are not those of api/openapi.yaml: run 'make clients' and commit what it writes")
	}
	return nil
}

// sum returns a line for the schemas and one for each generated file.
func sum(schemas map[string]any) (string, error) {
	raw, err := json.Marshal(schemas) // with its keys in order
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%x  schemas of %s\n", sha256.Sum256(raw), specification)
	for _, pattern := range generated {
		files, err := filepath.Glob(pattern)
		if err != nil {
			return "", err
		}
		slices.Sort(files)
		for _, file := range files {
			raw, err := os.ReadFile(file) //nolint:gosec // one of ours
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(raw), filepath.ToSlash(file))
		}
	}
	return b.String(), nil
}
