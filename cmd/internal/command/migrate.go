package command

import (
	"cmp"
	"context"
	"fmt"

	"quire/schema"
)

// Migrate groups the commands about the database schema.
type Migrate struct {
	Up     MigrateUp     `cmd:"" default:"withargs" help:"Migrate the database to this build's version."`
	Status MigrateStatus `cmd:"" help:"List the migrations and when they were applied; fails if any are pending."`
}

// MigrateUp migrates the database to this build's version.
type MigrateUp struct {
	Role bool `help:"First create the role of QUIRE_DATABASE_URL, without a password; meant for a server that only Quire uses."`
	Listing
}

// Run migrates the database and lists the migrations.
func (c *MigrateUp) Run(ctx context.Context, e *Env) error {
	migrate := e.Config.Migrate
	if c.Role {
		migrate = e.Config.MigrateOwn
	}
	if err := migrate(ctx); err != nil {
		return err
	}
	_, err := e.migrations(ctx, c.Listing)
	return err
}

// MigrateStatus shows which migrations have been applied.
type MigrateStatus struct{ Listing }

// Run lists the migrations and fails if the database is behind this build, so a deployment can wait for it.
func (c MigrateStatus) Run(ctx context.Context, e *Env) error {
	all, err := e.migrations(ctx, c.Listing)
	if err != nil {
		return err
	}
	pending := 0
	for _, m := range all {
		if m.AppliedAt == nil {
			pending++
		}
	}
	if pending > 0 {
		return fmt.Errorf("%d migrations are pending: run 'quire migrate'", pending)
	}
	return nil
}

// migrations returns the migrations and prints them.
func (e *Env) migrations(ctx context.Context, how Listing) ([]schema.Migration, error) {
	db, err := e.owner(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	all, err := db.Migrations(ctx)
	if err != nil {
		return nil, err
	}
	records := mapped(all, func(m schema.Migration) migrationRecord { return migrationRecord(m) })
	return all, list(e, how, records, "VERSION\tNAME\tAPPLIED", func(m migrationRecord) []any {
		return []any{m.Version, cmp.Or(m.Name, "(from a newer build)"), since(m.AppliedAt, "pending")}
	})
}
