package activities

import (
	"context"
	"errors"
	"io"

	"quire/internal/blob"
	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/schema"
)

// errStored tells a writer that the blob store accepts no more data.
var errStored = errors.New("the blob store has stopped reading")

// store streams what write produces into a blob, and returns when write has returned. Neither side holds more than a
// buffer of it, and the blob appears completely or not at all.
func store(ctx context.Context, blobs *blob.Store, key string, limit int64, write func(io.Writer) error) (blob.Info, error) {
	r, w := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := write(w)
		w.CloseWithError(err)
		written <- err
	}()
	info, err := blobs.Put(ctx, key, r, limit)
	r.CloseWithError(errStored)
	if writeErr := <-written; writeErr != nil && !errors.Is(writeErr, errStored) {
		return blob.Info{}, writeErr
	}
	return info, err
}

// storedPages reads the ranges one after another, with one page in memory at a time.
func storedPages(ctx context.Context, blobs *blob.Store, in AssembleInput) convert.PageSource {
	return func(yield func(*page.Page) error) error {
		for from := 1; from <= in.Pages; from += in.PagesPerRange {
			if err := readRange(ctx, blobs, in.Conversion.rangeKey(from), yield); err != nil {
				return err
			}
		}
		return nil
	}
}

func readRange(ctx context.Context, blobs *blob.Store, key string, yield func(*page.Page) error) error {
	r, err := blobs.Open(ctx, key)
	if err != nil {
		return err
	}
	defer r.Close()
	return convert.DecodePages(ctx, r, yield)
}

// keepPages stores the finished pages of a document whose output is not made from pages, and returns their size.
func keepPages(ctx context.Context, blobs *blob.Store, outputKey string, pages convert.PageSource) (int64, error) {
	info, err := store(ctx, blobs, schema.PagesKey(outputKey), maxOutput, func(w io.Writer) error {
		kept := pagestore.NewWriter(w)
		if _, err := convert.Assemble(ctx, pages, convert.AssembleOptions{}, io.Discard, kept.Add); err != nil {
			return err
		}
		return kept.Close()
	})
	return info.Size, err
}
