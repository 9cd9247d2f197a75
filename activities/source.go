package activities

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/activity"
	"golang.org/x/text/unicode/norm"

	"quire/internal/blob"
	"quire/internal/convert/probe"
	"quire/internal/glob"
	"quire/internal/source"
	"quire/schema"
)

const (
	// sourceTurn is how long one turn on a source takes, not counting its last page or item.
	sourceTurn = 20 * time.Second
	// itemsInTurn is the maximum number of items read in one turn.
	itemsInTurn = 200
	// maxSourceItems is the maximum number of items in a source.
	maxSourceItems = 500_000
	// triesOfItem is how many times an unreadable item is tried.
	triesOfItem = 3
	// unreadItems is how many unreadable items in a row end a run, because then the source itself is at fault.
	unreadItems = 10
	// dueSources is how many runs of sources are started in one transaction.
	dueSources = 100
	// goneAtOnce is how many vanished items are read per query.
	goneAtOnce = 100
)

// SourceTurn is the outcome of a turn on a source.
type SourceTurn struct {
	More  bool
	Pause time.Duration // before the next turn, to respect the rate limit
}

// errTurn interrupts a listing at the end of a turn.
var errTurn = errors.New("the turn is over")

// ListSource records the contents of the source page by page, starting after the last recorded page.
func (a *Egress) ListSource(ctx context.Context, run uuid.UUID) (SourceTurn, error) {
	attempt := activity.GetInfo(ctx).Attempt
	job, err := a.DB.SourceJob(ctx, run)
	if err != nil || job.Run.ListedAt != nil {
		return SourceTurn{}, blame(err, attempt)
	}
	stop := heartbeat(ctx)
	defer stop()
	r, err := a.openSource(job.Source)
	if err != nil {
		return SourceTurn{}, blameSource(err, attempt)
	}
	defer func() { _ = r.Close() }() // only read from
	begun, cursor, listed := time.Now(), job.Run.ListingCursor, int(job.Run.Listed)
	err = r.List(ctx, cursor, func(p source.Page) error {
		if err := a.DB.RecordListing(ctx, job.Run, listedPage(p, cursor)); err != nil {
			return err
		}
		cursor, listed = p.Next, listed+len(p.Items)
		if listed > maxSourceItems {
			return permanent("too_large", fmt.Sprintf("The source has more than %d items. Choose a part of it.", maxSourceItems), nil)
		}
		if time.Since(begun) > sourceTurn {
			return errTurn
		}
		return nil
	})
	if errors.Is(err, errTurn) {
		return SourceTurn{More: true}, nil
	}
	if err == nil {
		err = a.DB.RecordListing(ctx, job.Run, schema.ListedPage{Cursor: cursor, Next: cursor, Complete: true})
	}
	return SourceTurn{}, blameSource(err, attempt)
}

func (a *Egress) openSource(s schema.Source) (source.Reader, error) {
	secret := ""
	if s.Secret != nil {
		if a.Secrets == nil {
			return nil, permanent("no_key", "The secret of the source cannot be decrypted: the operator of the service has to set QUIRE_SOURCE_KEYS.", nil)
		}
		plain, err := a.Secrets.Open(s.SecretKey, s.Secret)
		if err != nil {
			return nil, permanent("no_key", "The secret of the source cannot be decrypted. Send it again.", err)
		}
		secret = string(plain)
	}
	return a.Sources.Open(s.Kind, source.Settings(s.Settings), glob.Filter{Include: s.Include, Exclude: s.Exclude}, secret)
}

// listedPage normalizes the paths of items as those of files are, and sorts out those that cannot be the path of a
// file. If several items have the same normalized path, the last one counts.
func listedPage(p source.Page, cursor string) schema.ListedPage {
	out := schema.ListedPage{Cursor: cursor, Next: p.Next, Refused: map[string]string{}}
	at := map[string]int{}
	for _, item := range p.Items {
		name := norm.NFC.String(item.Path)
		if problem := schema.PathProblem(name); problem != "" {
			out.Refused[printable(item.Path)] = "It cannot be a file of a collection: " + problem + "."
			continue
		}
		listed := schema.ListedItem{Path: name, Key: item.Key, Tag: item.Tag, Size: item.Size}
		if i, twice := at[name]; twice {
			out.Items[i] = listed
			continue
		}
		at[name] = len(out.Items)
		out.Items = append(out.Items, listed)
	}
	return out
}

// printable returns a name in a form that can be stored and shown, cut to the maximum length of a path in bytes.
func printable(name string) string {
	quoted := fmt.Sprintf("%q", name)
	return quoted[:min(len(quoted), schema.MaxPath)]
}

// PlanSource determines what has to be done after the listing.
func (a *Rows) PlanSource(ctx context.Context, run uuid.UUID) (schema.SourcePlan, error) {
	stop := heartbeat(ctx)
	defer stop()
	plan, err := a.DB.PlanSourceRun(ctx, run)
	return plan, blame(err, 1)
}

// MirrorItems reads the next items that are new or have changed, for one turn.
func (a *Egress) MirrorItems(ctx context.Context, run uuid.UUID) (SourceTurn, error) {
	attempt := activity.GetInfo(ctx).Attempt
	job, err := a.DB.SourceJob(ctx, run)
	if err != nil {
		return SourceTurn{}, blame(err, attempt)
	}
	stop := heartbeat(ctx)
	defer stop()
	most := itemsInTurn
	if job.Source.Rate > 0 {
		most = min(most, int(job.Source.Rate))
	}
	items, err := a.DB.ItemsToMirror(ctx, job.Run, "", most)
	if err != nil || len(items) == 0 {
		return SourceTurn{}, blame(err, attempt)
	}
	r, err := a.openSource(job.Source)
	if err != nil {
		return SourceTurn{}, blameSource(err, attempt)
	}
	defer func() { _ = r.Close() }() // only read from
	begun := time.Now()
	done, err := a.mirrorAll(ctx, job, r, items, attempt)
	turn := SourceTurn{More: true}
	if job.Source.Rate > 0 {
		turn.Pause = max(0, time.Duration(done)*time.Minute/time.Duration(job.Source.Rate)-time.Since(begun))
	}
	return turn, blameSource(err, attempt)
}

// mirrorAll mirrors items until the turn is over and returns how many it has dealt with.
func (a *Egress) mirrorAll(ctx context.Context, job schema.SourceJob, r source.Reader, items []schema.SourceItem, attempt int32) (int, error) {
	begun, unread := time.Now(), 0
	for i, item := range items {
		if time.Since(begun) > sourceTurn {
			return i, nil
		}
		err := a.mirror(ctx, job, r, item)
		reason, skip := itemFault(err, attempt)
		switch {
		case err == nil:
			unread = 0
		case !skip:
			return i, err
		default:
			if e, ok := source.As(err); ok && e.Reason == source.Unreachable {
				unread++
			}
			if unread == unreadItems {
				return i, permanent(string(source.Unreachable), reason, err)
			}
			if err := a.DB.FailItem(ctx, job.Run, item.Path, reason); err != nil {
				return i, err
			}
		}
	}
	return len(items), nil
}

// itemFault returns why an item cannot be mirrored, in words for people, and reports whether the run can skip it and
// continue.
func itemFault(err error, attempt int32) (reason string, skip bool) {
	if errors.Is(err, blob.ErrTooLarge) {
		return "The file exceeds the 100 MB limit.", true
	}
	e, ok := source.As(err)
	if !ok || e.Reason == source.Misconfigured {
		return "", false
	}
	return e.Message, e.Reason != source.Unreachable || attempt >= triesOfItem
}

// mirror reads one item and stores it as a new version of its file.
func (a *Egress) mirror(ctx context.Context, job schema.SourceJob, r source.Reader, item schema.SourceItem) error {
	if item.ListedSize > a.MaxFetch {
		return blob.ErrTooLarge
	}
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	var tag string
	info, err := store(ctx, a.Blobs, schema.VersionSourceKey(id), a.MaxFetch, func(w io.Writer) (err error) {
		tag, err = r.Read(ctx, source.Item{Path: item.Path, Key: item.Key, Tag: item.ListedTag, Size: item.ListedSize}, w)
		return err
	})
	if err != nil {
		return err
	}
	n := schema.NewFile{
		VersionID: id, AccountID: job.Source.AccountID, CollectionID: job.Source.CollectionID, Path: item.Path, Size: info.Size,
		SHA256: info.SHA256, SourceKey: schema.VersionSourceKey(id), Allowance: a.Allowance(job.Plan), RequestID: job.Run.RequestID,
	}
	if err := a.identify(ctx, &n); err != nil {
		return err
	}
	up, err := a.DB.MirrorItem(traced(ctx), job.Run, item, tag, n)
	if _, refused := errors.AsType[*schema.Error](err); refused || (err == nil && up.Unchanged) {
		err = errors.Join(err, a.Blobs.DeletePrefix(ctx, schema.VersionPrefix(id)))
	}
	return err
}

// identify determines from the content of a file whether it can be indexed. Whatever cannot be determined for certain is
// left to the file's own workflow.
func (a *Egress) identify(ctx context.Context, n *schema.NewFile) error {
	file, release, err := a.Blobs.File(ctx, n.SourceKey)
	if err != nil {
		return err
	}
	defer release()
	id, err := probe.IdentityOf(probe.File(file, path.Ext(n.Path), probe.Detect))
	n.Format, n.MediaType, n.Indexed = id.Format, id.MediaType, id.Indexed
	return err
}

// DeleteGone deletes the files of items that were missing from the complete listing.
func (a *Rows) DeleteGone(ctx context.Context, run uuid.UUID) error {
	stop := heartbeat(ctx)
	defer stop()
	for {
		job, err := a.DB.SourceJob(ctx, run)
		if err != nil {
			return blame(err, 1)
		}
		if n, err := a.DB.DeleteGone(traced(ctx), job.Run, goneAtOnce); err != nil || n == 0 {
			return blame(err, 1)
		}
	}
}

// SourceEnd is the end of a run.
type SourceEnd struct {
	RunID   uuid.UUID
	Status  schema.SourceRunStatus
	Message string // for people; "" on success
}

// EndSource ends a run.
func (a *Rows) EndSource(ctx context.Context, end SourceEnd) error {
	return blame(a.DB.EndSourceRun(ctx, end.RunID, end.Status, end.Message), 1)
}

// StartDueSources starts the runs of sources that are due, and returns their number.
func (a *Rows) StartDueSources(ctx context.Context) (int, error) {
	n, err := a.DB.StartDueSources(ctx, dueSources)
	return n, a.promised(err)
}

// blameSource decides whose fault err is: a source that cannot be read ends its run, and the next run tries again.
func blameSource(err error, attempt int32) error {
	if errors.Is(err, schema.ErrCollectionNotFound) {
		return permanent("collection_deleted", "The collection was deleted.", nil)
	}
	if e, ok := errors.AsType[*schema.Error](err); ok && e.Code == schema.TooMany {
		return permanent("too_many", e.Msg, nil)
	}
	e, ok := source.As(err)
	if !ok {
		return blame(err, attempt)
	}
	if e.Reason == source.Unreachable && attempt < TriesOfFetch {
		return err
	}
	return permanent(string(e.Reason), e.Message, nil)
}
