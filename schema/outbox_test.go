package schema_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// later advances the clock for everything that waits, by moving the rows' times back.
func (s *story) later(by time.Duration) {
	s.Helper()
	for _, sql := range []string{
		"UPDATE workflow_outbox SET next_try_at = next_try_at - make_interval(secs => $1)",
		"UPDATE documents SET touched_at = touched_at - make_interval(secs => $1)",
		"UPDATE file_versions SET touched_at = touched_at - make_interval(secs => $1)",
		"UPDATE turns SET touched_at = touched_at - make_interval(secs => $1), created_at = created_at - make_interval(secs => $1), " +
			"finished_at = finished_at - make_interval(secs => $1)",
		"UPDATE batches SET touched_at = touched_at - make_interval(secs => $1)",
		"UPDATE source_runs SET touched_at = touched_at - make_interval(secs => $1)",
		"UPDATE files SET touched_at = touched_at - make_interval(secs => $1)",
		"UPDATE collections SET touched_at = touched_at - make_interval(secs => $1)",
		"UPDATE deliveries SET touched_at = touched_at - make_interval(secs => $1)",
		"UPDATE idempotency_keys SET created_at = created_at - make_interval(secs => $1)",
		"UPDATE rate_limits SET tat = tat - make_interval(secs => $1)",
	} {
		require.NoError(s, s.exec(sql, by.Seconds()))
	}
}

func TestPromisesAreLeasedOnceAndComeBack(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	const documents = 40
	for range documents {
		s.document()
	}
	s.later(3 * time.Second)
	var mu sync.Mutex
	leased := map[string]int{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for {
				starts, err := s.db.DueStarts(t.Context(), 7)
				if err != nil || len(starts) == 0 {
					return
				}
				mu.Lock()
				for _, start := range starts {
					leased[name(start)]++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	require.Len(t, leased, documents)
	for id, times := range leased {
		require.Equal(t, 1, times, id)
	}

	s.later(4 * time.Second)
	require.Empty(t, s.due(), "a lease lasts more than five seconds")
	s.later(5 * time.Second)
	require.Len(t, s.due(), documents, "starts that were not made come back")
	require.Empty(t, s.due())
}

func TestIdleRowsAreFoundLeftRestartedAndGivenUp(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	d, start := s.document()
	idle := func() []schema.Waiting {
		list, err := s.db.InFlightIdle(t.Context(), 2*time.Minute, 10)
		require.NoError(t, err)
		return list
	}
	s.later(time.Hour)
	require.Empty(t, idle(), "someone is about to start it")
	require.Equal(t, []string{name(start)}, s.due())
	require.Len(t, idle(), 1)
	require.NoError(t, idle()[0].Leave(t.Context(), s.db))
	require.Empty(t, idle())

	s.later(time.Hour)
	stale := idle()[0]
	require.NoError(t, stale.Restart(t.Context(), s.db))
	require.NoError(t, stale.Restart(t.Context(), s.db), "two sweepers saw the same row")
	require.Equal(t, []string{name(start) + "/x1"}, s.due())

	s.later(time.Hour)
	last := idle()[0]
	require.Equal(t, 1, last.Restarts)
	require.Equal(t, name(start)+"/x1", name(last.Start))
	require.NoError(t, last.GiveUp(t.Context(), s.db, body))
	require.NoError(t, last.GiveUp(t.Context(), s.db, body))
	end, err := s.db.Document(t.Context(), s.account, d.ID)
	require.NoError(t, err)
	require.Equal(t, schema.Failed, end.Status)
	require.NotEmpty(t, *end.Error)
	require.Len(t, s.deliveries(d.ID), 1, "a document that was given up reports it")
}

func TestLostPurgeAndDeliveryAreStartedAgain(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	done, _ := s.document()
	require.NoError(t, s.complete(done.ID, s.claim(done.ID)))
	gone, _ := s.document()
	_, purge, err := s.db.DeleteDocument(t.Context(), s.account, gone.ID, "")
	require.NoError(t, err)
	s.later(time.Hour)
	s.due()
	list, err := s.db.InFlightIdle(t.Context(), time.Minute, 10)
	require.NoError(t, err)
	require.Len(t, list, 2)
	for _, w := range list {
		require.NoError(t, w.Restart(t.Context(), s.db))
	}
	delivery := "delivery/" + s.deliveries(done.ID)[0].ID.String()
	require.ElementsMatch(t, []string{name(purge) + "/x1", delivery + "/x1"}, s.due())

	s.later(time.Hour)
	list, err = s.db.InFlightIdle(t.Context(), time.Minute, 10)
	require.NoError(t, err)
	for _, w := range list {
		require.NoError(t, w.GiveUp(t.Context(), s.db, body))
	}
	require.Equal(t, []string{name(purge) + "/x2"}, s.due(), "a purge is never given up")
	require.Equal(t, schema.DeliveryExhausted, s.deliveries(done.ID)[0].Status)
}

// formerInsert is how the release before 00020 wrote a promise.
const formerInsert = "INSERT INTO workflow_outbox (kind, workflow_id, account_id, object_id, priority) VALUES ($1, $2, $3, $4, $5)"

func TestPromisesAreReadableBothByThisReleaseAndThePreviousOne(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	object, file := uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	for _, tc := range []struct {
		start    schema.Start
		id       string
		priority int16
	}{
		{schema.Start{Kind: schema.StartDocument}, "document/" + object.String(), 3},
		{schema.Start{Kind: schema.StartDocument, Restarts: 12}, "document/" + object.String() + "/x12", 3},
		{schema.Start{Kind: schema.StartTurn, Restarts: 1}, "turn/" + object.String() + "/x1", 1},
		{schema.Start{Kind: schema.StartDelivery, Round: 3, Restarts: 2}, "delivery/" + object.String() + "/r3/x2", 2},
		{schema.Start{Kind: schema.StartFile, ParentID: &file, Version: 7}, "file/" + file.String() + "/v7", 3},
		{schema.Start{Kind: schema.StartFile, ParentID: &file, Version: 7, Round: 2, Restarts: 1, Reindex: true}, "file/" + file.String() + "/v7/r2/x1", 4},
		{schema.Start{Kind: schema.StartPurgeDocument}, "purge/document/" + object.String(), 5},
		{schema.Start{Kind: schema.StartPurgeFile}, "purge/file/" + object.String(), 5},
		{schema.Start{Kind: schema.StartPurgeCollection, Restarts: 1}, "purge/collection/" + object.String() + "/x1", 5},
	} {
		tc.start.AccountID, tc.start.ObjectID = s.account, object
		require.NoError(t, s.exec(formerInsert, tc.start.Kind, tc.id, s.account, object, tc.priority))
		read, err := s.db.DueStarts(t.Context(), 2)
		require.NoError(t, err)
		require.Len(t, read, 1)
		tc.start.OutboxID = read[0].OutboxID
		require.Equal(t, tc.start, read[0])

		// From the columns of this release alone, the trigger restores the former ones.
		require.NoError(t, s.exec("UPDATE workflow_outbox SET workflow_id = NULL, priority = 0"))
		var id string
		var priority int16
		s.query("SELECT workflow_id, priority FROM workflow_outbox", &id, &priority)
		require.Equal(t, tc.id, id)
		require.Equal(t, tc.priority, priority)
		require.NoError(t, s.exec("DELETE FROM workflow_outbox"))
	}
}
