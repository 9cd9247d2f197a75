package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"quire/internal/model"
	"quire/schema"
	"quire/worker"
)

const healthTimeout = 2 * time.Second

// metrics holds what all roles of a process export at /metrics.
type metrics struct {
	registry  *prometheus.Registry
	lostPages prometheus.Counter
	work      *worker.Metrics
	models    *model.Meter
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		lostPages: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "quire_convert_pages_lost_total",
			Help: "Converted pages whose blocks contain less than 98 % of the words in the text layer.",
		}),
	}
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "quire_build_info", Help: "1, with the version of this build and of Go.",
	}, []string{"version", "go_version"})
	build.WithLabelValues(Version, runtime.Version()).Set(1)
	m.registry.MustRegister(m.lostPages, build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.work, m.models = worker.NewMetrics(m.registry), model.NewMeter(m.registry)
	for _, kind := range []string{"chat", "embedding", "rerank", "vision"} {
		m.models.Of(kind)
	}
	return m
}

// watch exports the state of the parts of the process.
func (m *metrics) watch(a *App) {
	pool := func(name, help string, value func(schema.PoolStats) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return value(a.db.PoolStats()) })
	}
	m.registry.MustRegister(
		pool("quire_database_connections_in_use", "Connections in use.", func(s schema.PoolStats) float64 { return float64(s.InUse) }),
		pool("quire_database_connections_idle", "Idle connections.", func(s schema.PoolStats) float64 { return float64(s.Idle) }),
		pool("quire_database_connections_max", "Maximum number of connections of this process.", func(s schema.PoolStats) float64 { return float64(s.Most) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "quire_database_waits_total", Help: "Queries that had to wait for a connection.",
		}, func() float64 { return float64(a.db.PoolStats().Waits) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "quire_database_wait_seconds_total", Help: "Time that queries spent waiting for a connection.",
		}, func() float64 { return a.db.PoolStats().Waited.Seconds() }),
	)
	if a.temporal != nil {
		m.registry.MustRegister(worker.NewBacklog(a.temporal, a.cfg.TemporalNamespace))
	}
}

// meter returns the meter for calls to models of the given kind, or nil in commands, which count nothing.
func (m *metrics) meter(kind string) *model.KindMeter {
	if m == nil {
		return nil
	}
	return m.models.Of(kind)
}

// ListenMetrics listens on the address of /metrics. It returns nil if no address is configured.
func ListenMetrics(ctx context.Context, address string) (net.Listener, error) {
	if address == "" {
		return nil, nil //nolint:nilnil // a process need not export metrics
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("metrics (QUIRE_METRICS_LISTEN): %w", err)
	}
	return l, nil
}

// serveMetrics serves /metrics and the given checks on a separate listener until ctx ends.
func (a *App) serveMetrics(ctx context.Context, l net.Listener, checks map[string]http.HandlerFunc) error {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(a.metrics.registry, promhttp.HandlerOpts{}))
	for path, check := range checks {
		mux.HandleFunc("GET "+path, check)
	}
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute}
	defer context.AfterFunc(ctx, func() { _ = srv.Close() })()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("metrics (QUIRE_METRICS_LISTEN): %w", err)
	}
	return nil
}

// health responds with 200 if the process can take work: Temporal responds and, in a worker that needs the index, the
// index is open.
func (a *App) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	err := a.checkTemporal(ctx)
	if len(a.served(indexed)) > 0 {
		err = errors.Join(err, a.vectors.check(ctx))
	}
	if err != nil {
		a.log.WarnContext(ctx, "process cannot take work", "error", err)
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}
