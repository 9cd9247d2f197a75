package activities

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"quire/internal/blob"
	"quire/schema"
)

// How long things stay that nobody needs any more, and how many are removed in one statement.
const (
	keepIdempotency = 24 * time.Hour
	keepTurnEvents  = time.Hour
	keepDeliveries  = 30 * 24 * time.Hour // to be read, and sent again
	orphanAge       = 24 * time.Hour      // of a blob without a row: an upload under way is younger
	cleanedAtOnce   = 1000
)

// ExpireDocuments removes the files of the documents whose retention is over, says so in their rows, which stay, and
// counts them.
func (a *Activities) ExpireDocuments(ctx context.Context) (expired int, err error) {
	stop := heartbeat(ctx)
	defer stop()
	for {
		ids, err := a.DB.ExpiredDocuments(ctx, cleanedAtOnce)
		if err != nil {
			return expired, err
		}
		for _, id := range ids {
			// The files go first: a row that says so has none.
			if err := a.Blobs.DeletePrefix(ctx, schema.DocumentPrefix(id)); err != nil {
				return expired, err
			}
			if err := a.DB.ExpireDocument(ctx, id); err != nil {
				return expired, err
			}
			expired++
		}
		if len(ids) < cleanedAtOnce {
			return expired, nil
		}
	}
}

// ForgetAnswers removes the answers that idempotency keys have kept for a day, what was asked and answered outside of
// sessions, the events of turns that have long been streamed, and the log of deliveries that ended a month ago. It
// returns how many rows those were.
func (a *Activities) ForgetAnswers(ctx context.Context) (int, error) {
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
		func() (int64, error) {
			return a.DB.DeleteTurnEventsBefore(ctx, new(now.Add(-keepTurnEvents)), cleanedAtOnce)
		},
	} {
		n, err := untilFew(remove)
		forgotten += n
		if err != nil {
			return forgotten, err
		}
	}
	return forgotten, nil
}

// untilFew repeats a bounded removal until it finds nothing more, and counts.
func untilFew(remove func() (int64, error)) (removed int, err error) {
	for {
		n, err := remove()
		removed += int(n)
		if err != nil || n == 0 {
			return removed, err
		}
	}
}

// OrphansInput says where to go on.
type OrphansInput struct {
	Prefix string // documents/ or versions/
	After  string // the last key that was looked at
}

// Orphans is how far a look at the blobs has come.
type Orphans struct {
	After   string // "" at the end
	Removed int    // ids whose blobs were removed
}

// orphanPages bounds one activity; each page is a listing of cleanedAtOnce blobs.
const orphanPages = 100

// RemoveOrphans removes blobs that no row knows: what an upload left that was refused, or whose process died before its
// row was written, and what a late worker wrote after a purge.
func (a *Activities) RemoveOrphans(ctx context.Context, in OrphansInput) (Orphans, error) {
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

func (a *Activities) removeUnknown(ctx context.Context, prefix string, entries []blob.Entry) (int, error) {
	old := oldIDs(prefix, entries, time.Now().Add(-orphanAge))
	known, err := a.known(ctx, prefix, old)
	if err != nil {
		return 0, err
	}
	for _, id := range known {
		delete(old, id)
	}
	for id := range old {
		a.Log.InfoContext(ctx, "blobs without a row are removed", "prefix", prefix, "id", id)
		if err := a.Blobs.DeletePrefix(ctx, prefix+id.String()+"/"); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

// oldIDs are the ids in keys, of which every blob listed is older than before.
func oldIDs(prefix string, entries []blob.Entry, before time.Time) map[uuid.UUID]bool {
	old := map[uuid.UUID]bool{}
	young := map[uuid.UUID]bool{}
	for _, e := range entries {
		segment, _, _ := strings.Cut(strings.TrimPrefix(e.Key, prefix), "/")
		id, err := uuid.Parse(segment)
		if err != nil {
			continue // none of ours
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

func (a *Activities) known(ctx context.Context, prefix string, ids map[uuid.UUID]bool) ([]uuid.UUID, error) {
	list := make([]uuid.UUID, 0, len(ids))
	for id := range ids {
		list = append(list, id)
	}
	if prefix == schema.DocumentsPrefix {
		return a.DB.KnownDocuments(ctx, list)
	}
	return a.DB.KnownVersions(ctx, list)
}
