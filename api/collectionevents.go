package api

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// collectionEvents streams the progress of the files of a collection that are being processed or embedded, and the
// outcome of each.
func (s *Server) collectionEvents(c echo.Context) error {
	f := &followedFiles{server: s, c: c, unfinished: map[uuid.UUID]bool{}}
	return s.follow(c, "collection_id", f.look, false)
}

// followedFiles tracks the files that a connection shows.
type followedFiles struct {
	server     *Server
	c          echo.Context
	unfinished map[uuid.UUID]bool
	// touched holds when recently changed files changed, as far as that has been shown.
	touched map[uuid.UUID]time.Time
	looked  time.Time
}

// look returns the progress of the files in flight, and of those that have ended since the last look. That includes
// small files that both began and ended since then.
func (f *followedFiles) look() ([]progress, error) {
	collection, err := f.server.checkCollection(f.c)
	if err != nil {
		return nil, err
	}
	db, ctx, account := f.server.cfg.DB, f.c.Request().Context(), principal(f.c).AccountID
	began := time.Now()
	touched, err := db.FilesTouched(ctx, account, collection, began.Sub(f.last(began))+commitTime, mostTouched)
	if err != nil {
		return nil, err
	}
	ids, err := db.FilesInFlight(ctx, account, collection, mostFollowed)
	if err != nil {
		return nil, err
	}
	embedding, err := db.FilesEmbedding(ctx, account, collection, mostFollowed)
	if err != nil {
		return nil, err
	}
	list, err := f.progress(collection, f.toShow(append(ids, embedding...), touched))
	if err == nil {
		f.touched, f.looked = touched, began
	}
	return list, err
}

// last returns the time of the connection's last look.
func (f *followedFiles) last(now time.Time) time.Time {
	if f.looked.IsZero() {
		return now
	}
	return f.looked
}

// toShow returns the files that are unfinished, were unfinished at the last look, or were touched since then. It leaves
// out what ended before the first look, and defers what is too much for one look to the next.
func (f *followedFiles) toShow(unfinished []uuid.UUID, touched map[uuid.UUID]time.Time) map[uuid.UUID]bool {
	for _, id := range unfinished {
		f.unfinished[id] = true
	}
	for id, at := range touched {
		switch {
		case f.touched == nil || f.touched[id].Equal(at):
		case len(f.unfinished) < 3*mostFollowed:
			f.unfinished[id] = true
		default:
			delete(touched, id)
		}
	}
	return f.unfinished
}

func (f *followedFiles) progress(collection uuid.UUID, ids map[uuid.UUID]bool) ([]progress, error) {
	list := make([]progress, 0, len(ids))
	for id := range ids {
		file, err := f.server.cfg.DB.File(f.c.Request().Context(), principal(f.c).AccountID, collection, id)
		if errors.Is(err, schema.ErrFileNotFound) {
			delete(ids, id)
			continue
		}
		if err != nil {
			return nil, err
		}
		p, err := f.server.fileProgress(f.c, file)
		if err != nil {
			return nil, err
		}
		if p.over() && p.Vectors.waiting() {
			p.Step = new(stepEmbed)
		}
		if p.over() {
			delete(ids, id)
		}
		list = append(list, p)
	}
	return list, nil
}
