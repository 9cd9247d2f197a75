package check

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/stretchr/testify/require"
)

// load reads a compose file as 'docker compose config' does, including validation, interpolation and references.
func load(t *testing.T, path string, environment ...string) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{path}, cli.WithEnv(environment))
	require.NoError(t, err)
	project, err := options.LoadProject(t.Context())
	require.NoError(t, err)
	return project
}

// secrets returns the environment that the operator keeps next to the production file, filled in from the example that
// ships with it. Variables listed in empty stay empty.
func secrets(t *testing.T, empty ...string) []string {
	t.Helper()
	raw, err := os.ReadFile("../production.env.example")
	require.NoError(t, err)
	var filled []string
	for line := range strings.Lines(string(raw)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(name, "#") {
			require.Empty(t, value, "the example has a value for %s", name)
			if !slices.Contains(empty, name) {
				value = "x"
			}
			filled = append(filled, name+"="+value)
		}
	}
	return filled
}

func TestComposeFilesAreValid(t *testing.T) {
	t.Parallel()
	require.NotEmpty(t, load(t, "../../docker-compose.yml").Services)
	require.NotEmpty(t, load(t, "../docker-compose.production.yml", secrets(t)...).Services)
}

func TestProductionIsConfined(t *testing.T) {
	t.Parallel()
	p := load(t, "../docker-compose.production.yml", secrets(t)...)
	for name, s := range p.Services {
		require.NotZero(t, memory(s), "%s may take all memory", name)
		require.False(t, s.Privileged, name)
		for _, port := range s.Ports {
			require.Equal(t, "127.0.0.1", port.HostIP, "%s is open to the world: a proxy with TLS belongs in front", name)
		}
	}
	for _, name := range []string{"api", "worker", "egress"} {
		s := p.Services[name]
		require.True(t, s.ReadOnly, name)
		require.Contains(t, s.CapDrop, "ALL", name)
		require.Contains(t, s.SecurityOpt, "no-new-privileges:true", name)
		require.NotNil(t, s.HealthCheck, name)
	}
	for _, name := range []string{"api", "worker"} {
		s := p.Services[name]
		require.Equal(t, 2, s.GetScale(), name)
	}
	require.Contains(t, p.Services["egress"].Networks, "egress")
	require.NotContains(t, p.Services["worker"].Networks, "egress", "only the egress worker reaches addresses of users")
	for _, name := range []string{"QUIRE_KEY_PEPPER", "QUIRE_LINK_SECRET", "QUIRE_QDRANT_API_KEY", "QUIRE_CHAT_KEY"} {
		require.NotContains(t, p.Services["egress"].Environment, name, "who reaches addresses of users has no secret that it can lose")
	}
	require.True(t, p.Networks["backend"].Internal, "what keeps data reaches nothing outside")
}

func TestAnIndexOfQuiresOwnIsConfinedToo(t *testing.T) {
	t.Parallel()
	options, err := cli.NewProjectOptions([]string{"../docker-compose.production.yml"}, cli.WithEnv(append(secrets(t), "QUIRE_QDRANT_URL=http://index:6334")),
		cli.WithProfiles([]string{"index"}))
	require.NoError(t, err)
	p, err := options.LoadProject(t.Context())
	require.NoError(t, err)
	require.Equal(t, "http://index:6334", *p.Services["worker"].Environment["QUIRE_QDRANT_URL"])
	s := p.Services["index"]
	require.Equal(t, 1, s.GetScale())
	require.NotZero(t, memory(s))
	require.True(t, s.ReadOnly)
	require.Contains(t, s.CapDrop, "ALL")
	require.NotContains(t, s.Networks, "egress")
	for _, name := range []string{"QUIRE_KEY_PEPPER", "QUIRE_LINK_SECRET", "QUIRE_BLOBS", "AWS_SECRET_ACCESS_KEY"} {
		require.NotContains(t, s.Environment, name)
	}
}

func TestEveryQueueIsServedByExactlyOneKindOfWorker(t *testing.T) {
	t.Parallel()
	p := load(t, "../docker-compose.production.yml", secrets(t)...)
	var served []string
	for _, name := range []string{"worker", "egress"} {
		served = append(served, strings.Split(*p.Services[name].Environment["QUIRE_QUEUES"], ",")...)
	}
	slices.Sort(served)
	require.Equal(t, []string{"convert", "egress", "model", "quick", "workflow"}, served)
}

func memory(s types.ServiceConfig) types.UnitBytes {
	if s.Deploy == nil || s.Deploy.Resources.Limits == nil {
		return 0
	}
	return s.Deploy.Resources.Limits.MemoryBytes
}

func TestNoSecretIsInTheFiles(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"../../docker-compose.yml", "../docker-compose.production.yml"} {
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NotRegexp(t, `(?i)(password|secret|pepper|api_?key|pwd): *["']?[A-Za-z0-9+/]{8,}`, string(raw), path)
		require.NotRegexp(t, `://[^/@\s]+:[^$@\s][^@\s]*@`, string(raw), "%s has a password in an address", path)
	}
}
