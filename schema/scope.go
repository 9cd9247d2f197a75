package schema

import (
	"context"
	"slices"

	"github.com/google/uuid"
)

// Scope is the part of an account that a key can reach: some of its collections, with their files and conversations,
// and some of its extractors, with their documents. nil means the whole account.
type Scope struct {
	Collections []uuid.UUID
	Extractors  []uuid.UUID
}

// Scope returns what the key can reach.
func (k APIKey) Scope() *Scope {
	if !k.Scoped {
		return nil
	}
	return &Scope{Collections: k.CollectionIds, Extractors: k.ExtractorIds}
}

// HasCollections reports whether all of the collections are within the scope.
func (s *Scope) HasCollections(ids []uuid.UUID) bool {
	return s == nil || !slices.ContainsFunc(ids, func(id uuid.UUID) bool { return !slices.Contains(s.Collections, id) })
}

// HasExtractor reports whether the extractor is within the scope. nil, which means no extractor, is only within the
// scope of the whole account.
func (s *Scope) HasExtractor(id *uuid.UUID) bool {
	return s == nil || (id != nil && slices.Contains(s.Extractors, *id))
}

// OnlyCollections returns the collections to which lists are limited, or nil for all.
func (s *Scope) OnlyCollections() []uuid.UUID {
	if s == nil {
		return nil
	}
	return append([]uuid.UUID{}, s.Collections...)
}

// OnlyExtractors returns the extractors to which lists are limited, or nil for all.
func (s *Scope) OnlyExtractors() []uuid.UUID {
	if s == nil {
		return nil
	}
	return append([]uuid.UUID{}, s.Extractors...)
}

// CheckSession returns ErrSessionNotFound unless the account has the session and every collection ever used in it is
// within the scope. A session that has moved to other collections still shows what the former ones answered.
func (db *DB) CheckSession(ctx context.Context, account, id uuid.UUID, s *Scope) error {
	within, err := db.sessionWithin(ctx, id, account, s.OnlyCollections())
	if err == nil && !within {
		err = ErrSessionNotFound
	}
	return err
}

var errScopedAdmin = &Error{
	Code: Invalid, Loc: []string{"body", "permissions"}, Type: "value_error",
	Msg: "A key for some collections and extractors cannot manage anything else: leave out the permissions admin and operator, or the lists",
}

// checkScope returns an error unless a key with these permissions can be limited to the scope: Invalid if the key is to
// manage the account, and the NotFound error of anything that the account does not have. It removes duplicate ids.
func (p *InsertKeyParams) checkScope(ctx context.Context, q *Queries) error {
	if !p.Scoped {
		p.CollectionIds, p.ExtractorIds = nil, nil
		return nil
	}
	if p.CanAdmin || p.CanOperate {
		return errScopedAdmin
	}
	p.CollectionIds, p.ExtractorIds = unique(p.CollectionIds), unique(p.ExtractorIds)
	if err := q.checkCollections(ctx, p.AccountID, p.CollectionIds); err != nil {
		return err
	}
	only := append([]uuid.UUID{}, p.ExtractorIds...)
	n, err := q.countListedExtractors(ctx, p.AccountID, only)
	if err == nil && int(n) != len(only) {
		return ErrExtractorNotFound
	}
	return err
}

func unique(ids []uuid.UUID) []uuid.UUID {
	sorted := slices.SortedFunc(slices.Values(ids), func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(sorted)
}
