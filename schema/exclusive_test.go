package schema_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"quire/schema"
	"quire/schema/testdb"
)

func TestWorkIsDoneByOneProcessAtATime(t *testing.T) {
	t.Parallel()
	db := testdb.New(t)
	inside, leave, waits, second := make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan struct{})
	done := make(chan error, 2)
	go func() {
		done <- db.Exclusively(t.Context(), "test", func() {}, func(context.Context) error {
			close(inside)
			<-leave
			return errors.New("the work's own")
		})
	}()
	<-inside
	require.NoError(t, db.Exclusively(t.Context(), "another", func() {}, func(context.Context) error { return nil }))
	go func() {
		done <- db.Exclusively(t.Context(), "test", func() { close(waits) }, func(context.Context) error {
			close(second)
			return nil
		})
	}()
	<-waits
	select {
	case <-second:
		require.Fail(t, "two at once")
	default:
	}
	close(leave)
	require.EqualError(t, <-done, "the work's own")
	require.NoError(t, <-done)
	<-second
}

func TestWorkEndsWhenItsLockIsLost(t *testing.T) {
	t.Parallel()
	url := testdb.NewURL(t)
	db := testdb.Open(t, url)
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close(context.Background())) })
	err = db.Exclusively(t.Context(), "test", func() {}, func(ctx context.Context) error {
		_, err := conn.Exec(t.Context(), `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
			WHERE l.locktype = 'advisory' AND d.datname = current_database()`)
		require.NoError(t, err)
		<-ctx.Done()
		require.NoError(t, t.Context().Err())
		return context.Cause(ctx)
	})
	require.ErrorIs(t, err, schema.ErrLockLost)
	require.NoError(t, db.Exclusively(t.Context(), "test", func() {}, func(context.Context) error { return nil }))
}
