package schema

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// lockEvery is the pause between two attempts to get a lock.
	lockEvery = time.Second
	// proveLockEvery is how often the holder of a lock checks that it still has it, and proveLockWithin how long that
	// may take. Together they are less than the time after which the server gives up a silent connection: see holdLock.
	proveLockEvery  = 2 * time.Second
	proveLockWithin = 5 * time.Second
)

// ErrLockLost means that the connection that held a lock broke, so that another process may have it.
var ErrLockLost = errors.New("the lock is lost")

// Exclusively runs work in only one process at a time among all that use the database and this name. It waits until no
// other process is running work, and calls waiting once if it has to wait. If it loses the lock, it cancels work's
// context and returns ErrLockLost.
func (db *DB) Exclusively(ctx context.Context, name string, waiting func(), work func(ctx context.Context) error) error {
	conn, err := pgx.ConnectConfig(ctx, db.pool.Config().ConnConfig.Copy())
	if err != nil {
		return fmt.Errorf("lock %q: %w", name, err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the lock goes with the connection in any case
	backend, err := awaitLock(ctx, conn, name, waiting)
	if err != nil {
		return fmt.Errorf("lock %q: %w", name, err)
	}
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	held := make(chan error, 1)
	go func() {
		held <- holdLock(working, conn, backend)
		stop(ErrLockLost)
	}()
	err = work(working)
	stop(nil)
	if lost := <-held; lost != nil && ctx.Err() == nil {
		return fmt.Errorf("lock %q: %w", name, errors.Join(ErrLockLost, lost, err))
	}
	return err
}

// awaitLock waits for the lock and returns the server process that holds it for this connection.
func awaitLock(ctx context.Context, conn *pgx.Conn, name string, waiting func()) (backend uint32, err error) {
	// The lock of a machine that was switched off is released after 10 + 3×5 seconds.
	const silent = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
	if _, err := conn.Exec(ctx, silent); err != nil {
		return 0, err
	}
	for first := true; ; first = false {
		var locked bool
		err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtextextended($1, 0)), pg_backend_pid()", name).Scan(&locked, &backend)
		if err != nil || locked {
			return backend, err
		}
		if first {
			waiting()
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(lockEvery):
		}
	}
}

// holdLock returns nil when ctx ends, or an error as soon as the connection breaks or turns out to lead to another
// server process, as it can behind a transaction pooler.
func holdLock(ctx context.Context, conn *pgx.Conn, backend uint32) error {
	for {
		quiet, cancel := context.WithTimeout(ctx, proveLockEvery)
		_, err := conn.WaitForNotification(quiet)
		cancel()
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the work has ended
		}
		if err != nil && !pgconn.Timeout(err) {
			return err
		}
		var now uint32
		soon, cancel := context.WithTimeout(ctx, proveLockWithin)
		err = conn.QueryRow(soon, "SELECT pg_backend_pid()").Scan(&now)
		cancel()
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the work has ended
		}
		if err != nil {
			return err
		}
		if now != backend {
			return errors.New("the connection is shared: a lock needs its own connection, without a transaction pooler")
		}
	}
}
