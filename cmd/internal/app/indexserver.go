package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc/codes"

	"quire/internal/index"
	"quire/internal/index/embedded"
)

// indexLock is the name of the lock under which only one process at a time serves the index of a database.
const indexLock = "quire index"

// ListenIndex listens on the address of the index.
func ListenIndex(ctx context.Context, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use: stop what listens there, or set QUIRE_INDEX_LISTEN to another address", address)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s (QUIRE_INDEX_LISTEN): %w", address, err)
	}
	return l, nil
}

// indexServer serves the embedded index to other processes.
type indexServer struct {
	app    *App
	server *embedded.Server
	ready  atomic.Bool
}

// ServeIndex serves the index on a listener until ctx ends. It first fills the index from the database, and fills it
// again whenever it may have missed a change; until then, callers are told to try again.
func (a *App) ServeIndex(ctx context.Context, l, metrics net.Listener) error {
	access, err := a.indexAccess()
	if err != nil {
		return err
	}
	s := &indexServer{app: a, server: embedded.NewServer()}
	defer s.server.Close()
	s.server.Pause()
	a.metrics.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quire_index_points", Help: "Passages in the index.",
	}, func() float64 { return float64(s.server.Points()) }))
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer context.AfterFunc(ctx, s.server.Close)()
		if err := s.server.Serve(l, access); err != nil && ctx.Err() == nil {
			return fmt.Errorf("index: %w", err)
		}
		return nil
	})
	if metrics != nil {
		alive := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }
		g.Go(func() error {
			return a.serveMetrics(ctx, metrics, map[string]http.HandlerFunc{"/healthz": alive, "/readyz": s.readyz})
		})
	}
	g.Go(func() error { s.run(ctx); return nil })
	return g.Wait()
}

// indexAccess returns the rules of who may call the index; it also counts the calls.
func (a *App) indexAccess() (embedded.Access, error) {
	access := embedded.Access{APIKey: a.cfg.QdrantAPIKey}
	pair, err := a.certificate("QUIRE_TLS", a.cfg.TLSCert, a.cfg.TLSKey)
	if err != nil {
		return access, err
	}
	if pair != nil {
		access.TLS = &tls.Config{GetCertificate: pair.Server, MinVersion: tls.VersionTLS12}
	}
	calls := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "quire_index_call_seconds", Help: "Calls to the index, by name and result.", Buckets: prometheus.ExponentialBuckets(.001, 4, 8),
	}, []string{"call", "code"})
	a.metrics.registry.MustRegister(calls)
	access.Watch = func(method string, code codes.Code, took time.Duration) {
		calls.WithLabelValues(path.Base(method), code.String()).Observe(took.Seconds())
	}
	return access, nil
}

// run keeps the index filled and open until ctx ends.
func (s *indexServer) run(ctx context.Context) {
	log := s.app.log
	waiting := func() { log.InfoContext(ctx, "another process serves the index; this one takes over when it ends") }
	for ctx.Err() == nil {
		err := s.app.db.Exclusively(ctx, indexLock, waiting, s.hold)
		s.close()
		if ctx.Err() != nil {
			return
		}
		log.WarnContext(ctx, "the index is not served", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(2 * time.Second):
		}
	}
}

// hold fills the index and admits callers until ctx ends. No other process serves the index at the same time, so every
// change is either in the database before the index is filled or is sent to this process afterwards.
func (s *indexServer) hold(ctx context.Context) error {
	started := time.Now()
	n, err := s.fill(ctx)
	if err != nil {
		return err
	}
	s.server.Resume()
	s.ready.Store(true)
	s.app.log.InfoContext(ctx, "index is open", "loaded", n, "took", time.Since(started))
	<-ctx.Done()
	s.close()
	return nil
}

func (s *indexServer) close() {
	s.ready.Store(false)
	s.server.Pause()
}

func (s *indexServer) fill(ctx context.Context) (int, error) {
	s.server.Clear()
	shape, err := s.app.indexShape(ctx)
	if err != nil {
		return 0, err
	}
	ix, err := index.OpenOn(ctx, shape, s.server)
	if err != nil {
		return 0, err
	}
	n, err := ix.Load(ctx, points(s.app.db.LoadPassages(ctx, nil), ix.Fingerprint()))
	return n, errors.Join(err, ix.Close())
}

// readyz responds with 200 while the index can be used.
func (s *indexServer) readyz(w http.ResponseWriter, _ *http.Request) {
	if !s.ready.Load() {
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}
