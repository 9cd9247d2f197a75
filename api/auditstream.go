package api

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"quire/schema"
)

// auditAtOnce is how many entries a stream reads per query.
const auditAtOnce = 1000

// mediaOfCSV is the media type of CSV files.
const mediaOfCSV = "text/csv; charset=utf-8"

// streamAudit responds with all matching entries, reading them in batches. If it fails, it breaks the connection, so
// that nobody mistakes the partial response for the whole.
func streamAudit[Entry any](s *Server, c echo.Context, f schema.AuditFilter, format string, form auditForm[Entry]) error {
	f.Limit = auditAtOnce
	rows, err := s.cfg.DB.AuditBefore(c.Request().Context(), f, math.MaxInt64)
	if err != nil {
		return err
	}
	media := map[string]string{"csv": mediaOfCSV, "jsonl": mediaOfLines}[format]
	startFile(c, "audit", format, media)
	write := form.lines(c.Response())
	if format == "csv" {
		write = form.sheet(c.Response())
	}
	for {
		if err := write(rows); err != nil || len(rows) < auditAtOnce {
			return cutOff(err)
		}
		c.Response().Flush()
		if rows, err = s.cfg.DB.AuditBefore(c.Request().Context(), f, rows[len(rows)-1].ID); err != nil {
			return cutOff(err)
		}
	}
}

// startFile begins a response to be saved as a file that is named after its content and today's date.
func startFile(c echo.Context, name, extension, media string) {
	h := c.Response().Header()
	h.Set(echo.HeaderContentDisposition, `attachment; filename="`+name+"-"+time.Now().UTC().Format(time.DateOnly)+"."+extension+`"`)
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	h.Set(echo.HeaderContentType, media)
	c.Response().WriteHeader(http.StatusOK)
}

// cutOff breaks the connection of a response that has begun, if there was an error.
func cutOff(err error) error {
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	return nil
}

func (f auditForm[Entry]) lines(to io.Writer) func([]schema.AuditEntry) error {
	lines := json.NewEncoder(to)
	return func(rows []schema.AuditEntry) error {
		for _, e := range rows {
			if err := lines.Encode(f.wire(e)); err != nil {
				return err
			}
		}
		return nil
	}
}

func (f auditForm[Entry]) sheet(to io.Writer) func([]schema.AuditEntry) error {
	w := csv.NewWriter(to)
	_ = w.Write(f.header) // Flush returns the error
	return func(rows []schema.AuditEntry) error {
		for _, e := range rows {
			_ = w.Write(f.row(e))
		}
		w.Flush()
		return w.Error()
	}
}
