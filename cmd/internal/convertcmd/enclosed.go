package convertcmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"unicode"

	"quire/internal/convert"
	"quire/internal/convert/probe"
)

// apart reports whether the files enclosed in a message are written as separate files. That is the case if output goes
// to a directory and the message is converted as a whole; otherwise they follow the message.
func (j job) apart(format probe.Format) bool {
	return format.Kind() == probe.MessageKind && j.cmd.Out != "" && j.cmd.Pages == ""
}

// enclosed converts the files that a message encloses into a directory next to its own Markdown, and returns links to
// those that it converted. The error names the others.
func (j job) enclosed(ctx context.Context, in input, format probe.Format) ([]string, error) {
	dir, err := os.MkdirTemp("", "quire-message-*")
	if err != nil {
		return []string{}, err
	}
	defer os.RemoveAll(dir)
	files, err := j.converter.Unpack(ctx, in.path, format, dir)
	if err != nil {
		return []string{}, nil //nolint:nilerr // the conversion of the message itself reports it
	}
	links := make([]string, len(files))
	failed := make([]error, len(files))
	names := enclosedNames(files)
	for i, f := range files {
		if f.Path == "" || in.depth >= convert.MessageDepth {
			continue
		}
		own := input{path: f.Path, shown: in.shown + ": " + f.Name, name: f.Name, out: in.out + "/" + names[i], depth: in.depth + 1}
		if err := j.file(ctx, own, false, func() {}); err != nil {
			failed[i] = fmt.Errorf("%s: %w", f.Name, err)
			continue
		}
		links[i] = path.Base(in.out) + "/" + names[i] + j.cmd.extension()
	}
	return links, errors.Join(failed...)
}

// enclosedNames returns the names, without extension, of the output files for enclosed files. The names that senders
// chose must not lead out of the directory.
func enclosedNames(files []convert.Enclosure) []string {
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = safeName(f.Name)
	}
	return uniqueNames(names)
}

// longestName bounds the names of output files, in bytes.
const longestName = 120

func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
	name = strings.TrimRight(name, ". ")
	extension := path.Ext(name)
	stem := strings.TrimLeft(strings.TrimSpace(strings.TrimSuffix(name, extension)), ".")
	for len(stem)+len(extension) > longestName && stem != "" {
		r := []rune(stem)
		stem = string(r[:len(r)-1])
	}
	if stem == "" {
		stem = "file"
	}
	return stem + extension
}
