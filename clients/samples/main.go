// Command samples writes api/samples.json: how each operation of the specification is called by curl and by the clients
// for Python, TypeScript and Go. It reads the clients' methods and the specification's examples, so that a sample
// cannot name what is not there.
//
//	samples write   write the file
//	samples check   compare it with what would be written
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

const (
	specification = "api/openapi.yaml"
	written       = "api/samples.json"
)

// sample is an entry of x-codeSamples (https://redocly.com/docs/api-reference-docs/specification-extensions/x-code-samples).
type sample struct {
	Lang   string `json:"lang"`
	Label  string `json:"label"`
	Source string `json:"source"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	now, err := all()
	switch {
	case err != nil:
		return err
	case len(args) == 1 && args[0] == "write":
		return os.WriteFile(written, now, 0o600)
	case len(args) == 1 && args[0] == "check":
		was, err := os.ReadFile(written)
		if err == nil && !bytes.Equal(was, now) {
			err = errors.New(written + " is out of date: run 'make clients' and commit the result")
		}
		return err
	}
	return errors.New("usage: samples write | check")
}

// all returns the samples of every operation by its id.
func all() ([]byte, error) {
	operations, err := readOperations(specification)
	if err != nil {
		return nil, err
	}
	languages, err := readLanguages()
	if err != nil {
		return nil, err
	}
	samples := map[string][]sample{}
	for _, op := range operations {
		samples[op.id] = []sample{{"Shell", "curl", op.curl()}}
		for _, l := range languages {
			m, found := l.methods[l.named(op.id)]
			if !found {
				continue // clients_test.go in the root package has the reason
			}
			source, err := l.sample(m, newArguments(op))
			if err != nil {
				return nil, fmt.Errorf("%s in %s: %w", op.id, l.label, err)
			}
			samples[op.id] = append(samples[op.id], sample{l.label, l.label, source})
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err = e.Encode(samples)
	return b.Bytes(), err
}
