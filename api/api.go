// Package api is the HTTP interface and nothing else: the route table, what a request must look like, who may send it
// and how often, and how responses and errors are written. The only thing it decides about a document is whether a
// request for one is acceptable; it records the work to be done in the database, and the work happens elsewhere.
//
// A handler returns its error and never writes it to the response: answerError is the only place that does.
package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"quire/internal/apikey"
	"quire/internal/blob"
	"quire/internal/pageimage"
	"quire/schema"
	"quire/web"
)

// The defaults of a Config.
const (
	DefaultLinkLifetime = time.Hour
	DefaultMaxUpload    = 100 << 20 // bytes
	DefaultBodyPause    = 30 * time.Second
	DefaultLimitTimeout = 50 * time.Millisecond
	// DefaultPlan applies to accounts whose plan is not configured.
	DefaultPlan = "default"
)

// RegionEU is the region whose endpoint accepts documents by URL only.
const RegionEU = "eu"

// Config is what the API needs. Fields without a default are required.
type Config struct {
	DB     *schema.DB
	Blobs  *blob.Store
	Signer *blob.Signer
	// Pepper is the secret that keys the hashes of API keys.
	Pepper []byte
	// Environment is the environment whose keys are accepted; "" means apikey.Live.
	Environment apikey.Env
	// Images draws pages; if nil, there are no page images.
	Images *pageimage.Drawer
	// BaseURL is the public address in signed links, like https://api.example.org; a trailing /api/v1 is removed. If
	// "", scheme and host are taken from each request.
	BaseURL string
	// LinkLifetime is how long a signed link works; 0 means DefaultLinkLifetime.
	LinkLifetime time.Duration
	// MaxUpload is the largest file in bytes; 0 means DefaultMaxUpload.
	MaxUpload int64
	// Region is "" or RegionEU.
	Region string
	// Plans are the rate limits by plan name; nil means 600 requests and 60 uploads a minute.
	Plans map[string]Plan
	// Catalog lists the extractors of every new account.
	Catalog []schema.ExtractorDefinition
	// LimitTimeout is how long a rate limit may delay a request; 0 means DefaultLimitTimeout. If the database takes
	// longer, requests are not refused; this process then counts on its own.
	LimitTimeout time.Duration
	// CheckCallback checks a callback_url without resolving it; its error's text is shown to the user.
	CheckCallback func(rawURL string) error
	// CheckSource checks the address of a source without connecting to it; its error's text is shown to the user.
	CheckSource func(kind string, s schema.SourceSettings) error
	// SealSecret encrypts the credentials of a source; if nil, credentials are refused.
	SealSecret func(plain []byte) schema.SealedSecret
	// FileNameOfURL returns the name of the file that a URL points to, or "" if the URL does not reveal it.
	FileNameOfURL func(rawURL string) string
	// CleanFileName makes a name supplied by a stranger fit to be stored and shown. It returns "" if nothing is left of
	// it.
	CleanFileName func(name string) string
	// Submit starts work that has been added to the outbox, after its transaction was committed. It must not block;
	// anything it loses is still in the outbox.
	Submit func(schema.Start)
	// Cancel requests the end of work whose object was deleted. It must not block and may fail.
	Cancel func(schema.Start)
	// Ready are the dependencies that /readyz reports.
	Ready []Check
	// Logger receives one line per request; nil means slog.Default().
	Logger *slog.Logger
	// Metrics is the registry for the API's metrics, which /metrics shows; nil means a private registry.
	Metrics *prometheus.Registry
	// MetricsToken is the token required for /metrics; with "", /metrics is not served.
	MetricsToken string
	// TrustedProxies are the peers whose X-Forwarded-For and X-Forwarded-Proto are trusted.
	TrustedProxies []netip.Prefix
	// AllowedOrigins are the origins whose pages may use the API with a key, like https://app.example.org.
	AllowedOrigins []string
	// BodyPause is how long a client may pause while sending a body; 0 means DefaultBodyPause.
	BodyPause time.Duration
	// Version is the build's version, for /healthz.
	Version string
	// WorkflowsURL is the address in Temporal's web UI to which a workflow's id is appended. The workspace links there
	// unless it is "".
	WorkflowsURL string
	// OIDC is the login with an identity provider; nil means there is none.
	OIDC *OIDC
	// Doors are the other protocols that this process serves.
	Doors []Door
	// Tracer creates a span for every request; nil creates none.
	Tracer trace.Tracer
}

// Plan is what an account may do; a quota with a Burst of 0 means no limit.
type Plan struct {
	Requests, Uploads schema.Quota
	// Documents is how many documents may be processed at once; further ones wait as PENDING. 0 means no limit.
	Documents int
	schema.Allowance
}

// Check is a dependency that can be asked whether it works.
type Check struct {
	Name string
	Func func(ctx context.Context) error
}

// Server serves the HTTP interface. It is safe for concurrent use.
type Server struct {
	cfg      Config
	echo     *echo.Echo
	limiter  *limiter
	metrics  *metrics
	ready    readiness
	spec     *specification
	docsPage *docsPage
	changes  watch
	trials   chan struct{}               // limits concurrent trials of extractors
	forms    *gate                       // limits concurrent conversions into other forms
	calls    *gate                       // limits concurrent requests to doors
	large    *gate                       // limits how many large requests to doors are held in memory
	origins  *http.CrossOriginProtection // recognizes requests with a login that come from our own pages
	// followers counts the open streams of progress.
	followers atomic.Int32
}

// New validates the configuration and builds the server; an error names the invalid field.
func New(cfg Config) (*Server, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	spec, err := loadSpecification()
	if err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	page, err := newDocsPage()
	if err != nil {
		return nil, fmt.Errorf("api: documentation page: %w", err)
	}
	workspace, err := web.New(web.Settings{WorkflowsURL: cfg.WorkflowsURL})
	if err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	s := &Server{
		cfg: cfg, echo: echo.New(), spec: spec, docsPage: page, trials: make(chan struct{}, 1), forms: newGate("downloads", mostForms, mostFormsOf),
		calls: newGate("calls", mostCalls, mostCallsOf), large: newGate("large calls", mostLarge, mostLargeOf),
	}
	if s.metrics, err = newMetrics(cfg.Metrics, cfg.DB); err != nil {
		return nil, fmt.Errorf("api: metrics: %w", err)
	}
	s.limiter = &limiter{
		db: cfg.DB, plans: cfg.Plans, timeout: cfg.LimitTimeout, metrics: s.metrics, local: buckets{tat: map[string]time.Time{}},
	}
	if s.origins, err = ownOrigins(cfg.BaseURL); err != nil {
		return nil, fmt.Errorf("api: BaseURL: %w", err)
	}
	s.ready.checks = cfg.Ready
	s.ready.log = cfg.Logger
	s.echo.HTTPErrorHandler = s.answerError
	s.echo.IPExtractor = s.clientIP()
	s.echo.Use(s.observe)
	if len(s.cfg.AllowedOrigins) > 0 {
		s.echo.Use(s.allowOrigins())
	}
	s.echo.Use(s.unrouted)
	s.mount()
	s.mountWorkspace(workspace)
	s.mountDoors()
	return s, nil
}

// Handler serves the whole interface. The http.Server around it needs a ReadHeaderTimeout and an IdleTimeout but
// neither ReadTimeout nor WriteTimeout: how long bodies and responses may take depends on their size.
func (s *Server) Handler() http.Handler { return s.echo }

func (c Config) withDefaults() Config {
	c.Environment = cmp.Or(c.Environment, apikey.Live)
	c.LinkLifetime = cmp.Or(c.LinkLifetime, DefaultLinkLifetime)
	c.MaxUpload = cmp.Or(c.MaxUpload, DefaultMaxUpload)
	c.BodyPause = cmp.Or(c.BodyPause, DefaultBodyPause)
	c.LimitTimeout = cmp.Or(c.LimitTimeout, DefaultLimitTimeout)
	c.Logger = cmp.Or(c.Logger, slog.Default())
	if c.Tracer == nil {
		c.Tracer = noop.NewTracerProvider().Tracer("")
	}
	c.BaseURL = strings.TrimSuffix(strings.TrimRight(c.BaseURL, "/"), basePath)
	if c.Metrics == nil {
		c.Metrics = prometheus.NewRegistry()
	}
	if c.Plans == nil {
		c.Plans = map[string]Plan{DefaultPlan: {
			Requests: schema.Quota{Burst: 600, Window: time.Minute},
			Uploads:  schema.Quota{Burst: 60, Window: time.Minute},
		}}
	}
	return c
}

func (c Config) validate() error {
	for _, f := range []struct {
		missing bool
		name    string
	}{
		{c.DB == nil, "DB"},
		{c.Blobs == nil, "Blobs"},
		{c.Signer == nil, "Signer"},
		{len(c.Pepper) == 0, "Pepper"},
		{c.CheckCallback == nil, "CheckCallback"},
		{c.FileNameOfURL == nil, "FileNameOfURL"},
		{c.CheckSource == nil, "CheckSource"},
		{c.CleanFileName == nil, "CleanFileName"},
		{c.Submit == nil, "Submit"},
		{c.Cancel == nil, "Cancel"},
	} {
		if f.missing {
			return fmt.Errorf("%s is required", f.name)
		}
	}
	if c.Environment != apikey.Live && c.Environment != apikey.Test {
		return fmt.Errorf("Environment %q: want live or test", c.Environment)
	}
	if c.Region != "" && c.Region != RegionEU {
		return fmt.Errorf("Region %q: want nothing or eu", c.Region)
	}
	if _, ok := c.Plans[DefaultPlan]; !ok {
		return errors.New("Plans: a plan named default is required")
	}
	for name, p := range c.Plans {
		if err := errors.Join(checkQuota(p.Requests), checkQuota(p.Uploads)); err != nil {
			return fmt.Errorf("Plans: %s: %w", name, err)
		}
	}
	return nil
}

func checkQuota(q schema.Quota) error {
	if q.Burst < 0 || (q.Burst > 0 && q.Window/time.Duration(q.Burst) <= 0) {
		return fmt.Errorf("a quota of %d in %s is impossible", q.Burst, q.Window)
	}
	return nil
}
