package app_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"quire/cmd/internal/app"
)

// chartSetting is what the Helm chart must know about a setting to pass it to the right processes.
type chartSetting struct {
	For    []string `yaml:"for,flow,omitempty"`
	Secret bool     `yaml:"secret,omitempty"`
}

const chartTableBegins = "# Who reads each setting (nobody named: every process), made by 'go test ./cmd/internal/app -args -update'.\n"

func TestChartKnowsWhoReadsEachSetting(t *testing.T) {
	t.Parallel()
	const path = "../../../deploy/helm/quire/settings.yaml"
	table := map[string]chartSetting{}
	for _, s := range app.Settings() {
		table[s.Name] = chartSetting{For: s.For, Secret: s.Secret}
	}
	made, err := yaml.Marshal(table)
	require.NoError(t, err)
	made = append([]byte(chartTableBegins), made...)
	if *update {
		require.NoError(t, os.WriteFile(path, made, 0o644)) //nolint:gosec // part of the chart
		return
	}
	stored, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(made), string(stored), "run: go test ./cmd/internal/app -args -update")
}
