package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
)

func TestMain(m *testing.M) {
	convert.Handover()
	m.Run()
}

func unset(string) string { return "" }

func TestFilesAreConverted(t *testing.T) {
	t.Parallel()
	const samples = "../../internal/convert/testdata/samples/"
	var out, complaints bytes.Buffer
	require.NoError(t, run(t.Context(), []string{"--no-separator", samples + "report.pdf", samples + "tracked.docx"}, unset, &out, &complaints))
	require.Contains(t, out.String(), "Calls by quarter")
	require.Contains(t, out.String(), "Lease of the boathouse")
}

func TestAnotherEngineIsRefused(t *testing.T) {
	t.Parallel()
	setting := func(name string) string { return map[string]string{"QUIRE_PDF_ENGINE": "unipdf"}[name] }
	var out, complaints bytes.Buffer
	require.ErrorIs(t, run(t.Context(), []string{"x.pdf"}, setting, &out, &complaints), errUniPDF)
}

// Every package in the program is initialised at every start, which happens twice a run.
func TestProgramContainsNothingOfTheService(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	deps := strings.Fields(string(out))
	require.Contains(t, deps, "quire/internal/convert")
	for _, dep := range deps {
		for _, heavy := range []string{"go.temporal.io/", "github.com/unidoc/", "google.golang.org/", "github.com/santhosh-tekuri/", "github.com/labstack/", "quire/api", "quire/schema"} {
			require.False(t, strings.HasPrefix(dep, heavy), dep)
		}
	}
}
