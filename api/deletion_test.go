package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/internal/apikey"
	"quire/schema"
	"quire/schema/testdb"
)

// victim is something to be deleted.
type victim struct {
	key    string // used to look for it; "" means the service's
	path   string
	gone   int                        // the status when it does not exist
	remove func(replica *service) int // acts on a replica and returns the status; nil means DELETE path
	// late does what workers and requests that began earlier may still write. It must change nothing.
	late func()
	// make returns the request that created it, with its idempotency key; nil if that request takes none.
	make func() *http.Request
}

// deletions create the victims, with turns, versions and attempts in flight.
var deletions = map[string]func(s *service) victim{
	"document":   (*service).documentInFlight,
	"file":       (*service).fileInFlight,
	"collection": (*service).collectionInFlight,
	"session":    (*service).sessionInFlight,
	"extractor":  (*service).extractorInUse,
	"key":        (*service).keyInUse,
}

// repeatable returns a request with its own idempotency key, which can be sent any number of times.
func repeatable(request func() *http.Request) func() *http.Request {
	key := uuid.NewString()
	return func() *http.Request {
		r := request()
		r.Header.Set("Idempotency-Key", key)
		return r
	}
}

func (s *service) documentInFlight() victim {
	s.t.Helper()
	send := repeatable(func() *http.Request { return s.form("/api/v1/documents", "file=@report.pdf", pdf) })
	var d doc
	s.do(send()).into(200, &d)
	claimed, err := s.db.ClaimDocument(s.t.Context(), d.ID)
	require.NoError(s.t, err)
	ctx, attempt := s.t.Context(), int(claimed.Attempt)
	return victim{path: path(d.ID), gone: 404, make: send, late: func() {
		_, err := s.db.ClaimDocument(ctx, d.ID)
		require.Error(s.t, err)
		require.Error(s.t, s.db.SetDocumentSource(ctx, d.ID, attempt, schema.DocumentSource{FileName: "late.pdf", Format: "pdf"}, func(string) schema.Allowance { return schema.Allowance{} }))
		require.Error(s.t, s.db.CompleteDocument(ctx, d.ID, attempt, schema.DocumentOutput{PageCount: 1, Key: "k", Name: "x.md"}, nil))
		require.Error(s.t, s.db.FailDocument(ctx, d.ID, attempt, schema.DocumentFailure{Reason: "corrupt"}, nil))
	}}
}

func (s *service) fileInFlight() victim {
	s.t.Helper()
	c := s.collection(uuid.NewString())
	send := repeatable(func() *http.Request { return s.form(c.files(), "file=@a.txt", "content of "+c.ID.String()) })
	var f wireFile
	s.do(send()).into(200, &f)
	return victim{path: c.files() + "/" + f.ID.String(), gone: 404, make: send, late: s.lateFile(c, f)}
}

// lateFile returns what the workflow of a file writes at its end.
func (s *service) lateFile(c wireCollection, f wireFile) func() {
	s.t.Helper()
	claim := s.claim(c, f)
	ctx := s.t.Context()
	return func() {
		_, err := s.db.ClaimFile(ctx, claim.VersionID)
		require.Error(s.t, err)
		_, err = s.db.ActivateFile(ctx, claim.VersionID, claim.Attempt, schema.FileOutput{PageCount: 1, OutputKey: "k"}, claim.Generation)
		require.Error(s.t, err)
		require.Error(s.t, s.db.FailFile(ctx, claim.VersionID, claim.Attempt, "corrupt", "late"))
	}
}

func (s *service) collectionInFlight() victim {
	s.t.Helper()
	name := uuid.NewString()
	send := repeatable(func() *http.Request { return s.json("POST", collections, fmt.Sprintf(`{"name":%q}`, name)) })
	var c wireCollection
	s.do(send()).into(200, &c)
	late := s.lateFile(c, s.put(c, "a.txt", "content"))
	return victim{path: c.path(), gone: 404, make: send, late: func() {
		late()
		require.Equal(s.t, 404, s.do(s.form(c.files(), "file=@b.txt", "late")).status)
	}}
}

func (s *service) sessionInFlight() victim {
	s.t.Helper()
	c := s.collection(uuid.NewString())
	send := repeatable(func() *http.Request {
		return s.json("POST", sessions, fmt.Sprintf(`{"collection_ids":%s}`, ids(c)))
	})
	var w wireSession
	s.do(send()).into(200, &w)
	ctx := s.t.Context()
	t, _, err := s.db.BeginTurn(ctx, schema.NewTurn{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.id, SessionID: &w.ID, Question: "How many?", RequestID: "req",
	})
	require.NoError(s.t, err)
	t, err = s.db.BeginAnswer(ctx, t.ID)
	require.NoError(s.t, err)
	return victim{path: w.path(), gone: 404, make: send, late: func() {
		_, err := s.db.BeginAnswer(ctx, t.ID)
		require.Error(s.t, err)
		require.Error(s.t, s.db.GrowTurn(ctx, t.ID, int(t.Attempt), "late", nil, []schema.TurnEvent{schema.DeltaEvent("late")}))
		require.NoError(s.t, s.db.EndTurn(ctx, t.ID, schema.TurnEnd{Status: schema.TurnComplete, Title: "Late"}))
		require.NoError(s.t, s.db.TitleSession(ctx, w.ID, "Late"))
		require.Equal(s.t, 404, s.do(s.json("POST", w.messages(), `{"content":"And now?"}`)).status)
		require.Equal(s.t, 404, s.get(w.messages()).status)
	}}
}

func (s *service) extractorInUse() victim {
	s.t.Helper()
	e := s.apply(ticket("slug-" + uuid.NewString()))
	return victim{path: extractorPath(e.ID), gone: 404, late: func() {
		require.Equal(s.t, 404, s.do(s.form(extractors+"/"+e.Slug, "file=@report.pdf", pdf)).status)
		require.Equal(s.t, 404, s.rename(extractorPath(e.ID), `{"name":"Late"}`).status)
	}}
}

func (s *service) keyInUse() victim {
	s.t.Helper()
	plain := s.newKey(s.id, true, true)
	key, err := s.db.Authenticate(s.t.Context(), apikey.Hash(pepper, plain))
	require.NoError(s.t, err)
	return victim{key: plain, path: collections, gone: 401, late: func() {}, remove: func(replica *service) int {
		n, err := replica.db.RevokeKey(s.t.Context(), *key.KeyID)
		switch {
		case err != nil:
			return 500
		case n == 0:
			return 401
		}
		return 200
	}}
}

// find returns the status under which the victim is found.
func (s *service) find(v victim) int {
	s.t.Helper()
	if v.key != "" {
		return s.as(v.key).get(v.path).status
	}
	return s.get(v.path).status
}

// removeVia deletes the victim through a replica and returns the status.
func (s *service) removeVia(replica *service, v victim) int {
	s.t.Helper()
	if v.remove != nil {
		return v.remove(replica)
	}
	return replica.delete(v.path).status
}

// replica starts another process of the same service, whose database is behind a cutter.
func (s *service) replica(t *testing.T, cfg api.Config, database string) *service {
	t.Helper()
	db := testdb.Open(t, database)
	cfg.DB = db
	server, err := api.New(cfg)
	require.NoError(t, err)
	web := httptest.NewServer(server.Handler())
	t.Cleanup(web.Close)
	r := s.as(s.key)
	r.t, r.db, r.url = t, db, web.URL
	return r
}

// TestDeletionsThatAreCutOffHappenOrNotAndLast cuts the connection at every statement of every deletion.
func TestDeletionsThatAreCutOffHappenOrNotAndLast(t *testing.T) {
	t.Parallel()
	for kind, target := range deletions {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, after=%v", kind, after), func(t *testing.T) {
				t.Parallel()
				var cfg api.Config
				s := newService(t, func(c *api.Config) { cfg = *c })
				acknowledged, statements := 0, 1
				for ; ; statements++ {
					v := target(s)
					cut := newCutter(t, s.dbURL, statements, after)
					status := s.removeVia(s.replica(t, cfg, cut.url), v)
					if status == 200 {
						acknowledged++
					}
					s.requireDeleted(v, status)
					if !cut.hasStruck() {
						break
					}
				}
				require.Greater(t, statements, 4, "the cuts fell in the middle")
				require.Positive(t, acknowledged)
			})
		}
	}
}

// requireDeleted deletes what is left after a cut, and then tries to bring it back.
func (s *service) requireDeleted(v victim, status int) {
	s.t.Helper()
	left := s.find(v)
	switch {
	case status == 200:
		require.Equal(s.t, v.gone, left, "an acknowledged deletion has happened")
	case left != v.gone:
		require.Equal(s.t, 200, left, "it exists as a whole or not at all")
		require.Equal(s.t, 200, s.removeVia(s, v))
	default:
		require.Equal(s.t, v.gone, s.removeVia(s, v), "it happened without being acknowledged")
	}
	require.Equal(s.t, v.gone, s.find(v))
	v.late()
	require.Equal(s.t, v.gone, s.find(v), "nothing that was in flight brings it back")
	if v.make == nil {
		return
	}
	replayed := s.do(v.make())
	require.Equal(s.t, 200, replayed.status)
	require.Equal(s.t, "true", replayed.header.Get("Idempotent-Replayed"))
	require.Equal(s.t, v.gone, s.find(v), "nor does repeating the request that created it")
	require.False(s.t, bytes.Contains(s.get(v.listed()).body, []byte(v.id())), "and no list shows it")
}

// listed is the list that contains the victim, and id its identifier there.
func (v victim) listed() string { return v.path[:len(v.path)-len(v.id())-1] }
func (v victim) id() string     { return v.path[len(v.path)-len(uuid.Nil.String()):] }
