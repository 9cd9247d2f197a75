package index

import (
	"context"

	"quire/internal/index/embedded"
)

// OpenOn opens an index on a server shared with others.
func OpenOn(ctx context.Context, c Config, server *embedded.Server) (*Index, error) {
	client, err := server.Client()
	if err != nil {
		return nil, err
	}
	return open(ctx, c, client, nil)
}

// FacetLimit is the number of generations up to which they are counted in one response.
const FacetLimit = facetLimit
