package embedded

import (
	"context"
	"maps"
	"slices"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// collectionsService implements Qdrant's Collections service.
type collectionsService struct {
	qdrant.UnimplementedCollectionsServer
	catalog *catalog
}

func (s *collectionsService) CollectionExists(_ context.Context, r *qdrant.CollectionExistsRequest) (*qdrant.CollectionExistsResponse, error) {
	_, err := s.catalog.collection(r.GetCollectionName())
	return &qdrant.CollectionExistsResponse{Result: &qdrant.CollectionExists{Exists: err == nil}}, nil
}

func (s *collectionsService) Create(_ context.Context, r *qdrant.CreateCollection) (*qdrant.CollectionOperationResponse, error) {
	if r.GetCollectionName() == "" {
		return nil, status.Error(codes.InvalidArgument, "a collection needs a name")
	}
	col, err := newCollection(r)
	if err != nil {
		return nil, err
	}
	if err := s.catalog.create(r.GetCollectionName(), col); err != nil {
		return nil, err
	}
	return &qdrant.CollectionOperationResponse{Result: true}, nil
}

func (s *collectionsService) Delete(_ context.Context, r *qdrant.DeleteCollection) (*qdrant.CollectionOperationResponse, error) {
	return &qdrant.CollectionOperationResponse{Result: s.catalog.remove(r.GetCollectionName())}, nil
}

func (s *collectionsService) List(context.Context, *qdrant.ListCollectionsRequest) (*qdrant.ListCollectionsResponse, error) {
	var out qdrant.ListCollectionsResponse
	for _, name := range s.catalog.names() {
		out.Collections = append(out.Collections, &qdrant.CollectionDescription{Name: name})
	}
	return &out, nil
}

func (s *collectionsService) ListAliases(context.Context, *qdrant.ListAliasesRequest) (*qdrant.ListAliasesResponse, error) {
	var out qdrant.ListAliasesResponse
	aliases := s.catalog.listAliases()
	for _, alias := range slices.Sorted(maps.Keys(aliases)) {
		out.Aliases = append(out.Aliases, &qdrant.AliasDescription{AliasName: alias, CollectionName: aliases[alias]})
	}
	return &out, nil
}

func (s *collectionsService) UpdateAliases(_ context.Context, r *qdrant.ChangeAliases) (*qdrant.CollectionOperationResponse, error) {
	err := s.catalog.changeAliases(func(aliases map[string]string, exists func(string) bool) error {
		for _, action := range r.GetActions() {
			if err := changeAlias(aliases, exists, action); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &qdrant.CollectionOperationResponse{Result: true}, nil
}

func changeAlias(aliases map[string]string, exists func(string) bool, action *qdrant.AliasOperations) error {
	switch a := action.GetAction().(type) {
	case *qdrant.AliasOperations_CreateAlias:
		alias, target := a.CreateAlias.GetAliasName(), a.CreateAlias.GetCollectionName()
		if !exists(target) {
			return status.Errorf(codes.NotFound, "Not found: Collection `%s` doesn't exist!", target)
		}
		if alias == "" || exists(alias) {
			return status.Errorf(codes.InvalidArgument, "`%s` cannot be an alias", alias)
		}
		aliases[alias] = target
	case *qdrant.AliasOperations_DeleteAlias:
		delete(aliases, a.DeleteAlias.GetAliasName())
	default:
		return status.Error(codes.InvalidArgument, "an alias operation needs an action")
	}
	return nil
}
