package schema_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFilesOfADeletedCollectionArePurgedAFewAtATime(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	kept, c := s.collection("kept"), s.collection("Manuals")
	s.upload(kept, "a.txt", "one")
	for _, path := range []string{"a.txt", "b.txt", "c.txt"} {
		s.finish(s.upload(c, path, "one").File.VersionID, 2)
	}
	purge := func() int64 {
		n, err := s.db.PurgeFilesIn(t.Context(), c, 2)
		require.NoError(t, err)
		return n
	}
	require.Zero(t, purge(), "the collection has not been deleted")
	_, err := s.db.DeleteCollection(t.Context(), s.account, c, "req")
	require.NoError(t, err)
	require.Equal(t, []int64{2, 1, 0}, []int64{purge(), purge(), purge()})
	left, err := s.db.CollectionBlobs(t.Context(), c, [16]byte{}, 10)
	require.NoError(t, err)
	require.Empty(t, left)
	require.NoError(t, s.db.PurgeCollection(t.Context(), c))
	rest, err := s.db.CollectionBlobs(t.Context(), kept, [16]byte{}, 10)
	require.NoError(t, err)
	require.Len(t, rest, 1)
}
