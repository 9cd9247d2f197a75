package app

import (
	"context"

	"github.com/google/uuid"

	"quire/activities"
)

// Search looks for passages as the service does. Of an embedded index it makes a copy, with the account's passages.
func (a *App) Search(ctx context.Context, in activities.SearchInput) ([]activities.SearchHit, error) {
	ix, _, err := a.OpenIndex(ctx, &in.Account)
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	do := &activities.Activities{DB: a.db, Index: ix, Embed: a.embed, Log: a.log}
	return do.Search(ctx, in)
}

// Reindexed is what came of a Reindex.
type Reindexed struct {
	Switched bool // the index of a new embedding model answers from now on
	Embedded bool // only the database was changed: the service loads the vectors when it starts
}

// Reindex brings the accounts' passages into the index of the configured embedding model, and makes it the one that
// answers when all says that there are no other accounts.
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

// DropOldIndexes removes the indexes of former embedding models, and names them.
func (a *App) DropOldIndexes(ctx context.Context) ([]string, error) {
	ix, err := a.EmptyIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	return ix.DropRetired(ctx)
}
