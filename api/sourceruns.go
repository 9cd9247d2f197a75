package api

import (
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// sourceRun is a run of a source on the wire.
type sourceRun struct {
	ID         uuid.UUID              `json:"id"`
	SourceID   uuid.UUID              `json:"source_id"`
	Number     int32                  `json:"number"`
	Status     schema.SourceRunStatus `json:"status"`
	DryRun     bool                   `json:"dry_run"`
	Listed     int32                  `json:"listed"`
	Counts     sourceCounts           `json:"counts"`
	Error      *string                `json:"error"`
	CreatedAt  timestamp              `json:"created_at"`
	FinishedAt *timestamp             `json:"finished_at"`
}

// sourceActions are the actions by which the log of a run can be filtered.
var sourceActions = []string{
	string(schema.SourceAdded), string(schema.SourceChanged), string(schema.SourceDeleted), string(schema.SourceKept), string(schema.SourceFailed),
}

// sourceCounts counts the entries of a run's log by action.
type sourceCounts struct {
	Added   int `json:"added"`
	Changed int `json:"changed"`
	Deleted int `json:"deleted"`
	Kept    int `json:"kept"`
	Failed  int `json:"failed"`
}

func wireSourceRun(r schema.SourceRunInfo) sourceRun {
	return sourceRun{
		ID: r.ID, SourceID: r.SourceID, Number: r.Number, Status: r.Status, DryRun: r.DryRun, Listed: r.Listed, Error: r.Error,
		CreatedAt: timestamp(r.CreatedAt), FinishedAt: (*timestamp)(r.FinishedAt),
		Counts: sourceCounts{
			Added: r.Counts[schema.SourceAdded], Changed: r.Counts[schema.SourceChanged], Deleted: r.Counts[schema.SourceDeleted],
			Kept: r.Counts[schema.SourceKept], Failed: r.Counts[schema.SourceFailed],
		},
	}
}

// sourceLogEntry is an action of a run on an item, on the wire.
type sourceLogEntry struct {
	Path   string              `json:"path"`
	Action schema.SourceAction `json:"action"`
	Detail string              `json:"detail"`
	At     timestamp           `json:"at"`
	FileID *uuid.UUID          `json:"file_id"`
}

func wireSourceLog(e schema.SourceLogged) sourceLogEntry {
	return sourceLogEntry{Path: e.Path, Action: e.Action, Detail: e.Detail, At: timestamp(e.At), FileID: e.FileID}
}

// runSource begins a run of the source now.
func (s *Server) runSource(c echo.Context) error {
	ids, err := pathIDs(c, "source_id")
	if err != nil {
		return err
	}
	b, err := s.optionalJSON(c)
	if err != nil {
		return err
	}
	n := schema.NewSourceRun{DryRun: b.boolean("dry_run"), RequestID: requestID(c)}
	if err := b.err(); err != nil {
		return err
	}
	return s.once(c, b.fingerprint(c), func(idem *schema.Idempotent) error {
		row, start, err := s.cfg.DB.StartSourceRun(c.Request().Context(), principal(c).AccountID, ids[0], n, idem)
		answer := wireSourceRun(row)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		s.cfg.Submit(start)
		return ok(c, answer)
	})
}

// listSourceRuns responds with one page of the source's runs, newest first.
func (s *Server) listSourceRuns(c echo.Context) error {
	row, err := s.sourceOf(c)
	if err != nil {
		return err
	}
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListSourceRuns(c.Request().Context(), row.ID, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireSourceRun)
}

// sourceRunOf returns the run named in the path.
func (s *Server) sourceRunOf(c echo.Context) (schema.SourceRunInfo, error) {
	ids, err := pathIDs(c, "source_id", "run_id")
	if err != nil {
		return schema.SourceRunInfo{}, err
	}
	if _, err := s.sourceOf(c); err != nil {
		return schema.SourceRunInfo{}, err
	}
	return s.cfg.DB.SourceRunOf(c.Request().Context(), ids[0], ids[1])
}

// getSourceRun responds with the run named in the path.
func (s *Server) getSourceRun(c echo.Context) error {
	run, err := s.sourceRunOf(c)
	if err != nil {
		return err
	}
	return ok(c, wireSourceRun(run))
}

// listSourceLog responds with one page of a run's log, in order.
func (s *Server) listSourceLog(c echo.Context) error {
	run, err := s.sourceRunOf(c)
	if err != nil {
		return err
	}
	v := queryValues(c)
	p, action := v.paging(), v.enum("action", "", sourceActions...)
	if err := v.err(); err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListSourceLog(c.Request().Context(), run.SourceRun, schema.SourceAction(action), p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireSourceLog)
}
