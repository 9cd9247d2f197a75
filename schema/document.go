package schema

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// DocumentStatus is the state of a document.
type DocumentStatus string

// The states of a document. PENDING and PROCESSING are in flight; the others are final, except that COMPLETED becomes
// EXPIRED at the end of the retention.
const (
	Pending    DocumentStatus = "PENDING"
	Processing DocumentStatus = "PROCESSING"
	Completed  DocumentStatus = "COMPLETED"
	Failed     DocumentStatus = "FAILED"
	Expired    DocumentStatus = "EXPIRED"
)

// EndedStatuses are the final states, including EXPIRED.
var EndedStatuses = []DocumentStatus{Completed, Failed, Expired}

// InFlight reports whether the document still has to reach a final state.
func (s DocumentStatus) InFlight() bool { return s == Pending || s == Processing }

// StatusAt returns the document's status at the time now: COMPLETED ends with the retention, whether or not the files
// have been removed yet.
func (d Document) StatusAt(now time.Time) DocumentStatus {
	if d.Status == Completed && d.ExpiresAt != nil && !now.Before(*d.ExpiresAt) {
		return Expired
	}
	return d.Status
}

// NewDocument is what a request supplies for a document.
type NewDocument struct {
	ID            uuid.UUID
	AccountID     uuid.UUID
	FileName      string
	FileSize      int64  // bytes; 0 until a URL has been fetched
	Format        string // "" until a URL has been fetched
	Accuracy      *string
	PageSeparator bool
	SkipImages    bool
	Masking       []string       // the names of the rules by which personal data is masked
	Extractor     *ExtractorInfo // nil converts to Markdown; otherwise the version and the price that apply to this run
	SourceURL     *string
	CallbackURL   *string
	SourceKey     string // blob of the original
	SentAsFiles   bool   // in the form of the published client
	// AtOnce is how many documents of the account may be in processing; further ones wait as PENDING. 0 means no limit.
	AtOnce     int
	Allowance  Allowance
	RequestID  string
	Idempotent *Idempotent // nil stores no response
	// Refused says why a document of a batch failed on arrival; nil if it did not.
	Refused *DocumentFailure

	batch    *uuid.UUID
	position int32 // in the batch, from 1
}

// CreateDocument is CreateDocuments for a single document.
func (db *DB) CreateDocument(ctx context.Context, n NewDocument) (Document, Start, error) {
	rows, starts, err := db.CreateDocuments(ctx, []NewDocument{n}, n.Idempotent)
	if err != nil {
		return Document{}, Start{}, err
	}
	return rows[0], starts[0], nil
}

// CreateDocuments inserts the documents of one request, which belong to one account, their outbox rows and the response
// for the request's idempotency key in one transaction. Once it returns nil, all of them will be processed, whatever
// fails afterwards. The Start of a document that has to wait its turn is the zero value. It returns OverQuota or
// TooMany if the account's plan does not allow all of them; idem may be nil.
func (db *DB) CreateDocuments(ctx context.Context, list []NewDocument, idem *Idempotent) ([]Document, []Start, error) {
	rows, starts := make([]Document, len(list)), make([]Start, len(list))
	err := db.keeping(ctx, idem, list[0].AccountID, func(q *Queries) error {
		for i, n := range list {
			var err error
			if rows[i], starts[i], err = q.createDocument(ctx, n); err != nil {
				return err
			}
		}
		return nil
	})
	return rows, starts, err
}

func (q *Queries) createDocument(ctx context.Context, n NewDocument) (Document, Start, error) {
	if err := q.alone(ctx, n.AccountID, n.Allowance.StoredBytes, n.Allowance.PagesPerDay); err != nil {
		return Document{}, Start{}, err
	}
	if err := q.checkIntake(ctx, n.AccountID, n.Allowance, n.FileSize); err != nil {
		return Document{}, Start{}, err
	}
	d, start, err := q.enterDocument(ctx, n, inlineHead)
	if err != nil {
		return Document{}, Start{}, err
	}
	return d, start, q.audit(ctx, n.AccountID, AuditDocumentCreate, d.ID)
}

// enterDocument inserts a document for which the account has room and promises its work; the relays leave the promise
// alone for head.
func (q *Queries) enterDocument(ctx context.Context, n NewDocument, head time.Duration) (Document, Start, error) {
	d, err := q.insertDocument(ctx, n.row())
	if err != nil {
		return Document{}, Start{}, err
	}
	start, err := q.promise(ctx, DocumentStart(d), head)
	if err != nil {
		return Document{}, Start{}, err
	}
	start, err = q.admit(ctx, start, n.AtOnce)
	return d, start, err
}

func (n NewDocument) row() insertDocumentParams {
	row := insertDocumentParams{
		ID: n.ID, AccountID: n.AccountID, FileName: n.FileName, FileSize: n.FileSize, Format: n.Format,
		Accuracy: n.Accuracy, PageSeparator: n.PageSeparator, SkipImages: n.SkipImages, Masking: n.Masking,
		SourceURL: n.SourceURL, CallbackURL: n.CallbackURL, SourceKey: n.SourceKey, RequestID: n.RequestID,
		SentAsFiles: n.SentAsFiles, BatchID: n.batch, BatchPosition: n.position,
	}
	if n.Extractor != nil {
		row.ExtractorID, row.ExtractorVersion = &n.Extractor.ID, &n.Extractor.Version
	}
	return row
}

// Document returns a document of the account, or ErrDocumentNotFound.
func (db *DB) Document(ctx context.Context, account, id uuid.UUID) (Document, error) {
	d, err := db.documentOfAccount(ctx, id, account)
	return one(d, err, ErrDocumentNotFound)
}

// DocumentForDownload returns the document behind a signed link, or ErrDocumentNotFound.
func (db *DB) DocumentForDownload(ctx context.Context, id uuid.UUID) (Document, error) {
	d, err := db.documentByID(ctx, id)
	return one(d, err, ErrDocumentNotFound)
}

// DocumentFilter selects documents of an account. Zero values do not filter.
type DocumentFilter struct {
	AccountID   uuid.UUID
	ExtractorID *uuid.UUID
	NoExtractor bool
	Only        []uuid.UUID // extractors that documents may have been sent to; nil does not filter
	Search      string      // part of the file name, case-insensitive
	DateFrom    *time.Time
	DateTo      *time.Time // inclusive
	Status      DocumentStatus
	Skip, Limit int
}

// ListDocuments returns one page of the matching documents, newest first, and the total number of matches.
func (db *DB) ListDocuments(ctx context.Context, f DocumentFilter) ([]Document, int, error) {
	count, err := db.countDocuments(ctx, countDocumentsParams{
		AccountID: f.AccountID, ExtractorID: f.ExtractorID, NoExtractor: f.NoExtractor, Search: f.Search,
		DateFrom: f.DateFrom, DateTo: f.DateTo, Status: string(f.Status), Only: f.Only,
	})
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listDocuments(ctx, listDocumentsParams{
		AccountID: f.AccountID, ExtractorID: f.ExtractorID, NoExtractor: f.NoExtractor, Search: f.Search,
		DateFrom: f.DateFrom, DateTo: f.DateTo, Status: string(f.Status), Only: f.Only,
		PageSkip: int32(f.Skip), PageLimit: int32(f.Limit),
	})
	return rows, int(count), err
}

// ClaimDocument claims the document for one attempt: its status becomes PROCESSING and its attempt number grows by one.
// It returns ErrSuperseded if the document has ended or was deleted; a second call after a crash simply takes the next
// number.
func (db *DB) ClaimDocument(ctx context.Context, id uuid.UUID) (Document, error) {
	d, err := db.claimDocument(ctx, id)
	return one(d, err, ErrSuperseded)
}

// DocumentSource describes a fetched URL.
type DocumentSource struct {
	FileName string
	FileSize int64
	Format   string
}

// SetDocumentSource records what was fetched; allowance returns the allowance of a plan. It returns ErrSuperseded if
// the attempt is no longer the current one, and OverQuota if the account may not store that much.
func (db *DB) SetDocumentSource(ctx context.Context, id uuid.UUID, attempt int, s DocumentSource, allowance func(plan string) Allowance) error {
	return db.tx(ctx, func(q *Queries) error {
		owner, err := q.ownerOfDocument(ctx, id)
		if owner, err = one(owner, err, ErrSuperseded); err != nil {
			return err
		}
		allowed := allowance(owner.Plan).StoredBytes
		if err := q.alone(ctx, owner.ID, allowed); err != nil {
			return err
		}
		// An earlier run may have counted the same bytes.
		if err := q.checkStored(ctx, owner.ID, allowed, s.FileSize-owner.FileSize); err != nil {
			return err
		}
		n, err := q.setDocumentSource(ctx, setDocumentSourceParams{
			ID: id, Attempt: int32(attempt), FileName: s.FileName, FileSize: s.FileSize, Format: s.Format,
		})
		if err == nil && n == 0 {
			return ErrSuperseded
		}
		return err
	})
}

// DocumentOutput is the result of a document.
type DocumentOutput struct {
	PageCount int
	Key       string // blob
	Name      string // see OutputName
	Type      string // media type
	Size      int64  // bytes
	// Retention is how long the result is kept; 0 keeps it indefinitely.
	Retention time.Duration
}

// extension matches the file name extension that OutputName replaces.
var extension = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// OutputName returns the name of a file's output: the file's stem with ext, which includes the dot.
func OutputName(fileName, ext string) string {
	return cmp.Or(extension.ReplaceAllString(fileName, ""), fileName) + ext
}

// DocumentToEnd returns a document in processing and the extractor that it uses, or nil for a conversion: everything
// that a webhook reports apart from the outcome. It returns ErrSuperseded if the document was deleted.
func (db *DB) DocumentToEnd(ctx context.Context, id uuid.UUID) (Document, *ExtractorInfo, error) {
	row, err := db.documentByID(ctx, id)
	d, err := one(row, err, ErrSuperseded)
	if err != nil {
		return d, nil, err
	}
	used, err := db.extractorOfDocument(ctx, d)
	return d, used, err
}

// CompleteDocument ends the document with its output, captures the cost of its extractor and, if there is a callback,
// promises the delivery of webhook, in one transaction. Running it again for the same attempt changes nothing. It
// returns ErrSuperseded if another attempt got there first.
func (db *DB) CompleteDocument(ctx context.Context, id uuid.UUID, attempt int, out DocumentOutput, webhook []byte) error {
	return db.endDocument(ctx, id, attempt, Completed, webhook, func(q *Queries) (Document, error) {
		var retention *float64
		if out.Retention > 0 {
			retention = new(out.Retention.Seconds())
		}
		return q.completeDocument(ctx, completeDocumentParams{
			ID: id, Attempt: int32(attempt), PageCount: new(int32(out.PageCount)), OutputKey: &out.Key,
			OutputName: &out.Name, OutputType: &out.Type, OutputSize: &out.Size, RetentionSeconds: retention,
		})
	})
}

// DocumentFailure describes why a document ended FAILED.
type DocumentFailure struct {
	Reason    string // for machines: "corrupt", "blocked_url", …
	Message   string // for the person who sent it
	PageCount *int
}

// FailDocument ends the document with a reason and, if it has a callback, promises the delivery of webhook, in one
// transaction. Running it again for the same attempt changes nothing. It returns ErrSuperseded if another attempt got
// there first.
func (db *DB) FailDocument(ctx context.Context, id uuid.UUID, attempt int, f DocumentFailure, webhook []byte) error {
	return db.endDocument(ctx, id, attempt, Failed, webhook, func(q *Queries) (Document, error) {
		var pages *int32
		if f.PageCount != nil {
			pages = new(int32(*f.PageCount))
		}
		return q.failDocument(ctx, failDocumentParams{
			ID: id, Attempt: int32(attempt), Error: &f.Message, ErrorType: &f.Reason, PageCount: pages,
		})
	})
}

func (db *DB) endDocument(ctx context.Context, id uuid.UUID, attempt int, want DocumentStatus, webhook []byte,
	update func(*Queries) (Document, error),
) error {
	return db.tx(ctx, func(q *Queries) error {
		d, err := update(q)
		if errors.Is(err, pgx.ErrNoRows) {
			return q.alreadyEnded(ctx, id, attempt, want)
		}
		if err != nil {
			return err
		}
		if err := q.admitNext(ctx, d.AccountID); err != nil {
			return err
		}
		if err := q.countPagesOf(ctx, d.AccountID, d.PageCount); err != nil {
			return err
		}
		if err := q.countDocument(ctx, d); err != nil {
			return err
		}
		used, err := q.extractorOfDocument(ctx, d)
		if err != nil {
			return err
		}
		if err := q.captureRun(ctx, d, used); err != nil {
			return err
		}
		if d.CallbackURL != nil {
			if err := q.promiseDelivery(ctx, d, webhook); err != nil {
				return err
			}
		}
		return q.settle(ctx, d.BatchID)
	})
}

// alreadyEnded distinguishes a repeated write of the same attempt, which is fine, from a late one, which is not.
func (q *Queries) alreadyEnded(ctx context.Context, id uuid.UUID, attempt int, want DocumentStatus) error {
	d, err := q.documentByID(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrSuperseded
	}
	if err != nil {
		return err
	}
	if d.Status == want && int(d.Attempt) == attempt {
		return nil
	}
	return ErrSuperseded
}

// DeleteDocument hides the document for good and promises the purge of its files, in one transaction. It returns the
// document as it was before, so that the caller can cancel its work in flight, or ErrDocumentNotFound if there is no
// such document.
func (db *DB) DeleteDocument(ctx context.Context, account, id uuid.UUID, requestID string) (Document, Start, error) {
	var d Document
	var start Start
	err := db.deleting(ctx, account, nil, func(q *Queries) error {
		row, err := q.hideDocument(ctx, id, account)
		if d, err = one(row, err, ErrDocumentNotFound); err != nil {
			return err
		}
		if err := q.deleteOutboxOf(ctx, id); err != nil {
			return err
		}
		if err := q.audit(ctx, account, AuditDocumentDelete, id); err != nil {
			return err
		}
		row.RequestID = requestID
		if start, err = q.promise(ctx, purgeStart(row), 0); err != nil {
			return err
		}
		return q.settle(ctx, row.BatchID)
	})
	return d, start, err
}
