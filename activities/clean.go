package activities

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"quire/internal/blob"
	"quire/schema"
)

// How long things are kept once nobody needs them any more, and how many are removed in one statement.
const (
	keepIdempotency = 24 * time.Hour
	keepTurnEvents  = time.Hour
	keepDeliveries  = 30 * 24 * time.Hour // so that they can be inspected and redelivered
	keepProgress    = 7 * 24 * time.Hour
	orphanAge       = 24 * time.Hour // of a blob without a row; the blobs of an upload in progress are younger
	cleanedAtOnce   = 1000
)

// ExpireDocuments removes the files of documents whose retention has ended and returns their number. The rows stay and
// record the expiry.
func (a *Model) ExpireDocuments(ctx context.Context) (expired int, err error) {
	stop := heartbeat(ctx)
	defer stop()
	for {
		ids, err := a.DB.ExpiredDocuments(ctx, cleanedAtOnce)
		if err != nil {
			return expired, err
		}
		for _, id := range ids {
			gone, err := a.DB.ExpireDocument(ctx, id, func() error { return a.Blobs.DeletePrefix(ctx, schema.DocumentPrefix(id)) })
			if err != nil {
				return expired, err
			}
			if gone {
				expired++
			}
		}
		if len(ids) < cleanedAtOnce {
			return expired, nil
		}
	}
}

// heldCollectionsLogged bounds the collections that one log line names as holding files back.
const heldCollectionsLogged = 100

// ExpireFiles deletes the files that have passed the retention period of their collection, and returns their number. It
// logs how many are kept by a legal hold.
func (a *Model) ExpireFiles(ctx context.Context) (expired int, err error) {
	stop := heartbeat(ctx)
	defer stop()
	kept, err := a.DB.KeptByHolds(ctx, heldCollectionsLogged)
	if err != nil {
		return 0, err
	}
	for _, k := range kept {
		a.Log.InfoContext(ctx, "a legal hold keeps files past the retention period of their collection", "collection", k.CollectionID, "files", k.Files)
	}
	return untilNone(func() (int64, error) {
		n, err := a.DB.ExpireFiles(ctx, cleanedAtOnce)
		return int64(n), err
	})
}

// ForgetAnswers removes the answers that idempotency keys have kept for a day, questions and answers outside of
// sessions, the events of turns that were streamed long ago, the log of deliveries that ended a month ago, logins and
// login links that have ended, and rate limits that have not counted anything for long. It returns the number of rows
// removed.
func (a *Model) ForgetAnswers(ctx context.Context) (int, error) {
	stop := heartbeat(ctx)
	defer stop()
	now := time.Now()
	forgotten := 0
	for _, remove := range []func() (int64, error){
		func() (int64, error) {
			return a.DB.DeleteIdempotencyKeysBefore(ctx, now.Add(-keepIdempotency), cleanedAtOnce)
		},
		func() (int64, error) {
			return a.DB.ForgetQuestionsBefore(ctx, new(now.Add(-keepIdempotency)), cleanedAtOnce)
		},
		func() (int64, error) {
			return a.DB.DeleteDeliveriesBefore(ctx, now.Add(-keepDeliveries), cleanedAtOnce)
		},
		func() (int64, error) { return a.DB.DeleteProgressBefore(ctx, now.Add(-keepProgress), cleanedAtOnce) },
		func() (int64, error) {
			return a.DB.DeleteTurnEventsBefore(ctx, new(now.Add(-keepTurnEvents)), cleanedAtOnce)
		},
		func() (int64, error) { return a.DB.DeleteLogins(ctx, cleanedAtOnce) },
		func() (int64, error) { return a.DB.DeleteLoginLinks(ctx, cleanedAtOnce) },
		func() (int64, error) { return a.DB.DeleteRateLimits(ctx, cleanedAtOnce) },
	} {
		n, err := untilNone(remove)
		forgotten += n
		if err != nil {
			return forgotten, err
		}
	}
	return forgotten, nil
}

// ExpireAudit removes the entries of the audit log that are past its retention period, in batches, and returns their
// number.
func (a *Model) ExpireAudit(ctx context.Context) (int, error) {
	stop := heartbeat(ctx)
	defer stop()
	var pass schema.AuditExpiry
	for {
		more, err := a.DB.ExpireAudit(ctx, &pass, cleanedAtOnce)
		if err != nil || !more {
			return pass.Removed, err
		}
	}
}

// untilNone repeats a bounded removal until there is nothing left to remove, and returns the total.
func untilNone(remove func() (int64, error)) (removed int, err error) {
	for {
		n, err := remove()
		removed += int(n)
		if err != nil || n == 0 {
			return removed, err
		}
	}
}

// OrphansInput is the point at which to continue.
type OrphansInput struct {
	Prefix string // documents/, versions/ or exports/
	After  string // the last key examined
}

// Orphans is the progress of a scan of the blobs.
type Orphans struct {
	After   string // "" at the end
	Removed int    // number of ids whose blobs were removed
}

// orphanPages bounds one activity; each page is a listing of cleanedAtOnce blobs.
const orphanPages = 100

// RemoveOrphans removes blobs that no row refers to: those of an upload that was refused or whose process died before
// its row was written, and those that a late worker wrote after a purge.
func (a *Model) RemoveOrphans(ctx context.Context, in OrphansInput) (Orphans, error) {
	stop := heartbeat(ctx)
	defer stop()
	out := Orphans{After: in.After}
	for range orphanPages {
		entries, err := a.Blobs.List(ctx, in.Prefix, out.After, cleanedAtOnce)
		if err != nil {
			return out, err
		}
		n, err := a.removeUnknown(ctx, in.Prefix, entries)
		out.Removed += n
		if err != nil {
			return out, err
		}
		if len(entries) < cleanedAtOnce {
			out.After = ""
			return out, nil
		}
		out.After = entries[len(entries)-1].Key
	}
	return out, nil
}

func (a *Model) removeUnknown(ctx context.Context, prefix string, entries []blob.Entry) (int, error) {
	old := oldIDs(prefix, entries, time.Now().Add(-orphanAge))
	known, err := a.known(ctx, prefix, old)
	if err != nil {
		return 0, err
	}
	for _, id := range known {
		delete(old, id)
	}
	for id := range old {
		a.Log.InfoContext(ctx, "removing blobs without a row", "prefix", prefix, "id", id)
		if err := a.Blobs.DeletePrefix(ctx, prefix+id.String()+"/"); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

// oldIDs returns the ids in the entries' keys for which every listed blob is older than before.
func oldIDs(prefix string, entries []blob.Entry, before time.Time) map[uuid.UUID]bool {
	old := map[uuid.UUID]bool{}
	young := map[uuid.UUID]bool{}
	for _, e := range entries {
		segment, _, _ := strings.Cut(strings.TrimPrefix(e.Key, prefix), "/")
		id, err := uuid.Parse(segment)
		if err != nil {
			continue // not written by this program
		}
		if e.ModTime.After(before) {
			young[id] = true
		}
		old[id] = true
	}
	for id := range young {
		delete(old, id)
	}
	return old
}

func (a *Model) known(ctx context.Context, prefix string, ids map[uuid.UUID]bool) ([]uuid.UUID, error) {
	list := make([]uuid.UUID, 0, len(ids))
	for id := range ids {
		list = append(list, id)
	}
	switch prefix {
	case schema.DocumentsPrefix:
		return a.DB.KnownDocuments(ctx, list)
	case schema.ExportsPrefix:
		return a.DB.KnownExports(ctx, list)
	}
	return a.DB.KnownVersions(ctx, list)
}
