package command

import (
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
	_, err := e.migrations(ctx)
	return err
}

// MigrateStatus shows which migrations have been applied.
type MigrateStatus struct{}

// Run lists the migrations and fails if the database is behind this build, so a deployment can wait for it.
func (MigrateStatus) Run(ctx context.Context, e *Env) error {
	list, err := e.migrations(ctx)
	if err != nil {
		return err
	}
	pending := 0
	for _, m := range list {
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
func (e *Env) migrations(ctx context.Context) ([]schema.Migration, error) {
	db, err := e.owner(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	list, err := db.Migrations(ctx)
	if err != nil {
		return nil, err
	}
	rows := make([][]any, 0, len(list))
	for _, m := range list {
		name := m.Name
		if name == "" {
			name = "(from a newer build)"
		}
		rows = append(rows, []any{m.Version, name, since(m.AppliedAt, "pending")})
	}
	return list, e.table("VERSION\tNAME\tAPPLIED", rows)
}
