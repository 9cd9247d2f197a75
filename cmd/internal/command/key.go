package command

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

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
	Account  string `arg:"" help:"The account's name."`
	Name     string `help:"A name to recognise the key by."`
	ReadOnly bool   `help:"The key may read and ask questions, nothing else."`
}

// Run creates the key and prints it.
func (c *KeyCreate) Run(ctx context.Context, e *Env) error {
	pepper, err := e.Config.Pepper()
	if err != nil {
		return err
	}
	return e.withAccount(ctx, c.Account, func(db *schema.DB, a schema.Account) error {
		plain, err := NewKey(ctx, db, a.ID, apikey.Env(e.Config.Environment), pepper, c.Name, !c.ReadOnly)
		if err != nil {
			return err
		}
		fmt.Fprintln(e.Stdout, plain)
		return nil
	})
}

// NewKey makes a key of an account and returns it in clear, for the only time.
func NewKey(ctx context.Context, db *schema.DB, account uuid.UUID, env apikey.Env, pepper []byte, name string, write bool) (string, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	plain := apikey.New(env)
	_, err = db.InsertKey(ctx, schema.InsertKeyParams{
		ID: id, AccountID: account, Name: name, Display: apikey.Display(plain), Hash: apikey.Hash(pepper, plain),
		CanRead: true, CanWrite: write,
	})
	return plain, err
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
	ID string `arg:"" help:"The key's id, as 'key list' shows it."`
}

// Run revokes the key.
func (c *KeyRevoke) Run(ctx context.Context, e *Env) error {
	id, err := uuid.Parse(c.ID)
	if err != nil {
		return fmt.Errorf("%q is not a key's id: 'key list' shows them", c.ID)
	}
	db, err := e.database(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
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
