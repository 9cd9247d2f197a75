package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

const sessions = "/api/v1/chat/sessions"

type wireSession struct {
	ID            uuid.UUID
	Title         string
	CollectionIDs []uuid.UUID `json:"collection_ids"`
}

func (s wireSession) path() string     { return sessions + "/" + s.ID.String() }
func (s wireSession) messages() string { return s.path() + "/messages" }

func (s *service) session(collections ...wireCollection) wireSession {
	s.t.Helper()
	var w wireSession
	s.do(s.json("POST", sessions, fmt.Sprintf(`{"collection_ids":%s}`, ids(collections...)))).into(200, &w)
	return w
}

func ids(collections ...wireCollection) string {
	list := make([]uuid.UUID, 0, len(collections))
	for _, c := range collections {
		list = append(list, c.ID)
	}
	raw, _ := json.Marshal(list)
	return string(raw)
}

// answering answers every new turn with write, as a worker would.
func (s *service) answering(write func(ctx context.Context, t schema.Turn)) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s.t.Cleanup(cancel)
	go s.server.Run(ctx)
	done := map[uuid.UUID]bool{}
	go func() {
		for ctx.Err() == nil {
			for _, start := range s.starts() {
				if start.Kind == schema.StartTurn && !done[start.ObjectID] {
					done[start.ObjectID] = true
					if t, err := s.db.BeginAnswer(ctx, start.ObjectID); err == nil {
						write(ctx, t)
					}
				}
			}
			time.Sleep(2 * time.Millisecond)
		}
	}()
}

func (s *service) starts() []schema.Start {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]schema.Start(nil), s.started...)
}

const cited = `[{"id":"1","file_id":"00000000-0000-7000-8000-000000000001","collection_id":"00000000-0000-7000-8000-000000000002","filename":"a.pdf","page_start":2,"page_end":2}]`

// inTwoPieces answers a question in two pieces with a citation.
func (s *service) inTwoPieces(ctx context.Context, t schema.Turn) {
	_ = s.db.GrowTurn(ctx, t.ID, int(t.Attempt), "To ", nil, []schema.TurnEvent{schema.DeltaEvent("To ")})
	_ = s.db.GrowTurn(ctx, t.ID, int(t.Attempt), t.Question+" [citation:1]", json.RawMessage(cited), []schema.TurnEvent{schema.DeltaEvent(t.Question + " [citation:1]")})
	_ = s.db.EndTurn(ctx, t.ID, schema.TurnEnd{Status: schema.TurnComplete, Title: "About " + t.Question})
}

func TestSessionIsCreatedRenamedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	a, b := s.collection("a"), s.collection("b")
	first := s.session(a, b)
	require.Equal(t, "New chat", first.Title)
	require.Equal(t, []uuid.UUID{a.ID, b.ID}, first.CollectionIDs)
	var named wireSession
	s.do(s.json("POST", sessions, fmt.Sprintf(`{"collection_ids":%s,"title":" Plans "}`, ids(a)))).into(200, &named)
	require.Equal(t, "Plans", named.Title)

	var list struct {
		Data  []wireSession
		Count int
	}
	s.get(sessions).into(200, &list)
	require.Equal(t, []string{"Plans", "New chat"}, []string{list.Data[0].Title, list.Data[1].Title})
	s.get(sessions+"?search=plan").into(200, &list)
	require.Equal(t, 1, list.Count)
	s.do(s.json("PATCH", named.path(), `{"title":"Pla\u0308ne"}`)).into(200, &named)
	s.get(sessions+"?search=pl%C3%A4ne").into(200, &list)
	require.Equal(t, 1, list.Count)
	s.get(sessions+"?collection_id="+b.ID.String()).into(200, &list)
	require.Equal(t, 1, list.Count)

	s.do(s.json("PATCH", first.path(), `{"title":"Minutes"}`)).into(200, &first)
	s.get(first.path()).into(200, &first)
	require.Equal(t, "Minutes", first.Title)
	require.JSONEq(t, fmt.Sprintf(`{"id":%q,"deleted":true}`, first.ID), string(s.delete(first.path()).body))
	for _, r := range []reply{
		s.get(first.path()), s.delete(first.path()), s.get(first.messages()), s.do(s.json("PATCH", first.path(), `{"title":"x"}`)),
		s.do(s.json("POST", first.messages(), `{"content":"x"}`)),
	} {
		r.fails(404, "Session not found")
	}
}

func TestInvalidQuestionsAreNamed(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	w := s.session(c)
	foreign := s.as(s.newKey(s.newAccount("default"), true, true))
	theirs := foreign.collection("theirs")
	for body, want := range map[string]struct{ loc, kind string }{
		`{"query":"x"}`:                                                    {"body.collection_ids", "missing"},
		`{"query":"x","collection_ids":[]}`:                                {"body.collection_ids", "too_short"},
		`{"query":"x","collection_ids":"c"}`:                               {"body.collection_ids", "list_type"},
		`{"query":"x","collection_ids":[null]}`:                            {"body.collection_ids.0", "uuid_type"},
		`{"query":"x","collection_ids":["c"]}`:                             {"body.collection_ids.0", "uuid_parsing"},
		`{"collection_ids":` + ids(c) + `}`:                                {"body.query", "missing"},
		`{"query":" ","collection_ids":` + ids(c) + `}`:                    {"body.query", "string_too_short"},
		`{"query":"` + long(32_001) + `","collection_ids":` + ids(c) + `}`: {"body.query", "string_too_long"},
		`{"query":"x","stream":2,"collection_ids":` + ids(c) + `}`:         {"body.stream", "bool_parsing"},
		`{"query":"","stream":"No","collection_ids":` + ids(c) + `}`:       {"body.query", "string_too_short"},
		`{"query":"","stream":1,"collection_ids":` + ids(c) + `}`:          {"body.query", "string_too_short"},
		`{"query":"x","stream":"soon","collection_ids":` + ids(c) + `}`:    {"body.stream", "bool_parsing"},
		`{"query":"x","file_ids":[1],"collection_ids":` + ids(c) + `}`:     {"body.file_ids.0", "uuid_type"},
		"{\"query\":\"\xff\",\"collection_ids\":" + ids(c) + "}":           {"body", "json_invalid"},
	} {
		s.do(s.json("POST", "/api/v1/query", body)).invalid(want.loc, want.kind)
	}
	ask := func(body string) reply { return s.do(s.json("POST", "/api/v1/query", body)) }
	ask(`{"query":"x","collection_ids":`+ids(c, theirs)+`}`).fails(404, "Collection not found")
	ask(`{"query":"x","collection_ids":`+ids(c)+`,"file_ids":["`+uuid.NewString()+`"]}`).fails(404, "File not found")
	s.do(s.json("POST", sessions, `{"collection_ids":`+ids(theirs)+`}`)).fails(404, "Collection not found")
	s.do(s.json("POST", w.messages(), `{"content":"x","collection_ids":`+ids(theirs)+`}`)).fails(404, "Collection not found")
	for _, r := range []reply{
		foreign.get(w.path()), foreign.get(w.messages()), foreign.delete(w.path()),
		foreign.do(foreign.json("POST", w.messages(), `{"content":"x"}`)),
	} {
		r.fails(404, "Session not found")
	}
	var messages struct{ Count int }
	s.get(w.messages()).into(200, &messages)
	require.Zero(t, messages.Count, "a refused question leaves no message")
}

func TestReadOnlyKeyMayAskButNotChat(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	w := s.session(c)
	s.answering(s.inTwoPieces)
	reader := s.as(s.newKey(s.id, true, false))
	require.Equal(t, 200, reader.do(s.json("POST", "/api/v1/query", `{"query":"x","collection_ids":`+ids(c)+`}`)).status)
	reader.do(s.json("POST", w.messages(), `{"content":"x"}`)).fails(403, "Access denied")
	reader.do(s.json("POST", sessions, `{"collection_ids":`+ids(c)+`}`)).fails(403, "Access denied")
	require.Equal(t, 200, reader.get(w.messages()).status)
}

func TestConversationIsKept(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c, other := s.collection("c"), s.collection("other")
	w := s.session(c)
	s.answering(s.inTwoPieces)
	var said struct {
		ID        int64
		SessionID uuid.UUID `json:"session_id"`
		Answer    string
		Citations []struct{ ID string }
	}
	s.do(s.json("POST", w.messages(), `{"content":"who"}`)).into(200, &said)
	require.Equal(t, "To who [citation:1]", said.Answer)
	require.Equal(t, w.ID, said.SessionID)
	require.Len(t, said.Citations, 1)
	s.do(s.json("POST", w.messages(), `{"content":"when","collection_ids":`+ids(other)+`}`)).into(200, &said)
	var messages struct {
		Data []struct {
			ID            int64
			Role, Content string
			Answer        *string
			Status        string
		}
		Count int
	}
	s.get(w.messages()).into(200, &messages)
	require.Equal(t, 4, messages.Count)
	require.Equal(t, "user", messages.Data[2].Role)
	require.Nil(t, messages.Data[2].Answer)
	require.Equal(t, "To when [citation:1]", *messages.Data[3].Answer)
	require.Equal(t, said.ID, messages.Data[3].ID)
	require.Equal(t, "complete", messages.Data[3].Status)
	s.get(w.path()).into(200, &w)
	require.Equal(t, []uuid.UUID{other.ID}, w.CollectionIDs, "the switch persists")
	require.Equal(t, "About who", w.Title)
}

func TestOneMessageAtATime(t *testing.T) {
	t.Parallel()
	s := newService(t)
	w := s.session(s.collection("c"))
	first, cancel := context.WithCancel(t.Context())
	defer cancel()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		r := s.json("POST", w.messages(), `{"content":"slow"}`).WithContext(first)
		r.Header.Set("Authorization", "Bearer "+s.key)
		if res, err := http.DefaultClient.Do(r); err == nil {
			res.Body.Close()
		}
	}()
	require.Eventually(t, func() bool { return len(s.starts()) == 1 }, time.Minute, 5*time.Millisecond)
	s.do(s.json("POST", w.messages(), `{"content":"impatient"}`)).fails(409, "Another message of this session is being answered; wait for its end")
	cancel()
	<-gone
	require.Eventually(t, func() bool {
		return strings.Contains(string(s.get(w.messages()).body), `"status":"partial"`)
	}, time.Minute, 10*time.Millisecond, "a client that goes away ends its turn")
	s.answering(s.inTwoPieces)
	require.Equal(t, 200, s.do(s.json("POST", w.messages(), `{"content":"patient"}`)).status)
}

func TestFailedAnswerIsAnError(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	s.answering(func(ctx context.Context, t schema.Turn) {
		_ = s.db.EndTurn(ctx, t.ID, schema.TurnEnd{Status: schema.TurnFailed, ErrorType: "overloaded_error", Error: "The model is overloaded; please try again"})
	})
	s.do(s.json("POST", "/api/v1/query", `{"query":"x","collection_ids":`+ids(c)+`}`)).fails(503, "The model is overloaded; please try again")
}

func TestRepeatedQuestionIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	s.answering(s.inTwoPieces)
	ask := func(query string) reply {
		r := s.json("POST", "/api/v1/query", `{"query":"`+query+`","collection_ids":`+ids(c)+`}`)
		r.Header.Set("Idempotency-Key", "k")
		return s.do(r)
	}
	first, again := ask("once"), ask("once")
	require.JSONEq(t, string(first.body), string(again.body))
	require.Equal(t, "true", again.header.Get("Idempotent-Replayed"))
	require.Len(t, s.starts(), 1)
	ask("twice").invalid("header.Idempotency-Key", "value_error")
}
