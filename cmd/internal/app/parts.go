package app

import (
	"context"
	"log/slog"

	"go.temporal.io/sdk/client"

	"quire/internal/model"
	"quire/schema"
)

// Parts returns an App with nothing open yet, for examining one part after another. It logs nothing.
func Parts(cfg Config) *App { return &App{cfg: cfg, log: slog.New(slog.DiscardHandler)} }

// OpenDatabase opens the database, which Close closes. It does not wait for a response.
func (a *App) OpenDatabase(ctx context.Context) (*schema.DB, error) {
	err := a.openDatabase(ctx)
	return a.db, err
}

// OpenTemporal opens a Temporal client, which Close closes. It does not wait for a response.
func (a *App) OpenTemporal(ctx context.Context) (client.Client, error) {
	err := a.openTemporal(ctx)
	return a.temporal, err
}

// OpenModel opens a model's endpoint. It returns nil if there is no address. what is the model's name in the settings,
// in lower case.
func (a *App) OpenModel(what, address string, cfg model.Config) (*model.Client, error) {
	return a.model(what, address, cfg)
}

// LinkBase returns the beginning of links in webhooks.
func (a *App) LinkBase() string { return a.cfg.BaseURL() }

// CacheDir returns the directory of the named cache; "" means the user's cache directory.
func (a *App) CacheDir(name string) string { return a.cacheDir(name) }
