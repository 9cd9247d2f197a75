package schema

import (
	"context"

	"github.com/google/uuid"
)

// untitled is the title of a session before its first exchange.
const untitled = "New chat"

// NewSession is what a request supplies for a session.
type NewSession struct {
	ID, AccountID uuid.UUID
	Title         string // "" means that it is chosen after the first exchange
	CollectionIDs []uuid.UUID
	Allowance     Allowance
	Idempotent    *Idempotent // nil stores no response
}

// CreateSession creates a session over collections of the account and stores the response for its idempotency key in
// the same transaction. It returns ErrCollectionNotFound if one of them does not exist, and OverQuota if the plan
// allows no more sessions.
func (db *DB) CreateSession(ctx context.Context, n NewSession) (Session, error) {
	var s Session
	err := db.keeping(ctx, n.Idempotent, n.AccountID, func(q *Queries) error {
		if err := q.checkCollections(ctx, n.AccountID, n.CollectionIDs); err != nil {
			return err
		}
		if err := q.alone(ctx, n.AccountID, n.Allowance.Sessions); err != nil {
			return err
		}
		if err := checkCount(ctx, q.countSessionsOf, n.AccountID, n.Allowance.Sessions, "sessions"); err != nil {
			return err
		}
		p := insertSessionParams{
			ID: n.ID, AccountID: n.AccountID, Title: n.Title, Titled: n.Title != "", CollectionIds: n.CollectionIDs,
		}
		if n.Title == "" {
			p.Title = untitled
		}
		var err error
		if s, err = q.insertSession(ctx, p); err != nil {
			return err
		}
		return nil
	})
	return s, err
}

func (q *Queries) checkCollections(ctx context.Context, account uuid.UUID, ids []uuid.UUID) error {
	n, err := q.countLiveCollections(ctx, account, ids)
	if err == nil && int(n) != len(ids) {
		return ErrCollectionNotFound
	}
	return err
}

// Session returns a session of the account, or ErrSessionNotFound.
func (db *DB) Session(ctx context.Context, account, id uuid.UUID) (Session, error) {
	s, err := db.sessionOf(ctx, id, account)
	return one(s, err, ErrSessionNotFound)
}

// SessionFilter selects sessions of an account. Zero values do not filter.
type SessionFilter struct {
	AccountID    uuid.UUID
	Search       string // part of the title, case-insensitive
	CollectionID *uuid.UUID
	Only         []uuid.UUID // collections that it may have been about; nil does not filter
	Skip, Limit  int
}

// ListSessions returns one page of the matching sessions, most recently used first, and the total number of matches.
func (db *DB) ListSessions(ctx context.Context, f SessionFilter) ([]Session, int, error) {
	count, err := db.countSessions(ctx, countSessionsParams{AccountID: f.AccountID, Search: f.Search, CollectionID: f.CollectionID, Only: f.Only})
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listSessions(ctx, listSessionsParams{
		AccountID: f.AccountID, Search: f.Search, CollectionID: f.CollectionID, Only: f.Only, PageSkip: int32(f.Skip), PageLimit: int32(f.Limit),
	})
	return rows, int(count), err
}

// RenameSession sets the title of a session, or returns ErrSessionNotFound.
func (db *DB) RenameSession(ctx context.Context, account, id uuid.UUID, title string) (Session, error) {
	s, err := db.renameSession(ctx, title, id, account)
	return one(s, err, ErrSessionNotFound)
}

// DeleteSession removes a session with its messages, turns and events, and returns the work that is no longer wanted.
// It returns ErrSessionNotFound if there is no such session.
func (db *DB) DeleteSession(ctx context.Context, account, id uuid.UUID) (cancel []Start, err error) {
	err = db.deleting(ctx, account, nil, func(q *Queries) error {
		cancel = nil
		row, err := q.lockSession(ctx, id, account)
		if _, err := one(row, err, ErrSessionNotFound); err != nil {
			return err
		}
		if err := heldBy(q.heldCollectionsOfSession(ctx, id)); err != nil {
			return err
		}
		turns, err := q.lockTurnInFlightOf(ctx, &id)
		if err != nil {
			return err
		}
		for _, t := range turns {
			cancel = append(cancel, TurnStart(t))
			if err := q.deleteOutboxOf(ctx, t.ID); err != nil {
				return err
			}
			if err := q.notifyTurn(ctx, t.ID.String()); err != nil {
				return err
			}
		}
		_, err = q.deleteSession(ctx, id, account)
		return err
	})
	return cancel, err
}

// Messages returns one page of a session's messages, oldest first, and the total number.
func (db *DB) Messages(ctx context.Context, session uuid.UUID, skip, limit int) ([]Message, int, error) {
	count, err := db.countMessages(ctx, session)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listMessages(ctx, session, int32(skip), int32(limit))
	return rows, int(count), err
}

// The roles of messages.
const (
	RoleUser      = "user"
	RoleAssistant = "assistant"
)

// TitleSession sets a title derived from the first exchange, unless the session has its own.
func (db *DB) TitleSession(ctx context.Context, id uuid.UUID, title string) error {
	return db.titleSession(ctx, title, id)
}
