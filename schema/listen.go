package schema

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// proveEvery is how often a connection that listens must prove that notifications arrive.
	proveEvery = 30 * time.Second
	// proveWithin is how long a notification to ourselves may take.
	proveWithin = 10 * time.Second
)

// Listen calls wake for every turn with new events, and for every document, file and collection whose processing has
// progressed, until ctx ends or the connection breaks. It uses its own connection. It calls wake with uuid.Nil once
// notifications are known to arrive, because anything that happened before may have been missed: a pooler between us
// and the server may accept LISTEN and deliver nothing, and a connection may die silently.
func (db *DB) Listen(ctx context.Context, wake func(id uuid.UUID)) error {
	conn, err := pgx.ConnectConfig(ctx, db.pool.Config().ConnConfig.Copy())
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the connection is of no further use
	for _, channel := range []string{"LISTEN quire_turns", "LISTEN quire_progress"} {
		if _, err := conn.Exec(ctx, channel); err != nil {
			return fmt.Errorf("listen: %w", err)
		}
	}
	for proven := false; ; proven = true {
		proof, err := db.sendProof(ctx)
		if err != nil {
			return fmt.Errorf("listen: %w", err)
		}
		if err := hear(ctx, conn, proveWithin, proof, wake); err != nil {
			return fmt.Errorf("notifications do not arrive: %w", err)
		}
		if !proven {
			wake(uuid.Nil)
		}
		if err := hear(ctx, conn, proveEvery, uuid.Nil, wake); !pgconn.Timeout(err) || ctx.Err() != nil {
			return fmt.Errorf("listen: %w", errors.Join(err, ctx.Err()))
		}
	}
}

// sendProof sends a notification to all listeners, and returns the id that it carries.
func (db *DB) sendProof(ctx context.Context) (uuid.UUID, error) {
	ctx, cancel := context.WithTimeout(ctx, proveWithin)
	defer cancel()
	proof := uuid.New()
	_, err := db.pool.Exec(ctx, "SELECT pg_notify('quire_progress', $1)", proof.String())
	return proof, err
}

// hear calls wake for every notified id until it receives the id until, or until the time long has passed;
// pgconn.Timeout then reports true for its error.
func hear(ctx context.Context, conn *pgx.Conn, long time.Duration, until uuid.UUID, wake func(id uuid.UUID)) error {
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		id, err := uuid.Parse(n.Payload)
		if err != nil || id == uuid.Nil {
			continue
		}
		if id == until {
			return nil
		}
		wake(id)
	}
}
