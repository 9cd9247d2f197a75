package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBillListsEveryLinkedModuleOnce(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "sbom")
	require.NoError(t, exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").Run())
	var out bytes.Buffer
	require.NoError(t, write(&out, []string{program, program}))
	var bom struct {
		BOMFormat  string
		Components []struct{ Name, Version, PURL string }
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &bom))
	require.Equal(t, "CycloneDX", bom.BOMFormat)
	seen := map[string]int{}
	for _, c := range bom.Components {
		seen[c.Name]++
	}
	require.Equal(t, 1, seen["github.com/CycloneDX/cyclonedx-go"])
	require.Equal(t, 1, seen["std"])
	require.Zero(t, seen["quire"])
	require.ErrorContains(t, write(&out, []string{"main_test.go"}), "main_test.go")
}
