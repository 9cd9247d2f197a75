package command

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"quire/activities"
	"quire/cmd/internal/app"
)

// Reindex rebuilds the index for the configured embedding model.
type Reindex struct {
	Account string `help:"Only this account; the new index takes over after a run for all accounts."`
	DropOld bool   `help:"Only remove the indexes of previous models, which nothing reads any more."`
}

// progressEvery is the number of files after which a line reports an account's progress.
const progressEvery = 100

// Run reindexes and reports its progress.
func (c *Reindex) Run(ctx context.Context, e *Env) error {
	a, err := e.search(ctx)
	if err != nil {
		return err
	}
	defer a.Close()
	if c.DropOld {
		return dropOld(ctx, e, a)
	}
	names, err := c.accounts(ctx, a)
	if err != nil {
		return err
	}
	ids := make([]uuid.UUID, 0, len(names))
	for id := range names {
		ids = append(ids, id)
	}
	done, err := a.Reindex(ctx, ids, c.Account == "", func(p activities.ReindexProgress) {
		if p.Done == p.Total || p.Done%progressEvery == 0 {
			fmt.Fprintf(e.Stdout, "%s: %d of %d files, %d passages\n", names[p.Account], p.Done, p.Total, p.Passages)
		}
	})
	if err != nil {
		return err
	}
	switch {
	case done.Switched:
		_, err = fmt.Fprintln(e.Stdout, "the new index is now in use; --drop-old removes the previous one")
	case done.Embedded:
		_, err = fmt.Fprintln(e.Stdout, "the vectors are in the database: restart the service to load them")
	default:
		_, err = fmt.Fprintln(e.Stdout, "every passage is in the index")
	}
	return err
}

// accounts returns the names of the accounts to reindex, by id.
func (c *Reindex) accounts(ctx context.Context, a *app.App) (map[uuid.UUID]string, error) {
	list, err := a.DB().ListAccounts(ctx)
	if err != nil {
		return nil, err
	}
	names := map[uuid.UUID]string{}
	for _, account := range list {
		if c.Account == "" || account.Name == c.Account {
			names[account.ID] = account.Name
		}
	}
	if c.Account != "" && len(names) == 0 {
		return nil, fmt.Errorf("there is no account %q: 'account list' shows them", c.Account)
	}
	return names, nil
}

func dropOld(ctx context.Context, e *Env, a *app.App) error {
	names, err := a.DropOldIndexes(ctx)
	for _, name := range names {
		fmt.Fprintf(e.Stdout, "removed %s\n", name)
	}
	return err
}
