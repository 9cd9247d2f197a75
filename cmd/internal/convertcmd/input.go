package convertcmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"quire/cmd/internal/folder"
	"quire/internal/glob"
)

// input is one document to convert.
type input struct {
	path  string
	shown string // as given in the argument
	name  string // file name, whose extension hints at the format
	place string // path below a folder, which determines where the output goes
	out   string // name of the output file, without extension
	found bool   // found in a folder, not named by an argument
	state state
	depth int // number of messages it is nested in
}

// state distinguishes the contents of a file from earlier contents without reading them.
type state struct {
	size     int64
	modified time.Time
}

// inputs returns the files that the arguments stand for, with unique output names, and what could not be read of
// folders. forget removes the copy of standard input.
func (c *Command) inputs(stdin io.Reader) (inputs []input, faults []error, forget func(), err error) {
	forget = func() {}
	for _, arg := range c.Files {
		if arg != "-" || stdin == nil {
			found, wrong, err := c.expand(arg)
			if err != nil {
				return nil, nil, forget, err
			}
			inputs, faults = append(inputs, found...), append(faults, wrong...)
			continue
		}
		kept, err := keep(stdin)
		if err != nil {
			return nil, nil, forget, fmt.Errorf("standard input: %w", err)
		}
		forget, stdin = func() { _ = os.Remove(kept) }, nil
		inputs = append(inputs, input{path: kept, shown: "standard input", place: "stdin"})
	}
	inputs = once(inputs)
	places := make([]string, len(inputs))
	for i, in := range inputs {
		places[i] = in.place
	}
	for i, name := range uniqueNames(places) {
		inputs[i].out = name
	}
	return inputs, faults, forget, nil
}

// expand returns the files that an argument stands for: itself, the files in a folder, or those that match a pattern.
func (c *Command) expand(arg string) ([]input, []error, error) {
	st, err := os.Stat(arg)
	in := input{path: arg, shown: arg, name: filepath.Base(arg), place: filepath.Base(arg)}
	switch {
	case err == nil && st.IsDir():
		return c.look(arg, folder.New(arg, c.filter()))
	case err == nil:
		in.state = state{st.Size(), st.ModTime()}
	case glob.IsPattern(arg):
		return c.look(arg, folder.ByPattern(arg, c.Exclude))
	}
	return []input{in}, nil, nil // opening it reports what is wrong
}

// errOutIsInput keeps outputs from being converted again and again.
var errOutIsInput = errors.New("--out is the folder itself: give another one, such as a folder in it")

// look returns the files in a folder, except the outputs of earlier runs.
func (c *Command) look(arg string, f *folder.Folder) ([]input, []error, error) {
	if c.Out != "" {
		f.Except(c.Out)
	}
	files, faults, err := f.Files()
	if errors.Is(err, folder.ErrExcepted) {
		err = errOutIsInput
	}
	if err == nil && len(files) == 0 && len(faults) == 0 && !c.Watch {
		err = errors.New("there are no files to convert")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", arg, err)
	}
	inputs := make([]input, len(files))
	for i, file := range files {
		inputs[i] = input{
			path: file.Path, shown: file.Path, name: filepath.Base(file.Path), place: file.Below, found: true, state: state{file.Size, file.Modified},
		}
	}
	return inputs, faults, nil
}

// once removes files of folders that are also named by an argument or belong to another folder.
func once(inputs []input) []input {
	named := map[string]bool{}
	for _, in := range inputs {
		if !in.found {
			named[filepath.Clean(in.path)] = true
		}
	}
	kept := inputs[:0]
	for _, in := range inputs {
		key := filepath.Clean(in.path)
		if in.found && named[key] {
			continue
		}
		named[key] = true
		kept = append(kept, in)
	}
	return kept
}

// uniqueNames returns the names of output files for places: each place without its extension, or with the extension or
// a number if two names would be the same, also on file systems that ignore case.
func uniqueNames(places []string) []string {
	stems, folders := map[string]int{}, map[string]bool{}
	for _, place := range places {
		stems[strings.ToLower(stem(place))]++
		for dir := path.Dir(place); dir != "."; dir = path.Dir(dir) {
			folders[strings.ToLower(dir)] = true
		}
	}
	taken := map[string]bool{}
	names := make([]string, len(places))
	for i, place := range places {
		name := stem(place)
		key := strings.ToLower(name)
		if stems[key] > 1 || (folders[key] && message(place)) { // its enclosed files go into a folder of that name
			name = place
		}
		base := name
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		taken[strings.ToLower(name)] = true
		names[i] = name
	}
	return names
}

func message(place string) bool {
	return slices.Contains([]string{".eml", ".msg"}, strings.ToLower(path.Ext(place)))
}

// keep copies standard input to a file so that it can be read more than once.
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

// stem returns a place without its extension, unless nothing else would remain of its name.
func stem(place string) string {
	if rest := strings.TrimSuffix(place, path.Ext(place)); path.Base(place) != path.Ext(place) {
		return rest
	}
	return place
}
