package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const (
	// headerQueryID holds the id of an answer outside of sessions, by which clients can request its evidence.
	headerQueryID = "X-Query-Id"
	maxQuestion   = 32_000 // code points
	// retryAnswer is how long to wait before asking again when a model was overloaded.
	retryAnswer = 10 * time.Second
)

// answered is the response of a turn on the wire; a message of a session also has an id.
type answered struct {
	ID        *int64          `json:"id,omitempty"`
	SessionID *uuid.UUID      `json:"session_id,omitempty"`
	Answer    string          `json:"answer"`
	Citations json.RawMessage `json:"citations"`
}

func wireAnswer(t schema.Turn) answered {
	return answered{ID: t.MessageID, SessionID: t.SessionID, Answer: t.Answer, Citations: t.Citations}
}

// query answers a question outside of a session.
func (s *Server) query(c echo.Context) error {
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	n := schema.NewTurn{AccountID: principal(c).AccountID}
	if b.required("collection_ids") {
		n.CollectionIDs = b.uuids("collection_ids", 1, maxCollections)
	}
	n.Question, n.History = b.text("query", maxQuestion), b.history("history")
	return s.ask(c, b, n)
}

// mostSaid bounds the messages sent along with a question. It equals the number of messages of a session that are taken
// into account.
const mostSaid = 20

// history reads the conversation before a question.
func (b *jsonBody) history(name string) []schema.Said {
	if !b.has(name) {
		return nil
	}
	var said []schema.Said
	if json.Unmarshal(b.fields[name], &said) != nil {
		b.wrong("list_type", `Input should be a valid list of messages, like {"role": "user", "content": "Which harbour?"}`, name)
		return nil
	}
	if !b.atMost(mostSaid, len(said), name) {
		return nil
	}
	for i, s := range said {
		said[i].Content = strings.TrimSpace(s.Content)
		b.checkText(said[i].Content, maxQuestion, name, strconv.Itoa(i), "content")
		if s.Role != schema.RoleUser && s.Role != schema.RoleAssistant {
			b.wrong("enum", "Input should be 'user' or 'assistant'", name, strconv.Itoa(i), "role")
		}
	}
	return said
}

// sendMessage asks a question in a session, and may change the session's collections.
func (s *Server) sendMessage(c echo.Context) error {
	row, err := s.sessionOf(c)
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	n := schema.NewTurn{AccountID: row.AccountID, SessionID: &row.ID}
	n.Question = b.text("content", maxQuestion)
	if b.has("collection_ids") {
		n.CollectionIDs = b.uuids("collection_ids", 1, maxCollections)
	}
	return s.ask(c, b, n)
}

// ask begins a turn and responds with its result, or streams it.
func (s *Server) ask(c echo.Context, b *jsonBody, n schema.NewTurn) error {
	if b.has("file_ids") {
		n.FileIDs = b.uuids("file_ids", 0, maxFileIDs)
	}
	streamed := b.boolean("stream")
	if err := b.err(); err != nil {
		return err
	}
	if err := checkCollections(c, n.CollectionIDs); err != nil {
		return err
	}
	give := s.wait
	if streamed {
		give = s.stream
	}
	return s.turnOnce(c, b.fingerprint(c), streamed, func(key string) error {
		t, err := s.beginTurn(c, n, key)
		if err != nil {
			return err
		}
		if t.SessionID == nil {
			c.Response().Header().Set(headerQueryID, t.ID.String())
		}
		return give(c, t, key)
	})
}

// beginTurn stores the question and schedules its answer. A request repeated after this service crashed finds the turn
// that the first one began.
func (s *Server) beginTurn(c echo.Context, n schema.NewTurn, key string) (schema.Turn, error) {
	ctx, cancel := shortly(c)
	defer cancel()
	if key != "" {
		t, err := s.cfg.DB.TurnOfKey(ctx, n.AccountID, key)
		if err != nil {
			return schema.Turn{}, err
		}
		if t != nil {
			return *t, nil
		}
	}
	id, err := uuid.NewV7()
	if err != nil {
		return schema.Turn{}, err
	}
	n.ID, n.IdempotencyKey, n.RequestID = id, key, requestID(c)
	t, start, err := s.cfg.DB.BeginTurn(ctx, n)
	if err == nil {
		s.cfg.Submit(start)
	}
	return t, err
}

// turnOnce is like once, for requests whose response is stored when it is finished. A repeated stream does not replay
// the events but sends the result.
func (s *Server) turnOnce(c echo.Context, fingerprint []byte, streamed bool, do func(key string) error) error {
	if !streamed {
		return s.onceOr(c, fingerprint, do, replay(c))
	}
	return s.onceOr(c, fingerprint, do, func(a *schema.StoredAnswer) error {
		return s.openStream(c).frame(0, schema.EventComplete, a.Body)
	})
}

// keepAnswer stores the response of a finished turn under its idempotency key. If that fails, a repetition will find
// the turn itself, which records its key.
func (s *Server) keepAnswer(c echo.Context, t schema.Turn, key string) {
	if key == "" {
		return
	}
	kept, err := storedOK(wireAnswer(t))
	if err == nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), dependencyTimeout)
		defer cancel()
		err = s.cfg.DB.KeepAnswer(ctx, t.AccountID, key, kept)
	}
	if err != nil {
		s.cfg.Logger.WarnContext(c.Request().Context(), "could not store a response under its idempotency key", "request_id", requestID(c), "error", err)
	}
}

// wait responds once the turn has ended.
func (s *Server) wait(c echo.Context, t schema.Turn, key string) error {
	t, err := s.end(c, t)
	if err != nil {
		return err
	}
	return s.finished(c, t, key)
}

// end waits for the turn to end and returns it. If the client disconnects, it ends the turn.
func (s *Server) end(c echo.Context, t schema.Turn) (schema.Turn, error) {
	ctx := c.Request().Context()
	woken, stop := s.changes.subscribe(t.ID)
	defer stop()
	for {
		now, err := s.cfg.DB.Turn(ctx, t.ID)
		switch {
		case ctx.Err() != nil:
			s.giveUp(c, t)
			return t, ctx.Err()
		case err != nil && !schema.IsUnavailable(err):
			return t, err
		case err == nil && now.Status != schema.TurnStreaming:
			return now, nil
		}
		select {
		case <-woken:
		case <-time.After(lookEvery):
		case <-ctx.Done():
		}
	}
}

func (s *Server) finished(c echo.Context, t schema.Turn, key string) error {
	if t.Status != schema.TurnComplete {
		return unanswered(t)
	}
	s.keepAnswer(c, t, key)
	return ok(c, wireAnswer(t))
}

// unanswered returns an error that says why a turn has no answer.
func unanswered(t schema.Turn) error {
	f := &failure{status: statusOf(t), detail: *t.Error}
	switch f.status {
	case http.StatusServiceUnavailable:
		f.retryAfter = retryAnswer
	case http.StatusInternalServerError:
		f.detail, f.cause = internalError, errors.New(*t.Error)
	}
	return f
}

// statusOf returns the HTTP status of an answer that failed.
func statusOf(t schema.Turn) int {
	switch *t.ErrorType {
	case "not_found_error":
		return http.StatusNotFound
	case "overloaded_error":
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// giveUp ends a turn whose client has disconnected: the text so far is kept as a partial answer, and the writing stops.
func (s *Server) giveUp(c echo.Context, t schema.Turn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), dependencyTimeout)
	defer cancel()
	end := schema.TurnEnd{Status: schema.TurnPartial, ErrorType: "cancelled", Error: "The client has gone away"}
	if err := s.cfg.DB.EndTurn(ctx, t.ID, end); err != nil {
		s.cfg.Logger.WarnContext(ctx, "could not end a turn whose client has gone", "request_id", requestID(c), "error", err)
		return
	}
	s.cfg.Cancel(schema.TurnStart(t))
}
