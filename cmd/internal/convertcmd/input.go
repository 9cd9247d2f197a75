package convertcmd

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// input is one document to convert.
type input struct {
	path  string
	shown string // the argument
	name  string // its file name, whose extension hints at the format
	out   string // the name of its output file, without extension
	depth int    // in how many messages it is enclosed
}

// inputs returns the arguments as files with unique output names. forget removes the copy of standard input.
func (c *Command) inputs(stdin io.Reader) (inputs []input, forget func(), err error) {
	forget = func() {}
	names := slices.Clone(c.Files)
	if i := slices.Index(names, "-"); i >= 0 && stdin != nil {
		names[i] = "stdin"
	}
	names = uniqueNames(names)
	for i, path := range c.Files {
		in := input{path: path, shown: path, name: filepath.Base(path), out: names[i]}
		if path == "-" && stdin != nil {
			if in.path, err = keep(stdin); err != nil {
				return nil, forget, fmt.Errorf("standard input: %w", err)
			}
			kept := in.path
			forget = func() { _ = os.Remove(kept) }
			in.shown, in.name, stdin = "standard input", "", nil
		}
		inputs = append(inputs, in)
	}
	return inputs, forget, nil
}

// uniqueNames returns the names of output files for paths: the names of the files without their extension, or with it or
// a number where two would be the same.
func uniqueNames(paths []string) []string {
	stems := map[string]int{}
	for _, path := range paths {
		stems[stem(path)]++
	}
	taken := map[string]bool{}
	names := make([]string, len(paths))
	for i, path := range paths {
		name := stem(path)
		if stems[name] > 1 {
			name = filepath.Base(path)
		}
		base := name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		taken[name] = true
		names[i] = name
	}
	return names
}

// keep copies standard input into a file so that it can be read more than once.
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
