package schema

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
)

// The kinds of sources.
const (
	SourceFolder = "folder"
	SourceS3     = "s3"
	SourceWebDAV = "webdav"
	SourceIMAP   = "imap"
)

// SourceKinds returns all kinds of sources.
func SourceKinds() []string { return []string{SourceFolder, SourceS3, SourceWebDAV, SourceIMAP} }

const (
	// sourcesPerAccount bounds how many schedules one account can keep busy.
	sourcesPerAccount = 100
	// keptSourceRuns is how many runs of a source are kept, with their logs.
	keptSourceRuns = 50
)

// SourceSettings say where a source is. None of them is secret, and which of them are set depends on the kind.
type SourceSettings struct {
	Path        string `json:"path,omitempty"`          // of a folder
	Bucket      string `json:"bucket,omitempty"`        // of S3
	Prefix      string `json:"prefix,omitempty"`        // with which the keys begin that are read
	Region      string `json:"region,omitempty"`        // "" is that of stores that have none
	Endpoint    string `json:"endpoint,omitempty"`      // the address of an S3-compatible store; "" means AWS
	AccessKeyID string `json:"access_key_id,omitempty"` // "" reads a public bucket
	URL         string `json:"url,omitempty"`           // of a WebDAV folder or a mail server
	Username    string `json:"username,omitempty"`
	Mailbox     string `json:"mailbox,omitempty"` // of IMAP; "" is INBOX
}

// NewSource is what a request supplies for a source.
type NewSource struct {
	ID, AccountID, CollectionID uuid.UUID
	Name, Kind                  string
	Settings                    SourceSettings
	Secret                      SealedSecret
	EveryMinutes                int
	Rate                        int // items per minute; 0 means no limit
	AddOnly                     bool
	Include, Exclude            []string // patterns; see glob.Filter
	// Preview makes the first run a dry run, after which the source pauses.
	Preview    bool
	RequestID  string
	Idempotent *Idempotent // nil stores no response
}

// SealedSecret is the encrypted credentials of a source. The zero value means none.
type SealedSecret struct {
	Key    string // the key that it was sealed with
	Sealed []byte
}

// CreateSource creates a source and promises its first run. It returns ErrCollectionNotFound if the account has no such
// collection, and OverQuota if it has too many sources.
func (db *DB) CreateSource(ctx context.Context, n NewSource) (Source, Start, error) {
	var s Source
	var start Start
	err := db.keeping(ctx, n.Idempotent, n.AccountID, func(q *Queries) error {
		id, err := q.lockCollection(ctx, n.CollectionID, n.AccountID)
		if _, err = one(id, err, ErrCollectionNotFound); err != nil {
			return err
		}
		if err := checkCount(ctx, q.countSourcesOf, n.AccountID, sourcesPerAccount, "sources"); err != nil {
			return err
		}
		s, err = q.insertSource(ctx, insertSourceParams{
			ID: n.ID, AccountID: n.AccountID, CollectionID: n.CollectionID, Name: n.Name, Kind: n.Kind, Settings: n.Settings,
			Secret: n.Secret.Sealed, SecretKey: n.Secret.Key, EveryMinutes: int32(n.EveryMinutes), Rate: int32(n.Rate),
			AddOnly: n.AddOnly, Preview: n.Preview, Include: some(n.Include), Exclude: some(n.Exclude),
		})
		if err != nil {
			return err
		}
		if err := q.audit(ctx, n.AccountID, AuditSourceCreate, n.ID); err != nil {
			return err
		}
		_, start, err = q.beginSourceRun(ctx, s, NewSourceRun{DryRun: n.Preview, RequestID: n.RequestID})
		return err
	})
	return s, start, err
}

// Source returns a source of the account, or ErrSourceNotFound.
func (db *DB) Source(ctx context.Context, account, id uuid.UUID) (Source, error) {
	s, err := db.sourceOfAccount(ctx, id, account)
	return one(s, err, ErrSourceNotFound)
}

// ListSources returns one page of the account's sources, newest first, and the total number. If collection is not nil,
// it selects the sources mirrored into it.
func (db *DB) ListSources(ctx context.Context, account uuid.UUID, collection *uuid.UUID, skip, limit int) ([]Source, int, error) {
	count, err := db.countSources(ctx, account, collection)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listSources(ctx, listSourcesParams{
		AccountID: account, CollectionID: collection, PageSkip: int32(skip), PageLimit: int32(limit),
	})
	return rows, int(count), err
}

// ChangeSource applies change to the row of a source, which nobody else can change at the same time. It may change the
// name, settings, secret, rate, interval and patterns, and whether the source only adds. Nothing is changed if change
// returns an error. If the place or the rules of a listing change, the current run stops, and the next one is due at
// once.
func (db *DB) ChangeSource(ctx context.Context, account, id uuid.UUID, change func(*Source) error) (Source, error) {
	var s Source
	err := db.withSource(ctx, account, id, AuditSourceChange, func(q *Queries, row Source) (err error) {
		was := row
		if err := change(&row); err != nil {
			return err
		}
		anew := row.Settings != was.Settings || !slices.Equal(row.Include, was.Include) || !slices.Equal(row.Exclude, was.Exclude)
		if anew {
			if err := q.stopSourceRun(ctx, id, "The source was changed. The next run reads it from its beginning."); err != nil {
				return err
			}
		}
		s, err = q.changeSource(ctx, changeSourceParams{
			ID: id, Name: row.Name, EveryMinutes: row.EveryMinutes, Rate: row.Rate, AddOnly: row.AddOnly, Settings: row.Settings,
			Secret: row.Secret, SecretKey: row.SecretKey, Include: some(row.Include), Exclude: some(row.Exclude), Anew: anew,
		})
		return err
	})
	return s, err
}

// some returns a copy of list that is empty rather than nil.
func some(list []string) []string { return append([]string{}, list...) }

// stopSourceRun ends the run in flight, if there is one, with the reason.
func (q *Queries) stopSourceRun(ctx context.Context, source uuid.UUID, reason string) error {
	run, err := q.openSourceRun(ctx, source)
	if err == nil {
		_, err = q.endSourceRun(ctx, SourceRunStopped, &reason, run.ID)
	}
	return ignoreMoved(err)
}

// DeleteSource removes a source with its runs. The files that it has mirrored remain in their collection.
func (db *DB) DeleteSource(ctx context.Context, account, id uuid.UUID) error {
	return db.withSource(ctx, account, id, AuditSourceDelete, func(q *Queries, s Source) error {
		if err := q.checkHold(ctx, account, s.CollectionID); err != nil {
			return err
		}
		_, err := q.deleteSource(ctx, id, account)
		return err
	})
}

// PauseSource stops the run in flight, if there is one, and prevents further runs until the source is resumed.
func (db *DB) PauseSource(ctx context.Context, account, id uuid.UUID) (Source, error) {
	var s Source
	err := db.withSource(ctx, account, id, AuditSourcePause, func(q *Queries, _ Source) (err error) {
		if s, err = q.pauseSource(ctx, new("Paused on request."), id); err != nil {
			return err
		}
		return q.stopSourceRun(ctx, id, "The source was paused.")
	})
	return s, err
}

// ResumeSource resumes a source and begins a run at once. allowDeletions lets this run delete files even if the source
// has lost most of its items. It returns Conflict until the dry run, which pauses the source, is completed.
func (db *DB) ResumeSource(ctx context.Context, account, id uuid.UUID, allowDeletions bool, requestID string) (Source, Start, error) {
	var s Source
	var start Start
	err := db.withSource(ctx, account, id, AuditSourceResume, func(q *Queries, row Source) (err error) {
		s = row
		switch {
		case row.PausedAt == nil && row.Preview:
			return errPreviewing
		case row.PausedAt == nil:
			return nil
		}
		if s, err = q.resumeSource(ctx, id); err != nil {
			return err
		}
		_, start, err = q.beginSourceRun(ctx, s, NewSourceRun{AllowDeletions: allowDeletions, RequestID: requestID})
		return err
	})
	return s, start, err
}

// withSource changes a source of the account in a transaction that locks its row, and records the action in the audit
// log. It returns ErrSourceNotFound if there is none.
func (db *DB) withSource(ctx context.Context, account, id uuid.UUID, action string, do func(*Queries, Source) error) error {
	return db.tx(ctx, func(q *Queries) error {
		row, err := q.lockSource(ctx, id, account)
		if _, err := one(row, err, ErrSourceNotFound); err != nil {
			return err
		}
		if err := do(q, row); err != nil {
			return err
		}
		return q.audit(ctx, account, action, id)
	})
}

var errPreviewing = &Error{Code: Conflict, Msg: "The source has not completed its first run, which is a dry run. See its log, or run it again, and resume the source after that"}

// busySource is the error for a request to run a source that already has a run in flight.
func busySource(number int32) *Error {
	return &Error{Code: Conflict, Msg: fmt.Sprintf("Run %d of the source is under way. Wait for its end, or pause the source", number)}
}
