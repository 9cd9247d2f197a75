package api

import (
	"strconv"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// feedback is a person's judgement of an answer, on the wire.
type feedback struct {
	MessageID int64      `json:"message_id"`
	Rating    string     `json:"rating"`
	Comment   string     `json:"comment"`
	EvalID    *uuid.UUID `json:"eval_id"` // null: the case was deleted
	CaseID    *uuid.UUID `json:"case_id"`
	CreatedAt timestamp  `json:"created_at"`
	UpdatedAt timestamp  `json:"updated_at"`
}

func wireFeedback(f schema.Feedback) feedback {
	return feedback{
		MessageID: f.MessageID, Rating: f.Rating, Comment: f.Comment, EvalID: f.EvalID, CaseID: f.CaseID,
		CreatedAt: timestamp(f.CreatedAt), UpdatedAt: timestamp(f.UpdatedAt),
	}
}

// messageOf returns the session named in the path and the id of the message. It looks up only the former.
func (s *Server) messageOf(c echo.Context) (schema.Session, int64, error) {
	row, err := s.sessionOf(c)
	if err != nil {
		return row, 0, err
	}
	id, err := strconv.ParseInt(pathText(c, "message_id"), 10, 64)
	if err != nil {
		err = invalid(problem{
			Loc: []string{"path", "message_id"}, Type: "int_parsing", Msg: "Input should be a valid integer, unable to parse string as an integer",
		})
	}
	return row, id, err
}

// giveFeedback stores a person's judgement of an answer, and turns it into a case of an evaluation.
func (s *Server) giveFeedback(c echo.Context) error {
	row, id, err := s.messageOf(c)
	if err != nil {
		return err
	}
	if _, err := s.cfg.DB.TurnOfMessage(c.Request().Context(), row.ID, id); err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	n := schema.NewFeedback{
		AccountID: row.AccountID, SessionID: row.ID, MessageID: id, Rating: b.rating("rating"), Comment: b.blank("comment", maxCaseNote),
	}
	n.Expected, n.Words, n.Refused = b.expectation()
	if b.has("eval_id") {
		n.EvalID = b.uuid("eval_id")
	}
	if err := b.err(); err != nil {
		return err
	}
	return s.once(c, b.fingerprint(c), func(idem *schema.Idempotent) error {
		n.Idempotent = idem
		row, err := s.cfg.DB.GiveFeedback(c.Request().Context(), n)
		answer := wireFeedback(row)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		return ok(c, answer)
	})
}

// rating reads the direction of the thumb.
func (b *jsonBody) rating(name string) string {
	r := b.text(name, maxName)
	if r != "" && r != schema.RatingUp && r != schema.RatingDown {
		b.wrong("enum", "Input should be 'up' or 'down'", name)
	}
	return r
}

// uuid reads a required id.
func (b *jsonBody) uuid(name string) *uuid.UUID {
	id, err := parseUUID(b.text(name, maxName))
	if err != nil {
		b.wrong("uuid_parsing", "Input should be a valid UUID, "+err.Error(), name)
	}
	return &id
}

// getFeedback responds with the person's judgement of the answer.
func (s *Server) getFeedback(c echo.Context) error {
	row, id, err := s.messageOf(c)
	if err != nil {
		return err
	}
	f, err := s.cfg.DB.Feedback(c.Request().Context(), row.ID, id)
	if err != nil {
		return err
	}
	return ok(c, wireFeedback(f))
}

// deleteFeedback withdraws a judgement, together with its case.
func (s *Server) deleteFeedback(c echo.Context) error {
	row, id, err := s.messageOf(c)
	if err != nil {
		return err
	}
	if err := s.cfg.DB.DeleteFeedback(c.Request().Context(), row.AccountID, row.ID, id); err != nil {
		return err
	}
	return ok(c, message{"Feedback deleted successfully"})
}
