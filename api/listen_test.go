package api_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEventsGoOnWhenTheConnectionThatListensBreaks(t *testing.T) {
	t.Parallel()
	s := newService(t)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go s.server.Run(ctx)
	d := s.upload()
	f := s.follow(path(d.ID) + "/events")
	require.Equal(t, "queued", *f.next().Step)
	_, err := s.db.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	require.Equal(t, "PROCESSING", f.next().Status)
	s.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
	require.NoError(t, s.db.RecordProgress(t.Context(), d.ID, 0, 1, 5, 10))
	e := f.next()
	for e.PagesDone == 0 {
		e = f.next()
	}
	require.Equal(t, 5, e.PagesDone)
	require.Equal(t, 200, s.delete(path(d.ID)).status)
	require.Equal(t, "error", f.next().Name)
}
