package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

const healthTimeout = 2 * time.Second

// metrics are what all roles of a process show at /metrics.
type metrics struct {
	registry  *prometheus.Registry
	lostPages prometheus.Counter
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		lostPages: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "quire_convert_pages_lost_total",
			Help: "Converted pages whose blocks hold less than 98 % of the words of the text layer.",
		}),
	}
	m.registry.MustRegister(m.lostPages, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// serveMetrics is what a worker of its own shows: it has no other HTTP. It returns when ctx ends.
func (a *App) serveMetrics(ctx context.Context) error {
	l, err := Listen(ctx, a.cfg.MetricsListen)
	if err != nil {
		return fmt.Errorf("metrics (QUIRE_METRICS_LISTEN): %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(a.metrics.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", a.workerHealth)
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute}
	defer context.AfterFunc(ctx, func() { _ = srv.Close() })()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("metrics (QUIRE_METRICS_LISTEN): %w", err)
	}
	return nil
}

// workerHealth is 200 when Temporal answers and the index is open: the worker can take work.
func (a *App) workerHealth(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	if err := errors.Join(a.checkTemporal(ctx), a.vectors.check(ctx)); err != nil {
		a.log.WarnContext(ctx, "worker cannot take work", "error", err)
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}
