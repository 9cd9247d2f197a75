package embedded

import (
	"context"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// pointsService implements Qdrant's Points service.
type pointsService struct {
	qdrant.UnimplementedPointsServer
	catalog *catalog
}

func (s *pointsService) CreateFieldIndex(_ context.Context, r *qdrant.CreateFieldIndexCollection) (*qdrant.PointsOperationResponse, error) {
	col, err := s.catalog.collection(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	return done(col.createIndex(r))
}

func (s *pointsService) Upsert(_ context.Context, r *qdrant.UpsertPoints) (*qdrant.PointsOperationResponse, error) {
	col, err := s.catalog.collection(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	return done(col.upsert(r.GetPoints()))
}

func (s *pointsService) Delete(_ context.Context, r *qdrant.DeletePoints) (*qdrant.PointsOperationResponse, error) {
	col, err := s.catalog.collection(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	return done(col.delete(r.GetPoints()))
}

func done(err error) (*qdrant.PointsOperationResponse, error) {
	if err != nil {
		return nil, err
	}
	return &qdrant.PointsOperationResponse{Result: &qdrant.UpdateResult{Status: qdrant.UpdateStatus_Completed}}, nil
}

func (s *pointsService) QueryBatch(_ context.Context, r *qdrant.QueryBatchPoints) (*qdrant.QueryBatchResponse, error) {
	col, err := s.catalog.collection(r.GetCollectionName())
	if err != nil {
		return nil, err
	}
	col.mu.RLock()
	defer col.mu.RUnlock()
	var out qdrant.QueryBatchResponse
	for _, q := range r.GetQueryPoints() {
		if q.GetCollectionName() != r.GetCollectionName() {
			return nil, status.Error(codes.InvalidArgument, "the queries of a batch must name its collection")
		}
		hits, err := col.query(q)
		if err != nil {
			return nil, err
		}
		out.Result = append(out.Result, &qdrant.BatchResult{Result: hits})
	}
	return &out, nil
}

// query answers one query. The caller holds the lock.
func (c *collection) query(r *qdrant.QueryPoints) ([]*qdrant.ScoredPoint, error) {
	offset, limit := orDefault(r.Offset, 0), orDefault(r.Limit, defaultLimit)
	hits, err := c.rank(r, offset+limit)
	if err != nil {
		return nil, err
	}
	out := make([]*qdrant.ScoredPoint, 0, len(hits))
	for _, h := range hits[min(offset, len(hits)):] {
		out = append(out, h.proto(r.GetWithPayload()))
	}
	return out, nil
}

func (s scored) proto(with *qdrant.WithPayloadSelector) *qdrant.ScoredPoint {
	return &qdrant.ScoredPoint{Id: s.id().proto(), Score: s.score, Payload: s.tenant.payload(s.slot, fields(with))}
}

// fields returns the payload fields that a selector selects. Without a selector it returns none.
func fields(with *qdrant.WithPayloadSelector) func(string) bool {
	among := func(names []string) map[string]bool {
		set := make(map[string]bool, len(names))
		for _, n := range names {
			set[n] = true
		}
		return set
	}
	switch v := with.GetSelectorOptions().(type) {
	case *qdrant.WithPayloadSelector_Include:
		set := among(v.Include.GetFields())
		return func(f string) bool { return set[f] }
	case *qdrant.WithPayloadSelector_Exclude:
		set := among(v.Exclude.GetFields())
		return func(f string) bool { return !set[f] }
	}
	return func(string) bool { return with.GetEnable() }
}
