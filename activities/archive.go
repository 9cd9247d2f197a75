package activities

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"quire/internal/blob"
	"quire/internal/portable"
	"quire/schema"
)

// Rows are split into entries of at most this many bytes and this many rows.
const (
	rowBytesAtOnce = 1 << 20
	rowsAtOnce     = 1000
)

// archiving is an archive being written.
type archiving struct {
	db    *schema.DB
	store *blob.Store
	out   *portable.Writer

	table   string
	lines   bytes.Buffer
	count   int // lines
	entries map[string]int

	rows, blobs int
}

// WriteArchive writes everything that belongs to an account to w, as of a single moment, and returns the number of rows
// and blobs. build is the version of this program.
func WriteArchive(ctx context.Context, db *schema.DB, store *blob.Store, a schema.Account, build string, w io.Writer) (rows, blobs int, err error) {
	out, err := portable.NewWriter(w, portable.Manifest{
		Format: portable.Format, Quire: build, ExportedAt: time.Now().UTC(),
		Account: portable.Account{ID: a.ID, Name: a.Name, Plan: a.Plan, Masking: a.Masking},
	})
	if err != nil {
		return 0, 0, err
	}
	x := &archiving{db: db, store: store, out: out, entries: map[string]int{}}
	if err := db.ExportRows(ctx, a.ID, x.row); err != nil {
		return 0, 0, err
	}
	if err := x.flush(); err != nil {
		return 0, 0, err
	}
	err = db.ExportPrefixes(ctx, a.ID, func(prefix, source string) error { return x.below(ctx, prefix, source) })
	if err != nil {
		return 0, 0, err
	}
	return x.rows, x.blobs, out.Close()
}

func (x *archiving) row(table string, row []byte) error {
	if table != x.table || x.lines.Len()+len(row) > rowBytesAtOnce || x.count == rowsAtOnce {
		if err := x.flush(); err != nil {
			return err
		}
	}
	x.table = table
	x.lines.Write(row)
	x.lines.WriteByte('\n')
	x.count++
	x.rows++
	return nil
}

func (x *archiving) flush() error {
	if x.count == 0 {
		return nil
	}
	x.entries[x.table]++
	err := x.out.Rows(x.table, x.entries[x.table], x.lines.Bytes())
	x.lines.Reset()
	x.count = 0
	return err
}

// blobsAtOnce is the size of one listing of blobs.
const blobsAtOnce = 1000

// below exports the blobs under a prefix or, if source is not empty, only that one.
func (x *archiving) below(ctx context.Context, prefix, source string) error {
	if source != "" {
		return x.blob(ctx, source)
	}
	after := ""
	for {
		list, err := x.store.List(ctx, prefix, after, blobsAtOnce)
		if err != nil {
			return err
		}
		for _, b := range list {
			if err := x.blob(ctx, b.Key); err != nil {
				return err
			}
		}
		if len(list) < blobsAtOnce {
			return nil
		}
		after = list[len(list)-1].Key
	}
}

// blob exports a blob. A missing blob is skipped: it was deleted together with its row after the rows were read.
func (x *archiving) blob(ctx context.Context, key string) error {
	r, err := x.store.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	x.blobs++
	return errors.Join(x.out.Blob(key, r.Size, r), r.Close())
}
