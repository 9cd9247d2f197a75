package schema_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestFilesWaitForVectorsOldestFirst(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	var versions []uuid.UUID
	for _, path := range []string{"a", "b", "deleted"} {
		up := s.upload(c, path, path)
		require.NoError(t, s.index(up.File.VersionID))
		versions = append(versions, up.File.VersionID)
		if path == "deleted" {
			_, err := s.db.DeleteFile(t.Context(), s.account, c, up.File.ID, "")
			require.NoError(t, err)
		}
	}
	s.upload(c, "c", "not indexed yet")
	const model, other = "model", "another model"
	require.Equal(t, 2, s.waiting(model))
	list := s.withoutVectors(model)
	require.Len(t, list, 2)
	for i, g := range list {
		require.Equal(t, versions[i], g.VersionID)
		require.NoError(t, s.db.SetVectors(t.Context(), g.ID, model))
		require.Len(t, s.withoutVectors(model), 1-i)
	}
	require.Zero(t, s.waiting(model))
	require.Equal(t, 2, s.waiting(other), "another model needs other vectors")
}

func TestAccountsTakeTurnsForVectors(t *testing.T) {
	t.Parallel()
	many := newStory(t)
	other, err := many.db.CreateAccount(t.Context(), "other", "default", "whsec_other")
	require.NoError(t, err)
	one := *many
	one.account = other.ID
	for _, s := range []*story{many, &one} {
		c := s.collection("Manuals")
		for i := range 3 {
			require.NoError(t, s.index(s.upload(c, fmt.Sprint(i), "x").File.VersionID))
		}
	}
	turns := map[uuid.UUID]int{}
	for range 100 {
		list := many.withoutVectors("model")
		require.Len(t, list, 3, "of one account")
		turns[list[0].AccountID]++
	}
	require.Len(t, turns, 2)
}

func TestProgressCountsEachVectorOnce(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	up := s.upload(c, "a", "a")
	require.NoError(t, s.indexAll(up.File.VersionID, 5))
	g := s.withoutVectors("model")[0]
	shows := func(embedding string, embedded int, why *string) {
		t.Helper()
		f := s.file(c, up.File.ID)
		require.Equal(t, embedding, f.Embedding)
		require.EqualValues(t, embedded, f.Embedded)
		require.EqualValues(t, 5, f.Passages)
		require.Equal(t, why, f.EmbeddingError)
	}
	shows("", 0, nil)
	require.NoError(t, s.db.HinderVectors(t.Context(), []uuid.UUID{g.ID}, "It is away."))
	shows("", 0, new("It is away."))
	v := []float32{1, 2}
	for range 2 { // a worker died before it could report that it had stored them
		require.NoError(t, s.db.StoreVectors(t.Context(), g.ID, "model", map[int][]float32{0: v, 1: v}))
		shows("model", 2, nil)
	}
	require.NoError(t, s.db.StoreVectors(t.Context(), g.ID, "model", map[int][]float32{1: v, 2: nil}))
	shows("model", 3, nil)
	missing, err := s.db.PassagesWithoutVector(t.Context(), g.ID, "model", 10)
	require.NoError(t, err)
	require.Len(t, missing, 2, "a passage that the model refuses is not asked for again")
	require.NoError(t, s.db.StoreVectors(t.Context(), g.ID, "new model", map[int][]float32{0: v}))
	shows("new model", 1, nil)
	require.NoError(t, s.db.SetVectors(t.Context(), g.ID, "new model"))
	shows("new model", 5, nil)
	require.NoError(t, s.db.StoreVectors(t.Context(), uuid.New(), "model", map[int][]float32{0: v}), "a generation that is gone")
	require.ErrorIs(t, s.db.SetVectors(t.Context(), uuid.New(), "model"), schema.ErrSuperseded)
}

// withoutVectors returns the generations of an account that lack vectors of a model.
func (s *story) withoutVectors(model string) []schema.GenerationRef {
	s.Helper()
	list, err := s.db.GenerationsWithoutVectors(s.Context(), model, 10)
	require.NoError(s, err)
	return list
}

func (s *story) waiting(model string) int {
	s.Helper()
	n, err := s.db.WaitingForVectors(s.Context(), model)
	require.NoError(s, err)
	return n
}
