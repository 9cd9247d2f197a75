package app

import (
	"context"

	"github.com/google/uuid"

	"quire/activities"
	"quire/internal/retrieve"
)

// Search searches for passages as the service does. If the index is embedded, it searches a copy that holds only the
// account's passages.
func (a *App) Search(ctx context.Context, in retrieve.Question) ([]retrieve.Hit, error) {
	ix, _, err := a.OpenIndex(ctx, &in.Account)
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	searcher := retrieve.Searcher{DB: a.db, Index: ix, Embed: a.embed, Log: a.log}
	return searcher.Search(ctx, in)
}

// Reindexed is the outcome of a Reindex.
type Reindexed struct {
	Switched bool // the index of a new embedding model is now in use
	Embedded bool // only the database was changed; the service loads the vectors when it starts
}

// Reindex adds the accounts' passages to the index of the configured embedding model. If all is set, meaning that there
// are no other accounts, it also switches to that index.
func (a *App) Reindex(ctx context.Context, accounts []uuid.UUID, all bool, progress func(activities.ReindexProgress)) (Reindexed, error) {
	ix, err := a.EmptyIndex(ctx)
	if err != nil {
		return Reindexed{}, err
	}
	defer ix.Close()
	r := &activities.Reindexer{DB: a.db, Index: ix, Embed: a.embed, Progress: progress}
	switched, err := r.Run(ctx, accounts, all)
	return Reindexed{Switched: switched, Embedded: ix.Embedded()}, err
}

// DropOldIndexes removes the indexes of previous embedding models and returns their names.
func (a *App) DropOldIndexes(ctx context.Context) ([]string, error) {
	ix, err := a.EmptyIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	return ix.DropRetired(ctx)
}
