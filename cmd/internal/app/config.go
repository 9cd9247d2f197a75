// Package app puts the parts together: it is the only place that reads configuration, and hands each package exactly
// the values that it needs.
package app

import (
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime"
	"time"

	"github.com/caarlos0/env/v11"
)

// Config is every setting, read from the environment. README lists them with their meaning.
type Config struct {
	// Listen is the address of the API.
	Listen string `env:"QUIRE_LISTEN" envDefault:":8080"`
	// TLSCert and TLSKey are PEM files; with them the API speaks TLS. They are read again when they change.
	TLSCert string `env:"QUIRE_TLS_CERT"`
	TLSKey  string `env:"QUIRE_TLS_KEY"`
	// PublicURL is how clients reach the API, for links: scheme, host and port.
	PublicURL string `env:"QUIRE_PUBLIC_URL"`
	// Environment decides which keys are served: live or test.
	Environment string `env:"QUIRE_ENVIRONMENT" envDefault:"live"`
	// Region "eu" accepts documents by URL only and restricts hosts to AllowedHosts.
	Region string `env:"QUIRE_REGION"`
	// AllowedHosts are the processing hosts (models, storage) that EU mode may use.
	AllowedHosts []string `env:"QUIRE_ALLOWED_HOSTS"`
	// TrustedProxies are the networks whose X-Forwarded-For is believed.
	TrustedProxies []string `env:"QUIRE_TRUSTED_PROXIES"`

	DatabaseURL string `env:"QUIRE_DATABASE_URL"`
	// DatabaseOwnerURL is the database as the owner of the tables: for migrations and for nothing that serves.
	DatabaseOwnerURL    string `env:"QUIRE_DATABASE_OWNER_URL"`
	DatabaseConnections int    `env:"QUIRE_DATABASE_CONNECTIONS" envDefault:"20"`
	// Blobs is where files are kept: file:///dir or s3://bucket?region=….
	Blobs             string `env:"QUIRE_BLOBS"`
	TemporalAddress   string `env:"QUIRE_TEMPORAL_ADDRESS" envDefault:"127.0.0.1:7233"`
	TemporalNamespace string `env:"QUIRE_TEMPORAL_NAMESPACE" envDefault:"default"`
	// TemporalTLS asks for TLS; a certificate, an authority or an API key do so too.
	TemporalTLS           bool   `env:"QUIRE_TEMPORAL_TLS"`
	TemporalTLSCert       string `env:"QUIRE_TEMPORAL_TLS_CERT"`
	TemporalTLSKey        string `env:"QUIRE_TEMPORAL_TLS_KEY"`
	TemporalTLSCA         string `env:"QUIRE_TEMPORAL_TLS_CA"`
	TemporalTLSServerName string `env:"QUIRE_TEMPORAL_TLS_SERVER_NAME"`
	TemporalAPIKey        string `env:"QUIRE_TEMPORAL_API_KEY"`
	// PayloadKeys ("id:hex") encrypt what Temporal stores; the first encrypts, all decrypt.
	PayloadKeys []string `env:"QUIRE_PAYLOAD_KEYS"`
	// CodecToken opens the endpoint by which Temporal's web UI, from one of CodecOrigins, reads encrypted payloads.
	CodecToken   string   `env:"QUIRE_CODEC_TOKEN"`
	CodecOrigins []string `env:"QUIRE_CODEC_ORIGINS"`

	// KeyPepper (hex, 32 bytes) is mixed into the stored hashes of API keys.
	KeyPepper string `env:"QUIRE_KEY_PEPPER"`
	// LinkSecret (hex, 32 bytes) signs download links; LinkSecretOld still verifies them during a rotation.
	LinkSecret    string `env:"QUIRE_LINK_SECRET"`
	LinkSecretOld string `env:"QUIRE_LINK_SECRET_OLD"`
	// SecretsFile keeps the pepper and the link secret when they are not given; it is made when it is missing.
	SecretsFile  string        `env:"QUIRE_SECRETS_FILE"`
	LinkLifetime time.Duration `env:"QUIRE_LINK_LIFETIME" envDefault:"1h"`
	// Retention is how long results are kept after completion; 0 keeps them.
	Retention time.Duration `env:"QUIRE_RETENTION" envDefault:"0"`

	RequestsPerMinute int `env:"QUIRE_REQUESTS_PER_MINUTE" envDefault:"600"`
	UploadsPerMinute  int `env:"QUIRE_UPLOADS_PER_MINUTE" envDefault:"60"`
	// DocumentsAtOnce is how many documents of one account may be in processing; further ones wait. 0 is any number.
	DocumentsAtOnce int `env:"QUIRE_DOCUMENTS_AT_ONCE" envDefault:"100"`
	// Plans are further plans, name=requests/uploads/documents; the three settings above are the plan "default".
	Plans []string `env:"QUIRE_PLANS"`

	// AllowLoopback lets url and callback_url reach this machine, by http too: for trying Quire out.
	AllowLoopback bool `env:"QUIRE_ALLOW_LOOPBACK"`
	// AllowPrivate are exact host:port addresses in private networks that url and callback_url may reach.
	AllowPrivate []string `env:"QUIRE_ALLOW_PRIVATE"`
	// DeniedNetworks are public networks, such as the operator's own, that url and callback_url may not reach.
	DeniedNetworks []string `env:"QUIRE_DENIED_NETWORKS"`
	// NAT64Prefixes are the prefixes of the network's own NAT64 (RFC 6052).
	NAT64Prefixes []string `env:"QUIRE_NAT64_PREFIXES"`

	// Deployment and BuildID opt into Temporal's worker versioning.
	Deployment string `env:"QUIRE_DEPLOYMENT"`
	BuildID    string `env:"QUIRE_BUILD_ID"`
	// Queues are the task queues that a worker serves; empty means all.
	Queues       []string `env:"QUIRE_QUEUES"`
	Cores        int      `env:"QUIRE_CORES"`
	CacheDir     string   `env:"QUIRE_CACHE_DIR"`
	Tesseract    string   `env:"QUIRE_TESSERACT" envDefault:"tesseract"`
	OCRLanguages string   `env:"QUIRE_OCR_LANGUAGES" envDefault:"eng"`

	VisionURL   string `env:"QUIRE_VISION_URL"`
	VisionKey   string `env:"QUIRE_VISION_KEY"`
	VisionModel string `env:"QUIRE_VISION_MODEL"`
	ModelCalls  int    `env:"QUIRE_MODEL_CALLS" envDefault:"8"`

	// QdrantURL is the vector store (http://host:6334); empty keeps the vectors in this process, which then plays every role.
	QdrantURL    string `env:"QUIRE_QDRANT_URL"`
	QdrantAPIKey string `env:"QUIRE_QDRANT_API_KEY"`
	// QdrantCA is a PEM file of authorities that are believed beside the system's.
	QdrantCA string `env:"QUIRE_QDRANT_CA"`
	// ChatURL is an OpenAI-compatible endpoint that writes answers; without one, answers are quotes. ChatWindow is the
	// model's context in tokens.
	ChatURL    string `env:"QUIRE_CHAT_URL"`
	ChatKey    string `env:"QUIRE_CHAT_KEY"`
	ChatModel  string `env:"QUIRE_CHAT_MODEL"`
	ChatWindow int    `env:"QUIRE_CHAT_WINDOW" envDefault:"32768"`
	// RerankURL is an endpoint with a /rerank that orders what was found.
	RerankURL   string `env:"QUIRE_RERANK_URL"`
	RerankKey   string `env:"QUIRE_RERANK_KEY"`
	RerankModel string `env:"QUIRE_RERANK_MODEL"`
	// EmbeddingURL is an OpenAI-compatible endpoint; without one, words alone are searched.
	EmbeddingURL   string `env:"QUIRE_EMBEDDING_URL"`
	EmbeddingKey   string `env:"QUIRE_EMBEDDING_KEY"`
	EmbeddingModel string `env:"QUIRE_EMBEDDING_MODEL"`
	// EmbeddingDimensions is the length of its vectors; 0 asks it.
	EmbeddingDimensions int `env:"QUIRE_EMBEDDING_DIMENSIONS"`

	// SweepEvery is the pause between looks at rows in flight, SweepIdle how long one must be untouched to be looked at.
	SweepEvery time.Duration `env:"QUIRE_SWEEP_EVERY" envDefault:"1m"`
	SweepIdle  time.Duration `env:"QUIRE_SWEEP_IDLE" envDefault:"2m"`

	// MetricsListen is where a worker of its own shows /metrics and /healthz; empty: nowhere.
	MetricsListen string `env:"QUIRE_METRICS_LISTEN"`
	// TraceEndpoint is an OpenTelemetry collector (http://host:4318) that gets the traces.
	TraceEndpoint string `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`

	LogLevel slog.Level `env:"QUIRE_LOG_LEVEL" envDefault:"INFO"`
}

// LoadConfig reads the configuration from environ ("NAME=value", as os.Environ gives it).
func LoadConfig(environ []string) (Config, error) {
	var cfg Config
	if err := ReadSettings(&cfg, environ); err != nil {
		return Config{}, err
	}
	if cfg.Cores == 0 {
		cfg.Cores = runtime.NumCPU()
	}
	return cfg.WithSecrets()
}

// ReadSettings fills the fields of v that have a tag env, and names the variable that cannot be read.
func ReadSettings[T any](v *T, environ []string) error {
	err := env.ParseWithOptions(v, env.Options{Environment: env.ToMap(environ)})
	if wrong, ok := errors.AsType[env.ParseError](err); ok {
		if field, ok := reflect.TypeFor[T]().FieldByName(wrong.Name); ok {
			return fmt.Errorf("%s cannot be read: %w", field.Tag.Get("env"), wrong.Err)
		}
	}
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	return nil
}

// ErrNoDatabase tells that no setting names the database.
var ErrNoDatabase = errors.New("QUIRE_DATABASE_URL is not set: give the address of PostgreSQL (postgres://user@host/db)")

// validate names the first setting that is missing or wrong.
func (c Config) validate() error {
	switch {
	case c.DatabaseURL == "":
		return ErrNoDatabase
	case c.Blobs == "":
		return errors.New("QUIRE_BLOBS is not set: give a directory (file:///var/lib/quire) or a bucket (s3://name?region=…)")
	case c.Environment != "live" && c.Environment != "test":
		return fmt.Errorf("QUIRE_ENVIRONMENT is %q: use live or test", c.Environment)
	case (c.Deployment == "") != (c.BuildID == ""):
		return errors.New("QUIRE_DEPLOYMENT and QUIRE_BUILD_ID belong together: set both, or neither")
	case c.Region != "" && c.Region != "eu":
		return fmt.Errorf("QUIRE_REGION is %q: use eu, or leave it empty", c.Region)
	}
	for name, pair := range map[string][2]string{
		"EMBEDDING": {c.EmbeddingURL, c.EmbeddingModel}, "CHAT": {c.ChatURL, c.ChatModel}, "RERANK": {c.RerankURL, c.RerankModel},
	} {
		if (pair[0] == "") != (pair[1] == "") {
			return fmt.Errorf("QUIRE_%[1]s_URL and QUIRE_%[1]s_MODEL belong together: set both, or neither", name)
		}
	}
	if _, err := secret("QUIRE_KEY_PEPPER", c.KeyPepper); err != nil {
		return err
	}
	_, err := secret("QUIRE_LINK_SECRET", c.LinkSecret)
	return err
}

func secret(name, value string) ([]byte, error) {
	raw, err := hex.DecodeString(value)
	if err != nil || len(raw) < 32 {
		return nil, fmt.Errorf("%s must be 32 bytes in hex: make one with 'openssl rand -hex 32'", name)
	}
	return raw, nil
}

// Pepper is the key pepper in bytes.
func (c Config) Pepper() ([]byte, error) { return secret("QUIRE_KEY_PEPPER", c.KeyPepper) }
