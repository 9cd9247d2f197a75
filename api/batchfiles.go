package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"

	"github.com/google/uuid"

	"quire/internal/blob"
	"quire/schema"
)

// copyOriginals copies the originals of the collection files that a batch names into its form, as if they had been sent
// with it. Later changes to the files do not affect the batch.
func (s *Server) copyOriginals(ctx context.Context, account uuid.UUID, in receivedBatch) error {
	if len(in.fileIDs) == 0 {
		return nil
	}
	originals, err := s.originals(ctx, account, in.fileIDs)
	if err != nil {
		return err
	}
	in.form.blobs = s.cfg.Blobs
	for _, o := range originals {
		u, err := s.copyOriginal(ctx, o)
		if err != nil {
			return err
		}
		in.form.files = append(in.form.files, u)
	}
	return nil
}

// originals returns the originals of the files in the order of the ids, which must not have duplicates.
func (s *Server) originals(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]schema.OriginalsOfFilesRow, error) {
	rows, err := s.cfg.DB.OriginalsOfFiles(ctx, account, ids)
	if err != nil {
		return nil, err
	}
	byID, size := map[uuid.UUID]schema.OriginalsOfFilesRow{}, int64(0)
	for _, o := range rows {
		byID[o.ID] = o
		size += o.Size
	}
	if most := uploadsInBatch * s.cfg.MaxUpload; size > most {
		return nil, &failure{status: http.StatusRequestEntityTooLarge, detail: fmt.Sprintf(
			"The files have %d MB together, and a batch may have %d MB; make several", size>>20, most>>20)}
	}
	list := make([]schema.OriginalsOfFilesRow, len(ids))
	for i, id := range ids {
		o, found := byID[id]
		if !found {
			return nil, noOriginal(id)
		}
		list[i] = o
	}
	return list, nil
}

func noOriginal(file uuid.UUID) error {
	return &schema.Error{Code: schema.NotFound, Msg: fmt.Sprintf("File %s not found", file)}
}

func (s *Server) copyOriginal(ctx context.Context, o schema.OriginalsOfFilesRow) (*upload, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	from, err := s.cfg.Blobs.Open(ctx, o.SourceKey)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, noOriginal(o.ID) // deleted since its row was read
	}
	if err != nil {
		return nil, unavailable("blob store", err)
	}
	defer func() { _ = from.Close() }() // only read from
	u := &upload{id: id, name: path.Base(o.Path), key: schema.SourceKey(id), masking: o.Masking}
	if u.Info, err = s.cfg.Blobs.Put(ctx, u.key, from, s.cfg.MaxUpload); err != nil {
		return nil, unavailable("blob store", err)
	}
	return u, nil
}
