package app

import (
	"context"
	"time"

	"quire/internal/extract/catalog"
	"quire/internal/extract/definition"
	"quire/internal/webhook"
	"quire/schema"
)

// ExtractorDefinition is a definition and its source as the database keeps them.
func ExtractorDefinition(d *definition.Definition, source []byte) schema.ExtractorDefinition {
	return schema.ExtractorDefinition{
		Slug: d.Slug, Name: d.Name, Description: d.Description, CostType: string(d.CostType), CostCredits: d.CostCredits,
		Source: string(source),
	}
}

// CreateAccount makes an account with a webhook secret, which it returns, and the catalog's extractors.
func CreateAccount(ctx context.Context, db *schema.DB, name, plan string) (schema.Account, string, error) {
	secret := webhook.NewSecret()
	account, err := db.CreateAccount(ctx, name, plan, secret)
	if err == nil {
		err = installCatalog(ctx, db)
	}
	return account, secret, err
}

// installCatalog brings the extractors that ship with this build to every account.
func installCatalog(ctx context.Context, db *schema.DB) error {
	for _, e := range catalog.All() {
		if err := db.InstallExtractor(ctx, ExtractorDefinition(e.Definition, e.Source)); err != nil {
			return err
		}
	}
	return nil
}

// updateCatalog installs the catalog as soon as the database allows: accounts of earlier builds get what is new.
func (a *App) updateCatalog(ctx context.Context) {
	for {
		err := installCatalog(ctx, a.db)
		if err == nil {
			return
		}
		a.log.WarnContext(ctx, "the catalog of extractors cannot be installed yet", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(5 * time.Second):
		}
	}
}
