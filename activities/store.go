package activities

import (
	"context"
	"errors"
	"io"

	"quire/internal/blob"
)

// errStored tells a writer that the blob store wants no more.
var errStored = errors.New("the blob store has stopped reading")

// store streams what write produces into a blob; neither side holds more than a buffer of it, and the blob appears
// whole or not at all. It returns when write has returned.
func (a *Activities) store(ctx context.Context, key string, limit int64, write func(io.Writer) error) (blob.Info, error) {
	r, w := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := write(w)
		w.CloseWithError(err)
		written <- err
	}()
	info, err := a.Blobs.Put(ctx, key, r, limit)
	r.CloseWithError(errStored)
	if writeErr := <-written; writeErr != nil && !errors.Is(writeErr, errStored) {
		return blob.Info{}, writeErr
	}
	return info, err
}
