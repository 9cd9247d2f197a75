package embedding_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/embedding"
)

func TestTheEncoderOfThisMachineComparesTextsWithQuestions(t *testing.T) {
	t.Parallel()
	questions, texts := []string{"a b c", "d"}, []string{"c b a", "d", "a b"}
	e := local(t)
	near, err := e.(embedding.Comparer).Compare(t.Context(), questions, texts)
	require.NoError(t, err)
	asked, err := e.Queries(t.Context(), questions)
	require.NoError(t, err)
	said, err := e.Queries(t.Context(), texts)
	require.NoError(t, err)
	require.Len(t, near, len(questions))
	for i, q := range asked {
		require.Len(t, near[i], len(texts))
		for j, v := range said {
			sum := 0.
			for k := range v {
				sum += float64(q[k]) * float64(v[k])
			}
			require.InDelta(t, sum, near[i][j], 1e-5)
		}
	}
	require.InDelta(t, 1, near[1][1], 1e-5)
	_, other := endpoint(t).(embedding.Comparer)
	require.False(t, other, "the cosines of other models have other sizes")
}

func TestTextsThatWereComparedLatelyAreNotEncodedAgain(t *testing.T) {
	t.Parallel()
	e := local(t).(embedding.Comparer)
	texts := []string{"a b", "c", "a b", "d e"}
	first, err := e.Compare(t.Context(), []string{"a"}, texts[:3])
	require.NoError(t, err)
	again, err := e.Compare(t.Context(), []string{"a"}, texts)
	require.NoError(t, err)
	require.Equal(t, first[0], again[0][:3])

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = e.Compare(gone, nil, texts)
	require.NoError(t, err, "nothing is left to encode")
	_, err = e.Compare(gone, nil, append(texts, "e"))
	require.ErrorIs(t, err, context.Canceled)
}
