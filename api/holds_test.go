package api_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/schema"
)

const accountHeld = "The account is on legal hold, so nothing in it is deleted. Only an operator of the service can release it"

func collectionHeld(name string) string {
	return fmt.Sprintf("The collection %q is on legal hold, so nothing that belongs to it is deleted. An admin of the account can release it", name)
}

// admin returns the service with a key that has all permissions in the account.
func (s *service) admin() *service {
	s.t.Helper()
	return s.as(s.keyOf(schema.Permissions{Read: true, Write: true, Admin: true}, nil))
}

type heldOnTheWire struct {
	Name          string
	RetentionDays *int `json:"retention_days"`
	Hold          *struct{ Since, Reason string }
}

// deletable creates one of everything that can be deleted, and returns the values for the parameters of paths.
func (s *service) deletable() map[string]string {
	s.t.Helper()
	own := s.things("held")
	e := s.eval("held", own.collection)
	s.imports(e, `{"question":"How many?","words":["28"]}`).into(200, new(any))
	var cases struct{ Data []struct{ ID string } }
	s.get(evals+"/"+e.ID.String()+"/cases").into(200, &cases)
	source, _, err := s.db.CreateSource(s.t.Context(), schema.NewSource{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.id, CollectionID: own.collection.ID, Name: "Disk", Kind: schema.SourceFolder,
		Settings: schema.SourceSettings{Path: "/srv"}, EveryMinutes: 60,
	})
	require.NoError(s.t, err)
	own.values["eval_id"], own.values["case_id"], own.values["run_id"] = e.ID.String(), cases.Data[0].ID, s.startRun(e, "").ID.String()
	own.values["source_id"], own.values["document_id"] = source.ID.String(), own.values["id"]
	return own.values
}

// notContent lists deletions that lose no content: they end access or a hold, or remove a copy.
var notContent = []string{
	"/api/v1/collections/:collection_id/hold", "/api/v1/account/keys/:key_id", "/api/v1/account/logins/:login_id",
	"/api/v1/account/exports/:export_id",
}

// Every other route that deletes something must check for holds.
func TestNothingIsDeletedInAnAccountOnHold(t *testing.T) {
	t.Parallel()
	s := newService(t, withoutLimits)
	operator, held := s.operator(), s.deletable()
	of := accounts + "/" + s.id.String()
	var got heldOnTheWire
	operator.call("PUT", of+"/hold", `{"reason":"case 4711"}`).into(200, &got)
	require.Equal(t, "case 4711", got.Hold.Reason)
	asked := 0
	for _, a := range api.Accesses() {
		if a.Method != "DELETE" || (a.Needs != "write" && a.Needs != "admin") || contains(notContent, a.Path) {
			continue
		}
		s.admin().delete(fill(a.Path, held)).fails(409, accountHeld)
		asked++
	}
	require.Equal(t, 12, asked)
	s.as(s.keyOf(schema.Permissions{Operator: true}, nil)).delete(of).fails(409, "This is the account of the key in use; use an operator's key of another account")

	operator.delete(of+"/hold").into(200, &got)
	require.Nil(t, got.Hold)
	s.delete(fill("/api/v1/documents/:id", held)).into(200, new(any))
	s.delete(fill("/api/v1/collections/:collection_id/files/:file_id", held)).into(200, new(any))
}

func contains(list []string, text string) bool {
	for _, x := range list {
		if x == text {
			return true
		}
	}
	return false
}

func TestACollectionOnHoldStaysWithWhatBelongsToIt(t *testing.T) {
	t.Parallel()
	s := newService(t, withoutLimits)
	held, other := s.deletable(), s.things("other")
	of := "/api/v1/collections/" + held["collection_id"] + "/hold"
	s.call("PUT", of, `{"reason":"case 4711"}`).fails(403, "Access denied")
	s.admin().call("PUT", of, `{}`).invalid("body.reason", "missing")
	s.admin().call("PUT", of, `{"reason":"case 4711"}`).into(200, new(any))
	for _, path := range []string{
		"/api/v1/collections/:collection_id", "/api/v1/collections/:collection_id/files/:file_id", "/api/v1/chat/sessions/:session_id",
		"/api/v1/evals/:eval_id", "/api/v1/evals/:eval_id/runs/:run_id", "/api/v1/sources/:source_id",
	} {
		s.delete(fill(path, held)).fails(409, collectionHeld("held"))
	}
	s.delete(fill("/api/v1/collections/:collection_id/files/:file_id", other.values)).into(200, new(any))
	s.delete(fill("/api/v1/documents/:id", held)).into(200, new(any))

	s.call("DELETE", of, "").fails(403, "Access denied")
	s.admin().delete(of).into(200, new(any))
	s.delete(fill("/api/v1/collections/:collection_id", held)).into(200, new(any))
	s.admin().call("PUT", of, `{"reason":"too late"}`).fails(404, "Collection not found")
	var log struct{ Data []struct{ Action string } }
	s.admin().get("/api/v1/account/audit?action=collection.hold").into(200, &log)
	require.Len(t, log.Data, 1)
	s.admin().get("/api/v1/account/audit?action=collection.release").into(200, &log)
	require.Len(t, log.Data, 1)
}

func TestASessionStaysForWhatItWasOnceAskedAbout(t *testing.T) {
	t.Parallel()
	s := newService(t, withoutLimits)
	held, other := s.collection("held"), s.collection("other")
	w := s.session(held)
	s.quoted(w)
	s.call("PATCH", w.path(), fmt.Sprintf(`{"collection_ids":%s}`, ids(other)))
	s.admin().call("PUT", held.path()+"/hold", `{"reason":"x"}`).into(200, new(any))
	s.delete(w.path()).fails(409, collectionHeld("held"))
}

// quoted asks a question in a session and has it answered.
func (s *service) quoted(w wireSession) {
	s.t.Helper()
	_, _, err := s.db.BeginTurn(s.t.Context(), schema.NewTurn{ID: uuid.Must(uuid.NewV7()), AccountID: s.id, SessionID: &w.ID, Question: "How many?"})
	require.NoError(s.t, err)
}

func TestAnAccountIsNotDeletedWhileAnythingInItIsOnHold(t *testing.T) {
	t.Parallel()
	s := newService(t)
	operator, acme := s.operator(), s.newAccount("default")
	of := accounts + "/" + acme.String()
	key := s.as(s.newKey(acme, true, true))
	c := key.collection("Contracts")
	_, err := s.db.HoldCollection(t.Context(), acme, c.ID, "case 4711")
	require.NoError(t, err)
	operator.delete(of).fails(409, collectionHeld("Contracts"))
	operator.call("PUT", of+"/hold", `{"reason":"case 4712"}`).into(200, new(any))
	_, err = s.db.ReleaseCollection(t.Context(), acme, c.ID)
	require.NoError(t, err)
	operator.delete(of).fails(409, accountHeld)
	operator.delete(of+"/hold").into(200, new(any))
	operator.delete(of).into(200, new(any))
	operator.call("PUT", of+"/hold", `{"reason":"x"}`).fails(409, "The removal of the account has begun, so it cannot be put on hold any more")
	operator.call("PUT", accounts+"/"+uuid.NewString()+"/hold", `{"reason":"x"}`).fails(404, "Account not found")
	operator.call("PUT", of+"/hold", `{"reason":""}`).invalid("body.reason", "string_too_short")
}

func TestRetentionOfACollectionIsSetByAdmins(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("Applications")
	of, admin := c.path()+"/retention", s.admin()
	s.call("PUT", of, `{"days":30}`).fails(403, "Access denied")
	admin.call("PUT", of, `{}`).invalid("body.days", "missing")
	admin.call("PUT", of, `{"days":0}`).invalid("body.days", "greater_than_equal")
	admin.call("PUT", of, `{"days":"soon"}`).invalid("body.days", "int_parsing")
	var got heldOnTheWire
	admin.call("PUT", of, `{"days":30}`).into(200, &got)
	require.Equal(t, 30, *got.RetentionDays)
	var kept heldOnTheWire
	admin.call("PUT", of, `{"days":null}`).into(200, &kept)
	require.Nil(t, kept.RetentionDays)
	admin.call("PUT", collections+"/"+uuid.NewString()+"/retention", `{"days":30}`).fails(404, "Collection not found")
}
