package main_test

import (
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"quire/cmd/quire-dev/internal/porttest"
	"quire/internal/blob/s3test"
)

func TestMain(m *testing.M) {
	code := s3test.Main(m)
	removeInstalled()
	os.Exit(code)
}

// healthChecks returns the commands of a compose file's health checks, by service.
func healthChecks(t *testing.T, file string) map[string][]string {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	var compose struct {
		Services map[string]struct {
			HealthCheck struct{ Test []string }
		}
	}
	require.NoError(t, yaml.Unmarshal(raw, &compose))
	commands := map[string][]string{}
	for name, s := range compose.Services {
		if test := s.HealthCheck.Test; len(test) > 0 {
			require.Equal(t, "CMD", test[0], name)
			commands[name] = test[1:]
		}
	}
	return commands
}

// anyPort matches the address of a container's own process.
var anyPort = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// at changes a container's health check to check a process of the test.
func at(address string, command []string) []string {
	host, port, _ := strings.Cut(address, ":")
	var out []string
	for _, word := range command {
		if word == "7233" { // nc takes the host and the port as separate arguments
			word = port
		}
		out = append(out, anyPort.ReplaceAllString(word, host+":"+port))
	}
	return out
}

// healthy runs a health check on this machine.
func (s *scaled) healthy(command, environment []string) bool {
	s.t.Helper()
	name := command[0]
	if name == "quire" {
		name = s.quire
	}
	cmd := exec.CommandContext(s.t.Context(), name, command[1:]...)
	cmd.Env = append(os.Environ(), environment...)
	return cmd.Run() == nil
}

func TestComposeHealthChecksDistinguishRunningProcessesFromStoppedOnes(t *testing.T) {
	t.Parallel()
	s := newScaled(t)
	store := s3test.Start(t)
	worker, index := porttest.Free(t), porttest.Free(t)
	s.set("QUIRE_BLOBS=" + store.BucketURL(s3test.Right))
	s.run("migrate")
	s.key = s.run("key", "create", "default", "--if-none")
	require.Contains(t, s.key, "qk_live_")
	require.Empty(t, s.run("key", "create", "default", "--if-none"), "the first key is created only once")
	s.key = s.key[strings.LastIndex(s.key, "\n")+1:]
	s.serve("api")
	s.serve("index", "QUIRE_INDEX_LISTEN="+porttest.Free(t), "QUIRE_METRICS_LISTEN="+index)
	s.set("QUIRE_METRICS_LISTEN=" + worker) // only for the worker: here, both run on one machine
	s.serve("worker")
	s.ready()
	require.Equal(t, "COMPLETED", s.await(s.upload("report.pdf", nil).ID).Status, "using the first key and the store")

	database, err := url.Parse(s.setting("QUIRE_DATABASE_URL"))
	require.NoError(t, err)
	postgres := []string{"PGHOST=" + database.Query().Get("host"), "PGPORT=" + database.Query().Get("port")}
	running := map[string]string{
		"postgres": "", "temporal": s.temporal, "temporalite": s.temporal, "store": strings.TrimPrefix(store.URL, "http://"),
		"api": s.api, "worker": worker, "egress": worker, "index": index,
	}
	for _, file := range []string{"../../docker-compose.yml", "../../deploy/docker-compose.production.yml"} {
		for service, command := range healthChecks(t, file) {
			t.Run(file[len("../../"):]+"/"+service, func(t *testing.T) {
				address, known := running[service]
				require.True(t, known, "start a process for the new health check")
				if _, err := exec.LookPath(command[0]); command[0] != "quire" && err != nil {
					t.Skipf("%s is not installed: its container has it", command[0])
				}
				require.Eventually(t, func() bool { return s.healthy(at(address, command), postgres) }, time.Minute, 100*time.Millisecond)
				require.False(t, s.healthy(at("127.0.0.1:1", command), []string{"PGHOST=127.0.0.1", "PGPORT=1"}), "nothing is running there")
			})
		}
	}
}
