package schema

import (
	"context"

	"github.com/google/uuid"
)

// untitled is the title of a session before its first exchange.
const untitled = "New chat"

// NewSession is what a request brings for a session.
type NewSession struct {
	ID, AccountID uuid.UUID
	Title         string // "" is given after the first exchange
	CollectionIDs []uuid.UUID
	Allowance     Allowance
	Idempotent    *Idempotent // nil keeps no answer
}

// CreateSession makes a session over collections of the account, and stores the answer of its idempotency key in the
// same transaction. ErrCollectionNotFound when one of them is not there, OverQuota when the plan allows no more sessions.
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

// Session is the session of an account, or ErrSessionNotFound.
func (db *DB) Session(ctx context.Context, account, id uuid.UUID) (Session, error) {
	s, err := db.sessionOf(ctx, id, account)
	return one(s, err, ErrSessionNotFound)
}

// SessionFilter selects sessions of an account. Zero values do not filter.
type SessionFilter struct {
	AccountID    uuid.UUID
	Search       string // part of the title, any case
	CollectionID *uuid.UUID
	Skip, Limit  int
}

// ListSessions is one page of the sessions that match, the one used last first, and the number of all that match.
func (db *DB) ListSessions(ctx context.Context, f SessionFilter) ([]Session, int, error) {
	count, err := db.countSessions(ctx, f.AccountID, f.Search, f.CollectionID)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listSessions(ctx, listSessionsParams{
		AccountID: f.AccountID, Search: f.Search, CollectionID: f.CollectionID, PageSkip: int32(f.Skip), PageLimit: int32(f.Limit),
	})
	return rows, int(count), err
}

// RenameSession gives a session a title, or ErrSessionNotFound.
func (db *DB) RenameSession(ctx context.Context, account, id uuid.UUID, title string) (Session, error) {
	s, err := db.renameSession(ctx, title, id, account)
	return one(s, err, ErrSessionNotFound)
}

// DeleteSession removes a session with its messages, turns and events, and returns the work that is no longer
// wanted. ErrSessionNotFound when it is not there.
func (db *DB) DeleteSession(ctx context.Context, account, id uuid.UUID) (cancel []Start, err error) {
	err = db.tx(ctx, func(q *Queries) error {
		cancel = nil
		row, err := q.lockSession(ctx, id, account)
		if _, err := one(row, err, ErrSessionNotFound); err != nil {
			return err
		}
		turns, err := q.turnInFlightOf(ctx, &id)
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

// Messages is one page of the messages of a session, oldest first, and the number of all.
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

// TitleSession gives a session that has no title of its own one from its first exchange.
func (db *DB) TitleSession(ctx context.Context, id uuid.UUID, title string) error {
	return db.titleSession(ctx, title, id)
}
