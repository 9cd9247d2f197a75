package api

import (
	"net/http"
	"strconv"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// exportsPath is where an account's admins export everything that belongs to it.
const exportsPath = basePath + "/account/exports"

// export is an export on the wire. Sizes and counts are null until it is completed.
type export struct {
	ID         uuid.UUID           `json:"id"`
	Status     schema.ExportStatus `json:"status"`
	Size       *int64              `json:"size"`
	Rows       *int64              `json:"rows"`
	Files      *int64              `json:"files"`
	Error      *string             `json:"error"`
	CreatedAt  timestamp           `json:"created_at"`
	FinishedAt *timestamp          `json:"finished_at"`
	ExpiresAt  *timestamp          `json:"expires_at"`
}

func wireExport(x schema.Export) export {
	return export{
		ID: x.ID, Status: x.Status, Size: x.Size, Rows: x.Rows, Files: x.Files, Error: x.Error,
		CreatedAt: timestamp(x.CreatedAt), FinishedAt: stamped(x.FinishedAt), ExpiresAt: stamped(x.ExpiresAt),
	}
}

// createExport schedules an export of the account.
func (s *Server) createExport(c echo.Context) error {
	b, err := s.optionalJSON(c)
	if err != nil {
		return err
	}
	n := schema.NewExport{AccountID: principal(c).AccountID, RequestID: requestID(c)}
	if n.ID, err = uuid.NewV7(); err != nil {
		return err
	}
	return s.once(c, b.fingerprint(c), func(idem *schema.Idempotent) error {
		n.Idempotent = idem
		x, start, err := s.cfg.DB.StartExport(c.Request().Context(), n)
		answer := wireExport(x)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		s.cfg.Submit(start)
		return ok(c, answer)
	})
}

// listExports responds with one page of the account's exports, newest first.
func (s *Server) listExports(c echo.Context) error {
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.Exports(c.Request().Context(), principal(c).AccountID, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireExport)
}

// exportOf returns the export named in the path.
func (s *Server) exportOf(c echo.Context) (schema.Export, error) {
	ids, err := pathIDs(c, "export_id")
	if err != nil {
		return schema.Export{}, err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	return s.cfg.DB.Export(ctx, principal(c).AccountID, ids[0])
}

// getExport responds with an export.
func (s *Server) getExport(c echo.Context) error {
	x, err := s.exportOf(c)
	if err != nil {
		return err
	}
	return ok(c, wireExport(x))
}

// deleteExport makes an export unavailable, and stops it if it has not ended.
func (s *Server) deleteExport(c echo.Context) error {
	x, err := s.exportOf(c)
	if err != nil {
		return err
	}
	if err := s.cfg.DB.DeleteExport(c.Request().Context(), x.AccountID, x.ID); err != nil {
		return err
	}
	return ok(c, deleted{ID: x.ID, Deleted: true, Message: "Export deleted successfully"})
}

var errNoArchive = &schema.Error{Code: schema.Conflict, Msg: "The export has no archive; get it to see why"}

// exportArchive responds with the archive of an export, or the requested parts of it.
func (s *Server) exportArchive(c echo.Context) error {
	x, err := s.exportOf(c)
	if err != nil {
		return err
	}
	if x.Status != schema.ExportCompleted {
		return errNoArchive
	}
	if err := s.unmaskArchive(c); err != nil {
		return err
	}
	if c.Request().Method == http.MethodGet {
		if err := s.cfg.DB.AuditExportDownload(c.Request().Context(), x); err != nil {
			return err
		}
	}
	return s.serveFile(c, file{
		key: *x.ArchiveKey, name: "account-" + x.CreatedAt.UTC().Format("2006-01-02") + ".tar.zst", mediaType: "application/zstd",
		etag: `"` + x.ID.String() + "-" + strconv.Itoa(int(x.Attempt)) + `"`,
	})
}
