package command

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"quire/internal/blob"
	"quire/internal/mask"
	"quire/internal/portable"
	"quire/internal/webhook"
	"quire/schema"
)

// AccountImport creates an account from an archive.
type AccountImport struct {
	Archive string `arg:"" type:"existingfile" help:"What 'account export' wrote."`
	Name    string `placeholder:"NAME" help:"The account's name here; by default the one it had."`
	Plan    string `default:"default" help:"The plan whose limits apply here."`
	MaxSize int64  `placeholder:"BYTES" help:"How much it may unpack to; by default a hundred times its size, and 1 GiB."`
}

// By default, an archive may unpack to this multiple of its size plus a constant.
const (
	maxUnpacking = 100
	freeUnpacked = 1 << 30
)

// Run reads the archive twice, so that nothing is written before all of it has been checked. It can be interrupted and
// run again.
func (c *AccountImport) Run(ctx context.Context, e *Env) error {
	if err := e.Config.CheckPlan(c.Plan); err != nil {
		return err
	}
	db, err := e.database(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	store, err := blob.Open(ctx, e.Config.Blobs)
	if err != nil {
		return err
	}
	defer store.Close() //nolint:errcheck // Put has reported what was not stored
	m, sum, err := c.check()
	if err != nil {
		return err
	}
	name := cmp.Or(c.Name, m.Account.Name)
	job, err := db.BeginImport(ctx, m.Account.ID, name, c.Plan, webhook.NewSecret(), sum)
	if errors.Is(err, schema.ErrImported) {
		fmt.Fprintln(e.Stdout, "this archive has been imported already; nothing was changed")
		return nil
	}
	if err != nil {
		return err
	}
	if err := maskImported(ctx, db, m.Account); err != nil {
		return err
	}
	if err := c.fill(ctx, job, store); err != nil {
		return err
	}
	files, err := job.End(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "imported as %s; the running service now indexes %d files. 'key create %s' makes the first key\n", name, files, name)
	return nil
}

// read reads the archive and returns the SHA-256 of the file.
func (c *AccountImport) read(v portable.Visitor) ([]byte, error) {
	f, err := os.Open(c.Archive)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read from
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(c.MaxSize, info.Size()*maxUnpacking+freeUnpacked)
	digest := sha256.New()
	if err := portable.Read(io.TeeReader(f, digest), limit, v); err != nil {
		return nil, err
	}
	if _, err := io.Copy(digest, f); err != nil {
		return nil, err
	}
	return digest.Sum(nil), nil
}

// check reads all of the archive and writes nothing.
func (c *AccountImport) check() (portable.Manifest, []byte, error) {
	var m portable.Manifest
	sum, err := c.read(portable.Visitor{
		Manifest: func(is portable.Manifest) error { m = is; return nil },
		Rows:     func(string, []json.RawMessage) error { return nil },
	})
	return m, sum, err
}

// maskImported applies the masking rules of the original installation to the account's documents.
func maskImported(ctx context.Context, db *schema.DB, a portable.Account) error {
	rules, err := mask.Parse(a.Masking)
	if err != nil || len(rules.Names()) == 0 {
		return err
	}
	_, err = db.SetAccountMasking(ctx, a.ID, rules.Names())
	return err
}

// fill imports rows and blobs.
func (c *AccountImport) fill(ctx context.Context, job *schema.Import, store *blob.Store) error {
	_, err := c.read(portable.Visitor{
		Rows: func(table string, rows []json.RawMessage) error { return job.Rows(ctx, table, rows) },
		Blob: func(b portable.Blob, content io.Reader) error {
			owns, err := job.Owns(ctx, b.Kind, b.ID)
			if err == nil && !owns {
				err = schema.ErrForeignRow
			}
			if err != nil {
				return err
			}
			if there, err := store.Exists(ctx, b.Key); err != nil || there { // blobs never change
				return err
			}
			_, err = store.Put(ctx, b.Key, content, b.Size)
			return err
		},
	})
	return err
}
