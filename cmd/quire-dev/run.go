package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"quire/cmd/internal/app"
	"quire/cmd/internal/command"
	"quire/cmd/quire-dev/temporal"
	"quire/internal/dirlock"
	"quire/internal/pgcluster"
)

// applicationRole is the PostgreSQL role of the running service. The cluster's own role owns the tables.
const applicationRole = "quire_app"

const stopTimeout = 20 * time.Second

type runAll struct{}

// Run plays every role until ctx ends, then stops them in reverse order.
func (runAll) Run(ctx context.Context, cfg *config, term terminal) error {
	if err := cfg.makeDataDir(); err != nil {
		return err
	}
	lock, err := dirlock.Acquire(filepath.Join(cfg.DataDir, "lock"))
	if errors.Is(err, dirlock.ErrHeld) {
		return fmt.Errorf("another quire-dev is running in %s: stop it, or set QUIRE_DATA_DIR to another directory", cfg.DataDir)
	}
	if err != nil {
		return err
	}
	defer lock.Release() //nolint:errcheck // the process ends
	listener, err := app.Listen(ctx, cfg.App.Listen)
	if err != nil {
		return err
	}
	metrics, err := listenMetrics(ctx, cfg.App.MetricsListen)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	log, closeLog, err := openLog(cfg, term)
	if err != nil {
		return errors.Join(err, listener.Close(), metrics.Close())
	}
	defer closeLog()
	return (&embedded{cfg: cfg, term: term, log: log}).run(ctx, app.Listeners{API: listener, Metrics: metrics})
}

// metricsAddress is where the embedded run serves /metrics by default. If the port is in use, it chooses another one.
const metricsAddress = "127.0.0.1:9090"

func listenMetrics(ctx context.Context, address string) (net.Listener, error) {
	if address != "" {
		return app.ListenMetrics(ctx, address)
	}
	if l, err := app.ListenMetrics(ctx, metricsAddress); err == nil {
		return l, nil
	}
	return app.ListenMetrics(ctx, "127.0.0.1:0")
}

// embedded is the process tree while it runs.
type embedded struct {
	cfg      *config
	term     terminal
	log      *slog.Logger
	postgres *pgcluster.Cluster
	temporal *temporal.Server
}

func (e *embedded) run(ctx context.Context, l app.Listeners) error {
	defer l.API.Close()
	defer l.Metrics.Close()
	defer e.stop()
	roles, err := e.cfg.App.WithSecrets()
	if err != nil {
		return err
	}
	if err := e.startParts(ctx); err != nil {
		return err
	}
	roles.DatabaseURL = e.postgres.URLAs(applicationRole, pgcluster.Database)
	roles.DatabaseOwnerURL = e.postgres.URL(pgcluster.Database)
	if err := roles.MigrateOwn(ctx); err != nil {
		return err
	}
	a, err := app.Open(ctx, roles, app.Roles{API: true, Worker: true}, e.log)
	if err != nil {
		return err
	}
	defer a.Close()
	key, err := command.FirstKey(ctx, a.DB(), roles)
	if err != nil {
		return err
	}
	if err := os.WriteFile(e.cfg.addressFile(), []byte(roles.DatabaseURL+"\n"+roles.DatabaseOwnerURL+"\n"), 0o600); err != nil {
		return err
	}
	defer os.Remove(e.cfg.addressFile())
	return e.play(ctx, a, roles, l, key)
}

// play runs the roles. PostgreSQL is restarted whenever it dies, and the roles wait for it.
func (e *embedded) play(ctx context.Context, a *app.App, roles app.Config, l app.Listeners, key string) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return a.Run(ctx, l) })
	g.Go(func() error {
		base := e.base(l.API.Addr())
		if !awaitReady(ctx, base) {
			return nil
		}
		link, err := command.WelcomeLink(ctx, a.DB(), roles, base)
		if err != nil {
			e.log.WarnContext(ctx, "cannot create a login link", "error", err)
		}
		e.greet(l, key, link)
		return nil
	})
	return g.Wait()
}

// startParts starts PostgreSQL and Temporal in parallel.
func (e *embedded) startParts(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() (err error) {
		e.postgres, err = pgcluster.Open(ctx, pgcluster.Config{Dir: filepath.Join(e.cfg.DataDir, "postgres"), Log: e.log})
		return nameSetting(err)
	})
	g.Go(func() (err error) {
		e.temporal, err = temporal.Start(ctx, e.cfg.temporal(e.log))
		return nameSetting(err)
	})
	return g.Wait()
}

// nameSetting adds to the error of a failed start the setting that can fix it.
func nameSetting(err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, pgcluster.ErrNotInstalled):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: other programs used all of the processor time; start it again", err)
	case errors.Is(err, temporal.ErrPort):
		return fmt.Errorf("%w: stop what is listening there, or set QUIRE_TEMPORAL_PORT to another port", err)
	case errors.Is(err, temporal.ErrUIPort):
		return fmt.Errorf("%w: stop what is listening there, or set QUIRE_TEMPORAL_UI_PORT to another port", err)
	}
	return fmt.Errorf("%w; QUIRE_DATA_DIR sets the data directory", err)
}

func (c *config) temporal(log *slog.Logger) temporal.Config {
	return temporal.Config{
		Dir: filepath.Join(c.DataDir, "temporal"), Port: c.TemporalPort,
		UIAddress: fmt.Sprintf("127.0.0.1:%d", c.UIPort), UIHosts: c.UIHosts, Log: log,
	}
}

func (e *embedded) stop() {
	if e.temporal != nil {
		e.temporal.Stop()
	}
	if e.postgres != nil {
		ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
		defer cancel()
		if err := e.postgres.Stop(ctx); err != nil {
			e.log.Warn("PostgreSQL did not stop cleanly", "error", err)
		}
	}
}

type runTemporal struct{}

// Run serves Temporal until ctx ends.
func (runTemporal) Run(ctx context.Context, cfg *config, term terminal) error {
	if err := cfg.makeDataDir(); err != nil {
		return err
	}
	s, err := temporal.Start(ctx, cfg.temporal(slog.New(slog.NewTextHandler(term.err, nil))))
	if err != nil {
		return nameSetting(err)
	}
	fmt.Fprintf(term.out, "Temporal  %s\nweb UI    http://127.0.0.1:%d\n", s.HostPort(), cfg.UIPort)
	<-ctx.Done()
	s.Stop()
	return nil
}
