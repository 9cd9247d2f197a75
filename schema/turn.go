package schema

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// TurnStatus is the state of a turn and of its assistant message.
type TurnStatus string

// The states of a turn. TurnStreaming is in flight; the others are final. Partial is an answer that was cut off.
const (
	TurnStreaming TurnStatus = "streaming"
	TurnComplete  TurnStatus = "complete"
	TurnPartial   TurnStatus = "partial"
	TurnFailed    TurnStatus = "failed"
)

// NewTurn is a question to be answered.
type NewTurn struct {
	ID, AccountID uuid.UUID
	SessionID     *uuid.UUID // nil: not part of a conversation
	Question      string
	// CollectionIDs are the collections to search. In a session they replace the session's own; if empty, those are
	// used.
	CollectionIDs  []uuid.UUID
	FileIDs        []uuid.UUID
	IdempotencyKey string
	RequestID      string
	// Passages is how many passages are wanted instead of an answer; 0 means an answer.
	Passages int
	// History is what was said before a question outside of sessions, oldest first.
	History []Said
}

// Said is a message of a conversation that a client keeps itself.
type Said struct {
	Role    string `json:"role"` // RoleUser or RoleAssistant
	Content string `json:"content"`
}

// BeginTurn stores a question, with the messages of its session, and promises the answer, in one transaction. It
// returns ErrSessionNotFound, ErrCollectionNotFound or ErrFileNotFound for whatever does not exist, and Conflict if
// another turn of the session is in flight.
func (db *DB) BeginTurn(ctx context.Context, n NewTurn) (Turn, Start, error) {
	var t Turn
	var start Start
	err := db.tx(ctx, func(q *Queries) error {
		p := insertTurnParams{
			ID: n.ID, AccountID: n.AccountID, SessionID: n.SessionID, Question: n.Question, CollectionIds: n.CollectionIDs,
			FileIds: n.FileIDs, IdempotencyKey: n.IdempotencyKey, RequestID: n.RequestID,
		}
		if n.Passages > 0 {
			p.PassagesWanted = new(int32(n.Passages))
		}
		if p.FileIds == nil {
			p.FileIds = []uuid.UUID{}
		}
		first := StepSearch
		if len(n.History) > 0 {
			raw, err := json.Marshal(n.History)
			if err != nil {
				return err
			}
			p.History, first = raw, StepRewrite
		}
		if n.SessionID != nil {
			earlier, err := q.converse(ctx, n, &p)
			if err != nil {
				return err
			}
			if earlier {
				first = StepRewrite
			}
		}
		if err := q.checkScope(ctx, n.AccountID, p.CollectionIds, p.FileIds); err != nil {
			return err
		}
		var err error
		if t, err = q.insertTurn(ctx, p); err != nil {
			return err
		}
		if t, err = q.grow(ctx, t, "", nil, []TurnEvent{StatusEvent(first)}); err != nil {
			return err
		}
		start, err = q.promise(ctx, TurnStart(t), inlineHead)
		return err
	})
	if isUniqueViolation(err) {
		err = &Error{Code: Conflict, Msg: "Another message of this session is being answered; wait for its end"}
	}
	return t, start, err
}

// converse adds the question and a placeholder for its answer to the session, and reports whether anything was said
// before.
func (q *Queries) converse(ctx context.Context, n NewTurn, p *insertTurnParams) (earlier bool, err error) {
	row, err := q.lockSession(ctx, *n.SessionID, n.AccountID)
	s, err := one(row, err, ErrSessionNotFound)
	if err != nil {
		return false, err
	}
	said, err := q.countMessages(ctx, s.ID)
	if err != nil {
		return false, err
	}
	if len(p.CollectionIds) == 0 {
		p.CollectionIds = s.CollectionIds
	}
	if _, err := q.switchSession(ctx, p.CollectionIds, s.ID); err != nil {
		return false, err
	}
	if _, err := q.insertMessage(ctx, insertMessageParams{SessionID: s.ID, Role: RoleUser, Content: n.Question, Status: TurnComplete}); err != nil {
		return false, err
	}
	answer, err := q.insertMessage(ctx, insertMessageParams{SessionID: s.ID, Role: RoleAssistant, Status: TurnStreaming})
	p.MessageID = &answer.ID
	return said > 0, err
}

// checkScope returns an error for anything in the scope that does not exist or does not belong to the account.
func (q *Queries) checkScope(ctx context.Context, account uuid.UUID, collections, files []uuid.UUID) error {
	if err := q.checkCollections(ctx, account, collections); err != nil || len(files) == 0 {
		return err
	}
	n, err := q.countLiveFiles(ctx, account, collections, files)
	if err == nil && int(n) != len(files) {
		return ErrFileNotFound
	}
	return err
}

// Turn returns a turn, or ErrTurnNotFound if it was deleted along with its session.
func (db *DB) Turn(ctx context.Context, id uuid.UUID) (Turn, error) {
	t, err := db.turnByID(ctx, id)
	return one(t, err, ErrTurnNotFound)
}

// TurnOfMessage returns the turn whose answer is a message of a session, or ErrMessageNotFound.
func (db *DB) TurnOfMessage(ctx context.Context, session uuid.UUID, message int64) (Turn, error) {
	t, err := db.turnOfMessage(ctx, &session, &message)
	return one(t, err, ErrMessageNotFound)
}

// Query returns a turn of an account outside of sessions, or ErrQueryNotFound.
func (db *DB) Query(ctx context.Context, account, id uuid.UUID) (Turn, error) {
	t, err := db.turnOutsideSessions(ctx, id, account)
	return one(t, err, ErrQueryNotFound)
}

// SetTurnEvidence stores the evidence for the citations of an attempt's answer, a JSON array.
func (db *DB) SetTurnEvidence(ctx context.Context, id uuid.UUID, attempt int, evidence json.RawMessage) error {
	return db.setTurnEvidence(ctx, evidence, id, int32(attempt))
}

// TurnOfKey returns the turn begun by a request with this idempotency key, in flight or complete, or nil if there is
// none.
func (db *DB) TurnOfKey(ctx context.Context, account uuid.UUID, key string) (*Turn, error) {
	t, err := db.turnByKey(ctx, account, key)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // no turn and no error is the ordinary case
	}
	return &t, err
}

// KeepAnswer stores the response of a turn under the idempotency key of its request.
func (db *DB) KeepAnswer(ctx context.Context, account uuid.UUID, key string, a StoredAnswer) error {
	_, err := db.finishIdempotent(ctx, finishIdempotentParams{AccountID: account, Key: key, Status: int32(a.Status), Body: a.Body})
	return err
}

// Earlier returns the messages that precede the turn's own in its conversation, oldest first, at most limit.
func (db *DB) Earlier(ctx context.Context, t Turn, limit int) ([]Message, error) {
	if t.SessionID == nil || t.MessageID == nil {
		return t.told(limit)
	}
	rows, err := db.messagesBefore(ctx, *t.SessionID, *t.MessageID, int32(limit)+1)
	if len(rows) > 0 {
		rows = rows[1:] // the question itself
	}
	slices.Reverse(rows)
	return rows, err
}

// told returns the last messages of the history that was sent with the question.
func (t Turn) told(limit int) ([]Message, error) {
	var said []Said
	if len(t.History) > 0 {
		if err := json.Unmarshal(t.History, &said); err != nil {
			return nil, fmt.Errorf("history of a turn: %w", err)
		}
	}
	list := make([]Message, 0, len(said))
	for _, s := range said[max(len(said)-limit, 0):] {
		list = append(list, Message{Role: s.Role, Content: s.Content, Status: TurnComplete})
	}
	return list, nil
}

// SetTurnQueries stores the queries of the turn's search. It returns ErrSuperseded if the turn has ended.
func (db *DB) SetTurnQueries(ctx context.Context, id uuid.UUID, queries []string) error {
	n, err := db.setTurnQueries(ctx, queries, id)
	if err == nil && n == 0 {
		return ErrSuperseded
	}
	return err
}

// BeginAnswer claims a turn for one attempt at its answer and discards what an earlier attempt wrote. It returns
// ErrSuperseded if the turn has ended.
func (db *DB) BeginAnswer(ctx context.Context, id uuid.UUID) (Turn, error) {
	t, err := db.beginAnswer(ctx, id)
	return one(t, err, ErrSuperseded)
}

// GrowTurn adds a piece to the answer, together with the citations that first appear in it and the events that announce
// it, in one transaction, and wakes everyone streaming it. cited is a JSON array. It returns ErrSuperseded if the turn
// has ended or another attempt has begun.
func (db *DB) GrowTurn(ctx context.Context, id uuid.UUID, attempt int, piece string, cited json.RawMessage, events []TurnEvent) error {
	return db.tx(ctx, func(q *Queries) error {
		_, err := q.grow(ctx, Turn{ID: id, Attempt: int32(attempt)}, piece, cited, events)
		return err
	})
}

// TellTurn reports the current step to the streams of a turn. It returns ErrSuperseded if the turn has ended.
func (db *DB) TellTurn(ctx context.Context, id uuid.UUID, e TurnEvent) error {
	return db.tx(ctx, func(q *Queries) error {
		row, err := q.tellTurn(ctx, id)
		t, err := one(row, err, ErrSuperseded)
		if err != nil {
			return err
		}
		return q.tell(ctx, t, []TurnEvent{e})
	})
}

func (q *Queries) grow(ctx context.Context, t Turn, piece string, cited json.RawMessage, events []TurnEvent) (Turn, error) {
	if cited == nil {
		cited = json.RawMessage("[]")
	}
	row, err := q.growTurn(ctx, growTurnParams{Piece: piece, Cited: cited, Events: int32(len(events)), ID: t.ID, Attempt: t.Attempt})
	t, err = one(row, err, ErrSuperseded)
	if err != nil {
		return t, err
	}
	if err := q.tell(ctx, t, events); err != nil {
		return t, err
	}
	return t, q.mirror(ctx, t)
}

// tell appends events to a turn and wakes its streams when the transaction is committed.
func (q *Queries) tell(ctx context.Context, t Turn, events []TurnEvent) error {
	for i, e := range events {
		seq := t.LastSeq - int32(len(events)-1-i)
		if err := q.insertTurnEvent(ctx, insertTurnEventParams{TurnID: t.ID, Seq: seq, Event: e.Event, Data: e.Data}); err != nil {
			return err
		}
	}
	return q.notifyTurn(ctx, t.ID.String())
}

// mirror copies the answer to the message in which the session shows it.
func (q *Queries) mirror(ctx context.Context, t Turn) error {
	if t.MessageID == nil {
		return nil
	}
	return q.setMessage(ctx, setMessageParams{Content: t.Answer, Citations: t.Citations, Status: t.Status, ID: *t.MessageID})
}

// TurnEnd says how a turn ends.
type TurnEnd struct {
	Status           TurnStatus
	ErrorType, Error string // for the client, if the turn is not complete
	PromptTokens     int
	CompletionTokens int
	// Title becomes the session's title unless someone has named it; "" leaves it unchanged.
	Title string
}

// EndTurn ends a turn with its last event, in one transaction. Ending it again changes nothing.
func (db *DB) EndTurn(ctx context.Context, id uuid.UUID, end TurnEnd) error {
	return db.tx(ctx, func(q *Queries) error {
		p := finishTurnParams{
			ID: id, Status: end.Status, Events: 1,
			PromptTokens: int32(end.PromptTokens), CompletionTokens: int32(end.CompletionTokens),
		}
		event := TurnEvent{Event: EventComplete, Data: []byte(`{}`)}
		if end.Status != TurnComplete {
			p.ErrorType, p.Error = &end.ErrorType, &end.Error
			event.Event = EventError
		}
		if end.Title != "" {
			// Before the turn, because the session is locked before its turn everywhere.
			if err := q.titleSessionOfTurn(ctx, end.Title, id); err != nil {
				return err
			}
		}
		t, err := q.finishTurn(ctx, p)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // it has ended, or was deleted along with its session
		}
		if err != nil {
			return err
		}
		if err := q.tell(ctx, t, []TurnEvent{event}); err != nil {
			return err
		}
		if err := q.mirror(ctx, t); err != nil {
			return err
		}
		if t.Status == TurnComplete && t.PassagesWanted == nil {
			return q.countUse(ctx, t.AccountID, UsageQuestion, 0)
		}
		return nil
	})
}
