package api_test

import (
	"encoding/csv"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/internal/apikey"
	"quire/schema"
)

const accountPath = "/api/v1/account"

// manager returns the service with a key that may manage the account and nothing else.
func (s *service) manager(account uuid.UUID) *service {
	s.t.Helper()
	plain := apikey.New(apikey.Live)
	_, err := s.db.InsertKey(s.t.Context(), schema.InsertKeyParams{
		ID: uuid.Must(uuid.NewV7()), AccountID: account, Name: "manager", Display: apikey.Display(plain), Hash: apikey.Hash(pepper, plain), CanAdmin: true,
	}, 0)
	require.NoError(s.t, err)
	return s.as(plain)
}

// call sends a request with a JSON body.
func (s *service) call(method, path, body string) reply {
	s.t.Helper()
	return s.do(s.json(method, path, body))
}

type keyOnTheWire struct {
	ID          uuid.UUID
	Name, Key   string
	Display     string
	Permissions []string
	ExpiresAt   *time.Time `json:"expires_at"`
	RevokedAt   *time.Time `json:"revoked_at"`
}

type keyList struct {
	Data  []keyOnTheWire
	Count int
}

func TestOnlyKeysThatMayManageTheAccountReachIt(t *testing.T) {
	t.Parallel()
	s := newService(t)
	manager := s.manager(s.id)
	for _, call := range [][2]string{
		{"GET", ""},
		{"GET", "/keys"},
		{"POST", "/keys"},
		{"DELETE", "/keys/" + uuid.NewString()},
		{"GET", "/webhook-secrets"},
		{"POST", "/webhook-secrets"},
		{"GET", "/usage"},
		{"GET", "/audit"},
		{"GET", "/logins"},
		{"DELETE", "/logins/" + uuid.NewString()},
	} {
		s.call(call[0], accountPath+call[1], "").fails(403, "Access denied")
		require.NotEqual(t, 403, manager.call(call[0], accountPath+call[1], "").status, call)
	}
	manager.get(documents).fails(403, "Access denied")
}

func TestKeyIsMadeShownOnceAndRevoked(t *testing.T) {
	t.Parallel()
	s := newService(t)
	manager := s.manager(s.id)
	var made keyOnTheWire
	manager.call("POST", accountPath+"/keys", `{"name":"Website","permissions":["read"],"expires_at":"2999-12-31"}`).into(200, &made)
	require.Equal(t, []string{"read"}, made.Permissions)
	require.Equal(t, "2999-12-31T23:59:59Z", made.ExpiresAt.Truncate(time.Second).Format(time.RFC3339))
	require.Equal(t, 200, s.as(made.Key).get(documents).status)
	s.as(made.Key).delete(path(uuid.New())).fails(403, "Access denied")

	listed := manager.get(accountPath + "/keys")
	require.NotContains(t, string(listed.body), made.Key)
	var list keyList
	listed.into(200, &list)
	require.Equal(t, 3, list.Count)
	require.Equal(t, "Website", list.Data[0].Name)

	var revoked keyOnTheWire
	manager.delete(accountPath+"/keys/"+made.ID.String()).into(200, &revoked)
	require.NotNil(t, revoked.RevokedAt)
	s.as(made.Key).get(documents).fails(401, "Invalid or missing API key")
	manager.delete(accountPath+"/keys/"+made.ID.String()).fails(404, "API key not found")
	require.NotContains(t, s.log.String(), made.Key)
}

func TestNewKeyIsDescribedCorrectly(t *testing.T) {
	t.Parallel()
	s := newService(t)
	manager := s.manager(s.id)
	for body, want := range map[string][2]string{
		`{}`:                                     {"body.name", "missing"},
		`{"name":"x","permissions":"read"}`:      {"body.permissions", "list_type"},
		`{"name":"x","permissions":[]}`:          {"body.permissions", "too_short"},
		`{"name":"x","permissions":["root"]}`:    {"body.permissions.0", "enum"},
		`{"name":"x","expires_at":"soon"}`:       {"body.expires_at", "datetime_parsing"},
		`{"name":"x","expires_at":"2001-01-01"}`: {"body.expires_at", "datetime_future"},
	} {
		manager.call("POST", accountPath+"/keys", body).invalid(want[0], want[1])
	}
	var plain keyOnTheWire
	manager.call("POST", accountPath+"/keys", `{"name":"x"}`).into(200, &plain)
	require.Equal(t, []string{"read", "write"}, plain.Permissions)
}

func TestPlanLimitsTheKeysOfAnAccount(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) {
		c.Plans = map[string]api.Plan{"default": {Allowance: schema.Allowance{Keys: 3}}}
	})
	manager := s.manager(s.id)
	require.Equal(t, 200, manager.call("POST", accountPath+"/keys", `{"name":"x"}`).status)
	manager.call("POST", accountPath+"/keys", `{"name":"x"}`).fails(403, "The plan allows 3 keys and 3 are used. Remove what is no longer needed")
}

func TestLastKeyThatMayManageTheAccountStays(t *testing.T) {
	t.Parallel()
	s := newService(t)
	first, second := s.manager(s.id), s.manager(s.id)
	var list keyList
	first.get(accountPath+"/keys").into(200, &list)
	managers := slices.DeleteFunc(list.Data, func(k keyOnTheWire) bool { return k.Name != "manager" })
	require.Len(t, managers, 2)
	answers := make(chan int, 2)
	for i, by := range []*service{first, second} {
		go func() {
			r := by.request("DELETE", accountPath+"/keys/"+managers[i].ID.String(), nil)
			r.Header.Set("Authorization", "Bearer "+by.key)
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				answers <- 0
				return
			}
			answers <- res.StatusCode
			_ = res.Body.Close()
		}()
	}
	got := []int{<-answers, <-answers}
	slices.Sort(got)
	require.Equal(t, 200, got[0])
	require.Contains(t, []int{401, 409}, got[1], "whoever comes second is refused: the key is the last one, or has just been revoked")
	left, err := s.db.ListKeys(t.Context(), s.id)
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(left, func(k schema.APIKey) bool { return k.CanAdmin && k.RevokedAt == nil }))
}

func TestAccountsNeverManageEachOther(t *testing.T) {
	t.Parallel()
	s := newService(t)
	stranger := s.manager(s.newAccount("default"))
	keys, err := s.db.ListKeys(t.Context(), s.id)
	require.NoError(t, err)
	stranger.delete(accountPath+"/keys/"+keys[0].ID.String()).fails(404, "API key not found")
	require.Equal(t, 200, s.get(documents).status)

	b := s.browser()
	b.enter(s.key)
	logins, _, err := s.db.Logins(t.Context(), s.id, 0, 1)
	require.NoError(t, err)
	stranger.delete(accountPath+"/logins/"+logins[0].ID.String()).fails(404, "Login not found")
	require.Equal(t, 200, b.send("GET", documents, "").status)
	for _, p := range []string{"/audit", "/usage", "/logins", "/keys", "/webhook-secrets"} {
		require.NotContains(t, string(stranger.get(accountPath+p).body), keys[0].Display)
	}
}

func TestWebhookSecretIsShownAndRotated(t *testing.T) {
	t.Parallel()
	s := newService(t)
	manager := s.manager(s.id)
	type secrets struct {
		Data []struct {
			Secret    string
			ExpiresAt *time.Time `json:"expires_at"`
		}
	}
	var before, after secrets
	manager.get(accountPath+"/webhook-secrets").into(200, &before)
	require.Len(t, before.Data, 1)
	manager.call("POST", accountPath+"/webhook-secrets", `{"overlap_seconds":60}`).into(200, &after)
	require.Len(t, after.Data, 2)
	require.Equal(t, before.Data[0].Secret, after.Data[1].Secret)
	require.Nil(t, after.Data[0].ExpiresAt)
	require.WithinDuration(t, time.Now().Add(time.Minute), *after.Data[1].ExpiresAt, time.Minute)
	manager.call("POST", accountPath+"/webhook-secrets", `{"overlap_seconds":0}`).into(200, &after)
	require.Len(t, after.Data, 1)
	manager.call("POST", accountPath+"/webhook-secrets", `{"overlap_seconds":-1}`).invalid("body.overlap_seconds", "greater_than_equal")
	require.Equal(t, 200, manager.post(accountPath+"/webhook-secrets").status)
}

func TestAccountShowsItsPlan(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var a struct {
		ID                uuid.UUID
		Plan              string
		RequestsPerMinute *int `json:"requests_per_minute"`
		DocumentsAtOnce   *int `json:"documents_at_once"`
		Quotas            map[string]struct{ Used int64 }
	}
	s.manager(s.id).get(accountPath).into(200, &a)
	require.Equal(t, s.id, a.ID)
	require.Equal(t, 600, *a.RequestsPerMinute)
	require.Nil(t, a.DocumentsAtOnce)
	require.EqualValues(t, 2, a.Quotas["keys"].Used)
}

func TestUsageShowsConversionsAndRunsAfterTheyWereDeleted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload()
	s.complete(d.ID, "x", 0)
	e := s.apply(ticket("ticket"))
	var run doc
	s.do(s.form(extractors+"/"+e.Slug, "file=@report.pdf", pdf)).into(200, &run)
	s.complete(run.ID, "x", 0)
	s.fail(s.upload().ID, "broken")
	require.Equal(t, 200, s.delete(path(d.ID)).status)

	var got struct {
		Data []struct {
			Date, Kind           string
			Runs, Pages, Credits int
		}
	}
	manager := s.manager(s.id)
	manager.get(accountPath+"/usage?days=2").into(200, &got)
	require.Len(t, got.Data, 2)
	kinds := map[string][2]int{}
	for _, u := range got.Data {
		kinds[u.Kind] = [2]int{u.Runs, u.Pages}
		require.Equal(t, u.Kind == "extraction", u.Credits > 0, u.Kind)
	}
	require.Equal(t, map[string][2]int{"conversion": {1, 1}, "extraction": {1, 1}}, kinds)
	manager.get(accountPath+"/usage?until=2001-01-01").into(200, &got)
	require.Empty(t, got.Data)
	manager.get(accountPath+"/usage?days=367").invalid("query.days", "less_than_equal")
}

func TestAuditLogIsFilteredAndExported(t *testing.T) {
	t.Parallel()
	s := newService(t)
	manager := s.manager(s.id)
	var made keyOnTheWire
	manager.call("POST", accountPath+"/keys", `{"name":"x"}`).into(200, &made)
	d := s.upload()
	by := schema.WithActor(t.Context(), schema.Actor{Name: "=cmd|' /C calc'!A0"})
	require.NoError(t, s.db.RotateWebhookSecret(by, s.id, "whsec_x", 0))

	var got struct {
		Data []struct {
			Action   string
			ObjectID uuid.UUID `json:"object_id"`
		}
		Count int
	}
	manager.get(accountPath+"/audit?action=key.&object_id="+made.ID.String()).into(200, &got)
	require.Equal(t, 1, got.Count)
	require.Equal(t, "key.create", got.Data[0].Action)
	manager.get(accountPath+"/audit?object_id="+d.ID.String()+"&to=2001-01-01").into(200, &got)
	require.Zero(t, got.Count)
	manager.get(accountPath+"/audit?limit=1").into(200, &got)
	require.Len(t, got.Data, 1)
	require.Greater(t, got.Count, 1)
	manager.get(accountPath+"/audit?format=xml").invalid("query.format", "enum")

	file := manager.get(accountPath + "/audit?format=csv&limit=1")
	require.Equal(t, 200, file.status)
	require.Regexp(t, `^attachment; filename="audit-[0-9-]{10}\.csv"$`, file.header.Get("Content-Disposition"))
	rows, err := csv.NewReader(strings.NewReader(string(file.body))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, got.Count+1, "the header and every entry")
	require.Equal(t, []string{"at", "actor", "key_id", "action", "object_id", "request_id", "ip"}, rows[0])
	require.Equal(t, "'=cmd|' /C calc'!A0", rows[1][1], "a spreadsheet must not run it")
}

func TestManagerLogsABrowserOut(t *testing.T) {
	t.Parallel()
	s := newService(t)
	manager, b, other := s.manager(s.id), s.browser(), s.browser()
	b.enter(s.key)
	other.enter(manager.key)
	var list struct {
		Data []struct {
			ID          uuid.UUID
			Name        string
			IsThisLogin bool `json:"is_this_login"`
		}
		Count int
	}
	other.send("GET", accountPath+"/logins", "").into(200, &list)
	require.Equal(t, 2, list.Count)
	for _, l := range list.Data {
		require.Equal(t, l.Name == apikey.Display(manager.key), l.IsThisLogin)
		if !l.IsThisLogin {
			require.Equal(t, 200, manager.delete(accountPath+"/logins/"+l.ID.String()).status)
		}
	}
	b.send("GET", documents, "").fails(401, "You are not logged in, or no longer; log in again")
	require.Equal(t, 200, other.send("GET", accountPath+"/logins", "").status)
}
