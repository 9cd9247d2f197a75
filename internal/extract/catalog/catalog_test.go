package catalog_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/extract/catalog"
)

func TestEveryDefinitionIsValid(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("definitions/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var named []string
	for _, e := range catalog.All() {
		named = append(named, filepath.Join("definitions", e.Definition.Slug+".yaml"))
	}
	require.Equal(t, files, named, "a definition is found under the name of its file")
}
