package command

import (
	"context"
	"fmt"

	"quire/schema"
)

// Migrate are the commands about the schema of the database.
type Migrate struct {
	Up     MigrateUp     `cmd:"" default:"withargs" help:"Bring the database to this build's version."`
	Status MigrateStatus `cmd:"" help:"List the migrations and when they were applied; fails when some are pending."`
}

// MigrateUp brings the database to this build's version.
type MigrateUp struct {
	Role bool `help:"Make the role of QUIRE_DATABASE_URL first, without a password: for a server that is Quire's alone."`
}

// Run migrates, and lists the migrations.
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

// MigrateStatus tells where the database is.
type MigrateStatus struct{}

// Run lists the migrations, and fails when the database is behind this build: a deployment can wait for it.
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

// migrations lists them, and prints the list.
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
			name = "(of a newer build)"
		}
		rows = append(rows, []any{m.Version, name, since(m.AppliedAt, "pending")})
	}
	return list, e.table("VERSION\tNAME\tAPPLIED", rows)
}
