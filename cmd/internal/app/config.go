// Package app puts the parts together: it is the only place that reads configuration, and hands each package exactly
// the values that it needs.
package app

import (
	"encoding/hex"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"time"

	"quire/cmd/internal/settings"
)

// Config is every setting of the roles, read from the environment. Its tags are the table of settings: their meaning is in
// docs/operations.md, which a test makes from them ('go test ./cmd/internal/app -args -update').
type Config struct {
	Listen         string   `env:"QUIRE_LISTEN" envDefault:":8080" example:"127.0.0.1:8080" embedded:"true" check:"listen" doc:"address of the API; the embedded run listens on 127.0.0.1:8080 and 0.0.0.0:8080 opens it to others"`
	TLSCert        string   `env:"QUIRE_TLS_CERT" example:"/etc/quire/tls.crt" doc:"PEM file; with it and its key the API speaks TLS (1.2 and later). A renewed certificate is taken without a restart"`
	TLSKey         string   `env:"QUIRE_TLS_KEY" example:"/etc/quire/tls.key" doc:"PEM file with the key of that certificate"`
	PublicURL      string   `env:"QUIRE_PUBLIC_URL" example:"https://quire.example.org" check:"url" doc:"how clients reach the API, for links in webhooks"`
	Environment    string   `env:"QUIRE_ENVIRONMENT" envDefault:"live" example:"test" check:"environment" doc:"which keys are served: live or test"`
	Region         string   `env:"QUIRE_REGION" example:"eu" check:"region" doc:"eu: documents by URL only; models, storage, database, Temporal and traces only on the allowed hosts and on this machine, or nothing starts. /healthz shows it"`
	AllowedHosts   []string `env:"QUIRE_ALLOWED_HOSTS" example:"models.example.eu,.storage.example.eu" check:"host" doc:"hosts that process documents in the region: exact names, or .example.eu for all below"`
	TrustedProxies []string `env:"QUIRE_TRUSTED_PROXIES" example:"10.0.0.0/8" check:"network" doc:"networks whose X-Forwarded-For is believed"`

	DatabaseURL         string `env:"QUIRE_DATABASE_URL" secret:"true" embedded:"true" example:"postgres://quire@db.internal/quire" check:"database" doc:"address of PostgreSQL; TLS by its parameters: ?sslmode=verify-full&sslrootcert=/etc/ca.pem"`
	DatabaseOwnerURL    string `env:"QUIRE_DATABASE_OWNER_URL" secret:"true" example:"postgres://quire_owner@db.internal/quire" check:"database" doc:"the same database as the owner of its tables, for quire migrate and quire audit prune alone; without it they use the other"`
	DatabaseConnections int    `env:"QUIRE_DATABASE_CONNECTIONS" envDefault:"20" example:"40" min:"4" doc:"connections of one process"`

	Blobs string `env:"QUIRE_BLOBS" embedded:"true" example:"file:///var/lib/quire/blobs" check:"blobs" doc:"where files are kept: file:///dir or s3://bucket?region=… (endpoint and path style for compatible stores)"`

	TemporalAddress       string   `env:"QUIRE_TEMPORAL_ADDRESS" embedded:"true" envDefault:"127.0.0.1:7233" example:"temporal.internal:7233" check:"address" doc:"Temporal's frontend"`
	TemporalNamespace     string   `env:"QUIRE_TEMPORAL_NAMESPACE" envDefault:"default" example:"quire" doc:"Temporal's namespace"`
	TemporalTLS           bool     `env:"QUIRE_TEMPORAL_TLS" envDefault:"false" example:"true" doc:"speak TLS with Temporal; a certificate, an authority or an API key do so too"`
	TemporalTLSCert       string   `env:"QUIRE_TEMPORAL_TLS_CERT" example:"/etc/quire/temporal.crt" doc:"client certificate (mTLS), a PEM file, read again when it changes"`
	TemporalTLSKey        string   `env:"QUIRE_TEMPORAL_TLS_KEY" example:"/etc/quire/temporal.key" doc:"PEM file with the key of that certificate"`
	TemporalTLSCA         string   `env:"QUIRE_TEMPORAL_TLS_CA" example:"/etc/quire/ca.pem" doc:"authority of Temporal's certificate beside the system's, a PEM file"`
	TemporalTLSServerName string   `env:"QUIRE_TEMPORAL_TLS_SERVER_NAME" example:"temporal.example.org" doc:"the name in the server's certificate when it is not that of the address"`
	TemporalAPIKey        string   `env:"QUIRE_TEMPORAL_API_KEY" secret:"true" example:"…" doc:"of Temporal Cloud, or another server that asks for one"`
	PayloadKeys           []string `env:"QUIRE_PAYLOAD_KEYS" secret:"true" example:"2026:$(openssl rand -hex 32)" check:"payload key" doc:"encrypt what Temporal stores (AES-256-GCM): id:64 hex digits, several with commas, of which the first encrypts and all decrypt"`
	CodecToken            string   `env:"QUIRE_CODEC_TOKEN" secret:"true" example:"$(openssl rand -hex 32)" doc:"opens the endpoint by which Temporal's web UI and CLI read encrypted payloads, see below"`
	CodecOrigins          []string `env:"QUIRE_CODEC_ORIGINS" example:"http://localhost:8233" check:"origin" doc:"web UIs that may use that endpoint"`

	SecretsFile   string        `env:"QUIRE_SECRETS_FILE" embedded:"true" example:"/var/lib/quire/secrets" doc:"keeps the pepper and the link secret when they are not given; made when it is missing"`
	KeyPepper     string        `env:"QUIRE_KEY_PEPPER" secret:"true" example:"$(openssl rand -hex 32)" check:"secret" doc:"32 bytes in hex, mixed into the stored hashes of API keys: the same in every process"`
	LinkSecret    string        `env:"QUIRE_LINK_SECRET" secret:"true" example:"$(openssl rand -hex 32)" check:"secret" doc:"32 bytes in hex that sign download links: the same in every process"`
	LinkSecretOld string        `env:"QUIRE_LINK_SECRET_OLD" secret:"true" example:"$(openssl rand -hex 32)" check:"secret" doc:"the former link secret, which still verifies links during a rotation"`
	LinkLifetime  time.Duration `env:"QUIRE_LINK_LIFETIME" envDefault:"1h" example:"30m" min:"1s" doc:"lifetime of download links"`
	Retention     time.Duration `env:"QUIRE_RETENTION" envDefault:"0" example:"30d" min:"0s" doc:"how long results are kept after completion; 0 keeps them"`

	RequestsPerMinute int      `env:"QUIRE_REQUESTS_PER_MINUTE" envDefault:"600" example:"1200" min:"0" doc:"requests of one account; 0 = no limit"`
	UploadsPerMinute  int      `env:"QUIRE_UPLOADS_PER_MINUTE" envDefault:"60" example:"120" min:"0" doc:"uploads of one account; 0 = no limit"`
	DocumentsAtOnce   int      `env:"QUIRE_DOCUMENTS_AT_ONCE" envDefault:"100" example:"20" min:"0" doc:"documents of one account in processing; further ones wait as PENDING; 0 = any number"`
	Quotas            []string `env:"QUIRE_QUOTAS" example:"stored:50GB,pages:10000" check:"quota" doc:"what an account may keep and have converted: stored (bytes), pages (a day in UTC), files (in a collection), sessions, collections, keys; 0 = any number. Without it files:100000,sessions:100000,collections:10000,keys:100"`
	Plans             []string `env:"QUIRE_PLANS" example:"team=6000/600/200,stored:500GB" check:"plan" doc:"further plans, name=requests/uploads/documents, each followed by the quotas in which it differs; the four settings above are the plan default. quire account plan acme team puts an account on one"`

	AllowLoopback  bool     `env:"QUIRE_ALLOW_LOOPBACK" embedded:"true" envDefault:"false" example:"true" doc:"url and callback_url may reach this machine, by http too: for trying Quire out; the embedded run has true unless it is set"`
	AllowPrivate   []string `env:"QUIRE_ALLOW_PRIVATE" example:"10.0.0.5:443" check:"host and port" doc:"exact host:port addresses in private networks that they may reach"`
	DeniedNetworks []string `env:"QUIRE_DENIED_NETWORKS" example:"198.51.100.0/24" check:"network" doc:"public networks, such as your own, that they may not reach"`
	NAT64Prefixes  []string `env:"QUIRE_NAT64_PREFIXES" example:"64:ff9b:1::/96" check:"NAT64 prefix" doc:"prefixes of the network's own NAT64 (RFC 6052); addresses in them are judged by their IPv4 address"`

	Deployment   string   `env:"QUIRE_DEPLOYMENT" example:"quire" doc:"Temporal's worker versioning (see Upgrades): the deployment's name"`
	BuildID      string   `env:"QUIRE_BUILD_ID" example:"1.8.0" doc:"what distinguishes this build from others of the deployment"`
	Queues       []string `env:"QUIRE_QUEUES" example:"workflow,quick,convert,model" check:"queue" doc:"task queues of a worker: workflow, quick, convert, model, egress; empty = all. The last four bring their overflow along"`
	Cores        int      `env:"QUIRE_CORES" example:"4" min:"0" doc:"conversions of one account at once, in each of the lanes quick and convert, which have one slot more for others; 0 = one per core of the machine"`
	CacheDir     string   `env:"QUIRE_CACHE_DIR" embedded:"true" example:"/var/cache/quire" doc:"compiled PDFium; empty = the user's cache"`
	Tesseract    string   `env:"QUIRE_TESSERACT" envDefault:"tesseract" example:"/usr/bin/tesseract" doc:"the OCR program"`
	OCRLanguages string   `env:"QUIRE_OCR_LANGUAGES" envDefault:"eng" example:"eng+deu" check:"languages" doc:"its languages: eng+deu reads both"`

	BudgetBase       time.Duration `env:"QUIRE_BUDGET_BASE" envDefault:"1m" example:"2m" min:"100ms" doc:"processor time that any conversion may take; a document that takes more than its budget twice is FAILED as too_complex"`
	BudgetPerMB      time.Duration `env:"QUIRE_BUDGET_PER_MB" envDefault:"30s" example:"1m" min:"0" doc:"further time for every MB of the file"`
	BudgetPerPage    time.Duration `env:"QUIRE_BUDGET_PER_PAGE" envDefault:"10s" example:"20s" min:"0" doc:"further time for every page of a PDF"`
	BudgetPerReading time.Duration `env:"QUIRE_BUDGET_PER_READING" envDefault:"1m" example:"2m" min:"0" doc:"further time for every page that OCR may have to read; accuracy=ultra gets it three times"`
	BudgetStep       time.Duration `env:"QUIRE_BUDGET_STEP" envDefault:"20s" example:"40s" min:"100ms" doc:"processor time that one page of a PDF may take without OCR; a note stands for one that takes more"`

	VisionURL   string `env:"QUIRE_VISION_URL" example:"https://models.example.org/v1" check:"url" doc:"OpenAI-compatible model for accuracy=ultra"`
	VisionKey   string `env:"QUIRE_VISION_KEY" secret:"true" example:"…" doc:"its key"`
	VisionModel string `env:"QUIRE_VISION_MODEL" example:"qwen3-vl" doc:"its name"`
	ModelCalls  int    `env:"QUIRE_MODEL_CALLS" envDefault:"8" example:"16" min:"1" doc:"calls of models at once, at least 2: an account has all but one"`

	QdrantURL    string `env:"QUIRE_QDRANT_URL" example:"http://qdrant.internal:6334" check:"url" doc:"vector store, Qdrant ≥ 1.16 (gRPC); without it vectors live in the process, which must then be the only one"`
	QdrantAPIKey string `env:"QUIRE_QDRANT_API_KEY" secret:"true" example:"…" doc:"its key"`
	QdrantCA     string `env:"QUIRE_QDRANT_CA" example:"/etc/quire/ca.pem" doc:"authority of its certificate beside the system's, a PEM file"`

	ChatURL    string `env:"QUIRE_CHAT_URL" example:"https://models.example.org/v1" check:"url" doc:"OpenAI-compatible model that writes answers; without it answers are quotes from the files"`
	ChatKey    string `env:"QUIRE_CHAT_KEY" secret:"true" example:"…" doc:"its key"`
	ChatModel  string `env:"QUIRE_CHAT_MODEL" example:"qwen3-30b" doc:"its name"`
	ChatWindow int    `env:"QUIRE_CHAT_WINDOW" envDefault:"32768" example:"131072" min:"1024" doc:"its context in tokens"`

	RerankURL   string `env:"QUIRE_RERANK_URL" example:"https://models.example.org/v1" check:"url" doc:"endpoint with /rerank (Cohere, Jina, vLLM, TEI) that orders what was found"`
	RerankKey   string `env:"QUIRE_RERANK_KEY" secret:"true" example:"…" doc:"its key"`
	RerankModel string `env:"QUIRE_RERANK_MODEL" example:"bge-reranker-v2-m3" doc:"its name"`

	EmbeddingURL        string `env:"QUIRE_EMBEDDING_URL" example:"https://models.example.org/v1" check:"url" doc:"OpenAI-compatible embedding model; without it words alone are searched"`
	EmbeddingKey        string `env:"QUIRE_EMBEDDING_KEY" secret:"true" example:"…" doc:"its key"`
	EmbeddingModel      string `env:"QUIRE_EMBEDDING_MODEL" example:"bge-m3" doc:"its name"`
	EmbeddingDimensions int    `env:"QUIRE_EMBEDDING_DIMENSIONS" envDefault:"0" example:"1024" min:"0" doc:"length of its vectors; 0 asks it once at start"`

	SweepEvery time.Duration `env:"QUIRE_SWEEP_EVERY" envDefault:"1m" example:"30s" min:"100ms" doc:"how often rows in flight are compared with Temporal"`
	SweepIdle  time.Duration `env:"QUIRE_SWEEP_IDLE" envDefault:"2m" example:"5m" min:"100ms" doc:"how long a row must be untouched to be compared"`

	MetricsListen string     `env:"QUIRE_METRICS_LISTEN" embedded:"true" example:":9090" check:"listen" doc:"address where a process shows /metrics, and /healthz of a worker; without it, nowhere"`
	MetricsToken  string     `env:"QUIRE_METRICS_TOKEN" secret:"true" example:"$(openssl rand -hex 32)" doc:"shows /metrics on the API's address too, to whoever sends this as a bearer token"`
	TraceEndpoint string     `env:"OTEL_EXPORTER_OTLP_ENDPOINT" example:"http://collector.internal:4318" check:"url" doc:"OpenTelemetry collector (OTLP over HTTP) that gets the traces; the standard's other variables hold too"`
	LogLevel      slog.Level `env:"QUIRE_LOG_LEVEL" envDefault:"INFO" example:"DEBUG" doc:"the least that is logged: DEBUG, INFO, WARN or ERROR"`
}

// Embedded are the settings of the embedded run beside those of the roles that it plays.
type Embedded struct {
	DataDir      string   `env:"QUIRE_DATA_DIR" envDefault:"./data" example:"/var/lib/quire" doc:"embedded run: where it keeps everything"`
	TemporalPort int      `env:"QUIRE_TEMPORAL_PORT" envDefault:"7233" example:"17233" min:"0" max:"65535" doc:"embedded run: Temporal's port"`
	UIPort       int      `env:"QUIRE_TEMPORAL_UI_PORT" envDefault:"8233" example:"18233" min:"0" max:"65535" doc:"embedded run: the port of Temporal's web UI"`
	UIHosts      []string `env:"QUIRE_TEMPORAL_UI_HOSTS" example:"quire.example.org" check:"host" doc:"embedded run: names, beside localhost, 127.0.0.1 and [::1], under which the web UI may be visited, such as that of a proxy; requests for others are refused"`
}

// elsewhere are the variables that begin like settings and that something else reads: the flags of a command, the compose
// file of deploy, the converter's child processes, the tests.
var elsewhere = []string{
	"QUIRE_WEBHOOK_SECRET",
	"QUIRE_VERSION", "QUIRE_DATABASE_PASSWORD", "QUIRE_OWNER_PASSWORD", "QUIRE_STORE_USER", "QUIRE_STORE_PASSWORD",
	"QUIRE_PDF_WORKER*",
	"QUIRE_TEST_*", "QUIRE_RECORD",
}

// Settings is the table of all settings, as documented.
func Settings() []settings.Setting {
	return slices.Concat(settings.Of[Config](), settings.Of[Embedded]())
}

// LoadConfig reads the configuration of the roles from environ ("NAME=value", as os.Environ gives it), and returns every
// fault of it: values that are wrong, and names of which no setting has any. What is missing for a role is found by Open.
func LoadConfig(environ []string) (Config, settings.Faults) {
	var cfg Config
	faults := settings.Read(&cfg, environ, checks)
	if cfg.Cores == 0 {
		cfg.Cores = runtime.NumCPU()
	}
	known := slices.Clone(elsewhere)
	for _, s := range Settings() {
		known = append(known, s.Name)
	}
	return cfg, append(faults, settings.Unknown(environ, "QUIRE_", known)...)
}

// LoadEmbedded reads the embedded run's own settings, as LoadConfig does.
func LoadEmbedded(environ []string) (Embedded, settings.Faults) {
	var own Embedded
	faults := settings.Read(&own, environ, checks)
	return own, faults
}

func secret(name, value string) ([]byte, error) {
	raw, err := hex.DecodeString(value)
	if err != nil || len(raw) < secretBytes {
		return nil, fmt.Errorf("%s must be %d bytes in hex: make one with 'openssl rand -hex %[2]d'", name, secretBytes)
	}
	return raw, nil
}

// secretBytes is the least length of the pepper and of link secrets.
const secretBytes = 32

// Pepper is the key pepper in bytes.
func (c Config) Pepper() ([]byte, error) { return secret("QUIRE_KEY_PEPPER", c.KeyPepper) }
