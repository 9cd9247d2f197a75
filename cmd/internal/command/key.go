package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"

	"quire/api"
	"quire/cmd/internal/app"
	"quire/cmd/internal/settings"
	"quire/internal/apikey"
	"quire/schema"
)

// Key groups the commands about API keys.
type Key struct {
	Create KeyCreate `cmd:"" help:"Create a key and print it; it is shown only once."`
	List   KeyList   `cmd:"" help:"List the keys of an account."`
	Revoke KeyRevoke `cmd:"" help:"Revoke a key immediately and permanently."`
}

// KeyCreate creates a key.
type KeyCreate struct {
	Account     string   `arg:"" help:"The account's name; the first account of a database is created together with its key."`
	Name        string   `help:"A name by which to recognise the key."`
	Permissions []string `xor:"may" help:"What the key may do: read, write, admin, and operator, which is to manage all accounts. By default read and write, and the first key of an account may also manage it."`
	ReadOnly    bool     `xor:"may" help:"Restrict the key to reading and asking questions, like --permissions read."`
	Collection  []string `help:"Limit the key to this collection, by its name or id; may be repeated. It then reaches nothing else of the account."`
	Extractor   []string `help:"Limit the key to this extractor, by its slug or id, and the documents given to it; may be repeated."`
	Expires     string   `help:"When the key ends: a date such as 2027-12-31, whose end is meant, in UTC, or a duration such as 90d. By default never."`
	IfNone      bool     `help:"Do nothing if the account has ever had a key; meant for a first start."`
}

// Run creates the key and prints it.
func (c *KeyCreate) Run(ctx context.Context, e *Env) error {
	wanted, err := c.wanted()
	if err != nil {
		return err
	}
	if err := e.checkSecrets(); err != nil {
		return err
	}
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
		fmt.Fprintf(e.Stderr, "created the account %s; 'account secret %[1]s' shows the secret that signs its webhooks\n", c.Account)
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
	if err := c.limit(ctx, db, a.ID, &wanted); err != nil {
		return err
	}
	plain, err := newKey(ctx, db, a, e.Config, wanted)
	if err != nil {
		return err
	}
	fmt.Fprintln(e.Stdout, plain)
	return nil
}

// wanted returns the parameters of the new key that the command line determines.
func (c *KeyCreate) wanted() (schema.InsertKeyParams, error) {
	k := ordinaryKey(c.Name)
	if c.ReadOnly {
		c.Permissions = []string{"read"}
	}
	if len(c.Permissions) > 0 {
		may, err := schema.PermissionsOf(c.Permissions)
		if err != nil {
			return k, fmt.Errorf("--permissions: %w", err)
		}
		k.CanRead, k.CanWrite, k.CanAdmin, k.CanOperate, k.CanUnmask, k.AdminIfFirst = may.Read, may.Write, may.Admin, may.Operator, may.Unmask, false
	}
	if c.Expires == "" {
		return k, nil
	}
	end, err := endOf(c.Expires, time.Now())
	k.ExpiresAt = &end
	return k, err
}

// limit sets what the key can reach, unless that is the whole account.
func (c *KeyCreate) limit(ctx context.Context, db *schema.DB, account uuid.UUID, wanted *schema.InsertKeyParams) error {
	for _, name := range c.Collection {
		id, err := collectionNamed(ctx, db, account, name)
		if err != nil {
			return err
		}
		wanted.CollectionIds = append(wanted.CollectionIds, id)
	}
	for _, name := range c.Extractor {
		id, err := extractorNamed(ctx, db, account, name)
		if err != nil {
			return err
		}
		wanted.ExtractorIds = append(wanted.ExtractorIds, id)
	}
	wanted.Scoped = len(c.Collection)+len(c.Extractor) > 0
	return nil
}

func extractorNamed(ctx context.Context, db *schema.DB, account uuid.UUID, name string) (uuid.UUID, error) {
	if id, err := uuid.Parse(name); err == nil {
		return id, nil
	}
	x, err := db.ExtractorNamed(ctx, account, name)
	if errors.Is(err, schema.ErrExtractorNotFound) {
		err = fmt.Errorf("there is no extractor %q in the account: 'extractor list' shows them", name)
	}
	return x.ID, err
}

// endOf parses a date, which includes that whole day, or a duration from now.
func endOf(text string, now time.Time) (time.Time, error) {
	end, err := time.Parse(time.DateOnly, text)
	if err == nil {
		end = end.AddDate(0, 0, 1).Add(-time.Microsecond)
	} else if d, wrong := settings.Duration(text); wrong == nil {
		end, err = now.Add(d), nil
	}
	if err != nil || !end.After(now) {
		return end, fmt.Errorf("--expires is %q: give a date in the future such as 2027-12-31, or a duration such as 90d", text)
	}
	return end, nil
}

// ordinaryKey returns a key that may read and write, and manage the account if it is the account's first key.
func ordinaryKey(name string) schema.InsertKeyParams {
	return schema.InsertKeyParams{Name: name, CanRead: true, CanWrite: true, AdminIfFirst: true}
}

// FirstAccount is the account that a first start creates.
const FirstAccount = "default"

// FirstKey creates the first account of a database and a key for it. It returns the key in clear text, which is not
// available again, or "" if that account has ever had a key or if the database has only other accounts.
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
	return newKey(ctx, db, a, cfg, ordinaryKey("first start"))
}

// ensureFirstAccount creates the account if the database has none at all, and reports whether it did. If two processes
// call it at once, only one creates the account.
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

// newKey creates the wanted key for an account and returns it in clear text, which is not available again. It fails
// with OverQuota if the plan allows no more keys.
func newKey(ctx context.Context, db *schema.DB, account schema.Account, cfg app.Config, wanted schema.InsertKeyParams) (string, error) {
	plans, faults := cfg.ParsePlans()
	if err := faults.Err(); err != nil {
		return "", err
	}
	pepper, err := pepperOf(cfg)
	if err != nil {
		return "", err
	}
	if wanted.ID, err = uuid.NewV7(); err != nil {
		return "", err
	}
	plain := apikey.New(apikey.Env(cfg.Environment))
	wanted.AccountID, wanted.Display, wanted.Hash = account.ID, apikey.Display(plain), apikey.Hash(pepper, plain)
	_, err = db.InsertKey(ctx, wanted, plans.Of(account.Plan).Keys)
	return plain, err
}

// pepperOf returns the key pepper from the environment or the secrets file. It fails if neither has one: the running
// service does not accept keys made with another pepper.
func pepperOf(cfg app.Config) ([]byte, error) {
	if cfg.KeyPepper == "" && cfg.SecretsFile == "" {
		return nil, app.ErrNoSecrets
	}
	cfg, err := cfg.WithSecrets()
	if err != nil {
		return nil, err
	}
	return cfg.Pepper()
}

// checkSecrets fails if no service has ever run here, because only the service creates its secrets.
func (e *Env) checkSecrets() error {
	if e.Exam.Away == "" || e.Config.KeyPepper != "" {
		return nil
	}
	if _, err := os.Stat(e.Config.SecretsFile); errors.Is(err, fs.ErrNotExist) {
		return app.ErrNoSecrets
	}
	return nil
}

// KeyList lists the keys of an account.
type KeyList struct {
	Account string `arg:"" help:"The account's name."`
	Listing
}

// Run lists them.
func (c *KeyList) Run(ctx context.Context, e *Env) error {
	return e.withAccount(ctx, c.Account, func(db *schema.DB, a schema.Account) error {
		keys, err := db.ListKeys(ctx, a.ID)
		if err != nil {
			return err
		}
		return list(e, c.Listing, mapped(keys, newKeyRecord), "ID\tKEY\tNAME\tMAY\tREACHES\tLAST USED\tEXPIRES\tREVOKED", func(k keyRecord) []any {
			return []any{k.ID, k.Key, k.Name, strings.Join(k.May, ", "), k.reach(), since(k.LastUsedAt, "never"), since(k.ExpiresAt, "never"), since(k.RevokedAt, "")}
		})
	})
}

// reach describes how much of the account the key can reach.
func (k keyRecord) reach() string {
	if k.CollectionIDs == nil {
		return "everything"
	}
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{len(k.CollectionIDs), "collection"}, {len(k.ExtractorIDs), "extractor"}} {
		switch {
		case p.n == 1:
			parts = append(parts, "1 "+p.what)
		case p.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", p.n, p.what))
		}
	}
	return strings.Join(parts, ", ")
}

func since(t *time.Time, none string) string {
	if t == nil {
		return none
	}
	return t.Format(time.DateTime)
}

// KeyRevoke revokes a key.
type KeyRevoke struct {
	Key string `arg:"" help:"The key itself, or its id as shown by 'key list'."`
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
			return uuid.Nil, errors.New("give a key or its id: 'key list' shows the ids")
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
	if err != nil {
		return uuid.Nil, err
	}
	return *owner.KeyID, nil
}
