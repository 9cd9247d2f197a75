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

// goneOrTrouble tells a blob that is missing because its document was deleted from one that is missing by accident.
func (a *Activities) goneOrTrouble(ctx context.Context, job DocumentJob, err error) error {
	if !errors.Is(err, blob.ErrNotFound) {
		return err
	}
	_, rowErr := a.DB.DocumentForDownload(ctx, job.DocumentID)
	if errors.Is(rowErr, schema.ErrDocumentNotFound) {
		return schema.ErrSuperseded
	}
	return err
}
