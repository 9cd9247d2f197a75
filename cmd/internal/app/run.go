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
	"quire/schema"
	"quire/worker"
	"quire/workflows"
)

// Roles are what a process does.
type Roles struct {
	API    bool
	Worker bool
}

// stopTimeout is how long a stop waits for requests and activities that are under way.
const stopTimeout = 25 * time.Second

// Listen takes the API's address, so that a port in use is told before anything else starts.
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

// Listeners are where a process is reached.
type Listeners struct {
	API     net.Listener // used by the API role
	Metrics net.Listener // nil: the process does not show /metrics on an address of its own
}

// Run plays the roles until ctx ends, then stops them in order: no new requests, no new work, then the rest.
func (a *App) Run(ctx context.Context, roles Roles, l Listeners) error {
	if roles.Worker && !roles.API && a.cfg.QdrantURL == "" && len(a.served(indexed)) > 0 {
		return errors.New("QUIRE_QDRANT_URL is not set: a worker of its own needs a Qdrant server (http://host:6334), for the embedded index lives in one process")
	}
	do, err := a.activities(roles)
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		a.awaitSearchAttributes(ctx)
		a.relay.Run(ctx)
		return nil
	})
	if roles.API {
		sweeper := &worker.Sweeper{
			DB: a.db, Client: a.temporal, Log: a.log, Every: a.cfg.SweepEvery, Idle: a.cfg.SweepIdle,
			Webhooks: a.webhooks(),
		}
		g.Go(func() error { sweeper.Run(ctx); return nil })
		g.Go(func() error { a.updateCatalog(ctx); return nil })
		g.Go(func() error { return a.serve(ctx, l.API, roles) })
	}
	if l.Metrics != nil {
		g.Go(func() error { return a.serveMetrics(ctx, l.Metrics, roles) })
	}
	if roles.Worker {
		g.Go(func() error {
			withIndex := *do
			if len(a.served(indexed)) == 0 {
				return nil
			}
			if withIndex.Index = a.awaitIndex(ctx); withIndex.Index == nil {
				return nil
			}
			return a.work(ctx, &withIndex, a.served(indexed))
		})
		g.Go(func() error { return a.work(ctx, do, a.served(unindexed)) })
	}
	return g.Wait()
}

func (a *App) activities(roles Roles) (*activities.Activities, error) {
	plans, faults := a.cfg.ParsePlans()
	if err := faults.Err(); err != nil {
		return nil, err
	}
	do := &activities.Activities{
		DB: a.db, Blobs: a.blobs, Egress: a.egress, Embed: a.embed, Chat: a.chat, Reranker: a.reranker, Log: a.log,
		Webhooks: a.webhooks(), Retention: a.cfg.Retention, MaxFetch: maxFile, Wake: a.relay.Wake,
		LostPages: a.metrics.lostPages, Allowance: func(plan string) schema.Allowance { return plans.Of(plan).Allowance },
	}
	if !roles.Worker {
		return do, nil
	}
	var err error
	if a.serves(workflows.QueueQuick) {
		if do.Quick, err = a.converter(false); err != nil {
			return nil, err
		}
	}
	if a.serves(workflows.QueueConvert) {
		do.Convert, err = a.converter(true)
	}
	return do, err
}

func (a *App) webhooks() activities.Webhooks {
	return activities.Webhooks{Signer: a.signer, PublicURL: a.publicURL(), LinkLifetime: a.cfg.LinkLifetime}
}

func (a *App) serve(ctx context.Context, l net.Listener, roles Roles) error {
	server, err := a.server(roles)
	if err != nil {
		return err
	}
	listening, stopListening := context.WithCancel(context.WithoutCancel(ctx))
	defer stopListening()
	go server.Run(listening)
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
