package command

import (
	"encoding/json"
	"io"
	"time"

	"github.com/google/uuid"

	"quire/internal/retrieve"
	"quire/schema"
)

// Listing is embedded in commands that list things.
type Listing struct {
	JSON bool `help:"Write one JSON array instead of a table."`
}

// writeJSON writes list as one JSON value for programs to read. A nil list is written as [].
func writeJSON[T any](w io.Writer, list []T) error {
	if list == nil {
		list = []T{}
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return out.Encode(list)
}

// list writes records as a table with the given cells, or as a JSON array with all of their fields.
func list[T any](e *Env, how Listing, records []T, header string, cells func(T) []any) error {
	if how.JSON {
		return writeJSON(e.Stdout, records)
	}
	rows := make([][]any, 0, len(records))
	for _, r := range records {
		rows = append(rows, cells(r))
	}
	return e.table(header, rows)
}

// mapped converts each element of list to a record.
func mapped[From, To any](from []From, record func(From) To) []To {
	to := make([]To, 0, len(from))
	for _, f := range from {
		to = append(to, record(f))
	}
	return to
}

type accountRecord struct {
	ID        uuid.UUID `json:"id"`
	Name      string    `json:"name"`
	Plan      string    `json:"plan"`
	State     string    `json:"state"`
	CreatedAt time.Time `json:"created_at"`
	// The legal hold; null and "" if there is none.
	HeldAt     *time.Time `json:"held_at"`
	HoldReason string     `json:"hold_reason"`
	Masking    []string   `json:"masking"` // of all documents
}

type loginRecord struct {
	ID         uuid.UUID  `json:"id"`
	Name       string     `json:"name"`
	Method     string     `json:"method"`
	KeyID      *uuid.UUID `json:"key_id"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt time.Time  `json:"last_used_at"`
	ExpiresAt  time.Time  `json:"expires_at"`
}

func newLoginRecord(l schema.Login) loginRecord {
	return loginRecord{ID: l.ID, Name: l.Actor, Method: l.Method, KeyID: l.KeyID, CreatedAt: l.CreatedAt, LastUsedAt: l.UsedAt, ExpiresAt: l.ExpiresAt}
}

func newAccountRecord(a schema.Account) accountRecord {
	return accountRecord{a.ID, a.Name, a.Plan, a.State(), a.CreatedAt, a.HeldAt, a.HoldReason, a.Masking}
}

type keyRecord struct {
	ID         uuid.UUID  `json:"id"`
	Key        string     `json:"key"` // its beginning
	Name       string     `json:"name"`
	May        []string   `json:"permissions"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at"`
	ExpiresAt  *time.Time `json:"expires_at"`
	RevokedAt  *time.Time `json:"revoked_at"`
	// What the key is limited to; null for a key of the whole account.
	CollectionIDs []uuid.UUID `json:"collection_ids"`
	ExtractorIDs  []uuid.UUID `json:"extractor_ids"`
}

func newKeyRecord(k schema.APIKey) keyRecord {
	return keyRecord{
		k.ID, k.Display, k.Name, k.May().Names(), k.CreatedAt, k.LastUsedAt, k.ExpiresAt, k.RevokedAt,
		k.Scope().OnlyCollections(), k.Scope().OnlyExtractors(),
	}
}

type auditRecord struct {
	At        time.Time  `json:"at"`
	AccountID *uuid.UUID `json:"account_id"`
	Actor     string     `json:"actor"`
	KeyID     *uuid.UUID `json:"key_id"`
	Action    string     `json:"action"`
	ObjectID  uuid.UUID  `json:"object_id"`
	RequestID string     `json:"request_id"`
	IP        string     `json:"ip"`
}

func newAuditRecord(x schema.AuditEntry) auditRecord {
	return auditRecord{x.At, x.AccountID, x.Actor, x.KeyID, x.Action, x.ObjectID, x.RequestID, x.IP}
}

type extractorRecord struct {
	ID      uuid.UUID `json:"id"`
	Slug    string    `json:"slug"`
	Name    string    `json:"name"`
	Version int32     `json:"version"`
	Origin  string    `json:"origin"`
	Per     string    `json:"cost_type"`
	Credits int32     `json:"cost_credits"`
}

func newExtractorRecord(x schema.ExtractorInfo) extractorRecord {
	return extractorRecord{x.ID, x.Slug, x.Name, x.Version, x.Origin, x.CostType, x.CostCredits}
}

type migrationRecord struct {
	Version   int64      `json:"version"`
	Name      string     `json:"name"`
	AppliedAt *time.Time `json:"applied_at"`
}

type hitRecord struct {
	CollectionID uuid.UUID `json:"collection_id"`
	FileID       uuid.UUID `json:"file_id"`
	Path         string    `json:"path"`
	Version      int32     `json:"version"`
	PageStart    int       `json:"page_start"`
	PageEnd      int       `json:"page_end"`
	PageCount    int32     `json:"page_count"`
	Score        float32   `json:"score"`
	Text         string    `json:"text"`
}

func newHitRecord(h retrieve.Hit) hitRecord {
	return hitRecord{h.Collection, h.File, h.Path, h.Version, h.PageStart, h.PageEnd, h.PageCount, h.Score, shown(h)}
}
