package api

import (
	"encoding/csv"
	"net/http"
	"strings"
	"time"

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

// maxAuditRows is how many entries one CSV file has at most; its from and to reach the others.
const maxAuditRows = 10_000

// listAudit responds with who did what in the account, newest first, as JSON in pages or as one CSV file.
func (s *Server) listAudit(c echo.Context) error {
	v := queryValues(c)
	p := v.paging()
	account := principal(c).AccountID
	f := schema.AuditFilter{
		AccountID: &account, ObjectID: v.uuid("object_id"), KeyID: v.uuid("key_id"), Action: v.text("action", maxName),
		Until: v.time("to", true), Skip: p.skip, Limit: p.limit,
	}
	if from := v.time("from", false); from != nil {
		f.Since = *from
	}
	format := v.enum("format", "json", "json", "csv")
	if err := v.err(); err != nil {
		return err
	}
	if format == "csv" {
		return s.auditCSV(c, f)
	}
	count, err := s.cfg.DB.CountAudit(c.Request().Context(), f)
	if err != nil {
		return err
	}
	rows, err := s.cfg.DB.Audit(c.Request().Context(), f)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireAudit)
}

func (s *Server) auditCSV(c echo.Context, f schema.AuditFilter) error {
	f.Limit = maxAuditRows
	rows, err := s.cfg.DB.Audit(c.Request().Context(), f)
	if err != nil {
		return err
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"at", "actor", "key_id", "action", "object_id", "request_id", "ip"}) // a builder never fails
	for _, e := range rows {
		key := ""
		if e.KeyID != nil {
			key = e.KeyID.String()
		}
		_ = w.Write([]string{
			schema.Timestamp(e.At), cell(e.Actor), key, cell(e.Action), e.ObjectID.String(), cell(e.RequestID), cell(e.IP),
		})
	}
	w.Flush()
	h := c.Response().Header()
	h.Set(echo.HeaderContentDisposition, `attachment; filename="audit-`+time.Now().UTC().Format(time.DateOnly)+`.csv"`)
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	return c.Blob(http.StatusOK, "text/csv; charset=utf-8", []byte(b.String()))
}

// cell makes text that others chose safe to open in a spreadsheet, which would take it for a formula
// (https://owasp.org/www-community/attacks/CSV_Injection).
func cell(text string) string {
	if strings.ContainsAny(text[:min(len(text), 1)], "=+-@\t\r") {
		return "'" + text
	}
	return text
}
