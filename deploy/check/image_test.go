package check

import (
	"bytes"
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/buildkit/frontend/dockerfile/shell"
	"github.com/stretchr/testify/require"
)

// image is the Dockerfile with values for its build arguments.
type image struct {
	stages []instructions.Stage
	given  map[string]string
}

func readImage(t *testing.T, given map[string]string) image {
	t.Helper()
	raw, err := os.ReadFile("../../Dockerfile")
	require.NoError(t, err)
	file, err := parser.Parse(bytes.NewReader(raw))
	require.NoError(t, err)
	stages, _, err := instructions.Parse(file.AST, nil)
	require.NoError(t, err)
	return image{stages, given}
}

// stage returns the instructions of the named stage, or of the last one if name is "".
func (i image) stage(t *testing.T, name string) []instructions.Command {
	t.Helper()
	at := slices.IndexFunc(i.stages, func(s instructions.Stage) bool { return s.Name == name })
	require.NotEqual(t, -1, at, name)
	return i.stages[at].Commands
}

// run passes every RUN of a stage to run, as a shell command with the variables that ARG and ENV have set so far, and
// returns the final environment.
func (i image) run(t *testing.T, stage string, run func(command string, environment []string)) []string {
	t.Helper()
	values := map[string]string{}
	environment := func() []string {
		var all []string
		for _, name := range slices.Sorted(maps.Keys(values)) {
			all = append(all, name+"="+values[name])
		}
		return all
	}
	for _, c := range i.stage(t, stage) {
		switch c := c.(type) {
		case *instructions.ArgCommand:
			for _, a := range c.Args {
				values[a.Key] = a.ValueString()
				if value, ok := i.given[a.Key]; ok {
					values[a.Key] = value
				}
			}
		case *instructions.EnvCommand:
			for _, e := range c.Env {
				value, _, err := shell.NewLex('\\').ProcessWord(e.Value, shell.EnvsFromSlice(environment()))
				require.NoError(t, err)
				values[e.Key] = value
			}
		case *instructions.RunCommand:
			require.True(t, c.PrependShell)
			run(strings.Join(c.CmdLine, " "), environment())
		}
	}
	return environment()
}

// shellCommand returns a shell command with exactly this environment and PATH.
func shellCommand(ctx context.Context, command string, environment ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH")}, environment...)
	return cmd
}

// must runs a command and returns its output.
func must(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s: %s%s", cmd, out, &stderr)
	return string(out)
}

const commit, committed = "v1.2.3", "2026-11-23T11:37:50Z"

// buildPrograms runs the build stage of the image in a temporary copy of the committed and staged files, which change
// may modify first, and returns the directory with the programs.
func buildPrograms(t *testing.T, change func(source string)) string {
	t.Helper()
	source, programs := t.TempDir(), t.TempDir()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	list := exec.CommandContext(t.Context(), "sh", "-c", "git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from - | tar --extract --directory "+source)
	list.Dir = root
	must(t, list)
	change(source)
	i := readImage(t, map[string]string{"VERSION": commit, "COMMITTED": committed})
	i.run(t, "build", func(command string, environment []string) {
		cmd := shellCommand(t.Context(), strings.ReplaceAll(command, "/programs", programs), environment...)
		for _, name := range []string{"HOME", "GOPATH", "GOCACHE", "GOMODCACHE", "GOPROXY", "GONOSUMDB", "GOFLAGS", "GOTOOLCHAIN"} {
			if value, ok := os.LookupEnv(name); ok {
				cmd.Env = append(cmd.Env, name+"="+value)
			}
		}
		cmd.Dir = source
		must(t, cmd)
	})
	return programs
}

func TestProgramsAreTheSameWhereverTheyAreBuilt(t *testing.T) {
	t.Parallel()
	one := buildPrograms(t, func(string) {})
	other := buildPrograms(t, func(source string) {
		repository := exec.CommandContext(t.Context(), "sh", "-c", "git init -q && git add . && git -c user.name=x -c user.email=x commit -qm changed && rm LICENSE")
		repository.Dir = source
		must(t, repository)
	})
	for _, name := range []string{"quire", "quire-convert", "sbom.json"} {
		a, err := os.ReadFile(filepath.Join(one, name))
		require.NoError(t, err)
		b, err := os.ReadFile(filepath.Join(other, name))
		require.NoError(t, err)
		require.True(t, bytes.Equal(a, b), "%s differs", name)
	}
}
