package index

import (
	"context"
	"fmt"

	"github.com/qdrant/go-client/qdrant"
)

const (
	// facetLimit is the number of values counted in one response. The points of an account with more generations are
	// read one by one.
	facetLimit = 4096
	scrollSize = 4096
)

// CountGeneration returns the exact number of a generation's points that searches can find. During a Rebuild, only
// points in both collections count.
func (ix *Index) CountGeneration(ctx context.Context, account, generation string) (uint64, error) {
	current, err := ix.currentCollection(ctx)
	if err != nil {
		return 0, err
	}
	n, err := ix.countIn(ctx, current, account, generation)
	if err != nil || current == ix.physical() {
		return n, err
	}
	next, err := ix.countIn(ctx, ix.physical(), account, generation)
	return min(n, next), err
}

func (ix *Index) countIn(ctx context.Context, collection, account, generation string) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	f, err := scopeFilter(account, qdrant.NewMatchKeyword(fieldGeneration, generation))
	if err != nil {
		return 0, err
	}
	n, err := ix.client.Count(ctx, &qdrant.CountPoints{
		CollectionName: collection, Filter: f.conditions, Exact: new(true), ReadConsistency: ix.consistency(),
	})
	if err != nil {
		ix.forgetCurrent()
		return 0, fmt.Errorf("index: %w", err)
	}
	return n, nil
}

// Accounts returns the accounts that have points, so that they can be compared with those that should have some. It is
// the only call that looks across accounts.
func (ix *Index) Accounts(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	seen := make(map[string]uint64)
	if err := ix.tally(ctx, nil, fieldAccount, seen); err != nil {
		return nil, err
	}
	accounts := make([]string, 0, len(seen))
	for a := range seen {
		accounts = append(accounts, a)
	}
	return accounts, nil
}

// Generations counts the points of each generation of an account.
func (ix *Index) Generations(ctx context.Context, account string) (map[string]uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	f, err := scopeFilter(account)
	if err != nil {
		return nil, err
	}
	counts := make(map[string]uint64)
	return counts, ix.tally(ctx, f.conditions, fieldGeneration, counts)
}

// tally counts the points by the value of a field.
func (ix *Index) tally(ctx context.Context, f *qdrant.Filter, field string, counts map[string]uint64) error {
	collection, err := ix.currentCollection(ctx)
	if err != nil {
		return err
	}
	facets, err := ix.client.Facet(ctx, &qdrant.FacetCounts{
		CollectionName: collection, Key: field, Filter: f, Limit: new(uint64(facetLimit)), Exact: new(true), ReadConsistency: ix.consistency(),
	})
	if err != nil {
		ix.forgetCurrent()
		return fmt.Errorf("index: %w", err)
	}
	if len(facets) == facetLimit {
		return ix.tallyByPoint(ctx, collection, f, field, counts)
	}
	for _, h := range facets {
		counts[h.GetValue().GetStringValue()] = h.GetCount()
	}
	return nil
}

func (ix *Index) tallyByPoint(ctx context.Context, collection string, f *qdrant.Filter, field string, counts map[string]uint64) error {
	var offset *qdrant.PointId
	for {
		points, next, err := ix.client.ScrollAndOffset(ctx, &qdrant.ScrollPoints{
			CollectionName: collection, Filter: f, Offset: offset, Limit: new(uint32(scrollSize)),
			WithPayload: qdrant.NewWithPayloadInclude(field), ReadConsistency: ix.consistency(),
		})
		if err != nil {
			return fmt.Errorf("index: %w", err)
		}
		for _, p := range points {
			counts[p.GetPayload()[field].GetStringValue()]++
		}
		if next == nil {
			return nil
		}
		offset = next
	}
}
