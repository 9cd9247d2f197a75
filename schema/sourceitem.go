package schema

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// ListedItem is an item in a listing.
type ListedItem struct {
	Path string // in the collection; see PathProblem
	Key  string // the source's own name for it
	Tag  string // changes with the content
	Size int64  // bytes
}

// ListedPage is one page of a listing.
type ListedPage struct {
	Items    []ListedItem
	Refused  map[string]string // items that cannot be mirrored, with the reason
	Cursor   string            // the position after which the page begins
	Next     string
	Complete bool // this was the last page
}

// errRecorded means that another worker is listing the same run and was faster. A caller that reads the row again knows
// where to continue.
var errRecorded = errors.New("schema: the page of the listing was recorded already")

// RecordListing records a page of the run's listing, once: if two workers list the same run, one of them gets an error.
func (db *DB) RecordListing(ctx context.Context, run SourceRun, p ListedPage) error {
	seen := seeItemsParams{SourceID: run.SourceID, Seen: run.Number}
	for _, item := range p.Items {
		seen.Paths, seen.Keys = append(seen.Paths, item.Path), append(seen.Keys, item.Key)
		seen.Tags, seen.Sizes = append(seen.Tags, item.Tag), append(seen.Sizes, item.Size)
	}
	return db.tx(ctx, func(q *Queries) error {
		n, err := q.recordListing(ctx, recordListingParams{
			ID: run.ID, Cursor: p.Cursor, Next: p.Next, Items: int32(len(p.Items)), Complete: p.Complete,
		})
		if err == nil && n == 0 {
			return errRecorded
		}
		if err != nil {
			return err
		}
		for name, reason := range p.Refused {
			if err := q.logItem(ctx, run.ID, name, SourceFailed, reason); err != nil {
				return err
			}
		}
		return q.seeItems(ctx, seen)
	})
}

// fewItems is how many items may go missing at once without raising doubts; beyond that, at most half may.
const fewItems = 10

// SourcePlan says what is left to do after the listing.
type SourcePlan struct {
	Ended  bool // nothing is left to do: the run has ended
	Delete bool // missing items are to be deleted after the others have been read
}

// PlanSourceRun determines what a run does after its complete listing. A dry run only logs what it would do, and ends.
// If the listing is empty, or has lost more than half of the mirrored items, the run stops and the source is paused
// with the reason, because that is what an unmounted disk or a key without access looks like.
func (db *DB) PlanSourceRun(ctx context.Context, id uuid.UUID) (SourcePlan, error) {
	var plan SourcePlan
	err := db.tx(ctx, func(q *Queries) error {
		plan = SourcePlan{}
		job, err := q.sourceOfRun(ctx, id)
		if job, err = one(job, err, ErrSuperseded); err != nil {
			return err
		}
		if job.SourceRun.ListedAt == nil {
			return errUnlisted
		}
		doubt, err := q.doubt(ctx, job.Source, job.SourceRun)
		if err != nil {
			return err
		}
		switch {
		case job.SourceRun.DryRun:
			plan.Ended = true
			return q.endDryRun(ctx, job.Source, job.SourceRun, doubt)
		case doubt != "":
			plan.Ended = true
			return q.doubtSource(ctx, job.Source, job.SourceRun, doubt)
		}
		plan.Delete = !job.Source.AddOnly
		return nil
	})
	return plan, err
}

// errUnlisted means that a caller relies on a listing that is not complete.
var errUnlisted = errors.New("schema: the listing of the run is not complete")

func (q *Queries) endDryRun(ctx context.Context, s Source, run SourceRun, doubt string) error {
	err := q.logDryRun(ctx, logDryRunParams{RunID: run.ID, Number: run.Number, SourceID: s.ID, AddOnly: s.AddOnly})
	if err != nil {
		return err
	}
	if _, err := q.endSourceRun(ctx, SourceRunCompleted, text(doubt), run.ID); err != nil || !s.Preview {
		return err
	}
	_, err = q.pauseSource(ctx, new("The first run was a dry run and changed nothing. See what it would have done, and then resume the source."), s.ID)
	return err
}

// doubt returns why the deletions that follow from the listing should not be trusted, or "" if they can be.
func (q *Queries) doubt(ctx context.Context, s Source, run SourceRun) (string, error) {
	if s.AddOnly || run.AllowDeletions {
		return "", nil
	}
	if err := q.checkHold(ctx, s.AccountID, s.CollectionID); err != nil {
		if isHeld(err) { // nothing will be deleted
			err = nil
		}
		return "", err
	}
	n, err := q.losses(ctx, run.Number, namespace(s, run), s.ID)
	switch {
	case err != nil || n.Gone == 0:
		return "", err
	case run.Listed == 0:
		return fmt.Sprintf("The source is suddenly empty: all %d mirrored files would have been deleted.", n.Mirrored), nil
	case n.Renamed > 0:
		return fmt.Sprintf("The server has numbered the mailbox anew: %d of %d mirrored files would have been deleted, and its messages read again.", n.Renamed, n.Mirrored), nil
	case n.Gone > fewItems && 2*n.Gone > n.Mirrored:
		return fmt.Sprintf("The source has lost %d of %d mirrored files, which would have been deleted.", n.Gone, n.Mirrored), nil
	}
	return "", nil
}

// namespace returns the part of a listing's keys that identifies the place itself: for a mailbox, its UIDVALIDITY.
func namespace(s Source, run SourceRun) string {
	if s.Kind != SourceIMAP {
		return ""
	}
	before, _, _ := strings.Cut(run.ListingCursor, "/")
	return before + "/"
}

func (q *Queries) doubtSource(ctx context.Context, s Source, run SourceRun, doubt string) error {
	reason := doubt + " Nothing was changed. If it is right, resume the source with allow_deletions; if not, repair the source and resume it."
	if _, err := q.endSourceRun(ctx, SourceRunStopped, &reason, run.ID); err != nil {
		return err
	}
	_, err := q.pauseSource(ctx, &reason, s.ID)
	return err
}

// ItemsToMirror returns the next items after a path that the run has to read, ordered by path.
func (db *DB) ItemsToMirror(ctx context.Context, run SourceRun, after string, limit int) ([]SourceItem, error) {
	return db.itemsToMirror(ctx, itemsToMirrorParams{SourceID: run.SourceID, Number: run.Number, After: after, RowLimit: int32(limit)})
}

// MirrorItem makes the content read of an item a version of its file, once. tag identifies the content; "" means that
// it may have changed since. It leaves a file alone that the source did not create. It returns ErrSuperseded if the run
// has ended, and the errors of UploadFile.
func (db *DB) MirrorItem(ctx context.Context, run SourceRun, item SourceItem, tag string, n NewFile) (Uploaded, error) {
	up := Uploaded{Unchanged: true}
	err := db.withItem(ctx, run, item.Path, func(q *Queries, item SourceItem) error {
		there, err := q.fileAtPath(ctx, n.CollectionID, n.Path)
		if ignoreMoved(err) != nil {
			return err
		}
		if err == nil && (item.FileID == nil || *item.FileID != there.ID) {
			return q.keepItem(ctx, run, item, "The collection has a file at this path that does not come from this source.")
		}
		existed := err == nil
		if up, err = q.uploadFile(ctx, n); err != nil {
			return err
		}
		return q.mirrored(ctx, run, item, mirroredItemParams{Tag: &tag, FileID: &up.File.ID, VersionID: &n.VersionID}, existed, up.Unchanged)
	})
	return up, err
}

func (q *Queries) mirrored(ctx context.Context, run SourceRun, item SourceItem, p mirroredItemParams, existed, unchanged bool) error {
	p.SourceID, p.Path, p.Number = item.SourceID, item.Path, run.Number
	if unchanged {
		p.VersionID = item.VersionID
	}
	if err := q.mirroredItem(ctx, p); err != nil || unchanged {
		return err
	}
	action := SourceAdded
	if existed {
		action = SourceChanged
	}
	return q.logItem(ctx, run.ID, item.Path, action, "")
}

// FailItem records that an item could not be mirrored, with the reason for people. The next run tries it again.
func (db *DB) FailItem(ctx context.Context, run SourceRun, path, reason string) error {
	return db.withItem(ctx, run, path, func(q *Queries, item SourceItem) error {
		if err := q.triedItem(ctx, run.Number, item.SourceID, item.Path); err != nil {
			return err
		}
		return q.logItem(ctx, run.ID, path, SourceFailed, reason)
	})
}

func (q *Queries) keepItem(ctx context.Context, run SourceRun, item SourceItem, reason string) error {
	if err := q.triedItem(ctx, run.Number, item.SourceID, item.Path); err != nil {
		return err
	}
	return q.logItem(ctx, run.ID, item.Path, SourceKept, reason)
}

// withItem changes an item on behalf of a run in flight. It does nothing if the run has already dealt with the item.
func (db *DB) withItem(ctx context.Context, run SourceRun, path string, do func(*Queries, SourceItem) error) error {
	return db.tx(ctx, func(q *Queries) error {
		held, err := q.holdSourceRun(ctx, run.ID)
		if _, err := one(held, err, ErrSuperseded); err != nil {
			return err
		}
		item, err := q.lockItem(ctx, run.SourceID, path)
		if err != nil {
			return ignoreMoved(err)
		}
		if item.Tried == run.Number {
			return nil
		}
		return do(q, item)
	})
}

func (q *Queries) logItem(ctx context.Context, run uuid.UUID, path string, action SourceAction, detail string) error {
	return q.insertSourceLog(ctx, insertSourceLogParams{RunID: run, Path: path, Action: action, Detail: detail})
}

// DeleteGone deletes the files of items that were missing from the run's complete listing, at most limit, and returns
// their number. It keeps a file that has a version not created by the source.
func (db *DB) DeleteGone(ctx context.Context, run SourceRun, limit int) (int, error) {
	if run.ListedAt == nil {
		return 0, errUnlisted
	}
	gone, err := db.itemsToDelete(ctx, run.SourceID, run.Number, int32(limit))
	if err != nil {
		return 0, err
	}
	for _, item := range gone {
		err := db.withItem(ctx, run, item.Path, func(q *Queries, item SourceItem) error {
			return q.deleteItem(ctx, run, item)
		})
		if err != nil {
			return 0, err
		}
	}
	return len(gone), nil
}

func (q *Queries) deleteItem(ctx context.Context, run SourceRun, item SourceItem) error {
	err := q.deleteItemFile(ctx, run, item)
	if isHeld(err) { // the item stays, so that the first run after the hold deletes the file
		return q.keepItem(ctx, run, item, err.Error())
	}
	if err != nil {
		return err
	}
	return q.forgetItem(ctx, item.SourceID, item.Path)
}

func (q *Queries) deleteItemFile(ctx context.Context, run SourceRun, item SourceItem) error {
	if item.FileID == nil {
		return nil
	}
	f, err := q.fileByID(ctx, *item.FileID)
	if err != nil {
		return ignoreMoved(err)
	}
	if err := q.checkHold(ctx, run.AccountID, f.CollectionID); err != nil {
		return err
	}
	newest, err := q.newestVersion(ctx, f.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if item.VersionID == nil || newest.ID != *item.VersionID {
		return q.logItem(ctx, run.ID, item.Path, SourceKept, "Somebody has put another version there since.")
	}
	if _, err := q.removeFile(ctx, run.AccountID, f.CollectionID, f.ID, run.RequestID); err != nil {
		return err
	}
	return q.logItem(ctx, run.ID, item.Path, SourceDeleted, "")
}
