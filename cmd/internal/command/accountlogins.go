package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"quire/schema"
)

// loginsAtOnce is how many logins are read per query.
const loginsAtOnce = 100

// AccountLogins lists logins.
type AccountLogins struct {
	Name string `arg:"" help:"The account's name."`
	Listing
}

// Run lists them.
func (c *AccountLogins) Run(ctx context.Context, e *Env) error {
	return e.withAccount(ctx, c.Name, func(db *schema.DB, a schema.Account) error {
		var records []loginRecord
		for {
			rows, _, err := db.Logins(ctx, a.ID, len(records), loginsAtOnce)
			if err != nil {
				return err
			}
			records = append(records, mapped(rows, newLoginRecord)...)
			if len(rows) < loginsAtOnce {
				break
			}
		}
		return list(e, c.Listing, records, "ID\tWHO\tMETHOD\tUSED\tEXPIRES", func(l loginRecord) []any {
			return []any{l.ID, l.Name, l.Method, l.LastUsedAt.UTC().Format(time.DateTime), l.ExpiresAt.UTC().Format(time.DateTime)}
		})
	})
}

// AccountLogout ends logins.
type AccountLogout struct {
	Name string      `arg:"" help:"The account's name."`
	IDs  []uuid.UUID `arg:"" optional:"" name:"id" help:"The logins, as 'account logins' lists them."`
	All  bool        `help:"End all logins of the account."`
}

// Run ends them.
func (c *AccountLogout) Run(ctx context.Context, e *Env) error {
	if c.All == (len(c.IDs) > 0) {
		return errors.New("give the ids of logins, or --all")
	}
	return e.withAccount(ctx, c.Name, func(db *schema.DB, a schema.Account) error {
		ended, err := c.end(ctx, db, a.ID)
		fmt.Fprintf(e.Stdout, "%d logins ended\n", ended)
		return err
	})
}

func (c *AccountLogout) end(ctx context.Context, db *schema.DB, account uuid.UUID) (ended int, err error) {
	for _, id := range c.IDs {
		if err := db.EndLoginOf(ctx, account, id); err != nil {
			return ended, fmt.Errorf("%s: %w", id, err)
		}
		ended++
	}
	for c.All {
		rows, _, err := db.Logins(ctx, account, 0, loginsAtOnce)
		if err != nil || len(rows) == 0 {
			return ended, err
		}
		for _, l := range rows {
			switch err := db.EndLoginOf(ctx, account, l.ID); {
			case errors.Is(err, schema.ErrLoginNotFound): // it has ended by itself
			case err != nil:
				return ended, err
			default:
				ended++
			}
		}
	}
	return ended, nil
}
