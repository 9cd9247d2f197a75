package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"quire/api"
	"quire/cmd/internal/app"
	"quire/internal/apikey"
	"quire/schema"
)

// Key are the commands about API keys.
type Key struct {
	Create KeyCreate `cmd:"" help:"Create a key; it is shown once."`
	List   KeyList   `cmd:"" help:"List the keys of an account."`
	Revoke KeyRevoke `cmd:"" help:"Revoke a key, at once and for good."`
}

// KeyCreate makes a key.
type KeyCreate struct {
	Account  string `arg:"" help:"The account's name; the first account of a database is made with its key."`
	Name     string `help:"A name to recognise the key by."`
	ReadOnly bool   `help:"The key may read and ask questions, nothing else."`
	IfNone   bool   `help:"Do nothing when the account has had a key before: for a first start."`
}

// Run creates the key and prints it.
func (c *KeyCreate) Run(ctx context.Context, e *Env) error {
	db, err := e.database(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	made, err := ensureFirstAccount(ctx, db, c.Account)
	if err != nil {
		return err
	}
	if made {
		fmt.Fprintf(e.Stderr, "made the account %s; 'account secret %[1]s' shows what signs its webhooks\n", c.Account)
	}
	a, err := accountNamed(ctx, db, c.Account)
	if err != nil {
		return err
	}
	if c.IfNone {
		if keys, err := db.ListKeys(ctx, a.ID); err != nil || len(keys) > 0 {
			return err
		}
	}
	plain, err := NewKey(ctx, db, a, e.Config, c.Name, !c.ReadOnly)
	if err != nil {
		return err
	}
	fmt.Fprintln(e.Stdout, plain)
	return nil
}

// FirstAccount is the account that a first start makes.
const FirstAccount = "default"

// FirstKey makes the first account of a database and a key of it, which it returns in clear for the only time; "" when
// the database has had a key of that account, or has other accounts only.
func FirstKey(ctx context.Context, db *schema.DB, cfg app.Config) (string, error) {
	if _, err := ensureFirstAccount(ctx, db, FirstAccount); err != nil {
		return "", err
	}
	a, err := db.AccountNamed(ctx, FirstAccount)
	if errors.Is(err, schema.ErrAccountNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if keys, err := db.ListKeys(ctx, a.ID); err != nil || len(keys) > 0 {
		return "", err
	}
	return NewKey(ctx, db, a, cfg, "first start", true)
}

// ensureFirstAccount makes the account when the database has none at all, and reports whether it did. Of two processes
// that do so at once, one makes it.
func ensureFirstAccount(ctx context.Context, db *schema.DB, name string) (bool, error) {
	accounts, err := db.ListAccounts(ctx)
	if err != nil || len(accounts) > 0 {
		return false, err
	}
	_, _, err = app.CreateAccount(ctx, db, name, api.DefaultPlan)
	if taken, ok := errors.AsType[*schema.Error](err); ok && taken.Code == schema.Conflict {
		return false, nil
	}
	return err == nil, err
}

// NewKey makes a key of an account and returns it in clear, for the only time. OverQuota when its plan allows no more.
func NewKey(ctx context.Context, db *schema.DB, account schema.Account, cfg app.Config, name string, write bool) (string, error) {
	plans, faults := cfg.ParsePlans()
	if err := faults.Err(); err != nil {
		return "", err
	}
	pepper, err := pepperOf(cfg)
	if err != nil {
		return "", err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	plain := apikey.New(apikey.Env(cfg.Environment))
	_, err = db.InsertKey(ctx, schema.InsertKeyParams{
		ID: id, AccountID: account.ID, Name: name, Display: apikey.Display(plain), Hash: apikey.Hash(pepper, plain),
		CanRead: true, CanWrite: write,
	}, plans.Of(account.Plan).Keys)
	return plain, err
}

// pepperOf is the key pepper, given or from the file of secrets.
func pepperOf(cfg app.Config) ([]byte, error) {
	cfg, err := cfg.WithSecrets()
	if err != nil {
		return nil, err
	}
	return cfg.Pepper()
}

// KeyList lists the keys of an account.
type KeyList struct {
	Account string `arg:"" help:"The account's name."`
}

// Run lists them.
func (c *KeyList) Run(ctx context.Context, e *Env) error {
	return e.withAccount(ctx, c.Account, func(db *schema.DB, a schema.Account) error {
		keys, err := db.ListKeys(ctx, a.ID)
		if err != nil {
			return err
		}
		rows := make([][]any, 0, len(keys))
		for _, k := range keys {
			rows = append(rows, []any{k.ID, k.Display, k.Name, permissions(k), since(k.LastUsedAt, "never"), since(k.RevokedAt, "")})
		}
		return e.table("ID\tKEY\tNAME\tMAY\tLAST USED\tREVOKED", rows)
	})
}

func permissions(k schema.APIKey) string {
	if k.CanWrite {
		return "read, write"
	}
	return "read"
}

func since(t *time.Time, none string) string {
	if t == nil {
		return none
	}
	return t.Format(time.DateTime)
}

// KeyRevoke ends a key.
type KeyRevoke struct {
	Key string `arg:"" help:"The key itself, or its id as 'key list' shows it."`
}

// Run revokes the key.
func (c *KeyRevoke) Run(ctx context.Context, e *Env) error {
	db, err := e.database(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	id, err := c.id(ctx, db, e.Config)
	if err != nil {
		return err
	}
	n, err := db.RevokeKey(ctx, id)
	if err != nil {
		return err
	}
	if n == 0 {
		return schema.ErrKeyNotFound
	}
	fmt.Fprintln(e.Stdout, "revoked")
	return nil
}

func (c *KeyRevoke) id(ctx context.Context, db *schema.DB, cfg app.Config) (uuid.UUID, error) {
	if _, ok := apikey.Parse(c.Key); !ok {
		id, err := uuid.Parse(c.Key)
		if err != nil {
			return uuid.Nil, errors.New("give a key, or the id of one: 'key list' shows them")
		}
		return id, nil
	}
	pepper, err := pepperOf(cfg)
	if err != nil {
		return uuid.Nil, err
	}
	owner, err := db.Authenticate(ctx, apikey.Hash(pepper, c.Key))
	if refused, ok := errors.AsType[*schema.Error](err); ok && refused.Code == schema.Unauthorized {
		return uuid.Nil, schema.ErrKeyNotFound
	}
	return owner.KeyID, err
}
