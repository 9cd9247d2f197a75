package activities_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/schema"
)

func TestASearchEndsWithItsPassagesAndWithoutAModel(t *testing.T) {
	t.Parallel()
	k := newTalk(t)
	search, _, err := k.db.BeginTurn(t.Context(), schema.NewTurn{
		ID: newID(t), AccountID: k.account.ID, Question: "How many days of vacation are there?",
		CollectionIDs: []uuid.UUID{k.collection}, Passages: 1,
	})
	require.NoError(t, err)
	job, in := k.find(search)
	require.False(t, job.Names)
	require.Len(t, in.Hits, 1, "as many as are wanted")
	used, err := k.answer(in)
	require.NoError(t, err)
	require.Empty(t, k.model.Requests())
	require.Equal(t, activities.TurnUsage{}, used)
	require.NoError(t, k.do.FinishTurn(t.Context(), job, used))

	ended := k.turn(search.ID)
	require.Equal(t, schema.TurnComplete, ended.Status)
	require.Empty(t, ended.Answer)
	hits, err := ended.Found()
	require.NoError(t, err)
	require.Equal(t, in.Hits, hits)
	found, err := k.db.FoundPassages(t.Context(), k.account.ID, []schema.PassageRef{hits[0].PassageRef})
	require.NoError(t, err)
	require.Equal(t, "vacation.md", found[0].Path)
}
