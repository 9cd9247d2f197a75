package index

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/qdrant/go-client/qdrant"
)

// Rebuild fills the collection of a new embedding model while the old model's collection continues to answer.
//
// From Open on, all writes and deletions go to both collections. Searches use the sparse vectors of the old one, because
// its dense ones belong to another model. The caller stores the existing points by Upsert, checks every generation with
// CountGeneration, and calls Switch. All of this can be interrupted and restarted.
type Rebuild struct{ index *Index }

// BeginRebuild returns the Rebuild required by a changed model, or nil if the collection of the configured model already
// answers.
func (ix *Index) BeginRebuild(ctx context.Context) (*Rebuild, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	ix.forgetCurrent()
	current, err := ix.currentCollection(ctx)
	if err != nil || current == ix.physical() {
		return nil, err
	}
	return &Rebuild{index: ix}, nil
}

// Upsert stores points in the new collection only.
func (r *Rebuild) Upsert(ctx context.Context, points []Point) error {
	for batch := range slices.Chunk(points, batchSize) {
		if err := r.index.upsertBatch(ctx, r.index.physical(), batch, true); err != nil {
			return err
		}
	}
	return nil
}

// CountGeneration returns the exact number of a generation's points in the new collection.
func (r *Rebuild) CountGeneration(ctx context.Context, account, generation string) (uint64, error) {
	return r.index.countIn(ctx, r.index.physical(), account, generation)
}

// Switch atomically makes the new collection answer. The old one stays until DropRetired.
func (r *Rebuild) Switch(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	alias := r.index.config.Alias
	err := r.index.client.UpdateAliases(ctx, []*qdrant.AliasOperations{
		qdrant.NewAliasDelete(alias),
		qdrant.NewAliasCreate(alias, r.index.physical()),
	})
	if err != nil {
		return r.index.writeError(err)
	}
	r.index.forgetCurrent()
	return nil
}

// DropRetired deletes the collections of former models, to which no process writes any more, and returns their names.
func (ix *Index) DropRetired(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	current, err := ix.aliasTarget(ctx)
	if err != nil {
		return nil, err
	}
	names, err := ix.client.ListCollections(ctx)
	if err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	var dropped []string
	for _, name := range names {
		if !ix.owns(name) || name == current || name == ix.physical() {
			continue
		}
		if err := ix.client.DeleteCollection(ctx, name); err != nil {
			return dropped, fmt.Errorf("index: %w", err)
		}
		dropped = append(dropped, name)
	}
	return dropped, nil
}

// owns reports whether a collection belongs to this index rather than to another product on the same server.
func (ix *Index) owns(name string) bool {
	rest, ok := strings.CutPrefix(name, ix.config.Alias+"_")
	parts := strings.Split(rest, "_")
	return ok && len(parts) == 3 && parts[2] == shapeVersion
}
