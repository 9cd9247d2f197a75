package schema_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestASearchKeepsWhatItsLastAttemptFound(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	turn, _, err := s.db.BeginTurn(t.Context(), schema.NewTurn{
		ID: uuid.New(), AccountID: s.account, Question: "tides", CollectionIDs: []uuid.UUID{c}, Passages: 5,
	})
	require.NoError(t, err)
	require.EqualValues(t, 5, *turn.PassagesWanted)
	none, err := turn.Found()
	require.NoError(t, err)
	require.Nil(t, none, "nothing has been kept")

	first, err := s.db.BeginAnswer(t.Context(), turn.ID)
	require.NoError(t, err)
	again, err := s.db.BeginAnswer(t.Context(), turn.ID)
	require.NoError(t, err)
	hits := []schema.TurnHit{{PassageRef: schema.PassageRef{Generation: uuid.New(), Number: 3}, Score: 0.25}}
	require.ErrorIs(t, s.db.KeepHits(t.Context(), turn.ID, int(first.Attempt), hits), schema.ErrSuperseded)
	require.NoError(t, s.db.KeepHits(t.Context(), turn.ID, int(again.Attempt), hits))
	require.NoError(t, s.db.EndTurn(t.Context(), turn.ID, schema.TurnEnd{Status: schema.TurnComplete}))
	require.ErrorIs(t, s.db.KeepHits(t.Context(), turn.ID, int(again.Attempt), nil), schema.ErrSuperseded)
	ended, err := s.db.Turn(t.Context(), turn.ID)
	require.NoError(t, err)
	kept, err := ended.Found()
	require.NoError(t, err)
	require.Equal(t, hits, kept)
}
