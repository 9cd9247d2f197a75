// Package temporal runs a Temporal server and its web UI inside this process, for one machine: all four services, one
// SQLite file, no authentication, reachable only from this machine. SQLite has one writer and the file is never
// migrated, so a cluster needs Temporal's own server instead.
package temporal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"go.temporal.io/server/common/authorization"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/metrics"
	"go.temporal.io/server/temporal"

	"quire/internal/dirlock"
)

const (
	// Namespace is the only namespace that Start creates.
	Namespace = "default"

	defaultRetention = 72 * time.Hour
	// stopLimit prevents a service that does not stop from keeping the process alive. The database file is safe at any
	// moment.
	stopLimit = 10 * time.Second
)

// Config says where the server keeps its data and where it listens.
type Config struct {
	// Dir is the directory of the database files. It is created on first use and locked.
	Dir string
	// Port is the frontend's port on 127.0.0.1; 0 chooses any free port.
	Port int
	// UIAddress is the host:port of the web UI; "" means no UI.
	UIAddress string
	// UIHosts are the names, besides localhost and its addresses, under which the web UI may be visited.
	UIHosts []string
	// Stores are external databases that already have Temporal's tables, as in production; nil means a file in Dir.
	Stores *Stores
	// Retention is how long closed workflows can be inspected; 0 means 72 hours.
	Retention time.Duration
	// Log receives warnings and errors; nil discards them.
	Log *slog.Logger
}

// ErrPort and ErrUIPort mean that the address of the frontend or of the web UI is in use. The message names the
// address.
var (
	ErrPort   = errors.New("Temporal's address is in use")
	ErrUIPort = errors.New("the address of Temporal's web UI is in use")
)

// Server is a running Temporal server.
type Server struct {
	hostPort string
	services temporal.Server
	serving  atomic.Bool
	ui       *webUI
	lock     *dirlock.Lock
	log      *slog.Logger
}

// Start starts the server and returns once workflows can be started in Namespace; ctx bounds the start. The first start
// creates the database, the namespace and the search attributes. Later starts continue all open workflows, even after
// the process was killed. Errors fit on one line; ErrPort, ErrUIPort and dirlock.ErrHeld can be told apart.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	cfg.Retention = cmp.Or(cfg.Retention, defaultRetention)
	addresses, release, err := chooseAddresses(cfg.Port)
	if err != nil {
		return nil, portError(err, ErrPort)
	}
	defer release()
	if err := checkFree(cfg.UIAddress); err != nil {
		return nil, portError(err, ErrUIPort)
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("Temporal cannot create its directory: %w", err)
	}
	lock, err := dirlock.Acquire(filepath.Join(cfg.Dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("Temporal cannot start: %w", err)
	}
	s := &Server{hostPort: addresses.frontend.String(), lock: lock, log: cfg.Log}
	if err := s.start(ctx, cfg, addresses); err != nil {
		s.Stop()
		return nil, fmt.Errorf("Temporal cannot start: %w", err)
	}
	return s, nil
}

func (s *Server) start(ctx context.Context, cfg Config, a addresses) error {
	stores := cfg.Stores
	if stores == nil {
		database := databaseIn(cfg.Dir)
		if err := prepareDatabase(database, cfg.Retention); err != nil {
			return fmt.Errorf("the database in %s cannot be used: restore it, or move it away to start afresh (%w)", cfg.Dir, err)
		}
		stores = &Stores{Default: database, Visibility: database, Shards: 1}
	}
	services, err := newServices(a, stores, logger{cfg.Log, &s.serving})
	if err != nil {
		return err
	}
	if err := services.Start(); err != nil {
		return err
	}
	s.services = services
	if cfg.Stores != nil {
		if err := registerNamespace(ctx, s.hostPort, cfg.Retention); err != nil {
			return fmt.Errorf("register the namespace: %w", err)
		}
	}
	if err := awaitNamespace(ctx, s.hostPort, cfg.Retention); err != nil {
		return err
	}
	if cfg.UIAddress != "" {
		if s.ui, err = startUI(ctx, cfg.UIAddress, s.hostPort, cfg.UIHosts); err != nil {
			return err
		}
	}
	s.serving.Store(true)
	return nil
}

func newServices(a addresses, stores *Stores, log logger) (temporal.Server, error) {
	return temporal.NewServer(
		temporal.WithConfig(serverConfig(a, stores)),
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithStaticHosts(a.hosts()),
		temporal.WithDynamicConfigClient(dynamicConfig),
		temporal.WithLogger(log),
		temporal.WithCustomMetricsHandler(metrics.NoopMetricsHandler),
		temporal.WithAuthorizer(authorization.NewNoopAuthorizer()),
		temporal.WithClaimMapper(func(*config.Config) authorization.ClaimMapper {
			return authorization.NewNoopClaimMapper()
		}),
	)
}

// HostPort returns the frontend's address, for the SDK's client.Options.
func (s *Server) HostPort() string { return s.hostPort }

// Stop stops the UI and the services within seconds. Workflows continue when the server is started again. It may be
// called more than once.
func (s *Server) Stop() {
	s.serving.Store(false)
	if s.ui != nil {
		s.ui.stop()
		s.ui = nil
	}
	if !s.stopServices() {
		return // the services are still running in this process, so it keeps the lock
	}
	if err := s.lock.Release(); err != nil && !errors.Is(err, os.ErrClosed) {
		s.log.Warn("Temporal's directory could not be unlocked", "error", err)
	}
}

// stopServices reports whether the services have stopped.
func (s *Server) stopServices() bool {
	if s.services == nil {
		return true
	}
	stopped := make(chan error, 1)
	go func() { stopped <- s.services.Stop() }()
	select {
	case err := <-stopped:
		if err != nil {
			s.log.Warn("Temporal did not stop cleanly", "error", err)
		}
		s.services = nil
		return true
	case <-time.After(stopLimit):
		s.log.Warn("Temporal is taking too long to stop, leaving it behind", "limit", stopLimit)
		return false
	}
}
