package api

import (
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// maxReason is the maximum length of the reason for a hold, in characters.
const maxReason = 1000

// hold is a legal hold on the wire.
type hold struct {
	Since  timestamp `json:"since"`
	Reason string    `json:"reason"`
}

func wireHold(h *schema.Hold) *hold {
	if h == nil {
		return nil
	}
	return &hold{Since: timestamp(h.Since), Reason: h.Reason}
}

// reasonOf reads the reason for a hold, which is required so that somebody can decide later whether the hold may end.
func (s *Server) reasonOf(c echo.Context) (string, error) {
	b, err := s.readJSON(c)
	if err != nil {
		return "", err
	}
	reason := b.text("reason", maxReason)
	return reason, b.err()
}

// holdAccount blocks every deletion of what belongs to an account.
func (s *Server) holdAccount(c echo.Context) error {
	ids, err := pathIDs(c, "account_id")
	if err != nil {
		return err
	}
	reason, err := s.reasonOf(c)
	if err != nil {
		return err
	}
	a, err := s.cfg.DB.HoldAccount(c.Request().Context(), ids[0], reason)
	if err != nil {
		return err
	}
	return ok(c, wireManaged(a))
}

// releaseAccount undoes holdAccount.
func (s *Server) releaseAccount(c echo.Context) error {
	ids, err := pathIDs(c, "account_id")
	if err != nil {
		return err
	}
	a, err := s.cfg.DB.ReleaseAccount(c.Request().Context(), ids[0])
	if err != nil {
		return err
	}
	return ok(c, wireManaged(a))
}

// holdCollection blocks every deletion of a collection and its contents.
func (s *Server) holdCollection(c echo.Context) error {
	ids, err := pathIDs(c, "collection_id")
	if err != nil {
		return err
	}
	reason, err := s.reasonOf(c)
	if err != nil {
		return err
	}
	row, err := s.cfg.DB.HoldCollection(c.Request().Context(), principal(c).AccountID, ids[0], reason)
	if err != nil {
		return err
	}
	return ok(c, wireCollection(row))
}

// releaseCollection undoes holdCollection.
func (s *Server) releaseCollection(c echo.Context) error {
	ids, err := pathIDs(c, "collection_id")
	if err != nil {
		return err
	}
	row, err := s.cfg.DB.ReleaseCollection(c.Request().Context(), principal(c).AccountID, ids[0])
	if err != nil {
		return err
	}
	return ok(c, wireCollection(row))
}

// setRetention sets after how many days the collection's files are deleted; null keeps them.
func (s *Server) setRetention(c echo.Context) error {
	ids, err := pathIDs(c, "collection_id")
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	var days *int
	if b.required("days") && string(b.fields["days"]) != "null" {
		days = new(b.integer("days", 0, 1, schema.MaxRetentionDays))
	}
	if err := b.err(); err != nil {
		return err
	}
	row, err := s.cfg.DB.SetRetention(c.Request().Context(), principal(c).AccountID, ids[0], days)
	if err != nil {
		return err
	}
	return ok(c, wireCollection(row))
}
