package schema_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestADeletedBatchTakesItsDocumentsAndItsWebhookWithIt(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	b, other := s.batch(3, nil), s.batch(1, nil)
	list := s.inBatch(b.ID)
	require.NoError(t, s.complete(list[0].ID, s.claim(list[0].ID)))
	attempt := s.claim(list[1].ID)

	_, err := s.db.DeleteBatch(t.Context(), uuid.New(), b.ID, "req_d")
	require.ErrorIs(t, err, schema.ErrBatchNotFound, "of another account")
	inFlight, err := s.db.DeleteBatch(t.Context(), s.account, b.ID, "req_d")
	require.NoError(t, err)
	require.Len(t, inFlight, 2)
	_, err = s.db.Batch(t.Context(), s.account, b.ID)
	require.ErrorIs(t, err, schema.ErrBatchNotFound)
	_, err = s.db.DeleteBatch(t.Context(), s.account, b.ID, "req_d")
	require.ErrorIs(t, err, schema.ErrBatchNotFound)

	purges := []string{"document/" + s.inBatch(other.ID)[0].ID.String()}
	for _, d := range list {
		_, err := s.db.Document(t.Context(), s.account, d.ID)
		require.ErrorIs(t, err, schema.ErrDocumentNotFound)
		purges = append(purges, "purge_document/"+d.ID.String())
	}
	require.ElementsMatch(t, purges, s.due(), "nothing is converted any more")
	require.ErrorIs(t, s.complete(list[1].ID, attempt), schema.ErrSuperseded, "a late worker changes nothing")
	_, err = s.db.BatchByID(t.Context(), b.ID)
	require.ErrorIs(t, err, schema.ErrSuperseded, "nor does a workflow of the batch")
	require.ErrorIs(t, s.db.NotifyBatch(t.Context(), b.ID, body), schema.ErrSuperseded)
	require.NoError(t, s.db.SettleBatch(t.Context(), b.ID))
}

func TestABatchIsDeletedOnceWhileItsDocumentsEnd(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	b := s.batch(24, nil)
	s.due()
	var wg sync.WaitGroup
	var mu sync.Mutex
	deleted := 0
	documents := s.inBatch(b.ID)
	attempts := make([]int, len(documents))
	for i, d := range documents {
		attempts[i] = s.claim(d.ID)
	}
	for i, d := range documents {
		wg.Go(func() {
			if err := s.complete(d.ID, attempts[i]); err != nil {
				require.ErrorIs(t, err, schema.ErrSuperseded)
			}
		})
		if i%8 == 7 {
			wg.Go(func() {
				if _, err := s.db.DeleteBatch(t.Context(), s.account, b.ID, "req_d"); err == nil {
					mu.Lock()
					defer mu.Unlock()
					deleted++
				} else {
					require.ErrorIs(t, err, schema.ErrBatchNotFound)
				}
			})
		}
	}
	wg.Wait()
	require.Equal(t, 1, deleted)
	require.Len(t, s.due(), 24, "the purge of each document and nothing else")
	_, total, err := s.db.ListDocuments(t.Context(), schema.DocumentFilter{AccountID: s.account, Limit: 10})
	require.NoError(t, err)
	require.Zero(t, total)
}
