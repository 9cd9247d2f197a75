package catalog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/catalog"
)

func TestEveryDefinitionIsValid(t *testing.T) {
	t.Parallel()
	var slugs []string
	for _, e := range catalog.All() {
		slugs = append(slugs, e.Definition.Slug)
	}
	require.Equal(t, []string{"bank-statement", "contract-terms", "invoice", "purchase-order", "receipt", "resume", "table-dump"}, slugs)
}
