package command

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/google/uuid"

	"quire/cmd/internal/app"
	"quire/internal/apikey"
	"quire/schema"
)

// LinkLifetime is how long an unused login link works.
const LinkLifetime = 15 * time.Minute

// LoginLink prints a link that logs a browser in.
type LoginLink struct {
	Account     string        `arg:"" default:"default" help:"The account's name."`
	Permissions []string      `default:"read,write,admin" help:"What the browser may do: read, write, admin."`
	Lifetime    time.Duration `default:"15m" help:"How long the link works."`
}

// Run creates the link and prints it.
func (c *LoginLink) Run(ctx context.Context, e *Env) error {
	may, err := schema.PermissionsOf(c.Permissions)
	if err != nil {
		return fmt.Errorf("--permissions: %w", err)
	}
	if err := e.checkSecrets(); err != nil {
		return err
	}
	return e.withAccount(ctx, c.Account, func(db *schema.DB, a schema.Account) error {
		link, err := newLoginLink(ctx, db, e.Config, a.ID, may, c.Lifetime, e.Config.BaseURL())
		if err != nil {
			return err
		}
		fmt.Fprintln(e.Stdout, link)
		return nil
	})
}

// WelcomeLink returns a link that logs in to the first account, or "" if there is none. base is the service's address.
func WelcomeLink(ctx context.Context, db *schema.DB, cfg app.Config, base string) (string, error) {
	accounts, err := db.ListAccounts(ctx)
	if err != nil || len(accounts) == 0 {
		return "", err
	}
	everything := schema.Permissions{Read: true, Write: true, Admin: true}
	return newLoginLink(ctx, db, cfg, accounts[0].ID, everything, LinkLifetime, base)
}

// newLoginLink returns a link whose token is in the fragment, which browsers do not send: it appears in no log, and
// software that opens links ahead of time does not use it up.
func newLoginLink(ctx context.Context, db *schema.DB, cfg app.Config, account uuid.UUID, may schema.Permissions, lifetime time.Duration, base string) (string, error) {
	pepper, err := pepperOf(cfg)
	if err != nil {
		return "", err
	}
	token := rand.Text()
	if err := db.CreateLoginLink(ctx, apikey.Hash(pepper, token), account, may, lifetime); err != nil {
		return "", err
	}
	return base + "/app/#login=" + token, nil
}
