package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReleaseWorkflowRunsOnlyCodeThatCannotMove(t *testing.T) {
	t.Parallel()
	const path = "../../.github/workflows/release.yml"
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	for line := range strings.Lines(string(raw)) {
		if _, action, ok := strings.Cut(line, "uses: "); ok {
			require.Regexp(t, `^[\w/-]+@[0-9a-f]{40} # v\d`, action, "a tag can be moved to other code")
		}
	}
	toolchain, err := os.ReadFile("../../Dockerfile")
	require.NoError(t, err)
	_, image, _ := strings.Cut(string(toolchain), "ARG GOLANG=")
	image, _, _ = strings.Cut(strings.SplitN(image, "\n", 2)[0], "@")
	require.Contains(t, string(raw), "container: "+image+"\n", "tested with another Go than built with")
}

func TestReleaseNotesAreTheSectionOfTheChangelog(t *testing.T) {
	t.Parallel()
	notes := must(t, exec.CommandContext(t.Context(), "../../scripts/release-notes.sh", "vUnreleased"))
	require.Contains(t, notes, "### Added")
	require.NotContains(t, notes, "Unreleased]")
	require.ErrorContains(t, exec.CommandContext(t.Context(), "../../scripts/release-notes.sh", "v0.0.0").Run(), "exit status 1")
}

func TestPacksAreTheSameEachTime(t *testing.T) {
	t.Parallel()
	pack := func(mode os.FileMode, names ...string) string {
		dist := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(dist, "quire-v1-linux-amd64"), 0o755))
		for _, name := range names {
			require.NoError(t, os.WriteFile(filepath.Join(dist, "quire-v1-linux-amd64", name), []byte(name), mode))
		}
		cmd := exec.CommandContext(t.Context(), "../image/pack.sh", dist)
		cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1763891870")
		must(t, cmd)
		sums, err := os.ReadFile(filepath.Join(dist, "SHA256SUMS"))
		require.NoError(t, err)
		return string(sums)
	}
	one := pack(0o755, "quire", "sbom.json")
	require.Contains(t, one, "  quire-v1-linux-amd64.tar.gz\n")
	require.Equal(t, one, pack(0o700, "sbom.json", "quire"))
}

// TestImageIsBuiltFromTheCommitAlone replaces docker by a program that prints its arguments.
func TestImageIsBuiltFromTheCommitAlone(t *testing.T) {
	t.Parallel()
	programs := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(programs, "docker"), []byte("#!/bin/sh\nprintf '%s\\n' \"$@\"\n"), 0o755)) //nolint:gosec // a program
	asked := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), "../image/build.sh", args...)
		cmd.Env = append(os.Environ(), "PATH="+programs+":"+os.Getenv("PATH"))
		return must(t, cmd)
	}
	pushed := asked("--tag", "quire:1", "--push")
	require.Equal(t, pushed, asked("--tag", "quire:1", "--push"))
	require.Regexp(t, `(?m)^SNAPSHOT=\d{8}T\d{6}Z$`, pushed)
	require.Regexp(t, `(?m)^COMMITTED=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`, pushed)
	require.Regexp(t, `(?m)^SOURCE_DATE_EPOCH=\d{10}$`, pushed)
	require.Contains(t, pushed, "\n--provenance=mode=max\n--sbom=true\n")
	require.Contains(t, pushed, "\n--output=type=image,push=true,rewrite-timestamp=true\n")
	loaded := asked("--tag", "quire:1", "--load")
	require.NotContains(t, loaded, "--sbom", "the daemon's own store keeps no attestations")
	require.Contains(t, loaded, "\n--output=type=docker,rewrite-timestamp=true\n")
	require.NotContains(t, asked("--target", "programs", "--output", "dist"), "rewrite-timestamp")
}
