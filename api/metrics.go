package api

import (
	"context"
	"crypto/subtle"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"quire/schema"
)

// scrapeTimeout is how long a scrape waits for the database; a gauge that cannot be read is NaN.
const scrapeTimeout = time.Second

type metrics struct {
	handler        http.Handler
	duration       *prometheus.HistogramVec
	inFlight       prometheus.Gauge
	limitFallbacks prometheus.Counter
}

func newMetrics(registry *prometheus.Registry, db *schema.DB) (*metrics, error) {
	m := &metrics{
		handler: promhttp.HandlerFor(registry, promhttp.HandlerOpts{}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "quire_http_request_duration_seconds",
			Help:    "Time from the first byte of a request's head to the end of its response, including the arrival of its body.",
			Buckets: []float64{.002, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 60},
		}, []string{"method", "route", "status"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "quire_http_requests_in_flight", Help: "Requests being served.",
		}),
		limitFallbacks: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "quire_rate_limit_fallbacks_total", Help: "Requests counted by this process on its own because the database was too slow.",
		}),
	}
	return m, errors.Join(
		registry.Register(m.duration), registry.Register(m.inFlight), registry.Register(m.limitFallbacks),
		registry.Register(counted("quire_documents_in_flight", "Documents that are PENDING or PROCESSING.", db.CountInFlight)),
		registry.Register(counted("quire_documents_oldest_seconds", "Age of the oldest document that is PENDING or PROCESSING.", db.OldestInFlight)),
		registry.Register(counted("quire_outbox_oldest_seconds", "Age of the oldest promised workflow that has not been started.", db.OldestOutbox)),
		registry.Register(counted("quire_outbox_pending", "Workflows promised but not yet started.", db.CountOutbox)),
	)
}

func counted(name, help string, count func(context.Context) (int64, error)) prometheus.GaugeFunc {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
		defer cancel()
		n, err := count(ctx)
		if err != nil {
			return math.NaN()
		}
		return float64(n)
	})
}

var knownMethods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions,
}

func methodLabel(method string) string {
	if slices.Contains(knownMethods, method) {
		return method
	}
	return "other"
}

// observe counts one request. Labels take only values that we choose, so that strangers cannot create new series.
func (m *metrics) observe(c echo.Context, status int, took time.Duration) {
	method, route := methodLabel(c.Request().Method), c.Path()
	if route == "" {
		route = "other"
	}
	m.duration.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// showMetrics serves requests with the operator's token. For everyone else, the path does not exist.
func (s *Server) showMetrics(c echo.Context) error {
	token, ok := strings.CutPrefix(c.Request().Header.Get(echo.HeaderAuthorization), "Bearer ")
	right := subtle.ConstantTimeCompare([]byte(token), []byte(s.cfg.MetricsToken)) == 1
	if !ok || !right || s.cfg.MetricsToken == "" {
		return echo.ErrNotFound
	}
	s.metrics.handler.ServeHTTP(c.Response(), c.Request())
	return nil
}
