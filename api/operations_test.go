package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/internal/convert/probe"
	"quire/schema"
	"quire/schema/testdb"
)

type readiness struct {
	Status string
	Checks []struct{ Name, Status string }
}

func TestReadinessNamesEveryDependency(t *testing.T) {
	t.Parallel()
	var broken atomic.Bool
	var asked atomic.Int32
	s := newService(t, func(c *api.Config) {
		c.Ready = []api.Check{
			{Name: "database", Func: c.DB.Ping},
			{Name: "workflow_engine", Func: func(context.Context) error {
				asked.Add(1)
				if broken.Load() {
					return errors.New("dial tcp 10.1.2.3:7233: refused")
				}
				return nil
			}},
		}
	}).as("")
	var r readiness
	s.get("/readyz").into(200, &r)
	require.Equal(t, "ready", r.Status)
	require.Len(t, r.Checks, 2)
	for range 10 {
		s.get("/readyz")
	}
	require.LessOrEqual(t, asked.Load(), int32(3), "strangers cannot make the service ask more often")

	broken.Store(true)
	require.Eventually(t, func() bool { return s.get("/readyz").status == 503 }, time.Minute, 20*time.Millisecond)
	got := s.get("/readyz")
	got.fails(503, "Not ready")
	got.into(503, &r)
	require.Equal(t, "not_ready", r.Status)
	require.Equal(t, "ok", r.Checks[0].Status)
	require.Equal(t, "unavailable", r.Checks[1].Status)
	require.NotContains(t, string(got.body), "10.1.2.3")
	require.Contains(t, s.log.String(), "10.1.2.3")
	var h struct{ Status, Version string }
	s.get("/healthz").into(200, &h)
	require.Equal(t, "test", h.Version)
}

func TestMetricsCountRequestsByRoute(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload()
	s.get(path(d.ID))
	s.get("/api/v1/secret-" + uuid.NewString())
	s.do(s.request("BREW", documents, nil))
	body := s.metrics()
	for _, line := range []string{
		`quire_http_request_duration_seconds_count{method="POST",route="/api/v1/documents",status="200"} 1`,
		`quire_http_request_duration_seconds_count{method="GET",route="/api/v1/documents/:id",status="200"} 1`,
		`quire_http_request_duration_seconds_count{method="GET",route="other",status="404"} 1`,
		`quire_http_request_duration_seconds_count{method="other",route="/api/v1/documents",status="405"} 1`,
		`quire_documents_in_flight 1`,
		`quire_outbox_pending 1`,
		`quire_http_requests_in_flight 1`,
	} {
		require.Contains(t, body, line+"\n")
	}
	require.NotContains(t, body, "secret")
	require.NotContains(t, body, d.ID.String())
}

func TestMetricsAreHiddenWithoutTheToken(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.get("/metrics").fails(404, "Not Found")
	s.as("").get("/metrics").fails(404, "Not Found")
	s.as(metricsToken+"x").get("/metrics").fails(404, "Not Found")
	require.Equal(t, 200, s.as(metricsToken).get("/metrics").status)
	unset := newService(t, func(c *api.Config) { c.MetricsToken = "" })
	unset.as("").get("/metrics").fails(404, "Not Found")
}

func TestSpecificationIsServedInOrder(t *testing.T) {
	t.Parallel()
	s := newService(t).as("")
	raw := s.get("/api/v1/openapi.json").body
	var spec struct {
		OpenAPI string
		Paths   map[string]any
	}
	require.NoError(t, json.Unmarshal(raw, &spec))
	require.Equal(t, "3.1.0", spec.OpenAPI)
	require.Less(t, strings.Index(string(raw), `"/documents"`), strings.Index(string(raw), `"/healthz"`))
}

func TestSpecificationListsTheFormatsOfTheTable(t *testing.T) {
	t.Parallel()
	raw := string(newService(t).as("").get("/api/v1/openapi.json").body)
	require.Contains(t, raw, "One of "+probe.DocumentExtensions()+", up to")
	require.Contains(t, raw, "Files of the types "+probe.Extensions()+", and other text")
	require.NotContains(t, raw, "extensions}")
}

// The page loads nothing from elsewhere, and the only scripts that run are its inline ones and the files it names.
func TestDocumentationPageNeedsNoInternet(t *testing.T) {
	t.Parallel()
	s := newService(t).as("")
	page := s.get("/docs")
	require.Equal(t, 200, page.status)
	require.NotContains(t, page.header.Get("Content-Security-Policy"), "http")
	require.Contains(t, page.header.Get("Content-Security-Policy"), "script-src 'self' 'sha256-")
	require.Contains(t, string(page.body), "/api/v1/openapi.json")
	links := regexp.MustCompile(`(?:href|src)="([^"]+)"`).FindAllStringSubmatch(string(page.body), -1)
	require.NotEmpty(t, links)
	for _, link := range links {
		file := s.get(link[1])
		require.Equal(t, 200, file.status, link[1])
		require.Equal(t, "nosniff", file.header.Get("X-Content-Type-Options"))
		require.NotEmpty(t, file.body)
	}
	s.get("/docs/secret.js").fails(404, "Not Found")
}

func TestPanicIsAnInternalErrorAndNothingMore(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) { c.FileNameOfURL = func(string) string { panic("at the worst moment") } })
	s.do(s.form(documents, "url=https://example.org/x.pdf")).fails(500, "Internal server error")
	require.Contains(t, s.log.String(), "at the worst moment")
	require.Contains(t, s.log.String(), "intake.go", "with its stack")
	require.Equal(t, 200, s.get(documents).status)
}

func TestUnavailableDatabaseIs503(t *testing.T) {
	t.Parallel()
	s := newService(t)
	require.Equal(t, 200, s.get(documents).status)
	testdb.TakeAway(t, s.dbURL)
	s.get(documents).fails(503, "The service is temporarily unavailable; please try again")
	s.do(s.form(documents, "file=@x.pdf", pdf)).fails(503, "The service is temporarily unavailable; please try again")
	require.Equal(t, 200, s.get("/healthz").status)
	require.Contains(t, s.log.String(), `"error":"database: `)
}

func TestUnavailableBlobStoreIs503(t *testing.T) {
	t.Parallel()
	s := newService(t)
	require.NoError(t, os.RemoveAll(s.dir))
	s.do(s.form(documents, "file=@x.pdf", pdf)).fails(503, "The service is temporarily unavailable; please try again")
	var list listOfDocs
	s.get(documents).into(200, &list)
	require.Zero(t, list.Count)
	require.NotContains(t, s.log.String(), "PROCESSING")
}

func TestLogHoldsNeitherNamesNorLinks(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.finished("confidential merger.pdf")
	s.visit("GET", *d.OutputFileURL)
	s.get(documents + "?search=confidential")
	for _, secret := range []string{"confidential", "merger", "sig=", s.key, "Text of the document"} {
		require.NotContains(t, s.log.String(), secret)
	}
	require.Contains(t, s.log.String(), `"account_id":"`+s.id.String())
}

func TestInvalidConfigurationIsNamed(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*api.Config){
		"api: DB is required":                          func(c *api.Config) { c.DB = nil },
		"api: Pepper is required":                      func(c *api.Config) { c.Pepper = nil },
		"api: Submit is required":                      func(c *api.Config) { c.Submit = nil },
		`api: Environment "prod": want live or test`:   func(c *api.Config) { c.Environment = "prod" },
		`api: Region "us": want nothing or eu`:         func(c *api.Config) { c.Region = "us" },
		"api: Plans: a plan named default is required": func(c *api.Config) { c.Plans = map[string]api.Plan{} },
		"api: Plans: default: a quota of 5 in 0s is impossible": func(c *api.Config) {
			c.Plans = map[string]api.Plan{"default": {Requests: schema.Quota{Burst: 5}}}
		},
	} {
		var cfg api.Config
		newService(t, func(c *api.Config) { cfg = *c })
		change(&cfg)
		_, err := api.New(cfg)
		require.EqualError(t, err, want)
	}
}
