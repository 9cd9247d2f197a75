package schema

import (
	"context"
	"time"
)

// filesIdle lists versions in flight, and deleted files and collections that are still here.
func (db *DB) filesIdle(ctx context.Context, idle time.Duration, limit int32) ([]Waiting, error) {
	versions, err := db.versionsInFlight(ctx, idle.Seconds(), limit)
	if err != nil {
		return nil, err
	}
	files, err := db.hiddenFiles(ctx, idle.Seconds(), limit)
	if err != nil {
		return nil, err
	}
	collections, err := db.hiddenCollections(ctx, idle.Seconds(), limit)
	if err != nil {
		return nil, err
	}
	list := make([]Waiting, 0, len(versions)+len(files)+len(collections))
	for _, v := range versions {
		list = append(list, waitingVersion(v))
	}
	for _, f := range files {
		list = append(list, waitingPurgeOfFile(f))
	}
	for _, c := range collections {
		list = append(list, waitingPurgeOfCollection(c))
	}
	return list, nil
}

func waitingVersion(v FileVersion) Waiting {
	return Waiting{
		WorkflowID: fileStart(v, v.AccountID, PriorityDocument).WorkflowID, Restarts: int(v.Restarts),
		touch: func(ctx context.Context, db *DB) error { return db.touchVersion(ctx, v.ID) },
		restart: func(ctx context.Context, db *DB) error {
			return db.tx(ctx, func(q *Queries) error {
				next, err := q.restartVersion(ctx, v.ID, v.Restarts)
				if err != nil {
					return err
				}
				_, err = q.promise(ctx, fileStart(next, next.AccountID, PriorityDocument), 0)
				return err
			})
		},
		giveUp: func(ctx context.Context, db *DB, _ DeliveryBody) error {
			return db.FailFile(ctx, v.ID, int(v.Attempt), "internal",
				"The file could not be processed: its work stopped repeatedly. Please upload it again.")
		},
	}
}

// again is the Waiting of a purge, which is never given up: what was deleted must go.
func again(workflowID string, restarts int32, touch func(context.Context, *DB) error, restart func(context.Context, *Queries) (Start, error)) Waiting {
	once := func(ctx context.Context, db *DB) error {
		return db.tx(ctx, func(q *Queries) error {
			start, err := restart(ctx, q)
			if err != nil {
				return err
			}
			_, err = q.promise(ctx, start, 0)
			return err
		})
	}
	return Waiting{
		WorkflowID: workflowID, Restarts: int(restarts), touch: touch, restart: once,
		giveUp: func(ctx context.Context, db *DB, _ DeliveryBody) error { return once(ctx, db) },
	}
}

func waitingPurgeOfFile(f File) Waiting {
	return again(purgeFileStart(f, "").WorkflowID, f.Restarts,
		func(ctx context.Context, db *DB) error { return db.touchHiddenFile(ctx, f.ID) },
		func(ctx context.Context, q *Queries) (Start, error) {
			next, err := q.restartHiddenFile(ctx, f.ID, f.Restarts)
			return purgeFileStart(next, ""), err
		})
}

func waitingPurgeOfCollection(c Collection) Waiting {
	return again(purgeCollectionStart(c, "").WorkflowID, c.Restarts,
		func(ctx context.Context, db *DB) error { return db.touchHiddenCollection(ctx, c.ID) },
		func(ctx context.Context, q *Queries) (Start, error) {
			next, err := q.restartHiddenCollection(ctx, c.ID, c.Restarts)
			return purgeCollectionStart(next, ""), err
		})
}
