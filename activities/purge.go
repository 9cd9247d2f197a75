package activities

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"quire/internal/blob"
	"quire/schema"
)

// RemoveFiles removes every blob of a document.
func (a *Activities) RemoveFiles(ctx context.Context, document uuid.UUID) error {
	return a.Blobs.DeletePrefix(ctx, schema.DocumentPrefix(document))
}

// PurgeRow removes the row of a deleted document and what hangs on it.
func (a *Activities) PurgeRow(ctx context.Context, document uuid.UUID) error {
	return a.DB.PurgeDocument(ctx, document)
}

// goneOrTrouble reads a missing blob as what it means in the middle of work: a purge has removed it, so the row is
// gone too and nobody wants the result.
func goneOrTrouble(err error) error {
	if errors.Is(err, blob.ErrNotFound) {
		return schema.ErrSuperseded
	}
	return err
}
