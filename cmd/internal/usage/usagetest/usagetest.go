// Package usagetest checks the examples in a program's help.
package usagetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"quire/cmd/internal/usage"
)

// Check checks that the help of every command has the exit statuses and examples that the program can parse. The files
// and folders named in the examples exist while they are parsed.
func Check(t *testing.T, examples usage.Examples, program func() (*kong.Kong, error)) {
	t.Helper()
	t.Chdir(t.TempDir())
	files := []string{"acme.tar.zst", "cases.jsonl", "invoice.yaml", "invoice.pdf", "contracts/a.pdf", "scans/a.pdf"}
	for _, name := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	k, err := program()
	require.NoError(t, err)
	check(t, k.Model.Node, examples, program)
}

func check(t *testing.T, n *kong.Node, examples usage.Examples, program func() (*kong.Kong, error)) {
	t.Helper()
	if n.Hidden {
		return
	}
	require.Contains(t, n.Detail, "Exit status: 0 done", n.FullPath())
	for _, child := range n.Children {
		check(t, child, examples, program)
	}
	if !n.Leaf() {
		return
	}
	k, err := program()
	require.NoError(t, err)
	lines := usage.Lines(n, k.Model.Name, examples)
	require.NotEmpty(t, lines, "%s has no examples", n.FullPath())
	for _, line := range lines {
		require.Contains(t, n.Detail, "\n  "+line)
		words := words(t, line)
		require.Equal(t, k.Model.Name, words[0])
		k, err := program()
		require.NoError(t, err)
		parsed, err := k.Parse(words[1:])
		require.NoError(t, err, line)
		if parsed.Selected() != nil {
			require.Equal(t, n.FullPath(), parsed.Selected().FullPath(), line)
		}
	}
}

// words splits a line as a shell does, up to a pipe or a redirection.
func words(t *testing.T, line string) []string {
	t.Helper()
	var all []string
	var word strings.Builder
	quote, begun := rune(0), false
	for _, r := range line + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, begun = r, true
		case r == '|' || r == '>':
			return all
		case r != ' ':
			word.WriteRune(r)
			begun = true
		case begun:
			all = append(all, word.String())
			word.Reset()
			begun = false
		}
	}
	require.Zero(t, quote, "a quotation mark is not closed: %s", line)
	return all
}
