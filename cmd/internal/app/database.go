package app

import (
	"context"
	"fmt"

	"quire/schema"
)

// OpenOwner opens the database as the owner of its tables, or as the application if no owner is configured.
func (c Config) OpenOwner(ctx context.Context) (*schema.DB, error) {
	name, url := "QUIRE_DATABASE_OWNER_URL", c.DatabaseOwnerURL
	if url == "" {
		name, url = "QUIRE_DATABASE_URL", c.DatabaseURL
	}
	if url == "" {
		return nil, ErrNoDatabase
	}
	db, err := schema.Open(ctx, url, 4)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := db.Ping(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("the database does not respond (%s): %w", name, err)
	}
	return db, nil
}

// Migrate migrates the database to this build's version as its owner, sets how long the audit log is kept, and grants
// the application's role its privileges.
func (c Config) Migrate(ctx context.Context) error {
	db, err := c.OpenOwner(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	return c.migrate(ctx, db)
}

// MigrateOwn is like Migrate, but for a private server, on which it also creates the application's role.
func (c Config) MigrateOwn(ctx context.Context) error {
	db, err := c.OpenOwner(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	role, err := schema.RoleOf(c.DatabaseURL)
	if err != nil {
		return err
	}
	if err := db.EnsureRole(ctx, role); err != nil {
		return err
	}
	return c.migrate(ctx, db)
}

func (c Config) migrate(ctx context.Context, owner *schema.DB) error {
	if err := owner.Migrate(ctx); err != nil {
		return err
	}
	if err := owner.SetAuditRetention(ctx, c.AuditRetention); err != nil {
		return err
	}
	if c.DatabaseURL == "" || c.DatabaseOwnerURL == "" {
		return nil
	}
	role, err := schema.RoleOf(c.DatabaseURL)
	if err != nil {
		return fmt.Errorf("QUIRE_DATABASE_URL: %w", err)
	}
	return owner.GrantApplication(ctx, role)
}
