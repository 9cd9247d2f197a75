package app_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/cmd/internal/app"
	"quire/schema/testdb"
)

// european returns a configuration in EU mode that is valid.
func european(t *testing.T) app.Config {
	t.Helper()
	cfg, faults := app.LoadConfig([]string{"QUIRE_SECRETS_FILE=" + t.TempDir() + "/secrets"})
	require.Empty(t, faults)
	cfg.Region, cfg.AllowedHosts = "eu", []string{"models.example.eu", ".storage.example.eu", "s3.eu-central-1.amazonaws.com"}
	cfg.DatabaseURL, cfg.Blobs = testdb.NewURL(t), "file://"+t.TempDir()
	return cfg
}

func TestNothingStartsInTheEUWithAHostOutsideTheList(t *testing.T) {
	t.Parallel()
	for setting, change := range map[string]func(*app.Config){
		"QUIRE_CHAT_URL":      func(c *app.Config) { c.ChatURL, c.ChatModel = "https://api.example.com/v1", "m" },
		"QUIRE_EMBEDDING_URL": func(c *app.Config) { c.EmbeddingURL, c.EmbeddingModel = "https://models.example.eu.evil.com/v1", "m" },
		"QUIRE_RERANK_URL":    func(c *app.Config) { c.RerankURL, c.RerankModel = "https://models.example.eu@api.example.com/v1", "m" },
		"QUIRE_QDRANT_URL":    func(c *app.Config) { c.QdrantURL = "https://qdrant.example.com:6334" },
		"QUIRE_BLOBS":         func(c *app.Config) { c.Blobs = "s3://bucket?region=us-east-1" },
		"QUIRE_BLOBS ":        func(c *app.Config) { c.Blobs = "s3://bucket" },
		"QUIRE_BLOBS  ": func(c *app.Config) {
			c.Blobs = "s3://models.example.eu?endpoint=https://s3.example.com&region=eu-central-1"
		},
		"QUIRE_DATABASE_URL":              func(c *app.Config) { c.DatabaseURL = "postgres://u@db.example.com/x" },
		"QUIRE_DATABASE_URL ":             func(c *app.Config) { c.DatabaseURL = "postgres://u@a.storage.example.eu:1,db.example.com:2/x" },
		"QUIRE_TEMPORAL_ADDRESS":          func(c *app.Config) { c.TemporalAddress = "temporal.example.com:7233" },
		"OTEL_EXPORTER_OTLP_ENDPOINT":     func(c *app.Config) { c.TraceEndpoint = "https://traces.example.com" },
		"UNIDOC_LICENSE_API_KEY":          func(c *app.Config) { c.PDFEngine, c.UniDocAPIKey = "unipdf", "key" },
		"QUIRE_TEMPORAL_ADDRESS (no URL)": func(c *app.Config) { c.TemporalAddress = "10.0.0.1:7233" },
	} {
		cfg := european(t)
		change(&cfg)
		a, err := app.Open(t.Context(), cfg, everything, slog.New(slog.DiscardHandler))
		if err == nil {
			a.Close()
		}
		name, _, _ := strings.Cut(setting, " ")
		require.ErrorContains(t, err, name+" is outside QUIRE_ALLOWED_HOSTS", setting)
	}
}

func TestListedHostsAndThisMachineServeTheEU(t *testing.T) {
	t.Parallel()
	cfg := european(t)
	cfg.ChatURL, cfg.ChatModel = "https://models.example.eu/v1", "m"
	cfg.EmbeddingURL, cfg.EmbeddingModel = "http://localhost:11434/v1", "m"
	cfg.QdrantURL = "https://qdrant.storage.example.eu:6334"
	a, err := app.Open(t.Context(), cfg, everything, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	a.Close()
}
