package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// samplesIn returns the code samples of the documentation in one language, by operation.
func samplesIn(t *testing.T, label string) map[string]string {
	t.Helper()
	raw, err := os.ReadFile("../../api/samples.json")
	require.NoError(t, err)
	var all map[string][]struct{ Label, Source string }
	require.NoError(t, json.Unmarshal(raw, &all))
	found := map[string]string{}
	for operation, list := range all {
		for _, s := range list {
			if s.Label == label {
				found[operation] = s.Source
			}
		}
	}
	require.Greater(t, len(found), 100)
	return found
}

func TestTheSamplesForGoCompile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var program strings.Builder
	program.WriteString("package samples\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\tquire \"quire/clients/go\"\n)\n\nvar _ = fmt.Println\n")
	for operation, source := range samplesIn(t, "Go") {
		fmt.Fprintf(&program, "\nfunc %s(ctx context.Context) {\n%s\n}\n", operation, source)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "samples.go"), []byte(program.String()), 0o600))
	module := "module samples\n\ngo 1.24\n\nrequire quire/clients/go v1.0.0\n\nreplace quire/clients/go => " + absolute(t, "../../clients/go") + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(module), 0o600))
	cmd := exec.CommandContext(t.Context(), "go", "vet", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

func TestTheSamplesForPythonFitTheTypes(t *testing.T) {
	t.Parallel()
	p := sharedPython(t, "mypy==1.18.2", "httpx==0.28.1")
	dir := t.TempDir()
	for operation, source := range samplesIn(t, "Python") {
		require.NoError(t, os.WriteFile(filepath.Join(dir, operation+".py"), []byte(source+"\n"), 0o600))
	}
	cmd := exec.CommandContext(t.Context(), p.bin, "-m", "mypy", "--follow-imports=silent", "--cache-dir", t.TempDir(), dir)
	cmd.Env = append(os.Environ(), "MYPYPATH="+absolute(t, "../../clients/python/src"))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

func TestTheSamplesForTypeScriptCompile(t *testing.T) {
	t.Parallel()
	p := newTypescript(t)
	args := []string{
		"--strict", "--target", "es2022", "--module", "nodenext", "--noEmit", "--lib", "es2022", "--types", "node",
		"--typeRoots", filepath.Join(p.node.dir, "node_modules", "@types"),
	}
	for operation, source := range samplesIn(t, "TypeScript") {
		file := filepath.Join(p.dir, operation+".ts")
		require.NoError(t, os.WriteFile(file, []byte(source+"\n"), 0o600))
		args = append(args, file)
	}
	p.node.run("tsc", args...)
}

func TestTheSamplesForCurlCallTheirOperations(t *testing.T) {
	t.Parallel()
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Skip("there is no curl here")
	}
	called := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { called <- r.Method + " " + r.URL.Path }))
	t.Cleanup(server.Close)
	dir := t.TempDir()
	for _, name := range []string{"report.pdf", "letter.docx"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600))
	}
	for operation, source := range samplesIn(t, "curl") {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", strings.Replace(source, "curl ", curl+" --silent --show-error ", 1))
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "QUIRE_SERVER="+server.URL, "QUIRE_API_KEY=k", "LINK="+server.URL+"/link")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", operation, out)
		require.NotContains(t, <-called, "{", operation)
	}
}
