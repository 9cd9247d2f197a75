package api_test

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"quire/api"
	"quire/internal/oidclogin"
	"quire/schema"
)

// The people whom the provider knows, and their groups.
const (
	member   = "test-user@127.0.0.1"
	stranger = "test-user2"
	password = "verysecure"
)

var groupsOf = map[string][]string{"id1": {"visitors", "staff", "admins"}, "id2": {"others"}}

// people is the provider's storage. It returns groups in the ID token or, like some providers, only when asked.
type people struct {
	*storage.Storage
	inToken bool
}

func (p *people) SetUserinfoFromRequest(ctx context.Context, info *oidc.UserInfo, token op.IDTokenRequest, scopes []string) error {
	if p.inToken {
		info.AppendClaims("groups", groupsOf[token.GetSubject()])
	}
	return p.Storage.SetUserinfoFromRequest(ctx, info, token, scopes)
}

func (p *people) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, tokenID, subject, origin string) error {
	if !p.inToken {
		info.AppendClaims("groups", groupsOf[subject])
	}
	return p.Storage.SetUserinfoFromToken(ctx, info, tokenID, subject, origin)
}

// tenant is the account that the provider's groups have access to, in addition to the service's own.
const tenant = "tenant"

// newOIDCService starts a service and a real provider that browsers log in with.
func newOIDCService(t *testing.T, inToken bool) *service {
	t.Helper()
	provider := httptest.NewUnstartedServer(nil)
	issuer := "http://" + provider.Listener.Addr().String()
	clients := map[string]*storage.Client{}
	p := &people{Storage: storage.NewStorageWithClients(storage.NewUserStore(issuer), clients), inToken: inToken}
	provider.Config.Handler = exampleop.SetupServer(issuer, p, nil, false, op.WithAllowInsecure())
	provider.Start()
	t.Cleanup(provider.Close)
	s := newService(t, func(c *api.Config) {
		c.OIDC = &api.OIDC{
			Provider: oidclogin.New(oidclogin.Config{Issuer: issuer, ClientID: "quire", ClientSecret: "secret", Scopes: []string{"profile", "email"}}),
			Grants: []api.Grant{
				{Group: "staff", Account: tenant, Permissions: schema.Permissions{Read: true}},
				{Group: "visitors", Account: "elsewhere", Permissions: schema.Permissions{Write: true}},
				{Group: "admins", Account: tenant, Permissions: schema.Permissions{Admin: true}},
			},
		}
	})
	clients["quire"] = storage.WebClient("quire", "secret", s.url+"/app/oidc/callback")
	_, err := s.db.CreateAccount(t.Context(), tenant, "default", "whsec_x")
	require.NoError(t, err)
	return s
}

// visitor is a browser that follows redirects and fills in the provider's form.
type visitor struct {
	*service
	client *http.Client
	last   *url.URL // the address at which it arrived
}

func (s *service) visitor() *visitor {
	jar, err := cookiejar.New(nil)
	require.NoError(s.t, err)
	v := &visitor{service: s.as("")}
	v.client = &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		v.last = r.URL
		if r.URL.Path == "/app/" || r.URL.Path == "/app/oidc/callback" {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	return v
}

func (v *visitor) visit(method, address string, form url.Values) *http.Response {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), method, address, strings.NewReader(form.Encode()))
	require.NoError(v.t, err)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := v.client.Do(r)
	require.NoError(v.t, err)
	require.NoError(v.t, res.Body.Close())
	return res
}

// identify begins a login and passes the provider's form. It returns the address that leads back to the service.
func (v *visitor) identify(user string) string {
	v.t.Helper()
	page := v.visit("GET", v.url+"/app/oidc/login", nil)
	require.Equal(v.t, 200, page.StatusCode)
	form := page.Request.URL
	require.Equal(v.t, "/login/username", form.Path)
	v.visit("POST", form.Scheme+"://"+form.Host+form.Path, url.Values{
		"id": {form.Query().Get("authRequestID")}, "username": {user}, "password": {password},
	})
	require.Equal(v.t, "/app/oidc/callback", v.last.Path)
	return v.last.String()
}

// arrive follows the redirect back and returns where it leads.
func (v *visitor) arrive(callback string) string {
	v.t.Helper()
	res := v.visit("GET", callback, nil)
	require.Equal(v.t, http.StatusSeeOther, res.StatusCode)
	return res.Header.Get("Location")
}

func TestPersonLogsInWithTheProvider(t *testing.T) {
	t.Parallel()
	for name, inToken := range map[string]bool{"groups in the ID token": true, "groups in the user info": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newOIDCService(t, inToken)
			v := s.visitor()
			require.Equal(t, "/app/", v.arrive(v.identify(member)))
			home, err := url.Parse(s.url)
			require.NoError(t, err)
			b := s.browser()
			b.jar.SetCookies(home, v.client.Jar.Cookies(home))
			var l loggedIn
			b.send("GET", session, "").into(200, &l)
			require.Equal(t, tenant, l.Account.Name)
			require.Equal(t, []string{"read", "admin"}, l.Permissions, "of all groups that lead to the account, and of no other")
			require.Equal(t, "oidc", l.Method)
			require.Equal(t, "oidc test-user@zitadel.ch", l.Name)
			require.Equal(t, 200, b.send("GET", documents, "").status)
			b.send("POST", collections, `{"name":"x"}`).fails(403, "Access denied")
		})
	}
}

func TestLoginOfAPersonIsListedAndEndedByAnAdmin(t *testing.T) {
	t.Parallel()
	s := newOIDCService(t, true)
	home, err := url.Parse(s.url)
	require.NoError(t, err)
	enter := func() *browser {
		v := s.visitor()
		require.Equal(t, "/app/", v.arrive(v.identify(member)))
		b := s.browser()
		b.jar.SetCookies(home, v.client.Jar.Cookies(home))
		return b
	}
	thief, admin := enter(), enter()
	require.Equal(t, 200, thief.send("GET", documents, "").status)
	var logins struct {
		Data []struct {
			ID          string
			Name        string
			Method      string
			IsThisLogin bool `json:"is_this_login"`
		}
	}
	admin.send("GET", "/api/v1/account/logins", "").into(200, &logins)
	require.Len(t, logins.Data, 2)
	for _, l := range logins.Data {
		require.Equal(t, "oidc test-user@zitadel.ch", l.Name)
		if !l.IsThisLogin {
			require.Equal(t, 200, admin.send("DELETE", "/api/v1/account/logins/"+l.ID, "").status)
		}
	}
	thief.send("GET", documents, "").fails(401, "You are not logged in, or no longer; log in again")
	require.Equal(t, 200, admin.send("GET", documents, "").status)
	a, err := s.db.AccountNamed(t.Context(), tenant)
	require.NoError(t, err)
	entries, err := s.db.Audit(t.Context(), schema.AuditFilter{AccountID: &a.ID, Action: schema.AuditLoginEnd, Limit: 10})
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.Equal(t, "oidc test-user@zitadel.ch", entries[0].Actor)
}

func TestPersonWithoutAGroupGetsNoLogin(t *testing.T) {
	t.Parallel()
	s := newOIDCService(t, true)
	v := s.visitor()
	require.Equal(t, "/app/#login_error=no_access", v.arrive(v.identify(stranger)))
	_, count, err := s.db.Logins(t.Context(), s.id, 0, 10)
	require.NoError(t, err)
	require.Zero(t, count)
}

// An attacker who gets a victim to open an address must neither log them in as someone else nor use a code that was
// meant for them.
func TestAnswerOfTheProviderWorksOnceAndInTheBrowserThatAsked(t *testing.T) {
	t.Parallel()
	s := newOIDCService(t, true)
	attacker, victim := s.visitor(), s.visitor()
	answer := attacker.identify(member)
	require.Equal(t, "/app/#login_error=expired", victim.arrive(answer), "the victim has not begun a login")

	own, err := url.Parse(victim.identify(stranger))
	require.NoError(t, err)
	stolen, err := url.Parse(answer)
	require.NoError(t, err)
	query := own.Query()
	query.Set("code", stolen.Query().Get("code"))
	injected := *own
	injected.RawQuery = query.Encode()
	require.Equal(t, "/app/#login_error=denied", victim.arrive(injected.String()), "the code belongs to another verifier")

	again := s.visitor()
	answer = again.identify(member)
	require.Equal(t, "/app/", again.arrive(answer))
	require.Equal(t, "/app/#login_error=expired", again.arrive(answer))
	forged := s.visitor()
	answer = forged.identify(member)
	require.Equal(t, "/app/#login_error=expired", forged.arrive(strings.Replace(answer, "state=", "state=x", 1)))
	require.Equal(t, "/app/#login_error=denied", forged.arrive(s.url+"/app/oidc/callback?error=access_denied"))
	require.NotContains(t, s.log.String(), "code=")
}

func TestProviderThatIsDownIsSaidSo(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) {
		c.OIDC = &api.OIDC{Provider: oidclogin.New(oidclogin.Config{Issuer: "http://127.0.0.1:1", ClientID: "quire"})}
	})
	require.Equal(t, "/app/#login_error=unavailable", s.visitor().arrive(s.url+"/app/oidc/login"))
	b := s.browser()
	b.enter(s.key)
	require.Equal(t, 200, b.send("GET", documents, "").status, "keys work without it")
}

func TestLoginMethodsAreListed(t *testing.T) {
	t.Parallel()
	require.Contains(t, string(newOIDCService(t, true).as("").get("/app/login-methods").body), `{"method":"oidc","url":"/app/oidc/login"}`)
	plain := newService(t).as("")
	require.NotContains(t, string(plain.get("/app/login-methods").body), "oidc")
	plain.get("/app/oidc/login").fails(404, "Not Found")
	plain.get("/app/oidc/callback").fails(404, "Not Found")
}
