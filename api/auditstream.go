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

// auditAtOnce is how many entries a stream reads at a time.
const auditAtOnce = 1000

// mediaOfCSV is the media type of CSV files.
const mediaOfCSV = "text/csv; charset=utf-8"

// streamAudit responds with all matching entries, a part at a time. A stream that fails is cut off, so that nobody takes
// it for the whole.
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

// startFile begins a response that is a file to be saved, named after what it holds and today.
func startFile(c echo.Context, name, extension, media string) {
	h := c.Response().Header()
	h.Set(echo.HeaderContentDisposition, `attachment; filename="`+name+"-"+time.Now().UTC().Format(time.DateOnly)+"."+extension+`"`)
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	h.Set(echo.HeaderContentType, media)
	c.Response().WriteHeader(http.StatusOK)
}

// cutOff ends a response that has begun without its regular end, if there was an error.
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
	_ = w.Write(f.header) // its error comes with Flush
	return func(rows []schema.AuditEntry) error {
		for _, e := range rows {
			_ = w.Write(f.row(e))
		}
		w.Flush()
		return w.Error()
	}
}
