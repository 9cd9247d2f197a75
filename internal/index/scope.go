package index

import (
	"errors"
	"slices"

	"github.com/qdrant/go-client/qdrant"
)

// ErrScope is returned by a call that does not name the account of the points.
var ErrScope = errors.New("index: a call needs an account, and a search also needs collections")

// Scope limits a search.
type Scope struct {
	Account     string   // required
	Collections []string // at least one
	Files       []string // empty means all files
	// ExcludeGenerations are the generations that are not current: still being built, or replaced but not yet purged.
	ExcludeGenerations []string
}

// filter is a condition on points that includes their account. Only scopeFilter creates one, and every request about
// points requires one, so a call that forgets the account does not compile.
type filter struct{ conditions *qdrant.Filter }

// scopeFilter is the only place where a filter is created.
func scopeFilter(account string, must ...*qdrant.Condition) (filter, error) {
	if account == "" {
		return filter{}, ErrScope
	}
	owner := qdrant.NewMatchKeyword(fieldAccount, account)
	return filter{&qdrant.Filter{Must: append([]*qdrant.Condition{owner}, must...)}}, nil
}

func (s Scope) filter() (filter, error) {
	if len(s.Collections) == 0 || slices.Contains(s.Collections, "") {
		return filter{}, ErrScope
	}
	must := []*qdrant.Condition{qdrant.NewMatchKeywords(fieldCollection, s.Collections...)}
	if len(s.Files) > 0 {
		must = append(must, qdrant.NewMatchKeywords(fieldFile, s.Files...))
	}
	f, err := scopeFilter(s.Account, must...)
	if err == nil && len(s.ExcludeGenerations) > 0 {
		f.conditions.MustNot = []*qdrant.Condition{qdrant.NewMatchKeywords(fieldGeneration, s.ExcludeGenerations...)}
	}
	return f, err
}
