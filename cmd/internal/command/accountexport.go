package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"quire/activities"
	"quire/cmd/internal/version"
	"quire/internal/blob"
	"quire/schema"
)

// AccountExport writes everything that belongs to an account to an archive.
type AccountExport struct {
	Name   string `arg:"" help:"The account's name."`
	Output string `required:"" short:"o" type:"path" placeholder:"FILE" help:"The archive, a .tar.zst; one that is there is replaced when the new one is whole."`
}

// Run writes the archive.
func (c *AccountExport) Run(ctx context.Context, e *Env) error {
	return e.withAccount(ctx, c.Name, func(db *schema.DB, a schema.Account) error {
		store, err := blob.Open(ctx, e.Config.Blobs)
		if err != nil {
			return err
		}
		defer store.Close() //nolint:errcheck // only read from
		rows, blobs := 0, 0
		err = replacing(c.Output, func(w io.Writer) (err error) {
			rows, blobs, err = activities.WriteArchive(ctx, db, store, a, version.Line(), w)
			return err
		})
		if err != nil {
			return err
		}
		if err := db.AuditExport(ctx, a.ID); err != nil {
			return err
		}
		fmt.Fprintf(e.Stdout, "%d rows and %d files of %s exported\n", rows, blobs, a.Name)
		return nil
	})
}

// replacing lets write fill a temporary file next to path, and renames it to path once it is complete.
func replacing(path string, write func(io.Writer) error) (err error) {
	part := path + ".part"
	f, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err == nil {
			err = os.Rename(part, path)
		}
		if err != nil {
			_ = os.Remove(part) // the first error matters
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	return f.Sync()
}
