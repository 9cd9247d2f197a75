package schema_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// capped creates a document of the account, with a limit on documents in processing.
func (s *story) capped(account uuid.UUID, atOnce int) (schema.Document, schema.Start) {
	s.Helper()
	id := uuid.Must(uuid.NewV7())
	d, start, err := s.db.CreateDocument(s.Context(), schema.NewDocument{
		ID: id, AccountID: account, FileName: "x.pdf", Format: "pdf", SourceKey: schema.SourceKey(id), AtOnce: atOnce,
	})
	require.NoError(s, err)
	return d, start
}

// starting takes what may start now, as a relay and its workflows would, and returns the documents.
func (s *story) starting() []string {
	s.Helper()
	require.NoError(s, s.exec("UPDATE workflow_outbox SET next_try_at = now() WHERE NOT held"), "the head start is over")
	return s.due()
}

func workflowIDs(documents ...schema.Document) []string {
	ids := []string{}
	for _, d := range documents {
		ids = append(ids, name(schema.DocumentStart(d)))
	}
	return ids
}

func TestAccountWithEnoughInProcessingWaitsInLine(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	var mine []schema.Document
	for i := range 5 {
		d, start := s.capped(s.account, 2)
		require.Equal(t, i >= 2, start == schema.Start{}, "the third is held back")
		mine = append(mine, d)
	}
	other, err := s.db.CreateAccount(t.Context(), "other", "default", "whsec_other")
	require.NoError(t, err)
	theirs, start := s.capped(other.ID, 2)
	require.NotEqual(t, schema.Start{}, start, "another account does not wait")
	require.ElementsMatch(t, workflowIDs(mine[0], mine[1], theirs), s.starting())
	require.Empty(t, s.starting())
	pending, err := s.db.CountOutbox(t.Context())
	require.NoError(t, err)
	require.Zero(t, pending, "a held document waits for its account, not for a relay")

	require.NoError(t, s.complete(mine[0].ID, s.claim(mine[0].ID)))
	require.Equal(t, workflowIDs(mine[2]), s.starting(), "when one ends, the first in line begins")
	require.NoError(t, s.fail(mine[1].ID, s.claim(mine[1].ID)))
	require.Equal(t, workflowIDs(mine[3]), s.starting())
	late, start := s.capped(s.account, 100)
	require.Equal(t, schema.Start{}, start, "held documents go first, whatever the plan is now")
	n, err := s.db.AdmitHeld(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 2, n, "a larger plan makes room")
	require.ElementsMatch(t, workflowIDs(mine[4], late), s.starting())
}

func TestRoomMadeByADeletionIsUsed(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	first, _ := s.capped(s.account, 1)
	second, _ := s.capped(s.account, 1)
	third, _ := s.capped(s.account, 1)
	require.Equal(t, workflowIDs(first), s.starting())
	n, err := s.db.AdmitHeld(t.Context())
	require.NoError(t, err)
	require.Zero(t, n)
	for _, d := range []schema.Document{first, second} { // the second is deleted while waiting in line
		_, _, err := s.db.DeleteDocument(t.Context(), s.account, d.ID, "")
		require.NoError(t, err)
	}
	n, err = s.db.AdmitHeld(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
	require.Contains(t, s.starting(), name(schema.DocumentStart(third)))
	_, start := s.capped(s.account, 0)
	require.NotEqual(t, schema.Start{}, start, "no cap, no line")
}
