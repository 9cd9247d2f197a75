package schema_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

func TestFilesWaitForVectorsInTurns(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	var versions []uuid.UUID
	for _, path := range []string{"a", "b"} {
		up := s.upload(c, path, path)
		require.NoError(t, s.index(up.File.VersionID))
		versions = append(versions, up.File.VersionID)
	}
	s.upload(c, "c", "not indexed yet")
	const model, other = "model", "another model"
	waiting, err := s.db.WaitingForVectors(t.Context(), model)
	require.NoError(t, err)
	require.Equal(t, 2, waiting)
	for _, version := range versions {
		g, ok, err := s.db.GenerationWithoutVectors(t.Context(), model)
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, version, g.VersionID, "the oldest first")
		missing, err := s.db.PassagesWithoutVector(t.Context(), g.ID, model, 10)
		require.NoError(t, err)
		require.Len(t, missing, 1)
		require.NoError(t, s.db.StoreVectors(t.Context(), g.ID, model, map[int][]float32{missing[0].Number: {1, 2}}))
		missing, err = s.db.PassagesWithoutVector(t.Context(), g.ID, model, 10)
		require.NoError(t, err)
		require.Empty(t, missing)
		require.NoError(t, s.db.SetVectors(t.Context(), g.ID, model))
	}
	_, ok, err := s.db.GenerationWithoutVectors(t.Context(), model)
	require.NoError(t, err)
	require.False(t, ok)
	waiting, err = s.db.WaitingForVectors(t.Context(), other)
	require.NoError(t, err)
	require.Equal(t, 2, waiting, "another model needs other vectors")
}
