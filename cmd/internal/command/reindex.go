package command

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

// Reindex brings the index to the configured embedding model.
type Reindex struct {
	Account string `help:"Only this account; the new index then waits for a run over all of them."`
}

// Run reindexes, with a line for each account.
func (c *Reindex) Run(ctx context.Context, e *Env) error {
	a, err := e.search(ctx)
	if err != nil {
		return err
	}
	defer a.Close()
	accounts, err := a.DB().ListAccounts(ctx)
	if err != nil {
		return err
	}
	names := map[uuid.UUID]string{}
	var ids []uuid.UUID
	for _, account := range accounts {
		if c.Account == "" || account.Name == c.Account {
			names[account.ID] = account.Name
			ids = append(ids, account.ID)
		}
	}
	if c.Account != "" && len(ids) == 0 {
		return fmt.Errorf("there is no account %q: 'account list' shows them", c.Account)
	}
	done, err := a.Reindex(ctx, ids, c.Account == "", func(account uuid.UUID, files, passages int) {
		fmt.Fprintf(e.Stdout, "%s: %d files, %d passages\n", names[account], files, passages)
	})
	if err != nil {
		return err
	}
	switch {
	case done.Switched:
		_, err = fmt.Fprintln(e.Stdout, "the new index answers from now on")
	case done.Embedded:
		_, err = fmt.Fprintln(e.Stdout, "the vectors are in the database: restart the service to load them")
	default:
		_, err = fmt.Fprintln(e.Stdout, "every passage is in the index")
	}
	return err
}
