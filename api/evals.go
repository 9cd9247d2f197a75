package api

import (
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// evaluation is an evaluation on the wire: questions with the expected answers.
type evaluation struct {
	ID            uuid.UUID   `json:"id"`
	Name          string      `json:"name"`
	CollectionIDs []uuid.UUID `json:"collection_ids"`
	CaseCount     int         `json:"case_count"`
	RunCount      int         `json:"run_count"` // that were begun
	CreatedAt     timestamp   `json:"created_at"`
	UpdatedAt     timestamp   `json:"updated_at"`
}

func wireEval(e schema.EvalInfo) evaluation {
	return evaluation{
		ID: e.ID, Name: e.Name, CollectionIDs: e.CollectionIds, CaseCount: e.Cases, RunCount: int(e.LastRun),
		CreatedAt: timestamp(e.CreatedAt), UpdatedAt: timestamp(e.UpdatedAt),
	}
}

// createEval creates an evaluation without cases.
func (s *Server) createEval(c echo.Context) error {
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	n := schema.NewEval{AccountID: principal(c).AccountID, Name: b.name("name")}
	if b.required("collection_ids") {
		n.CollectionIDs = b.uuids("collection_ids", 1, maxCollections)
	}
	if err := b.err(); err != nil {
		return err
	}
	if n.ID, err = uuid.NewV7(); err != nil {
		return err
	}
	return s.once(c, b.fingerprint(c), func(idem *schema.Idempotent) error {
		n.Idempotent = idem
		row, err := s.cfg.DB.CreateEval(c.Request().Context(), n)
		answer := wireEval(row)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		return ok(c, answer)
	})
}

// listEvals responds with one page of the account's evaluations, newest first.
func (s *Server) listEvals(c echo.Context) error {
	v := queryValues(c)
	p := v.paging()
	filter := schema.EvalFilter{AccountID: principal(c).AccountID, Search: v.composed("search", maxSearch), Skip: p.skip, Limit: p.limit}
	if err := v.err(); err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListEvals(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireEval)
}

// evalOf returns the evaluation named in the path.
func (s *Server) evalOf(c echo.Context) (schema.EvalInfo, error) {
	ids, err := pathIDs(c, "eval_id")
	if err != nil {
		return schema.EvalInfo{}, err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	return s.cfg.DB.Eval(ctx, principal(c).AccountID, ids[0])
}

// getEval responds with the evaluation named in the path.
func (s *Server) getEval(c echo.Context) error {
	row, err := s.evalOf(c)
	if err != nil {
		return err
	}
	return ok(c, wireEval(row))
}

// changeEval changes the name or the collections of the evaluation.
func (s *Server) changeEval(c echo.Context) error {
	row, err := s.evalOf(c)
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	var name string
	var collections []uuid.UUID
	if b.has("name") {
		name = b.name("name")
	}
	if b.has("collection_ids") {
		collections = b.uuids("collection_ids", 1, maxCollections)
	}
	if err := b.err(); err != nil {
		return err
	}
	if row, err = s.cfg.DB.ChangeEval(c.Request().Context(), row.AccountID, row.ID, name, collections); err != nil {
		return err
	}
	return ok(c, wireEval(row))
}

// deleteEval removes the evaluation with its cases and runs, even if a run has not ended.
func (s *Server) deleteEval(c echo.Context) error {
	ids, err := pathIDs(c, "eval_id")
	if err != nil {
		return err
	}
	if err := s.cfg.DB.DeleteEval(c.Request().Context(), principal(c).AccountID, ids[0]); err != nil {
		return err
	}
	return ok(c, deleted{ID: ids[0], Deleted: true, Message: "Evaluation deleted successfully"})
}
