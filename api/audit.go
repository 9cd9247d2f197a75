package api

import (
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// auditEntry is an entry of the audit log on the wire.
type auditEntry struct {
	ID        int64      `json:"id"`
	At        timestamp  `json:"at"`
	Actor     string     `json:"actor"`
	KeyID     *uuid.UUID `json:"key_id"`
	Action    string     `json:"action"`
	ObjectID  uuid.UUID  `json:"object_id"`
	RequestID string     `json:"request_id"`
	IP        string     `json:"ip"`
}

func wireAudit(e schema.AuditEntry) auditEntry {
	return auditEntry{
		ID: e.ID, At: timestamp(e.At), Actor: e.Actor, KeyID: e.KeyID, Action: e.Action, ObjectID: e.ObjectID,
		RequestID: e.RequestID, IP: e.IP,
	}
}

// serviceAuditEntry is an entry of the audit log of the whole service on the wire. The account is nil if the action
// concerns none.
type serviceAuditEntry struct {
	AccountID *uuid.UUID `json:"account_id"`
	auditEntry
}

// auditForm says how entries of the audit log are written: as JSON, and as a row below a header.
type auditForm[Entry any] struct {
	wire   func(schema.AuditEntry) Entry
	header []string
	row    func(schema.AuditEntry) []string
}

var accountAudit = auditForm[auditEntry]{wireAudit, []string{"at", "actor", "key_id", "action", "object_id", "request_id", "ip"}, auditRow}

var serviceAudit = auditForm[serviceAuditEntry]{
	func(e schema.AuditEntry) serviceAuditEntry {
		return serviceAuditEntry{AccountID: e.AccountID, auditEntry: wireAudit(e)}
	},
	append([]string{"account_id"}, accountAudit.header...),
	func(e schema.AuditEntry) []string { return append([]string{idOrNothing(e.AccountID)}, auditRow(e)...) },
}

func auditRow(e schema.AuditEntry) []string {
	return []string{
		schema.Timestamp(e.At), cell(e.Actor), idOrNothing(e.KeyID), cell(e.Action), e.ObjectID.String(), cell(e.RequestID), cell(e.IP),
	}
}

func idOrNothing(id *uuid.UUID) string {
	if id == nil {
		return ""
	}
	return id.String()
}

// listAudit responds with the audit log of the account.
func (s *Server) listAudit(c echo.Context) error {
	account := principal(c).AccountID
	return auditOf(s, c, func(*values) *uuid.UUID { return &account }, accountAudit)
}

// listServiceAudit responds with the audit log of all accounts, or of one of them.
func (s *Server) listServiceAudit(c echo.Context) error {
	return auditOf(s, c, func(v *values) *uuid.UUID { return v.uuid("account_id") }, serviceAudit)
}

// auditOf responds with the entries of an account, or of all if account returns nil, newest first: as JSON in pages, or
// all of them as CSV or JSON lines.
func auditOf[Entry any](s *Server, c echo.Context, account func(*values) *uuid.UUID, form auditForm[Entry]) error {
	v := queryValues(c)
	p := v.paging()
	f := schema.AuditFilter{
		AccountID: account(v), ObjectID: v.uuid("object_id"), KeyID: v.uuid("key_id"), Action: v.text("action", maxName),
		Until: v.time("to", true), Skip: p.skip, Limit: p.limit,
	}
	if from := v.time("from", false); from != nil {
		f.Since = *from
	}
	format := v.enum("format", "json", "json", "csv", "jsonl")
	if err := v.err(); err != nil {
		return err
	}
	if format != "json" {
		return streamAudit(s, c, f, format, form)
	}
	count, err := s.cfg.DB.CountAudit(c.Request().Context(), f)
	if err != nil {
		return err
	}
	rows, err := s.cfg.DB.Audit(c.Request().Context(), f)
	if err != nil {
		return err
	}
	return okList(c, rows, count, form.wire)
}

// cell makes text chosen by others safe to open in a spreadsheet, which might interpret it as a formula
// (https://owasp.org/www-community/attacks/CSV_Injection).
func cell(text string) string {
	if strings.ContainsAny(text[:min(len(text), 1)], "=+-@\t\r") {
		return "'" + text
	}
	return text
}
