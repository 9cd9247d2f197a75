package api

import (
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const maxName = 255 // characters

// collection is a collection on the wire.
type collection struct {
	ID        uuid.UUID `json:"id"`
	Name      string    `json:"name"`
	FileCount int64     `json:"file_count"`
	TotalSize int64     `json:"total_size"`
	CreatedAt timestamp `json:"created_at"`
	UpdatedAt timestamp `json:"updated_at"`
	// RetentionDays is after how many days files are deleted. It and Hold are omitted if they are not set, because the
	// specification has neither.
	RetentionDays *int32   `json:"retention_days,omitempty"`
	Hold          *hold    `json:"hold,omitempty"`
	Masking       []string `json:"masking,omitempty"`
}

func wireCollection(c schema.CollectionInfo) collection {
	return collection{
		ID: c.ID, Name: c.Name, FileCount: c.FileCount, TotalSize: c.TotalSize,
		CreatedAt: timestamp(c.CreatedAt), UpdatedAt: timestamp(c.UpdatedAt), RetentionDays: c.RetentionDays, Hold: wireHold(c.Hold()), Masking: c.Masking,
	}
}

// createCollection creates an empty collection under a name that the account has not used.
func (s *Server) createCollection(c echo.Context) error {
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	name := b.name("name")
	if err := b.err(); err != nil {
		return err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	return s.once(c, b.fingerprint(c), func(idem *schema.Idempotent) error {
		row, err := s.cfg.DB.CreateCollection(c.Request().Context(), schema.NewCollection{
			ID: id, AccountID: principal(c).AccountID, Name: name, Allowance: s.allowance(c),
			Idempotent: idem,
		})
		answer := wireCollection(row)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		return ok(c, answer)
	})
}

// listCollections responds with one page of the account's collections, newest first.
func (s *Server) listCollections(c echo.Context) error {
	v := queryValues(c)
	p := v.paging()
	filter := schema.CollectionFilter{
		AccountID: principal(c).AccountID, Search: v.composed("search", maxSearch), Only: principal(c).Scope.OnlyCollections(),
		Skip: p.skip, Limit: p.limit,
	}
	if err := v.err(); err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListCollections(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireCollection)
}

// getCollection responds with the collection named in the path.
func (s *Server) getCollection(c echo.Context) error {
	ids, err := pathIDs(c, "collection_id")
	if err != nil {
		return err
	}
	row, err := s.cfg.DB.Collection(c.Request().Context(), principal(c).AccountID, ids[0])
	if err != nil {
		return err
	}
	return ok(c, wireCollection(row))
}

// checkCollection returns the id of the collection named in the path, or an error if there is none.
func (s *Server) checkCollection(c echo.Context) (uuid.UUID, error) {
	ids, err := pathIDs(c, "collection_id")
	if err != nil {
		return uuid.Nil, err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	return ids[0], s.cfg.DB.CheckCollection(ctx, principal(c).AccountID, ids[0])
}

// renameCollection renames the collection.
func (s *Server) renameCollection(c echo.Context) error {
	id, err := s.checkCollection(c)
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	name := b.name("name")
	if err := b.err(); err != nil {
		return err
	}
	row, err := s.cfg.DB.RenameCollection(c.Request().Context(), principal(c).AccountID, id, name)
	if err != nil {
		return err
	}
	return ok(c, wireCollection(row))
}

// deleted is the response to a deletion.
type deleted struct {
	ID      uuid.UUID `json:"id"`
	Deleted bool      `json:"deleted"`
	Message string    `json:"message"`
}

// deleteCollection hides the collection with its files for good; their contents are removed afterwards.
func (s *Server) deleteCollection(c echo.Context) error {
	ids, err := pathIDs(c, "collection_id")
	if err != nil {
		return err
	}
	gone, err := s.cfg.DB.DeleteCollection(c.Request().Context(), principal(c).AccountID, ids[0], requestID(c))
	if err != nil {
		return err
	}
	s.clear(gone)
	return ok(c, deleted{ID: ids[0], Deleted: true, Message: "Collection deleted successfully"})
}

// clear starts the work that a deletion has promised and stops the work that is no longer wanted.
func (s *Server) clear(gone schema.Deleted) {
	for _, work := range gone.Cancel {
		s.cfg.Cancel(work)
	}
	s.cfg.Submit(gone.Start)
}
