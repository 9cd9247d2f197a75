package app_test

import (
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"quire/cmd/internal/app"
	"quire/cmd/internal/settings"
	"quire/schema/testdb"
	"quire/workflows"
)

var update = flag.Bool("update", false, "write the table of settings into docs/operations.md")

const (
	tableBegins = "<!-- settings: made by 'go test ./cmd/internal/app -args -update' -->\n"
	tableEnds   = "<!-- end of the settings -->\n"
)

// names returns the variables of all settings.
func names() []string {
	var list []string
	for _, s := range app.Settings() {
		list = append(list, s.Name)
	}
	return list
}

func TestDocumentationHasTheTableOfSettings(t *testing.T) {
	t.Parallel()
	const page = "../../../docs/operations.md"
	raw, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(raw), tableBegins)
	require.True(t, found)
	table, after, found := strings.Cut(rest, tableEnds)
	require.True(t, found)
	made := settings.Markdown(app.Settings())
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+tableBegins+made+tableEnds+after), 0o644)) //nolint:gosec // a page of documentation
		return
	}
	require.Equal(t, made, table, "run: go test ./cmd/internal/app -args -update")
	known := slices.Concat(names(), elsewhere)
	for _, file := range []string{page, "../../../README.md", "../../../SECURITY.md", "../../../docs/cli.md", "../../../docs/connect.md"} {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, name := range regexp.MustCompile(`\b(QUIRE|OTEL_EXPORTER)_[A-Z0-9_]+`).FindAllString(string(raw), -1) {
			require.Contains(t, known, name, "%s names it but nothing reads it", file)
		}
	}
}

// elsewhere lists variables that the documentation names but that commands or compose files read.
var elsewhere = []string{"QUIRE_WEBHOOK_SECRET", "QUIRE_SERVER", "QUIRE_API_KEY", "QUIRE_SOURCE_SECRET"}

func TestWhatCommandsReadFromTheEnvironmentIsNoUnknownSetting(t *testing.T) {
	t.Parallel()
	sources, err := filepath.Glob("../co*/*.go") // the packages command, completion and convertcmd
	require.NoError(t, err)
	var read []string
	for _, source := range sources {
		text, err := os.ReadFile(source)
		require.NoError(t, err)
		for _, tag := range regexp.MustCompile(`env:"(QUIRE_[A-Z_]+)"`).FindAllStringSubmatch(string(text), -1) {
			read = append(read, tag[1]+"=x")
		}
	}
	require.Subset(t, read, []string{"QUIRE_API_KEY=x", "QUIRE_SOURCE_SECRET=x"})
	_, faults := app.LoadConfig(read)
	require.NotContains(t, fmt.Sprint(faults), "is not a setting")
}

func TestEverySettingHasAMeaningAndAValidExample(t *testing.T) {
	t.Parallel()
	placeholders := strings.NewReplacer("$(openssl rand -hex 32)", strings.Repeat("ab", 32))
	for _, s := range app.Settings() {
		require.NotEmpty(t, s.Doc, s.Name)
		require.NotEmpty(t, s.Example, s.Name)
		require.NotContains(t, s.Doc, "|", s.Name)
		given := []string{s.Name + "=" + placeholders.Replace(s.Example)}
		_, faults := app.LoadConfig(given)
		_, own := app.LoadEmbedded(given)
		require.Empty(t, append(faults, own...), s.Name)
	}
}

func TestInvalidSettingsAreAllReportedAtOnceWithARemedy(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]string{
		"QUIRE_CORES=-1":                              `QUIRE_CORES is "-1": give a whole number of at least 0, such as QUIRE_CORES=4`,
		"QUIRE_CORES=four":                            `QUIRE_CORES is "four": give a whole number of at least 0`,
		"QUIRE_SWEEP_EVERY=0":                         `QUIRE_SWEEP_EVERY is "0": give a duration of at least 100ms, such as QUIRE_SWEEP_EVERY=30s`,
		"QUIRE_RETENTION=-1h":                         `QUIRE_RETENTION is "-1h": give a duration of at least 0s, such as QUIRE_RETENTION=30d`,
		"QUIRE_RETENTION=soon":                        `QUIRE_RETENTION is "soon"`,
		"QUIRE_RETENTION=9999999999w":                 `QUIRE_RETENTION is "9999999999w"`,
		"QUIRE_LINK_LIFETIME=0":                       `QUIRE_LINK_LIFETIME is "0"`,
		"QUIRE_CHAT_URL=models.example.org/v1":        `QUIRE_CHAT_URL is "models.example.org/v1": give an address that begins with http:// or https://`,
		"QUIRE_TRUSTED_PROXIES=10.0.0.0/8, 10.0.0.0":  `QUIRE_TRUSTED_PROXIES is "10.0.0.0": give a network, such as QUIRE_TRUSTED_PROXIES=10.0.0.0/8`,
		"QUIRE_NAT64_PREFIXES=64:ff9b::/97":           `QUIRE_NAT64_PREFIXES is "64:ff9b::/97" (NAT64 prefix`,
		"QUIRE_LISTEN=8080":                           `QUIRE_LISTEN is "8080": give an address to listen on, with its port`,
		"QUIRE_LISTEN=:99999":                         `QUIRE_LISTEN is ":99999" (the port is not a number up to 65535)`,
		"QUIRE_TEMPORAL_ADDRESS=temporal":             `QUIRE_TEMPORAL_ADDRESS is "temporal": give a host and its port`,
		"QUIRE_QUEUES=workflow,cpu":                   `QUIRE_QUEUES is "cpu": give one of workflow, quick, convert, model, egress`,
		"QUIRE_OCR_LANGUAGES=eng deu":                 `QUIRE_OCR_LANGUAGES is "eng deu"`,
		"QUIRE_PLANS=team=1/2":                        `QUIRE_PLANS is "team=1/2": give name=requests/uploads/documents`,
		"QUIRE_PLANS=te am=1/2/3":                     `QUIRE_PLANS is "te am=1/2/3"`,
		"QUIRE_ENVIRONMENT=production":                `QUIRE_ENVIRONMENT is "production": give live or test`,
		"QUIRE_REGION=us":                             `QUIRE_REGION is "us": give eu`,
		"QUIRE_PDF_ENGINE=poppler":                    `QUIRE_PDF_ENGINE is "poppler": give pdfium or unipdf, such as QUIRE_PDF_ENGINE=unipdf`,
		"QUIRE_BLOBS=/var/lib/quire":                  `QUIRE_BLOBS is "/var/lib/quire": give file:// with an absolute directory, or s3:// with a bucket`,
		"QUIRE_LOG_LEVEL=loud":                        `QUIRE_LOG_LEVEL is "loud": give DEBUG, INFO, WARN or ERROR`,
		"QUIRE_TEMPORAL_TLS=maybe":                    `QUIRE_TEMPORAL_TLS is "maybe": give true or false`,
		"QUIRE_KEY_PEPPER=abc":                        `QUIRE_KEY_PEPPER is not valid: give 32 bytes in hex`,
		"QUIRE_DATABASE_URL=mysql://u:hidden@h/d":     `QUIRE_DATABASE_URL is not valid: give a PostgreSQL address`,
		"QUIRE_DATABASE_URL=postgres://u:hidden@h:x/": `QUIRE_DATABASE_URL is not valid (`,
		"QUIRE_RETENTON=30d":                          `QUIRE_RETENTON is not a setting: did you mean QUIRE_RETENTION?`,
		"QUIRE_MAX_SPEED=1":                           `QUIRE_MAX_SPEED is not a setting: docs/operations.md lists them`,
	} {
		_, faults := app.LoadConfig([]string{setting})
		require.Len(t, faults, 1, setting)
		require.Contains(t, faults.Error(), want, setting)
		require.NotContains(t, faults.Error(), "hidden", "a secret is never shown")
	}
	_, faults := app.LoadEmbedded([]string{"QUIRE_TEMPORAL_PORT=70000"})
	require.ErrorContains(t, faults, `QUIRE_TEMPORAL_PORT is "70000": give a whole number from 0 to 65535`)

	cfg, faults := app.LoadConfig([]string{"QUIRE_CORES=-1", "QUIRE_RETENTON=30d", "QUIRE_SWEEP_EVERY=0", "QUIRE_CHAT_WINDOW=65536", "PATH=/bin"})
	require.Len(t, faults, 3)
	require.ErrorContains(t, faults, "3 settings are missing or invalid:\n  QUIRE_CORES is")
	require.Equal(t, time.Minute, cfg.SweepEvery, "an invalid setting gets its default, so that the rest can be checked")
	require.Equal(t, 65536, cfg.ChatWindow)
}

func TestLifetimesMayBeInDaysAndListsMayContainSpaces(t *testing.T) {
	t.Parallel()
	cfg, faults := app.LoadConfig([]string{
		"QUIRE_RETENTION=30d", "QUIRE_LINK_LIFETIME=1d12h", "QUIRE_QUEUES=workflow, egress", "QUIRE_PUBLIC_URL=",
		"QUIRE_TEST_BIN=/x", "QUIRE_RECORD=1", "QUIRE_WEBHOOK_SECRET=whsec_x", "QUIRE=http://localhost:8080",
	})
	require.Empty(t, faults)
	require.Equal(t, 30*24*time.Hour, cfg.Retention)
	require.Equal(t, 36*time.Hour, cfg.LinkLifetime)
	require.Equal(t, []string{"workflow", "egress"}, cfg.Queues)
}

func TestStartReportsEverythingThatARoleLacks(t *testing.T) {
	t.Parallel()
	cfg, faults := app.LoadConfig([]string{
		"QUIRE_CHAT_URL=http://localhost:1/v1", "QUIRE_VISION_MODEL=m", "QUIRE_DEPLOYMENT=quire", "QUIRE_TLS_CERT=/x", "QUIRE_CODEC_TOKEN=t",
		"QUIRE_PLANS=team=1/2/3,team=4/5/6",
		"QUIRE_PDF_ENGINE=unipdf", "UNIDOC_LICENSE_FILE=/etc/quire/unidoc.key",
	})
	require.Empty(t, faults)
	_, err := app.Open(t.Context(), cfg, everything, slog.New(slog.DiscardHandler))
	for _, want := range []string{
		"QUIRE_DATABASE_URL is not set", "QUIRE_BLOBS is not set", "QUIRE_CHAT_URL and QUIRE_CHAT_MODEL", "QUIRE_VISION_URL and QUIRE_VISION_MODEL",
		"QUIRE_DEPLOYMENT and QUIRE_BUILD_ID", "QUIRE_TLS_CERT and QUIRE_TLS_KEY", "QUIRE_CODEC_TOKEN is set", `QUIRE_PLANS has the plan "team" twice`,
		"QUIRE_PDF_ENGINE is unipdf, which requires a license: set UNIDOC_LICENSE_API_KEY, or UNIDOC_LICENSE_FILE and UNIDOC_LICENSE_CUSTOMER",
		"QUIRE_KEY_PEPPER is not set", "QUIRE_LINK_SECRET is not set",
	} {
		require.ErrorContains(t, err, want)
	}
}

// everything is the roles of a process that does everything.
var everything = app.Roles{API: true, Worker: true}

func TestProcessNeedsOnlyTheSettingsItReads(t *testing.T) {
	t.Parallel()
	for queue, lacks := range map[string][]string{
		"egress":   {"QUIRE_DATABASE_URL", "QUIRE_BLOBS"},
		"quick":    {"QUIRE_DATABASE_URL", "QUIRE_BLOBS", "QUIRE_VISION_URL"},
		"convert":  {"QUIRE_DATABASE_URL", "QUIRE_BLOBS", "QUIRE_VISION_URL"},
		"model":    {"QUIRE_DATABASE_URL", "QUIRE_BLOBS", "QUIRE_QDRANT_URL", "QUIRE_CHAT_URL", "QUIRE_RERANK_URL"},
		"workflow": {"QUIRE_DATABASE_URL", "QUIRE_BLOBS", "QUIRE_QDRANT_URL", "QUIRE_CHAT_URL", "QUIRE_TLS_CERT", "QUIRE_LINK_SECRET"},
		"":         {"QUIRE_DATABASE_URL", "QUIRE_BLOBS", "QUIRE_TLS_CERT", "QUIRE_KEY_PEPPER", "QUIRE_LINK_SECRET"},
	} {
		cfg, faults := app.LoadConfig([]string{
			"QUIRE_TLS_CERT=/x", "QUIRE_CHAT_MODEL=m", "QUIRE_VISION_MODEL=m", "QUIRE_RERANK_MODEL=m", "QUIRE_QUEUES=" + queue,
		})
		require.Empty(t, faults)
		_, err := app.Open(t.Context(), cfg, app.Roles{API: queue == "", Worker: queue != ""}, slog.New(slog.DiscardHandler))
		missing, _ := errors.AsType[settings.Faults](err)
		var named []string
		for _, f := range missing {
			named = append(named, f.Setting)
		}
		require.ElementsMatch(t, lacks, named, "queue %q", queue)
	}
}

func TestIndexNeedsTheDatabaseAndAKeyUnlessOnlyThisMachineReachesIt(t *testing.T) {
	t.Parallel()
	for address, lacks := range map[string][]string{
		":6334": {"QUIRE_DATABASE_URL", "QUIRE_QDRANT_API_KEY"}, "10.0.0.7:6334": {"QUIRE_DATABASE_URL", "QUIRE_QDRANT_API_KEY"},
		"127.0.0.1:6334": {"QUIRE_DATABASE_URL"}, "localhost:6334": {"QUIRE_DATABASE_URL"}, "[::1]:6334": {"QUIRE_DATABASE_URL"},
	} {
		cfg, faults := app.LoadConfig([]string{"QUIRE_INDEX_LISTEN=" + address})
		require.Empty(t, faults)
		_, err := app.Open(t.Context(), cfg, app.Roles{Index: true}, slog.New(slog.DiscardHandler))
		missing, _ := errors.AsType[settings.Faults](err)
		var named []string
		for _, f := range missing {
			named = append(named, f.Setting)
		}
		require.ElementsMatch(t, lacks, named, address)
	}
}

func TestWorkerThatCreatesNoLinksCreatesNoSecrets(t *testing.T) {
	t.Parallel()
	cfg, faults := app.LoadConfig([]string{
		"QUIRE_DATABASE_URL=" + testdb.NewURL(t), "QUIRE_BLOBS=file://" + t.TempDir(), "QUIRE_QUEUES=egress",
		"QUIRE_SECRETS_FILE=" + t.TempDir() + "/secrets",
	})
	require.Empty(t, faults)
	a, err := app.Open(t.Context(), cfg, app.Roles{Worker: true}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	a.Close()
	require.NoFileExists(t, cfg.SecretsFile)
}

func TestEveryReaderOfASettingExists(t *testing.T) {
	t.Parallel()
	known := append(workflows.Queues(), "api", "index", "commands", "embedded")
	for _, s := range app.Settings() {
		require.Subset(t, known, s.For, s.Name)
	}
	worker := app.Config{Queues: []string{"egress"}}.Readers(app.Roles{Worker: true})
	for setting, read := range map[string]bool{
		"QUIRE_BLOBS": true, "QUIRE_ALLOW_PRIVATE": true, "QUIRE_PLANS": true, "QUIRE_CHAT_KEY": false, "QUIRE_KEY_PEPPER": false,
		"QUIRE_QDRANT_URL": false, "QUIRE_TESSERACT": false, "QUIRE_LINK_SECRET": false, "QUIRE_DATABASE_OWNER_URL": false,
	} {
		require.Equal(t, read, worker.Read(setting), setting)
	}
}

func TestComposeSetsOnlyVariablesThatAreRead(t *testing.T) {
	t.Parallel()
	for file, services := range map[string][]string{
		"docker-compose.yml": {"postgres", "temporalite", "qdrant", "migrate", "first-key", "api", "worker"},
		"deploy/docker-compose.production.yml": {
			"postgres", "temporal-schema", "temporal", "temporal-namespace", "temporal-ui", "store", "qdrant", "index", "migrate", "first-key", "api", "worker", "egress",
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
				require.Contains(t, names(), variable, "%s sets a variable that nothing reads", name)
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
