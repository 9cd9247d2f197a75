package schema_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// batch creates a batch of a number of documents.
func (s *story) batch(documents int, change func(*schema.NewBatch)) schema.BatchWithCounts {
	s.Helper()
	n := schema.NewBatch{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.account, CallbackURL: new("https://example.org/batch"), RequestID: "req_batch",
	}
	for range documents {
		id := uuid.Must(uuid.NewV7())
		n.Documents = append(n.Documents, schema.NewDocument{
			ID: id, AccountID: s.account, FileName: "a.pdf", Format: "pdf", Accuracy: new("lite"), SourceKey: schema.SourceKey(id),
		})
	}
	if change != nil {
		change(&n)
	}
	b, err := s.db.CreateBatch(s.Context(), n)
	require.NoError(s, err)
	return b
}

func (s *story) inBatch(id uuid.UUID) []schema.Document {
	s.Helper()
	list, count, err := s.db.ListBatchDocuments(s.Context(), id, "", 0, 2000)
	require.NoError(s, err)
	require.Len(s, list, count)
	return list
}

func (s *story) reloadBatch(id uuid.UUID) schema.BatchWithCounts {
	s.Helper()
	b, err := s.db.Batch(s.Context(), s.account, id)
	require.NoError(s, err)
	return b
}

func TestABatchEndsWithItsLastDocumentAndPromisesOneReport(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	b := s.batch(3, nil)
	require.Equal(t, schema.BatchProcessing, b.Status())
	require.Equal(t, map[schema.DocumentStatus]int{schema.Pending: 3}, b.Counts)
	list := s.inBatch(b.ID)
	require.Len(t, s.due(), 3, "the work on each document")

	require.NoError(t, s.complete(list[0].ID, s.claim(list[0].ID)))
	require.NoError(t, s.fail(list[1].ID, s.claim(list[1].ID)))
	require.Nil(t, s.reloadBatch(b.ID).FinishedAt)
	_, _, err := s.db.DeleteDocument(t.Context(), s.account, list[2].ID, "")
	require.NoError(t, err)

	b = s.reloadBatch(b.ID)
	require.Equal(t, schema.BatchCompleted, b.Status())
	require.Equal(t, map[schema.DocumentStatus]int{schema.Completed: 1, schema.Failed: 1}, b.Counts)
	report := fmt.Sprintf("batch/%s/r1", b.ID)
	require.Contains(t, s.due(), report)

	for range 2 {
		require.NoError(t, s.db.NotifyBatch(t.Context(), b.ID, body))
	}
	sent := s.deliveries(b.ID)
	require.Len(t, sent, 1, "however often it is promised")
	require.Equal(t, []string{"delivery/" + sent[0].ID.String()}, s.due())
}

func TestDocumentsThatEndAtOnceEndTheirBatchOnce(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	b := s.batch(24, nil)
	s.due()
	var wg sync.WaitGroup
	for _, d := range s.inBatch(b.ID) {
		attempt := s.claim(d.ID)
		wg.Go(func() { _ = s.complete(d.ID, attempt) })
	}
	wg.Wait()
	require.Equal(t, map[schema.DocumentStatus]int{schema.Completed: 24}, s.reloadBatch(b.ID).Counts)
	require.Equal(t, []string{fmt.Sprintf("batch/%s/r1", b.ID)}, s.due())
}

func TestACancelledBatchEndsWhatIsInFlight(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	b := s.batch(3, nil)
	list := s.inBatch(b.ID)
	require.NoError(t, s.complete(list[0].ID, s.claim(list[0].ID)))
	stale := list[1]
	s.claim(stale.ID)

	cancelled, start, err := s.db.CancelBatch(t.Context(), s.account, b.ID, "req_c", nil)
	require.NoError(t, err)
	require.Equal(t, schema.BatchCancelling, cancelled.Status())
	require.Equal(t, "batch/"+b.ID.String(), name(start))
	_, start, err = s.db.CancelBatch(t.Context(), s.account, b.ID, "req_c", nil)
	require.NoError(t, err)
	require.Zero(t, start, "it is being cancelled already")

	require.NoError(t, s.db.EndCancelled(t.Context(), stale))
	require.Nil(t, s.reloadBatch(b.ID).FinishedAt, "it was claimed after it was read")
	for range 2 {
		running, err := s.db.BatchDocumentsInFlight(t.Context(), b.ID, 10)
		require.NoError(t, err)
		for _, d := range running {
			require.NoError(t, s.db.EndCancelled(t.Context(), d))
		}
	}
	b = s.reloadBatch(b.ID)
	require.Equal(t, schema.BatchCancelled, b.Status())
	require.Equal(t, map[schema.DocumentStatus]int{schema.Completed: 1, schema.Failed: 2}, b.Counts)
	require.ErrorIs(t, s.complete(stale.ID, 1), schema.ErrSuperseded, "a late worker changes nothing")
}

func TestABatchThatNobodyWorksOnIsFound(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	waits, cancelled, ended := s.batch(1, nil), s.batch(1, nil), s.batch(1, nil)
	quiet := s.batch(1, func(n *schema.NewBatch) { n.CallbackURL = nil })
	_, _, err := s.db.CancelBatch(t.Context(), s.account, cancelled.ID, "", nil)
	require.NoError(t, err)
	for _, b := range []schema.BatchWithCounts{ended, quiet} {
		d := s.inBatch(b.ID)[0]
		require.NoError(t, s.complete(d.ID, s.claim(d.ID)))
	}
	// An older build ends a document without updating its batch.
	stray := s.batch(1, nil)
	require.NoError(t, s.exec("UPDATE documents SET status = 'FAILED', error = 'x', completed_at = now() WHERE batch_id = $1", stray.ID))
	require.NoError(t, s.exec("DELETE FROM workflow_outbox"))
	s.later(time.Hour)

	list, err := s.db.InFlightIdle(t.Context(), time.Minute, 10)
	require.NoError(t, err)
	list = slices.DeleteFunc(list, func(w schema.Waiting) bool { return w.Kind != schema.StartBatch })
	for _, w := range list {
		require.NoError(t, w.GiveUp(t.Context(), s.db, nil), "it is never given up")
	}
	require.ElementsMatch(t, []string{
		fmt.Sprintf("batch/%s/x1", cancelled.ID), fmt.Sprintf("batch/%s/r1/x1", ended.ID), fmt.Sprintf("batch/%s/x1", stray.ID),
	}, s.due())
	require.NoError(t, s.db.SettleBatch(t.Context(), stray.ID))
	require.Equal(t, schema.BatchCompleted, s.reloadBatch(stray.ID).Status())
	require.Equal(t, schema.BatchProcessing, s.reloadBatch(waits.ID).Status())
}

func TestABatchIsWithinThePlanOrNotAtAll(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	n := schema.NewBatch{ID: uuid.Must(uuid.NewV7()), AccountID: s.account}
	for range 3 {
		id := uuid.Must(uuid.NewV7())
		n.Documents = append(n.Documents, schema.NewDocument{
			ID: id, AccountID: s.account, FileName: "a.pdf", FileSize: 40, Format: "pdf", SourceKey: schema.SourceKey(id),
			Allowance: schema.Allowance{StoredBytes: 100},
		})
	}
	_, err := s.db.CreateBatch(t.Context(), n)
	require.ErrorContains(t, err, "100 bytes of stored files")
	_, total, err := s.db.ListBatches(t.Context(), s.account, 0, 10)
	require.NoError(t, err)
	require.Zero(t, total)

	for range 20 {
		s.batch(1, nil)
	}
	n.Documents = n.Documents[:1]
	_, err = s.db.CreateBatch(t.Context(), n)
	require.ErrorContains(t, err, "20 batches are in flight")
}

func TestDocumentsOfABatchWaitTheirTurn(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	b := s.batch(5, func(n *schema.NewBatch) {
		for i := range n.Documents {
			n.Documents[i].AtOnce = 2
		}
	})
	require.Len(t, s.due(), 2)
	d := s.inBatch(b.ID)[0]
	require.NoError(t, s.complete(d.ID, s.claim(d.ID)))
	require.Len(t, s.due(), 1)
}
