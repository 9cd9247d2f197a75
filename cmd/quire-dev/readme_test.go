package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/cmd/quire-dev/internal/porttest"
)

// TestReadmeWalkThroughs runs the README's walk-throughs word for word against a fresh service. Only the addresses
// differ, because the usual ports may be in use.
func TestReadmeWalkThroughs(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	for name, expect := range map[string][]string{
		"documents": {"# ", "signature valid", `"status":"delivered"`, "Document deleted successfully", "\n404\n"},
		"collections": {
			`"status":"ready"`, "report.pdf, page 1 of", "350,000 euros", "house/rules.jpg, page 1 of 1", "from seven to ten",
			`"version":2`, "Stapler", "13.90", "File deleted successfully", "\nnothing found\n",
		},
		"answers": {
			"event: status", "event: delta", "event: complete", `"citations":[{"id":"1"`, "350,000 euros for dredging",
			"Third | 389 | 127,468 | 176,051", "Fourth | 302", "First | 271", `"role":"user","content":"Why did`,
		},
		"extractors": {
			"invoice         Invoice", `"invoice_number": "INV-2025-018"`, `"description": "Annual support plan 12 months"`, `"verified":true`,
			"/due      2025-04-10    1     verified", "version 1  applied", "version 2  applied", "signature valid", `"slug":"open-items","version":1}`,
			`"slug":"open-items","version":2}`, "INV-2025-018,2025-04-10,3371.10",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t)
			s.start()
			script := walkThrough(t, string(readme), name)
			out := s.walk(script, "bash", "-euo", "pipefail", "-c")
			for _, text := range expect {
				require.Contains(t, out, text)
			}
			if name == "extractors" {
				require.Equal(t, used{Runs: 4, Units: 4, Credits: 6}, extractionsIn(t, out))
			}
			if _, err := exec.LookPath("zsh"); err != nil {
				require.Empty(t, os.Getenv("CI"), "CI installs zsh")
				t.Log("zsh is not installed: the walk-through was not tried with it")
			} else {
				s.walk(script, "zsh", "-e", "-u", "-o", "pipefail", "-c")
			}
			s.walk(script, "bash", "-euo", "pipefail", "-c")
		})
	}
}

type used struct{ Runs, Units, Credits int }

// extractionsIn adds up the extractions in the usage that a walk-through has printed. They are of two days if it ran
// through midnight.
func extractionsIn(t *testing.T, out string) (sum used) {
	t.Helper()
	for _, day := range regexp.MustCompile(`\{[^{}]*"kind":"extraction"[^{}]*\}`).FindAllString(out, -1) {
		var u used
		require.NoError(t, json.Unmarshal([]byte(day), &u))
		sum = used{sum.Runs + u.Runs, sum.Units + u.Units, sum.Credits + u.Credits}
	}
	return sum
}

// walkThrough returns the shell block between the markers with the given name.
func walkThrough(t *testing.T, readme, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(readme, "<!-- walk-through: "+name+" -->\n```sh\n")
	require.True(t, ok, "the README has no walk-through %q", name)
	script, _, ok := strings.Cut(rest, "```\n<!-- end -->")
	require.True(t, ok)
	return script
}

// walk runs the script with a shell in a copy that stands in for the repository, where it must leave nothing behind.
func (s *service) walk(script string, shell ...string) string {
	s.t.Helper()
	root, err := filepath.Abs("../..")
	require.NoError(s.t, err)
	dir := s.t.TempDir()
	for _, part := range []string{"bin", "internal"} {
		require.NoError(s.t, os.Symlink(filepath.Join(root, part), filepath.Join(dir, part)))
	}
	script = strings.ReplaceAll(script, "localhost:8080", s.api)
	receiver := port(porttest.Free(s.t))
	script = strings.ReplaceAll(strings.ReplaceAll(script, "localhost:9000", "localhost:"+receiver), "--port 9000", "--port "+receiver)
	cmd := exec.CommandContext(s.t.Context(), shell[0], append(shell[1:], script)...) //nolint:gosec // our own README
	cmd.Dir, cmd.Env = dir, s.env
	out, err := cmd.CombinedOutput()
	require.NoError(s.t, err, "%s", out)
	left, err := os.ReadDir(dir)
	require.NoError(s.t, err)
	require.Len(s.t, left, 2, "the walk-through cleans up after itself")
	return string(out)
}
