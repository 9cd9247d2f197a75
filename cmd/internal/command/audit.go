package command

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"os/user"
	"time"

	"github.com/google/uuid"

	"quire/schema"
)

// AsOperator returns a context that attributes changes to the user who runs this command.
func AsOperator(ctx context.Context) context.Context {
	name := "operator"
	if u, err := user.Current(); err == nil {
		name += " " + cmp.Or(u.Username, u.Uid)
	}
	return schema.WithActor(ctx, schema.Actor{Name: name})
}

// Audit groups the commands about the audit log.
type Audit struct {
	List  AuditList  `cmd:"" default:"withargs" help:"List the entries, newest first."`
	Prune AuditPrune `cmd:"" help:"Remove old entries, as the owner of the tables (QUIRE_DATABASE_OWNER_URL)."`
}

// AuditList lists entries.
type AuditList struct {
	Account string        `help:"Only entries of the account with this name."`
	Object  string        `help:"Only entries about the object with this id."`
	Action  string        `help:"Only this action, or all actions with this prefix, such as 'key.'."`
	Since   time.Duration `default:"720h" help:"How far to look back."`
	Limit   int           `default:"100" help:"The maximum number of entries."`
	CSV     bool          `name:"csv" xor:"how" help:"Write CSV instead of a table."`
	JSON    bool          `name:"json" xor:"how" help:"Write one JSON array instead of a table."`
}

// Run lists them.
func (c *AuditList) Run(ctx context.Context, e *Env) error {
	db, err := e.database(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	f := schema.AuditFilter{Action: c.Action, Since: time.Now().Add(-c.Since), Limit: c.Limit}
	if c.Account != "" {
		a, err := accountNamed(ctx, db, c.Account)
		if err != nil {
			return err
		}
		f.AccountID = &a.ID
	}
	if c.Object != "" {
		id, err := uuid.Parse(c.Object)
		if err != nil {
			return fmt.Errorf("%q is not an id", c.Object)
		}
		f.ObjectID = &id
	}
	entries, err := db.Audit(ctx, f)
	if err != nil {
		return err
	}
	records := mapped(entries, newAuditRecord)
	if c.CSV {
		return writeAudit(csv.NewWriter(e.Stdout), records)
	}
	return list(e, Listing{JSON: c.JSON}, records, "AT\tACCOUNT\tWHO\tKEY\tACTION\tOBJECT\tREQUEST\tIP", func(x auditRecord) []any {
		return []any{
			x.At.UTC().Format(time.RFC3339), idOrDash(x.AccountID), x.Actor, idOrDash(x.KeyID), x.Action, x.ObjectID,
			cmp.Or(x.RequestID, "-"), cmp.Or(x.IP, "-"),
		}
	})
}

func writeAudit(w *csv.Writer, all []auditRecord) error {
	_ = w.Write([]string{"at", "account_id", "actor", "key_id", "action", "object_id", "request_id", "ip"}) // Flush returns the error
	for _, x := range all {
		_ = w.Write([]string{
			x.At.UTC().Format(time.RFC3339Nano), idOrNothing(x.AccountID), x.Actor, idOrNothing(x.KeyID), x.Action, x.ObjectID.String(), x.RequestID, x.IP,
		})
	}
	w.Flush()
	return w.Error()
}

func idOrNothing(id *uuid.UUID) string {
	if id == nil {
		return ""
	}
	return id.String()
}

func idOrDash(id *uuid.UUID) string {
	if id == nil {
		return "-"
	}
	return id.String()
}

// AuditPrune removes old entries.
type AuditPrune struct {
	OlderThan time.Duration `required:"" help:"Remove entries older than this; 8760h is a year."`
}

// Run removes them.
func (c *AuditPrune) Run(ctx context.Context, e *Env) error {
	db, err := e.owner(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	n, err := db.PruneAudit(ctx, time.Now().Add(-c.OlderThan))
	if err != nil {
		return fmt.Errorf("only the owner of the tables may remove entries (QUIRE_DATABASE_OWNER_URL): %w", err)
	}
	fmt.Fprintf(e.Stdout, "%d entries removed\n", n)
	return nil
}
