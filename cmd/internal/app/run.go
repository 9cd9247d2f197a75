package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"quire/activities"
	"quire/worker"
)

// stopTimeout is how long a shutdown waits for requests and activities in progress.
const stopTimeout = 25 * time.Second

// Listen listens on the API's address. It is called first, so that a port in use is reported before anything else
// starts.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use: stop what listens there, or set QUIRE_LISTEN to another address", address)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s (QUIRE_LISTEN): %w", address, err)
	}
	return l, nil
}

// Listeners are the addresses on which a process can be reached.
type Listeners struct {
	API     net.Listener // used by the API role
	Metrics net.Listener // nil if /metrics has no separate address
}

// Run plays the roles of the process until ctx ends, then stops them in order: no new requests, no new work, then the rest.
func (a *App) Run(ctx context.Context, l Listeners) error {
	do, err := a.activities()
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		a.awaitSearchAttributes(ctx)
		a.relay.Run(ctx)
		return nil
	})
	if a.roles.API {
		sweeper := &worker.Sweeper{
			DB: a.db, Client: a.temporal, Log: a.log, Every: a.cfg.SweepEvery, Idle: a.cfg.SweepIdle,
			Webhooks: a.webhooks(),
		}
		g.Go(func() error { sweeper.Run(ctx); return nil })
		g.Go(func() error { a.updateCatalog(ctx); return nil })
		g.Go(func() error { return a.serve(ctx, l.API) })
	}
	if l.Metrics != nil {
		g.Go(func() error { return a.serveMetrics(ctx, l.Metrics, map[string]http.HandlerFunc{"/healthz": a.health}) })
	}
	g.Go(func() error { return a.work(ctx, do, a.served(unindexed)) })
	g.Go(func() error { return a.workWithIndex(ctx, do) })
	return g.Wait()
}

func (a *App) webhooks() activities.Webhooks {
	return activities.Webhooks{Signer: a.signer, PublicURL: a.cfg.BaseURL(), LinkLifetime: a.cfg.LinkLifetime}
}

func (a *App) serve(ctx context.Context, l net.Listener) error {
	images := a.images()
	defer images.Close()
	server, err := a.server(images)
	if err != nil {
		return err
	}
	listening, stopListening := context.WithCancel(context.WithoutCancel(ctx))
	defer stopListening()
	go server.Run(listening)
	go images.Run(listening)
	if l, err = a.listenTLS(l); err != nil {
		return err
	}
	handler, err := a.withCodec(server.Handler())
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	select {
	case err := <-failed:
		return fmt.Errorf("API: %w", err)
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if err := srv.Shutdown(stop); err != nil {
		return errors.Join(err, srv.Close())
	}
	return nil
}
