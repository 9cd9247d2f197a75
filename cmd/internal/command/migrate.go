package command

import (
	"context"
	"fmt"
)

// Migrate brings the database to this build's version, or tells where it is.
type Migrate struct {
	Status bool `help:"Only list the migrations and when they were applied."`
	Role   bool `help:"Make the role of QUIRE_DATABASE_URL first, without a password: for a server that is Quire's alone."`
}

// Run migrates.
func (c *Migrate) Run(ctx context.Context, e *Env) error {
	if !c.Status {
		migrate := e.Config.Migrate
		if c.Role {
			migrate = e.Config.MigrateOwn
		}
		if err := migrate(ctx); err != nil {
			return err
		}
	}
	db, err := e.owner(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	list, err := db.Migrations(ctx)
	if err != nil {
		return err
	}
	rows := make([][]any, 0, len(list))
	for _, m := range list {
		rows = append(rows, []any{m.Version, m.Name, since(m.AppliedAt, "pending")})
	}
	if err := e.table("VERSION\tNAME\tAPPLIED", rows); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}
