package schema

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Waiting is a row in flight that nobody has touched for a while, and the workflow that should be working on it.
type Waiting struct {
	WorkflowID string
	Restarts   int
	touch      func(ctx context.Context, db *DB) error
	restart    func(ctx context.Context, db *DB) error
	giveUp     func(ctx context.Context, db *DB, body DeliveryBody) error
}

// Leave marks the row as looked at: somebody is working on it, or it waits its turn.
func (w Waiting) Leave(ctx context.Context, db *DB) error { return w.touch(ctx, db) }

// Restart promises a new workflow for the row, under a new id. Nothing happens when the row has moved on meanwhile.
func (w Waiting) Restart(ctx context.Context, db *DB) error { return ignoreMoved(w.restart(ctx, db)) }

// GiveUp ends the row with a reason: its work has ended without an answer too often.
func (w Waiting) GiveUp(ctx context.Context, db *DB, body DeliveryBody) error {
	return ignoreMoved(w.giveUp(ctx, db, body))
}

func ignoreMoved(err error) error {
	if errors.Is(err, pgx.ErrNoRows) || errors.Is(err, ErrSuperseded) {
		return nil
	}
	return err
}

// InFlightIdle lists the rows in flight that were not touched for idle, at most limit of a kind, oldest first.
func (db *DB) InFlightIdle(ctx context.Context, idle time.Duration, limit int) ([]Waiting, error) {
	docs, err := db.documentsInFlight(ctx, idle.Seconds(), int32(limit))
	if err != nil {
		return nil, err
	}
	hidden, err := db.hiddenDocuments(ctx, idle.Seconds(), int32(limit))
	if err != nil {
		return nil, err
	}
	deliveries, err := db.deliveriesInFlight(ctx, idle.Seconds(), int32(limit))
	if err != nil {
		return nil, err
	}
	list, err := db.filesIdle(ctx, idle, int32(limit))
	if err != nil {
		return nil, err
	}
	turns, err := db.turnsInFlight(ctx, idle.Seconds(), int32(limit))
	if err != nil {
		return nil, err
	}
	for _, t := range turns {
		list = append(list, waitingTurn(t))
	}
	for _, d := range docs {
		list = append(list, waitingDocument(d))
	}
	for _, d := range hidden {
		list = append(list, waitingPurge(d))
	}
	for _, d := range deliveries {
		list = append(list, waitingDelivery(d))
	}
	return list, nil
}

func touching(id uuid.UUID) func(context.Context, *DB) error {
	return func(ctx context.Context, db *DB) error { return db.touchDocument(ctx, id) }
}

func waitingDocument(d Document) Waiting {
	return Waiting{
		WorkflowID: documentStart(d).WorkflowID, Restarts: int(d.Restarts), touch: touching(d.ID),
		restart: func(ctx context.Context, db *DB) error {
			return db.tx(ctx, func(q *Queries) error {
				next, err := q.restartDocument(ctx, d.ID, d.Restarts)
				if err != nil {
					return err
				}
				_, err = q.promise(ctx, documentStart(next), 0)
				return err
			})
		},
		giveUp: func(ctx context.Context, db *DB, body DeliveryBody) error {
			return db.FailDocument(ctx, d.ID, int(d.Attempt), DocumentFailure{
				Reason: "internal", Message: "The document could not be processed: its work stopped repeatedly. Please send it again.",
			}, body)
		},
	}
}

// A purge is never given up: what was deleted must go.
func waitingPurge(d Document) Waiting {
	again := func(ctx context.Context, db *DB) error {
		return db.tx(ctx, func(q *Queries) error {
			next, err := q.touchHiddenDocument(ctx, d.ID, d.Restarts)
			if err != nil {
				return err
			}
			_, err = q.promise(ctx, purgeStart(next), 0)
			return err
		})
	}
	return Waiting{
		WorkflowID: purgeStart(d).WorkflowID, Restarts: int(d.Restarts), touch: touching(d.ID), restart: again,
		giveUp: func(ctx context.Context, db *DB, _ DeliveryBody) error { return again(ctx, db) },
	}
}

func waitingDelivery(d Delivery) Waiting {
	return Waiting{
		WorkflowID: deliveryStart(d, "").WorkflowID, Restarts: int(d.Restarts),
		touch: func(ctx context.Context, db *DB) error { return db.touchDelivery(ctx, d.ID) },
		restart: func(ctx context.Context, db *DB) error {
			return db.tx(ctx, func(q *Queries) error {
				next, err := q.restartDelivery(ctx, d.ID, d.Restarts)
				if err != nil {
					return err
				}
				_, err = q.promise(ctx, deliveryStart(next, ""), 0)
				return err
			})
		},
		giveUp: func(ctx context.Context, db *DB, _ DeliveryBody) error {
			return db.FinishDelivery(ctx, d.ID, int(d.Round), DeliveryExhausted)
		},
	}
}
