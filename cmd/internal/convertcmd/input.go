package convertcmd

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// input is one document to convert.
type input struct {
	path  string
	shown string // the argument
	name  string // its file name, for what the extension tells
	out   string // the name of what is written for it, without extension
}

// inputs are the arguments as files, with names of their own for what is written: those of the files, with their
// extension or a number where two would be the same. forget removes what was kept of standard input.
func (c *Command) inputs(stdin io.Reader) (inputs []input, forget func(), err error) {
	forget = func() {}
	stems := map[string]int{}
	for _, path := range c.Files {
		stems[stem(path)]++
	}
	taken := map[string]bool{}
	for _, path := range c.Files {
		in := input{path: path, shown: path, name: filepath.Base(path), out: stem(path)}
		if path == "-" && stdin != nil {
			if in.path, err = keep(stdin); err != nil {
				return nil, forget, fmt.Errorf("standard input: %w", err)
			}
			kept := in.path
			forget = func() { _ = os.Remove(kept) }
			in.shown, in.name, in.out, stdin = "standard input", "", "stdin", nil
		}
		if stems[stem(path)] > 1 {
			in.out = filepath.Base(path)
		}
		base := in.out
		for n := 2; taken[in.out]; n++ {
			in.out = fmt.Sprintf("%s-%d", base, n)
		}
		taken[in.out] = true
		inputs = append(inputs, in)
	}
	return inputs, forget, nil
}

// keep copies standard input into a file, where it can be read more than once.
func keep(stdin io.Reader) (string, error) {
	f, err := os.CreateTemp("", "quire-stdin-*")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, stdin)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return f.Name(), err
}

func stem(path string) string { return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) }
