package api_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

// wireVectors is what a file, or an event about it, reports about its vectors.
type wireVectors struct {
	Done, Total int
	Error       *string
}

func TestAReadyFileShowsHowItsVectorsFollow(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f, _ := s.indexed(c)
	shows := func(want *wireVectors) {
		t.Helper()
		var got struct{ Vectors *wireVectors }
		s.get(c.file(f)).into(200, &got)
		require.Equal(t, want, got.Vectors)
	}
	shows(nil)
	waiting, err := s.db.GenerationsWithoutVectors(t.Context(), "model", 10)
	require.NoError(t, err)
	require.Len(t, waiting, 1)
	g, total := waiting[0].ID, waiting[0].Passages
	require.Greater(t, total, 1)

	all, one := s.follow(c.path()+"/events"), s.follow(c.file(f)+"/events")
	require.Equal(t, "end", one.next().Name, "the file is ready")
	require.NoError(t, s.db.HinderVectors(t.Context(), []uuid.UUID{g}, "The embedding model is not answering."))
	hindered := wireVectors{Total: total, Error: new("The embedding model is not answering.")}
	shows(&hindered)
	e := all.next()
	require.Equal(t, "embed", *e.Step)
	require.Equal(t, "ready", e.Status)
	require.Equal(t, hindered, *e.Vectors)

	require.NoError(t, s.db.StoreVectors(t.Context(), g, "model", map[int][]float32{0: {1}}))
	shows(&wireVectors{Done: 1, Total: total})
	require.Equal(t, wireVectors{Done: 1, Total: total}, *all.next().Vectors)

	require.NoError(t, s.db.SetVectors(t.Context(), g, "model"))
	e = all.next()
	require.Nil(t, e.Step, "nothing is left to do")
	require.Equal(t, wireVectors{Done: total, Total: total}, *e.Vectors)
	shows(e.Vectors)
}
