package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/workflow"

	"quire/internal/blob"
	"quire/internal/egress"
	"quire/internal/embedding"
	"quire/internal/model"
	"quire/schema"
	"quire/worker"
	"quire/workflows"
)

// App holds what the roles of one process share.
type App struct {
	cfg      Config
	roles    Roles
	readers  Readers
	log      *slog.Logger
	db       *schema.DB
	blobs    *blob.Store
	signer   *blob.Signer       // nil if no links are created or checked
	egress   *egress.Client     // nil if no user-supplied addresses are used
	embed    embedding.Embedder // nil if there is no embedding model
	chat     *model.Client      // nil if answers are quotations
	reranker *model.Client      // nil if there is none
	vectors  vectorStore
	temporal client.Client
	relay    *worker.Relay
	metrics  *metrics
	traces   *sdktrace.TracerProvider // nil if nothing collects traces
	closers  []func()
}

// Open connects to what the roles need and to nothing else. It does not wait for Temporal: work accepted in the
// meantime waits in the outbox.
func Open(ctx context.Context, cfg Config, roles Roles, log *slog.Logger) (*App, error) {
	readers := cfg.Readers(roles)
	if len(cfg.AbsentSecrets(readers)) > 0 {
		with, err := cfg.WithSecrets()
		if err != nil {
			return nil, err
		}
		cfg = with
	}
	if err := append(cfg.Incomplete(readers), cfg.AbsentSecrets(readers)...).Err(); err != nil {
		return nil, err
	}
	a := &App{cfg: cfg, roles: roles, readers: readers, log: log, vectors: vectorStore{open: make(chan struct{})}, metrics: newMetrics()}
	if err := a.openParts(ctx); err != nil {
		a.Close()
		return nil, err
	}
	a.metrics.watch(a)
	a.relay = worker.NewRelay(a.db, a.temporal, log)
	return a, nil
}

// openParts opens the parts for which one of the readers reads a setting.
func (a *App) openParts(ctx context.Context) error {
	for _, part := range []struct {
		setting string
		open    func(context.Context) error
	}{
		{"OTEL_EXPORTER_OTLP_ENDPOINT", a.openTracing},
		{"QUIRE_DATABASE_URL", a.openDatabase},
		{"QUIRE_BLOBS", a.openBlobs},
		{"QUIRE_LINK_SECRET", a.openSigner},
		{"QUIRE_ALLOW_PRIVATE", a.openEgress},
		{"QUIRE_TEMPORAL_ADDRESS", a.openTemporal},
		{"QUIRE_EMBEDDING_URL", a.openEmbedding},
		{"QUIRE_CHAT_URL", a.openChat},
		{"QUIRE_RERANK_URL", a.openReranker},
	} {
		if !a.readers.Read(part.setting) {
			continue
		}
		if err := part.open(ctx); err != nil {
			return err
		}
	}
	return nil
}

// OpenSearch connects to what a search needs: the database and the embedding model.
func OpenSearch(ctx context.Context, cfg Config, log *slog.Logger) (*App, error) {
	a := &App{cfg: cfg, log: log}
	for _, open := range []func(context.Context) error{a.openDatabase, a.openEmbedding} {
		if err := open(ctx); err != nil {
			a.Close()
			return nil, err
		}
	}
	return a, nil
}

// Close closes everything, in the reverse order of opening.
func (a *App) Close() {
	for _, v := range slices.Backward(a.closers) {
		v()
	}
}

func (a *App) openDatabase(ctx context.Context) error {
	if err := a.cfg.allowedDatabase(); err != nil {
		return err
	}
	db, err := schema.Open(ctx, a.cfg.DatabaseURL, a.cfg.DatabaseConnections)
	if err != nil {
		return err
	}
	a.db = db
	a.closers = append(a.closers, db.Close)
	return nil
}

func (a *App) openBlobs(ctx context.Context) error {
	if err := a.cfg.allowed("QUIRE_BLOBS", a.cfg.Blobs); err != nil {
		return err
	}
	store, err := blob.Open(ctx, a.cfg.Blobs)
	if err != nil {
		return fmt.Errorf("blob store (QUIRE_BLOBS): %w", err)
	}
	a.blobs = store
	a.closers = append(a.closers, func() { _ = store.Close() })
	return nil
}

func (a *App) openSigner(context.Context) error {
	current, err := secret("QUIRE_LINK_SECRET", a.cfg.LinkSecret)
	if err != nil {
		return err
	}
	keys := map[string][]byte{"1": current}
	if a.cfg.LinkSecretOld != "" {
		old, err := secret("QUIRE_LINK_SECRET_OLD", a.cfg.LinkSecretOld)
		if err != nil {
			return err
		}
		keys["0"] = old
	}
	a.signer, err = blob.NewSigner(keys, "1")
	return err
}

func (a *App) openEgress(context.Context) error {
	denied, err := prefixes("QUIRE_DENIED_NETWORKS", a.cfg.DeniedNetworks)
	if err != nil {
		return err
	}
	nat64, err := prefixes("QUIRE_NAT64_PREFIXES", a.cfg.NAT64Prefixes)
	if err != nil {
		return err
	}
	client, err := egress.New(egress.Config{
		AllowLoopback: a.cfg.AllowLoopback, AllowPrivate: a.cfg.AllowPrivate, DeniedPrefixes: denied, NAT64Prefixes: nat64,
		UserAgent: "Quire/1",
	})
	a.egress = client
	return err
}

func (a *App) openTemporal(context.Context) error {
	tracing, err := a.interceptors()
	if err != nil {
		return err
	}
	if err := a.cfg.allowed("QUIRE_TEMPORAL_ADDRESS", a.cfg.TemporalAddress); err != nil {
		return err
	}
	options := client.Options{
		HostPort: a.cfg.TemporalAddress, Namespace: a.cfg.TemporalNamespace,
		Logger: newSDKLogger(a.log), Interceptors: tracing,
		ContextPropagators: []workflow.ContextPropagator{workflows.RequestIDs{}},
	}
	if err := errors.Join(a.secureTemporal(&options), a.cfg.encryptPayloads(&options)); err != nil {
		return err
	}
	c, err := client.NewLazyClient(options)
	if err != nil {
		return fmt.Errorf("Temporal (QUIRE_TEMPORAL_ADDRESS): %w", err)
	}
	a.temporal = c
	a.closers = append(a.closers, c.Close)
	return nil
}

// DB returns the database, for commands.
func (a *App) DB() *schema.DB { return a.db }
