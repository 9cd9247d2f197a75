package app_test

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"quire/cmd/internal/app"
)

// own are the settings of the processes around the roles: quire-dev, its tests and the commands.
var own = []string{"QUIRE_DATA_DIR", "QUIRE_TEMPORAL_PORT", "QUIRE_TEMPORAL_UI_PORT"}

// settings are the environment variables that the roles read.
func settings() []string {
	var names []string
	for f := range reflect.TypeFor[app.Config]().Fields() {
		if name := f.Tag.Get("env"); name != "" {
			names = append(names, name)
		}
	}
	return names
}

func TestEverySettingIsDocumentedAndEveryDocumentedOneExists(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../docs/operations.md")
	require.NoError(t, err)
	documented := regexp.MustCompile(`(QUIRE|OTEL_EXPORTER)_[A-Z0-9_]+`).FindAllString(string(raw), -1)
	for _, name := range settings() {
		require.Contains(t, documented, name, "docs/operations.md does not name it")
	}
	known := slices.Concat(settings(), own)
	for _, name := range documented {
		require.Contains(t, known, name, "nothing reads it")
	}
}

func TestComposeSetsOnlyWhatIsRead(t *testing.T) {
	t.Parallel()
	for file, services := range map[string][]string{
		"docker-compose.yml": {"postgres", "temporalite", "qdrant", "api", "worker"},
		"deploy/docker-compose.production.yml": {
			"postgres", "temporal-schema", "temporal", "temporal-namespace", "temporal-ui", "store", "qdrant", "migrate", "api", "worker", "egress",
		},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			setsOnlyWhatIsRead(t, "../../../"+file, services)
		})
	}
}

func setsOnlyWhatIsRead(t *testing.T, file string, services []string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	var compose struct {
		Services map[string]struct {
			Environment map[string]string
			Image       string
			Build       any
			Volumes     []string
			DependsOn   any `yaml:"depends_on"`
		}
		Volumes map[string]any
	}
	require.NoError(t, yaml.Unmarshal(raw, &compose))
	for _, service := range services {
		require.Contains(t, compose.Services, service)
	}
	for name, s := range compose.Services {
		require.True(t, s.Image != "" || s.Build != nil, "%s has neither an image nor a build", name)
		for variable := range s.Environment {
			if strings.HasPrefix(variable, "QUIRE_") || strings.HasPrefix(variable, "OTEL_") {
				require.Contains(t, settings(), variable, "%s sets what nothing reads", name)
			}
		}
		for _, v := range s.Volumes {
			volume, _, _ := strings.Cut(v, ":")
			if !strings.HasPrefix(volume, "/") && !strings.HasPrefix(volume, ".") {
				require.Contains(t, compose.Volumes, volume, "%s mounts an undeclared volume", name)
			}
		}
	}
}
