package schema_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/schema"
)

// later moves the clock of whatever waits, by moving the rows back.
func (s *story) later(by time.Duration) {
	s.Helper()
	for _, sql := range []string{
		"UPDATE workflow_outbox SET next_try_at = next_try_at - make_interval(secs => $1)",
		"UPDATE documents SET touched_at = touched_at - make_interval(secs => $1)",
		"UPDATE file_versions SET touched_at = touched_at - make_interval(secs => $1)",
		"UPDATE turns SET touched_at = touched_at - make_interval(secs => $1), created_at = created_at - make_interval(secs => $1), " +
			"finished_at = finished_at - make_interval(secs => $1)",
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
					leased[start.WorkflowID]++
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
	require.Len(t, s.due(), documents, "what was not started comes back")
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
	require.Empty(t, idle(), "somebody is about to start it")
	require.Equal(t, []string{start.WorkflowID}, s.due())
	require.Len(t, idle(), 1)
	require.NoError(t, idle()[0].Leave(t.Context(), s.db))
	require.Empty(t, idle())

	s.later(time.Hour)
	stale := idle()[0]
	require.NoError(t, stale.Restart(t.Context(), s.db))
	require.NoError(t, stale.Restart(t.Context(), s.db), "two sweepers that saw the same row")
	require.Equal(t, []string{start.WorkflowID + "/x1"}, s.due())

	s.later(time.Hour)
	last := idle()[0]
	require.Equal(t, 1, last.Restarts)
	require.Equal(t, start.WorkflowID+"/x1", last.WorkflowID)
	require.NoError(t, last.GiveUp(t.Context(), s.db, body))
	require.NoError(t, last.GiveUp(t.Context(), s.db, body))
	end, err := s.db.Document(t.Context(), s.account, d.ID)
	require.NoError(t, err)
	require.Equal(t, schema.Failed, end.Status)
	require.NotEmpty(t, *end.Error)
	require.Len(t, s.deliveries(d.ID), 1, "a document that was given up tells so")
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
	require.ElementsMatch(t, []string{purge.WorkflowID + "/x1", delivery + "/x1"}, s.due())

	s.later(time.Hour)
	list, err = s.db.InFlightIdle(t.Context(), time.Minute, 10)
	require.NoError(t, err)
	for _, w := range list {
		require.NoError(t, w.GiveUp(t.Context(), s.db, body))
	}
	require.Equal(t, []string{purge.WorkflowID + "/x2"}, s.due(), "a purge is never given up")
	require.Equal(t, schema.DeliveryExhausted, s.deliveries(done.ID)[0].Status)
}
