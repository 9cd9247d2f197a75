package api

import (
	"encoding/json"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const (
	maxCollections = 100
	maxFileIDs     = 1000
)

// session is a chat session on the wire.
type session struct {
	ID            uuid.UUID   `json:"id"`
	Title         string      `json:"title"`
	CollectionIDs []uuid.UUID `json:"collection_ids"`
	CreatedAt     timestamp   `json:"created_at"`
	UpdatedAt     timestamp   `json:"updated_at"`
}

func wireSession(s schema.Session) session {
	return session{
		ID: s.ID, Title: s.Title, CollectionIDs: s.CollectionIds, CreatedAt: timestamp(s.CreatedAt), UpdatedAt: timestamp(s.UpdatedAt),
	}
}

// createSession begins a conversation over collections.
func (s *Server) createSession(c echo.Context) error {
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	n := schema.NewSession{AccountID: principal(c).AccountID, Allowance: s.allowance(c)}
	if b.required("collection_ids") {
		n.CollectionIDs = b.uuids("collection_ids", 1, maxCollections)
	}
	if b.has("title") {
		n.Title = b.name("title")
	}
	if err := b.err(); err != nil {
		return err
	}
	if err := checkCollections(c, n.CollectionIDs); err != nil {
		return err
	}
	if n.ID, err = uuid.NewV7(); err != nil {
		return err
	}
	return s.once(c, b.fingerprint(c), func(idem *schema.Idempotent) error {
		n.Idempotent = idem
		row, err := s.cfg.DB.CreateSession(c.Request().Context(), n)
		answer := wireSession(row)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		return ok(c, answer)
	})
}

// listSessions responds with one page of the account's sessions, most recently used first.
func (s *Server) listSessions(c echo.Context) error {
	v := queryValues(c)
	p := v.paging()
	filter := schema.SessionFilter{
		AccountID: principal(c).AccountID, Search: v.composed("search", maxSearch), CollectionID: v.uuid("collection_id"),
		Only: principal(c).Scope.OnlyCollections(), Skip: p.skip, Limit: p.limit,
	}
	if err := v.err(); err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListSessions(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireSession)
}

// sessionOf returns the session named in the path.
func (s *Server) sessionOf(c echo.Context) (schema.Session, error) {
	ids, err := pathIDs(c, "session_id")
	if err != nil {
		return schema.Session{}, err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	return s.cfg.DB.Session(ctx, principal(c).AccountID, ids[0])
}

// getSession responds with the session named in the path.
func (s *Server) getSession(c echo.Context) error {
	row, err := s.sessionOf(c)
	if err != nil {
		return err
	}
	return ok(c, wireSession(row))
}

// renameSession changes the title of the session.
func (s *Server) renameSession(c echo.Context) error {
	row, err := s.sessionOf(c)
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	title := b.name("title")
	if err := b.err(); err != nil {
		return err
	}
	if row, err = s.cfg.DB.RenameSession(c.Request().Context(), row.AccountID, row.ID, title); err != nil {
		return err
	}
	return ok(c, wireSession(row))
}

// deletedSession is the response to the deletion of a session.
type deletedSession struct {
	ID      uuid.UUID `json:"id"`
	Deleted bool      `json:"deleted"`
}

// deleteSession removes the session with its messages, even while a question is being answered.
func (s *Server) deleteSession(c echo.Context) error {
	ids, err := pathIDs(c, "session_id")
	if err != nil {
		return err
	}
	workflows, err := s.cfg.DB.DeleteSession(c.Request().Context(), principal(c).AccountID, ids[0])
	if err != nil {
		return err
	}
	for _, id := range workflows {
		s.cfg.Cancel(id)
	}
	return ok(c, deletedSession{ID: ids[0], Deleted: true})
}

// chatMessage is a message of a session on the wire. Answer is set only for the assistant's messages.
type chatMessage struct {
	ID        int64             `json:"id"`
	SessionID uuid.UUID         `json:"session_id"`
	Role      string            `json:"role"`
	Content   string            `json:"content"`
	Answer    *string           `json:"answer,omitempty"`
	Citations json.RawMessage   `json:"citations"`
	Status    schema.TurnStatus `json:"status"`
	CreatedAt timestamp         `json:"created_at"`
}

// listMessages responds with one page of a session's messages, oldest first.
func (s *Server) listMessages(c echo.Context) error {
	row, err := s.sessionOf(c)
	if err != nil {
		return err
	}
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.Messages(c.Request().Context(), row.ID, p.skip, p.limit)
	if err != nil {
		return err
	}
	data := make([]chatMessage, 0, len(rows))
	for _, m := range rows {
		w := chatMessage{
			ID: m.ID, SessionID: m.SessionID, Role: m.Role, Content: m.Content, Citations: m.Citations, Status: m.Status,
			CreatedAt: timestamp(m.CreatedAt),
		}
		if m.Role == schema.RoleAssistant {
			w.Answer = &m.Content
		}
		data = append(data, w)
	}
	return ok(c, list[chatMessage]{Data: data, Count: count})
}
