package api_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// scopedTo returns the service with a key, created over HTTP, that is limited to some collections and extractors.
func (s *service) scopedTo(collections, extractors string) *service {
	s.t.Helper()
	var made keyOnTheWire
	body := fmt.Sprintf(`{"name":"Shop","collection_ids":%s,"extractor_ids":%s}`, collections, extractors)
	s.manager(s.id).call("POST", accountPath+"/keys", body).into(200, &made)
	return s.as(made.Key)
}

func TestScopedKeyListsOnlyWhatItReaches(t *testing.T) {
	t.Parallel()
	s := newService(t)
	foreign, own := s.things("foreign"), s.things("own")
	s.upload() // belongs to no extractor
	key := s.scopedTo(ids(own.collection), fmt.Sprintf("[%q]", own.extractor.ID))
	for path, id := range map[string]string{
		collections: own.values["collection_id"],
		sessions:    own.values["session_id"],
		extractors:  own.values["extractor_id"],
		documents:   own.values["id"],
	} {
		var list struct {
			Data  []struct{ ID string }
			Count int
		}
		key.get(path).into(200, &list)
		require.Equal(t, 1, list.Count, path)
		require.Len(t, list.Data, 1, path)
		require.Equal(t, id, list.Data[0].ID, path)
		s.get(path).into(200, &list)
		require.Greater(t, list.Count, 1, path)
	}
	key.get(documents+"?extractor_id="+foreign.values["extractor_id"]).into(200, &listOfDocs{})
	key.get("/api/v1/usage").fails(403, refusedScope)
}

func TestScopedKeyNamesOnlyWhatItReaches(t *testing.T) {
	t.Parallel()
	s := newService(t)
	foreign, own := s.things("foreign"), s.things("own")
	key := s.scopedTo(ids(own.collection), fmt.Sprintf("[%q]", own.extractor.ID))
	both := ids(own.collection, foreign.collection)
	key.call("POST", "/api/v1/query", `{"query":"How many?","collection_ids":`+both+`}`).fails(404, "Collection not found")
	key.call("POST", "/api/v1/search", `{"query":"many","collection_ids":`+both+`}`).fails(404, "Collection not found")
	key.call("POST", sessions, `{"collection_ids":`+both+`}`).fails(404, "Collection not found")
	mine := key.session(own.collection)
	key.call("POST", mine.messages(), `{"content":"How many?","collection_ids":`+both+`}`).fails(404, "Collection not found")

	key.do(key.form(documents, "file=@report.pdf", pdf)).fails(403, refusedScope)
	key.do(key.form(documents, "file=@report.pdf", pdf, "extractor_id="+foreign.values["extractor_id"])).fails(404, "Extractor not found")
	require.Equal(t, 200, key.do(key.form(documents, "file=@report.pdf", pdf, "extractor_id="+own.values["extractor_id"])).status)
	key.define("/receipt", receipt("total")).fails(404, "Extractor not found")
}

// A session that was moved to other collections still shows what the previous ones answered.
func TestSessionThatWasAboutOtherCollectionsIsOutOfScope(t *testing.T) {
	t.Parallel()
	s := newService(t)
	secret, open := s.collection("secret"), s.collection("open")
	moved := s.session(secret)
	turn, _, err := s.db.BeginTurn(t.Context(), schema.NewTurn{ID: uuid.Must(uuid.NewV7()), AccountID: s.id, SessionID: &moved.ID, Question: "Who?"})
	require.NoError(t, err)
	require.NoError(t, s.db.EndTurn(t.Context(), turn.ID, schema.TurnEnd{Status: schema.TurnComplete}))
	key := s.scopedTo(ids(open), "[]")
	key.get(moved.path()).fails(404, "Session not found")
	_, _, err = s.db.BeginTurn(t.Context(), schema.NewTurn{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.id, SessionID: &moved.ID, CollectionIDs: []uuid.UUID{open.ID}, Question: "And now?",
	})
	require.NoError(t, err)
	var now wireSession
	s.get(moved.path()).into(200, &now)
	require.Equal(t, []uuid.UUID{open.ID}, now.CollectionIDs)
	key.get(moved.path()).fails(404, "Session not found")
	key.get(moved.messages()).fails(404, "Session not found")
	var list struct{ Count int }
	key.get(sessions).into(200, &list)
	require.Zero(t, list.Count)
}

func TestScopeOfAKeyIsDescribedCorrectly(t *testing.T) {
	t.Parallel()
	s := newService(t)
	manager, c := s.manager(s.id), s.collection("Manuals")
	other := s.newAccount("default")
	theirs := s.as(s.newKey(other, true, true)).collection("Manuals")
	for body, want := range map[string][2]string{
		`{"name":"x","collection_ids":[],"extractor_ids":[]}`:                  {"body.collection_ids", "too_short"},
		`{"name":"x","collection_ids":"all"}`:                                  {"body.collection_ids", "list_type"},
		`{"name":"x","extractor_ids":["invoice"]}`:                             {"body.extractor_ids.0", "uuid_parsing"},
		`{"name":"x","permissions":["admin"],"collection_ids":` + ids(c) + `}`: {"body.permissions", "value_error"},
	} {
		manager.call("POST", accountPath+"/keys", body).invalid(want[0], want[1])
	}
	manager.call("POST", accountPath+"/keys", `{"name":"x","collection_ids":`+ids(theirs)+`}`).fails(404, "Collection not found")
	manager.call("POST", accountPath+"/keys", fmt.Sprintf(`{"name":"x","extractor_ids":[%q]}`, uuid.New())).fails(404, "Extractor not found")
	var whole, some struct {
		CollectionIDs []uuid.UUID `json:"collection_ids"`
		ExtractorIDs  []uuid.UUID `json:"extractor_ids"`
	}
	manager.call("POST", accountPath+"/keys", `{"name":"x"}`).into(200, &whole)
	require.Nil(t, whole.CollectionIDs)
	manager.call("POST", accountPath+"/keys", `{"name":"x","collection_ids":`+ids(c)+`}`).into(200, &some)
	require.Equal(t, []uuid.UUID{c.ID}, some.CollectionIDs)
	require.Equal(t, []uuid.UUID{}, some.ExtractorIDs)
}

func TestLoginWithAScopedKeyHasItsScope(t *testing.T) {
	t.Parallel()
	s := newService(t)
	foreign, own := s.collection("foreign"), s.collection("own")
	key := s.scopedTo(ids(own), "[]")
	b := s.browser()
	require.Equal(t, []string{"read", "write"}, b.enter(key.key).Permissions)
	require.Equal(t, 200, b.send("GET", own.path(), "").status)
	b.send("GET", foreign.path(), "").fails(404, "Collection not found")
	b.send("GET", "/api/v1/usage", "").fails(403, refusedScope)
}
