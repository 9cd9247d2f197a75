package api_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/schema"
)

const accounts = "/api/v1/admin/accounts"

// operator returns the service with a key that may manage accounts and nothing else.
func (s *service) operator() *service {
	s.t.Helper()
	return s.as(s.keyOf(schema.Permissions{Operator: true}, nil))
}

type managedOnTheWire struct {
	ID            uuid.UUID
	Name, Plan    string
	State         string
	Key           string
	WebhookSecret string `json:"webhook_secret"`
	Quotas        map[string]struct {
		Used    int64
		Allowed *int64
	}
}

func withPlans(c *api.Config) {
	c.Plans = map[string]api.Plan{"default": {}, "team": {Allowance: schema.Allowance{Collections: 7}}}
	c.Catalog = []schema.ExtractorDefinition{ticket("ticket")}
}

func TestOperatorManagesAccounts(t *testing.T) {
	t.Parallel()
	s := newService(t, withPlans)
	operator := s.operator()
	var made, got managedOnTheWire
	operator.call("POST", accounts, `{"name":"Acme","plan":"team"}`).into(200, &made)
	require.Equal(t, "active", made.State)
	require.Contains(t, made.WebhookSecret, "whsec_")
	acme := s.as(made.Key)
	require.Equal(t, "Annual reports", acme.collection("Annual reports").Name)
	require.Contains(t, string(acme.get(extractors).body), `"slug":"ticket"`, "the catalog is there at once")
	acme.get(accounts).fails(403, "Access denied")
	operator.get(collections).fails(403, "Access denied")
	operator.call("POST", accounts, `{"name":"Acme"}`).fails(409, `An account named "Acme" exists`)

	operator.get(accounts+"/"+made.ID.String()).into(200, &got)
	require.EqualValues(t, 1, got.Quotas["collections"].Used)
	require.EqualValues(t, 7, *got.Quotas["collections"].Allowed)
	operator.call("PATCH", accounts+"/"+made.ID.String(), `{"plan":"default"}`).into(200, &got)
	require.Equal(t, "default", got.Plan)
	require.Nil(t, got.Quotas["collections"].Allowed)

	var list struct {
		Data  []managedOnTheWire
		Count int
	}
	operator.get(accounts+"?search=acm&state=active").into(200, &list)
	require.Equal(t, 1, list.Count)
	require.Equal(t, made.ID, list.Data[0].ID)
	operator.get(accounts+"?state=suspended").into(200, &list)
	require.Zero(t, list.Count)
}

func TestRequestsAboutAccountsAreDescribedCorrectly(t *testing.T) {
	t.Parallel()
	s := newService(t, withPlans)
	operator := s.operator()
	operator.call("POST", accounts, `{}`).invalid("body.name", "missing")
	operator.call("POST", accounts, `{"name":"x","plan":"gold"}`).invalid("body.plan", "enum")
	operator.call("POST", accounts, `{"name":"a\u0007b"}`).invalid("name", "value_error")
	operator.call("PATCH", accounts+"/"+s.id.String(), `{}`).invalid("body.plan", "missing")
	operator.get(accounts+"?state=gone").invalid("query.state", "enum")
	nobody := accounts + "/" + uuid.NewString()
	operator.get(nobody).fails(404, "Account not found")
	operator.call("PATCH", nobody, `{"plan":"team"}`).fails(404, "Account not found")
	operator.post(nobody+"/suspend").fails(404, "Account not found")
	operator.post(nobody+"/resume").fails(404, "Account not found")
	operator.post(accounts+"/"+s.id.String()+"/suspend").fails(409, "This is the account of the key in use; use an operator's key of another account")
}

func TestSuspendedAccountIsRefusedUntilItIsResumed(t *testing.T) {
	t.Parallel()
	s := newService(t)
	operator := s.operator()
	acme := s.newAccount("default")
	key := s.as(s.newKey(acme, true, true))
	kept := key.upload()
	b := key.browser()
	b.enter(key.key)

	const suspended = "This account is suspended; ask whoever runs the service"
	var got managedOnTheWire
	operator.post(accounts+"/"+acme.String()+"/suspend").into(200, &got)
	require.Equal(t, "suspended", got.State)
	key.get(path(kept.ID)).fails(403, suspended)
	key.do(key.form(documents, "file=@report.pdf", pdf)).fails(403, suspended)
	b.send("GET", documents, "").fails(403, suspended)
	b.send("POST", session, `{"key":"`+key.key+`"}`).fails(403, suspended)
	s.complete(kept.ID, "work under way ends", 0)

	operator.post(accounts+"/"+acme.String()+"/suspend").into(200, &got)
	operator.post(accounts+"/"+acme.String()+"/resume").into(200, &got)
	require.Equal(t, "active", got.State)
	var d doc
	key.get(path(kept.ID)).into(200, &d)
	require.Equal(t, "COMPLETED", d.Status)
	require.Equal(t, 200, b.send("GET", documents, "").status)
}

func TestDeletedAccountIsRefusedAtOnceAndItsRemovalPromised(t *testing.T) {
	t.Parallel()
	s := newService(t)
	operator := s.operator()
	acme := s.newAccount("default")
	key := s.as(s.newKey(acme, true, true))
	key.upload()
	b := key.browser()
	b.enter(key.key)
	var gone struct{ Deleted bool }
	operator.delete(accounts+"/"+acme.String()).into(200, &gone)
	require.True(t, gone.Deleted)
	key.get(documents).fails(401, "Invalid or missing API key")
	b.send("GET", documents, "").fails(401, "You are not logged in, or no longer; log in again")
	started := s.starts()
	require.Equal(t, "purge/account/"+acme.String(), workflowID(t, started[len(started)-1]))
	var got managedOnTheWire
	operator.get(accounts+"/"+acme.String()).into(200, &got)
	require.Equal(t, "deleting", got.State)
	operator.delete(accounts+"/"+acme.String()).fails(404, "Account not found")
	operator.post(accounts+"/"+acme.String()+"/resume").fails(404, "Account not found")
	operator.delete(accounts+"/"+s.id.String()).fails(409, "This is the account of the key in use; use an operator's key of another account")
	require.Equal(t, 200, s.get(documents).status)
}

func TestOnlyOperatorsMakeOperators(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.manager(s.id).call("POST", accountPath+"/keys", `{"name":"x","permissions":["operator"]}`).
		fails(403, "Only an operator can give the permission operator; 'quire key create' on the server gives it first")
	both := s.as(s.keyOf(schema.Permissions{Admin: true, Operator: true}, nil))
	var made keyOnTheWire
	both.call("POST", accountPath+"/keys", `{"name":"x","permissions":["operator"]}`).into(200, &made)
	require.Equal(t, []string{"operator"}, made.Permissions)
	require.Equal(t, 200, s.as(made.Key).get(accounts).status)
}
