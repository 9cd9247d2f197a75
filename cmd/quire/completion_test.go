package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// asProgram is the variable that makes the test binary act as the program.
const asProgram = "QUIRE_TEST_AS_PROGRAM"

// shell runs a shell in which quire is a command, or skips the test if the shell is not installed. The service's
// settings are invalid in its environment.
func shell(t *testing.T, argv ...string) string {
	t.Helper()
	if _, err := exec.LookPath(argv[0]); err != nil {
		t.Skip(argv[0], "is not installed")
	}
	dir := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(dir, "quire")))
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir, asProgram+"=1", "QUIRE_CORES=-1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	return strings.TrimSpace(string(out))
}

// inBash completes a line the way readline does in bash, with the words that bash splits it into.
const inBash = `source <(quire completion bash)
COMP_LINE=$1 COMP_POINT=${#1}
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
compopt() { echo "compopt $*"; }
_quire
echo "${COMPREPLY[@]}"`

func TestBashCompletesCommandsAndValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line  string
		words []string
		want  string
	}{
		{"quire acc", []string{"quire", "acc"}, "account"},
		{"  quire  migrate ", []string{"quire", "migrate", ""}, "up status"},
		{"~/quire completion z", []string{"~/quire", "completion", "z"}, "zsh"},
		{"quire convert --server=http://x:1 --wa", []string{"quire", "convert", "--server", "=", "http", ":", "//x", ":", "1", "--wa"}, "--watch"},
		{"quire convert -o ", []string{"quire", "convert", "-o", ""}, "compopt -o dirnames"},
		{"quire convert --out=", []string{"quire", "convert", "--out", "="}, "compopt -o dirnames"},
		{"quire convert re", []string{"quire", "convert", "re"}, "compopt -o default"},
		{"quire ask ", []string{"quire", "ask", ""}, ""},
	} {
		got := shell(t, append([]string{"bash", "--norc", "-c", inBash, "bash", c.line}, c.words...)...)
		got = strings.TrimSpace(strings.TrimPrefix(got, "compopt +o default"))
		require.Equal(t, c.want, got, c.line)
	}
}

// inZsh completes the last word the way zsh's widgets call functions.
const inZsh = `compdef() { : }
source <(quire completion zsh)
_describe() { print -rl -- "${found[@]}" }
_files() { print -r -- _files "$@" }
compset() { print -r -- compset "$@" }
words=("$@") CURRENT=$# PREFIX=${@[-1]}
_quire`

func TestZshCompletesCommandsAndValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"quire", "acc"}, "account:Create and list accounts, show and rotate their webhook secrets."},
		{[]string{"~/quire", "completion", "z"}, "zsh:"},
		{[]string{"quire", "convert", "-o", ""}, "_files -/"},
		{[]string{"quire", "convert", "--out=x"}, "compset -P *=\n_files -/"},
		{[]string{"quire", "convert", "re"}, "_files"},
		{[]string{"quire", "ask", ""}, ""},
	} {
		got := shell(t, append([]string{"zsh", "-f", "-c", inZsh, "zsh"}, c.words...)...)
		require.Equal(t, c.want, got, c.words)
	}
}

func TestFishCompletesCommandsAndValues(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"quire acc":               "account\tCreate and list accounts, show and rotate their webhook secrets.",
		"~/quire completion z":    "zsh",
		"quire convert --out=sub": "--out=subfolder/",
		"quire convert sub":       "subfolder/",
		"quire ask ":              "",
	} {
		got := shell(t, "fish", "--no-config", "-c", "mkdir subfolder; quire completion fish | source; complete -C "+"'"+line+"'")
		require.Regexp(t, "^"+want+"(\tDirectory)?$", got, line)
	}
}
