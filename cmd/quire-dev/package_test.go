package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// useOfPackage is a program that runs in an environment with nothing but the package.
const useOfPackage = `
import importlib.metadata, os, sys, quire
assert quire.__file__.startswith(sys.prefix), quire.__file__
assert os.path.exists(os.path.join(os.path.dirname(quire.__file__), "py.typed"))
print(importlib.metadata.version("quire-client"), [r for r in importlib.metadata.requires("quire-client") if "extra" not in r])
print(quire.Client("http://127.0.0.1:9", "key").list_documents, quire.AsyncClient("http://127.0.0.1:9", "key").create_batch)
`

func TestThePackageForPythonInstallsFromItsArchive(t *testing.T) {
	t.Parallel()
	builder := sharedPython(t, "hatchling==1.33.0")
	built := t.TempDir()
	build := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), builder.bin, append([]string{"-m"}, args...)...)
		cmd.Dir = absolute(t, "../../clients/python")
		cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	build("hatchling", "build", "--target", "sdist", "--directory", built)
	source := one(t, built, "*.tar.gz")
	build("pip", "wheel", "--quiet", "--no-index", "--no-build-isolation", "--no-deps", "--wheel-dir", built, source)

	empty := newPython(t, "httpx==0.28.1")
	out, err := exec.CommandContext(t.Context(), empty.bin, "-m", "pip", "install", "--quiet", "--no-index", one(t, built, "*.whl")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	got := empty.run(useOfPackage)
	require.Contains(t, got, "1.0.0 ['httpx<1,>=0.27']\n")
	require.Contains(t, got, "Batches.create_batch of <quire._aio.client.AsyncClient")
}

// one returns the only file in a folder that matches a pattern.
func one(t *testing.T, folder, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, pattern))
	require.NoError(t, err)
	require.Len(t, found, 1)
	return found[0]
}
