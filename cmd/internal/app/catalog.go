package app

import (
	"context"
	"time"

	"quire/api"
	"quire/internal/extract/catalog"
	"quire/internal/webhook"
	"quire/schema"
)

// CreateAccount creates an account with a webhook secret and the catalog's extractors. It returns the account and the
// secret.
func CreateAccount(ctx context.Context, db *schema.DB, name, plan string) (schema.Account, string, error) {
	secret := webhook.NewSecret()
	account, err := db.CreateAccount(ctx, name, plan, secret)
	if err == nil {
		err = installCatalog(ctx, db)
	}
	return account, secret, err
}

// installCatalog gives every account the extractors that ship with this build.
func installCatalog(ctx context.Context, db *schema.DB) error {
	for _, e := range catalogExtractors() {
		if err := db.InstallExtractor(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// catalogExtractors returns the extractors that ship with this build.
func catalogExtractors() []schema.ExtractorDefinition {
	var all []schema.ExtractorDefinition
	for _, e := range catalog.All() {
		all = append(all, api.StoredDefinition(e.Definition, e.Source))
	}
	return all
}

// updateCatalog installs the catalog as soon as the database is available, so that accounts created by earlier builds
// get the new extractors.
func (a *App) updateCatalog(ctx context.Context) {
	for {
		err := installCatalog(ctx, a.db)
		if err == nil {
			return
		}
		a.log.WarnContext(ctx, "cannot install the catalog of extractors yet", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(5 * time.Second):
		}
	}
}
