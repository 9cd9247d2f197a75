package index

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/qdrant/go-client/qdrant"
	"golang.org/x/sync/errgroup"

	"quire/internal/index/bm25"
)

// batchSize keeps a batch below 8 MB with 4,096 dimensions.
const batchSize = 256

// Point is a passage in the index. The ids are opaque.
type Point struct {
	Account    string
	Collection string
	File       string
	Generation string // one conversion of one version of the file
	Chunk      int    // the passage's number in its generation
	PageStart  int
	PageEnd    int
	Kind       string
	Sparse     bm25.Vector
	Dense      []float32 // nil without an embedding
}

// pointNamespace makes point ids specific to this product (UUID version 5).
var pointNamespace = uuid.MustParse("6f2b1a52-0c8e-4a57-9d0e-3b7a54f1c0de")

// id returns the same id for the same passage of the same generation, so that a retry changes nothing.
func (p Point) id() *qdrant.PointId {
	return qdrant.NewIDUUID(uuid.NewSHA1(pointNamespace, []byte(p.Generation+"/"+strconv.Itoa(p.Chunk))).String())
}

func (p Point) proto(withDense bool) *qdrant.PointStruct {
	vectors := make(map[string]*qdrant.Vector, 2)
	if !p.Sparse.Empty() {
		vectors[sparseVector] = qdrant.NewVectorSparse(p.Sparse.Indices, p.Sparse.Values)
	}
	if withDense && p.Dense != nil {
		vectors[denseVector] = qdrant.NewVectorDense(p.Dense)
	}
	return &qdrant.PointStruct{
		Id:      p.id(),
		Vectors: qdrant.NewVectorsMap(vectors),
		Payload: map[string]*qdrant.Value{
			fieldAccount:    qdrant.NewValueString(p.Account),
			fieldCollection: qdrant.NewValueString(p.Collection),
			fieldFile:       qdrant.NewValueString(p.File),
			fieldGeneration: qdrant.NewValueString(p.Generation),
			fieldChunk:      qdrant.NewValueInt(int64(p.Chunk)),
			fieldPageStart:  qdrant.NewValueInt(int64(p.PageStart)),
			fieldPageEnd:    qdrant.NewValueInt(int64(p.PageEnd)),
			fieldKind:       qdrant.NewValueString(p.Kind),
		},
	}
}

func (p Point) check(dimensions int) error {
	switch {
	case p.Account == "":
		return ErrScope
	case p.Collection == "" || p.File == "" || p.Generation == "":
		return fmt.Errorf("index: a point needs a collection, a file and a generation: %q, %q, %q", p.Collection, p.File, p.Generation)
	case p.Dense != nil && len(p.Dense) != dimensions:
		return fmt.Errorf("index: a vector has %d dimensions, but the model has %d", len(p.Dense), dimensions)
	}
	return nil
}

// Upsert stores any number of points, and returns when searches see them. Repeating it changes nothing. A failure may
// leave some of them stored, but a generation is not used until CountGeneration confirms its number of points.
func (ix *Index) Upsert(ctx context.Context, points []Point) error {
	current, err := ix.currentCollection(ctx)
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(points, batchSize) {
		if err := ix.upsertBatch(ctx, ix.physical(), batch, true); err != nil {
			return err
		}
		if current == ix.physical() {
			continue
		}
		// The old collection still answers, with its sparse vectors: see Rebuild.
		if err := ix.upsertBatch(ctx, current, batch, false); err != nil {
			return err
		}
	}
	return nil
}

func (ix *Index) upsertBatch(ctx context.Context, collection string, batch []Point, withDense bool) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	points := make([]*qdrant.PointStruct, 0, len(batch))
	for _, p := range batch {
		if err := p.check(ix.config.Dimensions); err != nil {
			return err
		}
		points = append(points, p.proto(withDense))
	}
	_, err := ix.client.Upsert(ctx, &qdrant.UpsertPoints{
		CollectionName: collection, Points: points, Wait: new(true), Ordering: strong(),
	})
	return ix.writeError(err)
}

func strong() *qdrant.WriteOrdering {
	return &qdrant.WriteOrdering{Type: qdrant.WriteOrderingType_Strong}
}

// writeError also makes the next call look up the alias again, because the collection may have been dropped.
func (ix *Index) writeError(err error) error {
	if err == nil {
		return nil
	}
	ix.forgetCurrent()
	return fmt.Errorf("index: %w", err)
}

// loaders is the number of simultaneous batches while loading: one is packed while another is stored.
const loaders = 2

// Load stores the points of a sequence, in batches, and returns their number. It fills an embedded index at start and
// repairs a remote one.
func (ix *Index) Load(ctx context.Context, points iter.Seq2[Point, error]) (int, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(loaders)
	n := 0
	store := func(batch []Point) {
		n += len(batch)
		group.Go(func() error { return ix.Upsert(ctx, batch) })
	}
	var batch []Point
	var broken error
	for p, err := range points {
		if broken = cmp.Or(err, ctx.Err()); broken != nil {
			break
		}
		if batch = append(batch, p); len(batch) == batchSize {
			store(batch)
			batch = nil
		}
	}
	if broken == nil {
		store(batch)
	}
	if err := group.Wait(); err != nil {
		return n, err
	}
	return n, broken
}

// DeleteGeneration removes a generation's points. Like every delete, it succeeds when there are none.
func (ix *Index) DeleteGeneration(ctx context.Context, account, generation string) error {
	return ix.deleteWhere(ctx, account, fieldGeneration, generation)
}

// DeleteFile removes the points of all generations of a file.
func (ix *Index) DeleteFile(ctx context.Context, account, file string) error {
	return ix.deleteWhere(ctx, account, fieldFile, file)
}

// DeleteCollection removes the points of a collection of files.
func (ix *Index) DeleteCollection(ctx context.Context, account, collection string) error {
	return ix.deleteWhere(ctx, account, fieldCollection, collection)
}

// DeleteAccount removes all points of an account.
func (ix *Index) DeleteAccount(ctx context.Context, account string) error {
	f, err := scopeFilter(account)
	if err != nil {
		return err
	}
	return ix.deleteBy(ctx, f)
}

func (ix *Index) deleteWhere(ctx context.Context, account, field, id string) error {
	f, err := scopeFilter(account, qdrant.NewMatchKeyword(field, id))
	if err != nil {
		return err
	}
	return ix.deleteBy(ctx, f)
}

func (ix *Index) deleteBy(ctx context.Context, f filter) error {
	current, err := ix.currentCollection(ctx)
	if err != nil {
		return err
	}
	if err := ix.deleteFrom(ctx, current, f); err != nil || current == ix.physical() {
		return err
	}
	return ix.deleteFrom(ctx, ix.physical(), f)
}

func (ix *Index) deleteFrom(ctx context.Context, collection string, f filter) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	_, err := ix.client.Delete(ctx, &qdrant.DeletePoints{
		CollectionName: collection, Points: qdrant.NewPointsSelectorFilter(f.conditions), Wait: new(true), Ordering: strong(),
	})
	return ix.writeError(err)
}
