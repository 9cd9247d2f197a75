package index

import (
	"context"
	"fmt"
	"time"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Names of the vectors and of the payload fields.
const (
	denseVector  = "dense"
	sparseVector = "bm25"

	fieldAccount    = "account_id"
	fieldCollection = "collection_id"
	fieldFile       = "file_id"
	fieldGeneration = "gen"
	fieldChunk      = "chunk"
	fieldPageStart  = "page_start"
	fieldPageEnd    = "page_end"
	fieldKind       = "kind"
)

// prepare creates the configured collection, its indexes and, the first time, the alias.
func (ix *Index) prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	name := ix.physical()
	exists, err := ix.client.CollectionExists(ctx, name)
	if err != nil {
		return fmt.Errorf("index: %w", err)
	}
	if !exists {
		// Another process may be doing the same.
		if err := ix.client.CreateCollection(ctx, ix.collection(name)); err != nil && status.Code(err) != codes.AlreadyExists {
			return fmt.Errorf("index: %w", err)
		}
	}
	if err := ix.createFieldIndexes(ctx, name); err != nil {
		return err
	}
	return ix.ensureAlias(ctx, name)
}

// collection defines the shape of the points. Graphs are built only within each account (m 0, payload_m 16), because no
// query ever leaves its account. Vectors and payload stay on disk, quantised copies in memory.
func (ix *Index) collection(name string) *qdrant.CreateCollection {
	c := &qdrant.CreateCollection{
		CollectionName: name,
		SparseVectorsConfig: qdrant.NewSparseVectorsConfig(map[string]*qdrant.SparseVectorParams{
			sparseVector: {Modifier: qdrant.Modifier_Idf.Enum()},
		}),
		OnDiskPayload: new(true),
	}
	if ix.config.Replicas > 1 {
		c.ReplicationFactor = new(ix.config.Replicas)
		c.WriteConsistencyFactor = new(ix.config.Replicas)
	}
	if ix.config.Dimensions > 0 {
		c.VectorsConfig = qdrant.NewVectorsConfigMap(map[string]*qdrant.VectorParams{denseVector: {
			Size:       uint64(ix.config.Dimensions),
			Distance:   qdrant.Distance_Cosine,
			OnDisk:     new(true),
			HnswConfig: &qdrant.HnswConfigDiff{M: new(uint64(0)), PayloadM: new(uint64(16))},
		}})
		c.QuantizationConfig = qdrant.NewQuantizationScalar(&qdrant.ScalarQuantization{
			Type: qdrant.QuantizationType_Int8, Quantile: new(float32(.99)), AlwaysRam: new(true),
		})
	}
	return c
}

// createFieldIndexes must be called before any points are stored, because the links for filtered search are built while
// points are indexed.
func (ix *Index) createFieldIndexes(ctx context.Context, name string) error {
	for _, f := range []struct {
		field  string
		params *qdrant.KeywordIndexParams
	}{
		{fieldAccount, &qdrant.KeywordIndexParams{IsTenant: new(true)}},
		{fieldCollection, &qdrant.KeywordIndexParams{}},
		{fieldFile, &qdrant.KeywordIndexParams{EnableHnsw: new(false)}},
		{fieldGeneration, &qdrant.KeywordIndexParams{EnableHnsw: new(false)}},
	} {
		_, err := ix.client.CreateFieldIndex(ctx, &qdrant.CreateFieldIndexCollection{
			CollectionName:   name,
			FieldName:        f.field,
			FieldType:        qdrant.FieldType_FieldTypeKeyword.Enum(),
			FieldIndexParams: qdrant.NewPayloadIndexParamsKeyword(f.params),
			Wait:             new(true),
		})
		if err != nil {
			return fmt.Errorf("index: field %s: %w", f.field, err)
		}
	}
	return nil
}

func (ix *Index) ensureAlias(ctx context.Context, name string) error {
	target, err := ix.aliasTarget(ctx)
	if err != nil {
		return err
	}
	if target == "" {
		if err := ix.client.CreateAlias(ctx, ix.config.Alias, name); err != nil {
			return fmt.Errorf("index: %w", err)
		}
	}
	return nil
}

// aliasTarget returns the collection that the alias refers to, or "".
func (ix *Index) aliasTarget(ctx context.Context) (string, error) {
	aliases, err := ix.client.ListAliases(ctx)
	if err != nil {
		return "", fmt.Errorf("index: %w", err)
	}
	for _, a := range aliases {
		if a.GetAliasName() == ix.config.Alias {
			return a.GetCollectionName(), nil
		}
	}
	return "", nil
}

// aliasTTL is the time for which a switch by another process may go unnoticed. Until then, writes go to both collections
// and searches use only vectors that both have.
const aliasTTL = 5 * time.Second

// currentCollection returns the real name of the collection that answers. It is needed because a write through the alias
// could reach a different collection from the one intended.
func (ix *Index) currentCollection(ctx context.Context) (string, error) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.current != "" && time.Since(ix.resolved) < aliasTTL {
		return ix.current, nil
	}
	target, err := ix.aliasTarget(ctx)
	if err != nil {
		return "", err
	}
	if target == "" {
		return "", fmt.Errorf("index: the alias %s no longer exists", ix.config.Alias)
	}
	ix.current, ix.resolved = target, time.Now()
	return target, nil
}

func (ix *Index) forgetCurrent() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.current = ""
}
