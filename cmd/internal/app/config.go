// Package app assembles the parts of a process. It is the only place that reads configuration, and it hands each
// package exactly the values that it needs.
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

// Config is every setting of the roles, read from the environment. Its tags are the table of settings; the one in
// docs/operations.md is generated from them ('go test ./cmd/internal/app -args -update').
type Config struct {
	Listen         string   `env:"QUIRE_LISTEN" for:"api workflow" envDefault:":8080" example:"127.0.0.1:8080" embedded:"true" check:"listen" doc:"address of the API; the embedded run listens on 127.0.0.1:8080, and 0.0.0.0:8080 opens it to other machines"`
	TLSCert        string   `env:"QUIRE_TLS_CERT" for:"api workflow index" example:"/etc/quire/tls.crt" doc:"certificate, a PEM file; with it and its key, the API and quire index use TLS (1.2 or later). A renewed certificate is picked up without a restart"`
	TLSKey         string   `env:"QUIRE_TLS_KEY" for:"api workflow index" example:"/etc/quire/tls.key" doc:"PEM file with the key of that certificate"`
	PublicURL      string   `env:"QUIRE_PUBLIC_URL" for:"api workflow" example:"https://quire.example.org" check:"url" doc:"public address of the API, for links in webhooks"`
	Environment    string   `env:"QUIRE_ENVIRONMENT" for:"api" envDefault:"live" example:"test" check:"environment" doc:"which keys are served: live or test"`
	Region         string   `env:"QUIRE_REGION" example:"eu" check:"region" doc:"eu: documents are accepted by URL only, and processes start only if models, storage, database, Temporal and traces are on the allowed hosts or on this machine. /healthz shows it"`
	AllowedHosts   []string `env:"QUIRE_ALLOWED_HOSTS" example:"models.example.eu,.storage.example.eu" check:"host" doc:"hosts that process documents in the region: exact names, or .example.eu for all its subdomains"`
	TrustedProxies []string `env:"QUIRE_TRUSTED_PROXIES" for:"api" example:"10.0.0.0/8" check:"network" doc:"networks whose X-Forwarded-For header is trusted"`

	DatabaseURL         string `env:"QUIRE_DATABASE_URL" secret:"true" embedded:"true" example:"postgres://quire@db.internal/quire" check:"database" doc:"PostgreSQL address; its parameters turn on TLS: ?sslmode=verify-full&sslrootcert=/etc/ca.pem"`
	DatabaseOwnerURL    string `env:"QUIRE_DATABASE_OWNER_URL" for:"commands" secret:"true" example:"postgres://quire_owner@db.internal/quire" check:"database" doc:"the same database, as the owner of its tables; only quire migrate and quire audit prune use it, and fall back to QUIRE_DATABASE_URL"`
	DatabaseConnections int    `env:"QUIRE_DATABASE_CONNECTIONS" envDefault:"20" example:"40" min:"4" doc:"database connections of one process"`

	Blobs string `env:"QUIRE_BLOBS" for:"api workflow quick convert model egress commands" embedded:"true" example:"file:///var/lib/quire/blobs" check:"blobs" doc:"where files are stored: file:///dir or s3://bucket?region=… (with an endpoint and path style for compatible stores)"`

	TemporalAddress       string   `env:"QUIRE_TEMPORAL_ADDRESS" for:"api workflow quick convert model egress commands" embedded:"true" envDefault:"127.0.0.1:7233" example:"temporal.internal:7233" check:"address" doc:"Temporal's frontend"`
	TemporalNamespace     string   `env:"QUIRE_TEMPORAL_NAMESPACE" for:"api workflow quick convert model egress commands" envDefault:"default" example:"quire" doc:"Temporal's namespace"`
	TemporalTLS           bool     `env:"QUIRE_TEMPORAL_TLS" for:"api workflow quick convert model egress commands" envDefault:"false" example:"true" doc:"use TLS for connections to Temporal; a certificate, an authority or an API key implies it"`
	TemporalTLSCert       string   `env:"QUIRE_TEMPORAL_TLS_CERT" for:"api workflow quick convert model egress commands" example:"/etc/quire/temporal.crt" doc:"client certificate (mTLS), a PEM file, read again when it changes"`
	TemporalTLSKey        string   `env:"QUIRE_TEMPORAL_TLS_KEY" for:"api workflow quick convert model egress commands" example:"/etc/quire/temporal.key" doc:"PEM file with the key of that certificate"`
	TemporalTLSCA         string   `env:"QUIRE_TEMPORAL_TLS_CA" for:"api workflow quick convert model egress commands" example:"/etc/quire/ca.pem" doc:"certificate authority for Temporal in addition to the system's, a PEM file"`
	TemporalTLSServerName string   `env:"QUIRE_TEMPORAL_TLS_SERVER_NAME" for:"api workflow quick convert model egress commands" example:"temporal.example.org" doc:"the name in the server's certificate, if it differs from the address"`
	TemporalAPIKey        string   `env:"QUIRE_TEMPORAL_API_KEY" for:"api workflow quick convert model egress commands" secret:"true" example:"…" doc:"API key for Temporal Cloud, or for another server that requires one"`
	TemporalUI            string   `env:"QUIRE_TEMPORAL_UI" for:"api" embedded:"true" example:"https://temporal.example.org" check:"origin" doc:"public address of Temporal's web UI; with it, the workspace links to the workflow of each document"`
	PayloadKeys           []string `env:"QUIRE_PAYLOAD_KEYS" for:"api workflow quick convert model egress commands" secret:"true" example:"2026:$(openssl rand -hex 32)" check:"payload key" doc:"encrypts what Temporal stores (AES-256-GCM): id:64 hex digits, several separated by commas; the first encrypts, all decrypt"`
	CodecToken            string   `env:"QUIRE_CODEC_TOKEN" for:"api" secret:"true" example:"$(openssl rand -hex 32)" doc:"enables the endpoint through which Temporal's web UI and CLI read encrypted payloads, see below"`
	CodecOrigins          []string `env:"QUIRE_CODEC_ORIGINS" for:"api" example:"http://localhost:8233" check:"origin" doc:"web UIs that may use that endpoint"`

	SecretsFile    string        `env:"QUIRE_SECRETS_FILE" for:"api workflow" embedded:"true" example:"/var/lib/quire/secrets" doc:"stores the pepper and the link secret when they are not given; created if it is missing"`
	KeyPepper      string        `env:"QUIRE_KEY_PEPPER" for:"api" secret:"true" example:"$(openssl rand -hex 32)" check:"secret" doc:"32 bytes in hex, mixed into the stored hashes of API keys: the same in every process"`
	LinkSecret     string        `env:"QUIRE_LINK_SECRET" for:"api workflow" secret:"true" example:"$(openssl rand -hex 32)" check:"secret" doc:"32 bytes in hex that sign download links: the same in every process"`
	LinkSecretOld  string        `env:"QUIRE_LINK_SECRET_OLD" for:"api workflow" secret:"true" example:"$(openssl rand -hex 32)" check:"secret" doc:"the previous link secret, which still verifies links during a rotation"`
	LinkLifetime   time.Duration `env:"QUIRE_LINK_LIFETIME" for:"api workflow" envDefault:"1h" example:"30m" min:"1s" doc:"lifetime of download links"`
	Retention      time.Duration `env:"QUIRE_RETENTION" for:"workflow" envDefault:"0" example:"30d" min:"0s" doc:"how long results are kept after completion; 0 keeps them indefinitely"`
	AuditRetention time.Duration `env:"QUIRE_AUDIT_RETENTION" for:"commands" envDefault:"0" example:"365d" min:"0s" doc:"how long entries of the audit log are kept; 0 keeps them indefinitely. quire migrate stores it in the database, so that only the owner of the tables can change it"`

	AllowedOrigins []string `env:"QUIRE_ALLOWED_ORIGINS" for:"api" example:"https://app.example.org" check:"origin" doc:"web pages of other origins that may use the API with a key, without logins; none unless set"`

	OIDCIssuer       string   `env:"QUIRE_OIDC_ISSUER" for:"api" example:"https://login.example.org" check:"url" doc:"identity provider (OpenID Connect) with which browsers may log in; see Logging in"`
	OIDCClientID     string   `env:"QUIRE_OIDC_CLIENT_ID" for:"api" example:"quire" doc:"client id of this service at the provider"`
	OIDCClientSecret string   `env:"QUIRE_OIDC_CLIENT_SECRET" for:"api" secret:"true" example:"…" doc:"client secret of this service at the provider; empty for a public client"`
	OIDCScopes       []string `env:"QUIRE_OIDC_SCOPES" for:"api" envDefault:"profile,email" example:"profile,email,groups" doc:"scopes requested in addition to openid; some providers send groups only if a scope requests them"`
	OIDCGroupsClaim  string   `env:"QUIRE_OIDC_GROUPS_CLAIM" for:"api" envDefault:"groups" example:"roles" doc:"the claim with a person's groups"`
	OIDCGroups       []string `env:"QUIRE_OIDC_GROUPS" for:"api" example:"staff=default:editor" check:"grant" doc:"what members of a group may do in which account, as group=account:role with viewer, editor or admin, or as group=account:permissions with read, write, admin and operator joined by +; the first group of a person decides on the account. The group * stands for everyone whom the provider knows"`

	RequestsPerMinute int      `env:"QUIRE_REQUESTS_PER_MINUTE" for:"api" envDefault:"600" example:"1200" min:"0" doc:"requests per minute of one account; 0 = no limit"`
	UploadsPerMinute  int      `env:"QUIRE_UPLOADS_PER_MINUTE" for:"api" envDefault:"60" example:"120" min:"0" doc:"uploads per minute of one account; 0 = no limit"`
	DocumentsAtOnce   int      `env:"QUIRE_DOCUMENTS_AT_ONCE" for:"api" envDefault:"100" example:"20" min:"0" doc:"documents of one account being processed at once; further ones wait as PENDING; 0 = no limit"`
	Quotas            []string `env:"QUIRE_QUOTAS" for:"api egress" example:"stored:50GB,pages:10000" check:"quota" doc:"what an account may store and convert: stored (bytes), pages (per day in UTC), files (per collection), sessions, collections, keys; 0 = no limit. Unless set, files:100000,sessions:100000,collections:10000,keys:100"`
	Plans             []string `env:"QUIRE_PLANS" for:"api egress" example:"team=6000/600/200,stored:500GB" check:"plan" doc:"further plans, as name=requests/uploads/documents, each followed by the quotas in which it differs; the four settings above are the plan default. quire account plan acme team puts an account on a plan"`

	AllowLoopback  bool     `env:"QUIRE_ALLOW_LOOPBACK" for:"api egress" embedded:"true" envDefault:"false" example:"true" doc:"url and callback_url may reach this machine, over http as well; meant for trying Quire out. The embedded run defaults to true"`
	AllowPrivate   []string `env:"QUIRE_ALLOW_PRIVATE" for:"api egress" example:"10.0.0.5:443" check:"host and port" doc:"exact host:port addresses in private networks that url and callback_url may reach"`
	DeniedNetworks []string `env:"QUIRE_DENIED_NETWORKS" for:"api egress" example:"198.51.100.0/24" check:"network" doc:"public networks, such as your own, that url and callback_url may not reach"`
	NAT64Prefixes  []string `env:"QUIRE_NAT64_PREFIXES" for:"api egress" example:"64:ff9b:1::/96" check:"NAT64 prefix" doc:"NAT64 prefixes of your own network (RFC 6052); addresses in them are judged by the IPv4 address they contain"`

	SourceRoots []string `env:"QUIRE_SOURCE_ROOTS" for:"api egress" example:"/srv/documents" check:"directory" doc:"directories on the machines of the egress workers whose folders may be sources; without any, folders cannot be sources. Every account of the service can read them"`
	SourceKeys  []string `env:"QUIRE_SOURCE_KEYS" for:"api egress" secret:"true" example:"2026:$(openssl rand -hex 32)" check:"payload key" doc:"encrypts the passwords and secret keys of sources (AES-256-GCM): id:64 hex digits, several separated by commas; the first encrypts, all decrypt. Without it, sources cannot have passwords or secret keys"`

	Deployment   string   `env:"QUIRE_DEPLOYMENT" for:"workflow quick convert model egress" example:"quire" doc:"name of the deployment for Temporal's worker versioning (see Upgrades)"`
	BuildID      string   `env:"QUIRE_BUILD_ID" for:"workflow quick convert model egress" example:"1.8.0" doc:"distinguishes this build from others of the deployment"`
	Queues       []string `env:"QUIRE_QUEUES" for:"workflow quick convert model egress" example:"workflow,quick,convert,model" check:"queue" doc:"task queues that a worker serves: workflow, quick, convert, model, egress; empty = all. The last four include their overflow queues"`
	Cores        int      `env:"QUIRE_CORES" for:"quick convert" example:"4" min:"0" doc:"concurrent conversions of one account in each of the lanes quick and convert, which have one more slot for others; 0 = one per core of the machine"`
	CacheDir     string   `env:"QUIRE_CACHE_DIR" for:"api quick convert" embedded:"true" example:"/var/cache/quire" doc:"directory for compiled PDFium, tesseract's data, pictures of pages and the count of a metered UniPDF license; empty = the user's cache directory"`
	ImageCache   int      `env:"QUIRE_IMAGE_CACHE" for:"api" envDefault:"256" example:"1024" min:"0" doc:"MB of pictures of pages that an API process keeps in that directory, or in the temporary one if it is not writable, for an hour at most; 0 = draw every picture again"`
	Tesseract    string   `env:"QUIRE_TESSERACT" for:"quick convert" envDefault:"tesseract" example:"/usr/bin/tesseract" doc:"the OCR program"`
	OCRLanguages string   `env:"QUIRE_OCR_LANGUAGES" for:"quick convert" envDefault:"eng" example:"eng+deu" check:"languages" doc:"languages of the OCR program; eng+deu reads both"`

	LibreOffice string `env:"QUIRE_SOFFICE" for:"quick convert" envDefault:"soffice" example:"/usr/bin/soffice" doc:"the LibreOffice program, which reads .doc, .xls and .ppt; without it, these documents are FAILED"`

	PDFEngine      string `env:"QUIRE_PDF_ENGINE" for:"quick convert" envDefault:"pdfium" example:"unipdf" check:"pdf engine" doc:"library that reads PDFs: pdfium, or unipdf, which is commercial and requires a license"`
	PDFLinks       bool   `env:"QUIRE_PDF_LINKS" for:"quick convert" envDefault:"false" example:"true" doc:"write links in PDFs as Markdown links, [text](address), instead of their text alone"`
	UniDocAPIKey   string `env:"UNIDOC_LICENSE_API_KEY" for:"quick convert" secret:"true" example:"…" doc:"metered UniPDF license: the conversion processes report to cloud.unidoc.io how many documents they open"`
	UniDocLicense  string `env:"UNIDOC_LICENSE_FILE" for:"quick convert" example:"/etc/quire/unidoc.key" doc:"file with an offline UniPDF license, which needs no connection"`
	UniDocCustomer string `env:"UNIDOC_LICENSE_CUSTOMER" for:"quick convert" example:"Example Ltd" doc:"the customer named in the offline license"`

	BudgetBase       time.Duration `env:"QUIRE_BUDGET_BASE" for:"quick convert" envDefault:"1m" example:"2m" min:"100ms" doc:"processor time that any conversion may take; a document that exceeds its budget twice is FAILED as too_complex"`
	BudgetPerMB      time.Duration `env:"QUIRE_BUDGET_PER_MB" for:"quick convert" envDefault:"30s" example:"1m" min:"0" doc:"additional time per MB of the file"`
	BudgetPerPage    time.Duration `env:"QUIRE_BUDGET_PER_PAGE" for:"quick convert" envDefault:"10s" example:"20s" min:"0" doc:"additional time per page of a PDF"`
	BudgetPerReading time.Duration `env:"QUIRE_BUDGET_PER_READING" for:"quick convert" envDefault:"1m" example:"2m" min:"0" doc:"additional time per page that OCR may have to read; accuracy=ultra gets three times as much"`
	BudgetStep       time.Duration `env:"QUIRE_BUDGET_STEP" for:"quick convert" envDefault:"20s" example:"40s" min:"100ms" doc:"processor time that one page of a PDF may take without OCR; a page that takes more is replaced by a note"`

	VisionURL   string `env:"QUIRE_VISION_URL" for:"quick convert" example:"https://models.example.org/v1" check:"url" doc:"OpenAI-compatible model for accuracy=ultra"`
	VisionKey   string `env:"QUIRE_VISION_KEY" for:"quick convert" secret:"true" example:"…" doc:"API key for that model"`
	VisionModel string `env:"QUIRE_VISION_MODEL" for:"quick convert" example:"qwen3-vl" doc:"name of that model"`
	ModelCalls  int    `env:"QUIRE_MODEL_CALLS" for:"workflow quick convert model" envDefault:"8" example:"16" min:"1" doc:"concurrent calls to models, at least 2: one account may use all but one"`

	QdrantURL    string `env:"QUIRE_QDRANT_URL" for:"workflow model" example:"http://qdrant.internal:6334" check:"url" doc:"vector store: the address of quire index, or of Qdrant ≥ 1.16 (gRPC); without it the index lives in the process, which must then be the only one"`
	QdrantAPIKey string `env:"QUIRE_QDRANT_API_KEY" for:"workflow model index" secret:"true" example:"…" doc:"API key for the vector store; quire index requires it from its callers"`
	QdrantCA     string `env:"QUIRE_QDRANT_CA" for:"workflow model" example:"/etc/quire/ca.pem" doc:"certificate authority for the vector store in addition to the system's, a PEM file"`
	IndexListen  string `env:"QUIRE_INDEX_LISTEN" for:"index" envDefault:":6334" example:"127.0.0.1:6334" check:"listen" doc:"address of quire index, which serves the index to other processes (gRPC)"`

	ChatURL    string `env:"QUIRE_CHAT_URL" for:"workflow model" example:"https://models.example.org/v1" check:"url" doc:"OpenAI-compatible model that writes answers; without it answers are quotations from the files"`
	ChatKey    string `env:"QUIRE_CHAT_KEY" for:"model" secret:"true" example:"…" doc:"API key for that model"`
	ChatModel  string `env:"QUIRE_CHAT_MODEL" for:"workflow model" example:"qwen3-30b" doc:"name of that model"`
	ChatWindow int    `env:"QUIRE_CHAT_WINDOW" for:"model" envDefault:"32768" example:"131072" min:"1024" doc:"context length of that model in tokens"`

	RerankURL   string `env:"QUIRE_RERANK_URL" for:"model" example:"https://models.example.org/v1" check:"url" doc:"endpoint with /rerank (Cohere, Jina, vLLM, TEI) that orders search results"`
	RerankKey   string `env:"QUIRE_RERANK_KEY" for:"model" secret:"true" example:"…" doc:"API key for that model"`
	RerankModel string `env:"QUIRE_RERANK_MODEL" for:"model" example:"bge-reranker-v2-m3" doc:"name of that model"`

	EmbeddingURL        string `env:"QUIRE_EMBEDDING_URL" for:"workflow model index" example:"https://models.example.org/v1" check:"url" doc:"OpenAI-compatible embedding model, used instead of the encoder on this machine"`
	EmbeddingKey        string `env:"QUIRE_EMBEDDING_KEY" for:"workflow model index" secret:"true" example:"…" doc:"API key for that model"`
	EmbeddingModel      string `env:"QUIRE_EMBEDDING_MODEL" for:"workflow model index" example:"bge-m3" doc:"name of that model"`
	EmbeddingDimensions int    `env:"QUIRE_EMBEDDING_DIMENSIONS" for:"workflow model index" envDefault:"0" example:"1024" min:"0" doc:"dimensions of the vectors to request from that model; 0 = its own, which are determined at start by one call"`

	EmbeddingQueryPrefix   string `env:"QUIRE_EMBEDDING_QUERY_PREFIX" for:"workflow model index" example:"query:" doc:"text to put before each question, followed by a space, if the embedding model was trained with instructions"`
	EmbeddingPassagePrefix string `env:"QUIRE_EMBEDDING_PASSAGE_PREFIX" for:"workflow model index" example:"passage:" doc:"the same for passages, which are embedded again when it changes"`

	FusionDense float64 `env:"QUIRE_FUSION_DENSE" for:"model" envDefault:"0.5" example:"0.3" min:"0.01" max:"1" doc:"weight of meaning when search results by words and by meaning are merged into one ranking; words have the rest"`
	FusionDepth int     `env:"QUIRE_FUSION_DEPTH" for:"model" envDefault:"100" example:"200" min:"10" max:"1000" doc:"number of results of each ranking that take part"`

	EmbeddingModelDir string `env:"QUIRE_EMBEDDING_MODEL_DIR" for:"workflow model index" example:"/usr/share/quire/all-minilm-l6-v2-int8" doc:"directory with the sentence encoder that runs in the process (model.onnx, tokenizer.json); empty = models/all-minilm-l6-v2-int8 in quire's part of the user's cache directory, where make deps installs it; none = do not use it. Without it and QUIRE_EMBEDDING_URL, search uses words alone"`
	EmbeddingCores    int    `env:"QUIRE_EMBEDDING_CORES" for:"workflow model index" envDefault:"0" example:"1" min:"0" doc:"processors that it may use to encode passages in the background; 0 = all"`

	SweepEvery time.Duration `env:"QUIRE_SWEEP_EVERY" for:"api" envDefault:"1m" example:"30s" min:"100ms" doc:"how often rows in flight are checked against Temporal"`
	SweepIdle  time.Duration `env:"QUIRE_SWEEP_IDLE" for:"api" envDefault:"2m" example:"5m" min:"100ms" doc:"how long a row must have been untouched to be checked"`

	Doors []string `env:"QUIRE_DOORS" for:"api" envDefault:"mcp" example:"mcp,openai" check:"door" doc:"protocols served in addition to the API (docs/connect.md): mcp (/mcp, for AI assistants), docling, openai, dify (/compat/…, the interfaces of docling-serve, OpenAI and Dify); none = no additional protocol"`

	MetricsListen string     `env:"QUIRE_METRICS_LISTEN" embedded:"true" example:":9090" check:"listen" doc:"address on which a process serves /metrics, a worker also /healthz, and quire index also /healthz and /readyz; without it, none of these is served"`
	MetricsToken  string     `env:"QUIRE_METRICS_TOKEN" for:"api" secret:"true" example:"$(openssl rand -hex 32)" doc:"also serves /metrics on the API's address, to clients that send this as a bearer token"`
	TraceEndpoint string     `env:"OTEL_EXPORTER_OTLP_ENDPOINT" example:"http://collector.internal:4318" check:"url" doc:"OpenTelemetry collector (OTLP over HTTP) that receives the traces; the other standard variables also apply"`
	LogLevel      slog.Level `env:"QUIRE_LOG_LEVEL" envDefault:"INFO" example:"DEBUG" doc:"minimum level that is logged: DEBUG, INFO, WARN or ERROR"`
}

// Embedded holds the settings of the embedded run, in addition to those of the roles it plays.
type Embedded struct {
	DataDir      string   `env:"QUIRE_DATA_DIR" for:"embedded" envDefault:"./data" example:"/var/lib/quire" doc:"embedded run: directory for all data"`
	TemporalPort int      `env:"QUIRE_TEMPORAL_PORT" for:"embedded" envDefault:"7233" example:"17233" min:"0" max:"65535" doc:"embedded run: Temporal's port"`
	UIPort       int      `env:"QUIRE_TEMPORAL_UI_PORT" for:"embedded" envDefault:"8233" example:"18233" min:"0" max:"65535" doc:"embedded run: the port of Temporal's web UI"`
	UIHosts      []string `env:"QUIRE_TEMPORAL_UI_HOSTS" for:"embedded" example:"quire.example.org" check:"host" doc:"embedded run: host names, besides localhost, 127.0.0.1 and [::1], under which the web UI may be visited, such as that of a proxy; requests for any other are refused"`
}

// elsewhere lists variables that look like settings but are read by something else: flags of commands, the compose file
// in deploy, the converter's child processes and the tests.
var elsewhere = []string{
	"QUIRE_WEBHOOK_SECRET",
	"QUIRE_SERVER", "QUIRE_API_KEY", "QUIRE_SOURCE_SECRET",
	"QUIRE_VERSION", "QUIRE_DATABASE_PASSWORD", "QUIRE_OWNER_PASSWORD", "QUIRE_STORE_USER", "QUIRE_STORE_PASSWORD",
	"QUIRE_PDF_WORKER*",
	"QUIRE_TEST_*", "QUIRE_RECORD",
}

// Settings returns the table of all settings, as documented.
func Settings() []settings.Setting {
	return slices.Concat(settings.Of[Config](), settings.Of[Embedded]())
}

// LoadConfig reads the configuration of the roles from environ ("NAME=value", as returned by os.Environ) and returns
// all of its faults: invalid values, and names that belong to no setting. Open finds settings that a role lacks.
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

// LoadEmbedded reads the settings specific to the embedded run, in the same way as LoadConfig.
func LoadEmbedded(environ []string) (Embedded, settings.Faults) {
	var own Embedded
	faults := settings.Read(&own, environ, checks)
	return own, faults
}

func secret(name, value string) ([]byte, error) {
	raw, err := hex.DecodeString(value)
	if err != nil || len(raw) < secretBytes {
		return nil, fmt.Errorf("%s must be %d bytes in hex: generate one with 'openssl rand -hex %[2]d'", name, secretBytes)
	}
	return raw, nil
}

// secretBytes is the minimum length of the pepper and of link secrets.
const secretBytes = 32

// Pepper returns the key pepper in bytes.
func (c Config) Pepper() ([]byte, error) { return secret("QUIRE_KEY_PEPPER", c.KeyPepper) }
