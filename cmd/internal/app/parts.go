package app

import (
	"context"
	"log/slog"

	"go.temporal.io/sdk/client"

	"quire/internal/model"
	"quire/schema"
)

// Parts is an App of a configuration with nothing open yet, for looking at one part after the other. It logs nothing.
func Parts(cfg Config) *App { return &App{cfg: cfg, log: slog.New(slog.DiscardHandler)} }

// OpenDatabase opens the database, which Close closes. It does not wait for an answer.
func (a *App) OpenDatabase(ctx context.Context) (*schema.DB, error) {
	err := a.openDatabase(ctx)
	return a.db, err
}

// OpenTemporal opens a client of Temporal, which Close closes. It does not wait for an answer.
func (a *App) OpenTemporal(ctx context.Context) (client.Client, error) {
	err := a.openTemporal(ctx)
	return a.temporal, err
}

// OpenModel opens the endpoint of a model; nil when it has no address. what is its name in the settings, in small letters.
func (a *App) OpenModel(what, address string, cfg model.Config) (*model.Client, error) {
	return a.model(what, address, cfg)
}

// LinkBase is what links in webhooks begin with.
func (a *App) LinkBase() string { return a.publicURL() }

// CacheDir is where the cache of that name is; "" means the user's own.
func (a *App) CacheDir(name string) string { return a.cacheDir(name) }
