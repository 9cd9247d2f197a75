package api_test

import (
	"bytes"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/internal/apikey"
	"quire/schema"
)

const session = "/app/session"

// browser is the service used with the cookies that it sets and the headers that a browser adds.
type browser struct {
	*service
	jar  http.CookieJar
	site string // Sec-Fetch-Site
}

func (s *service) browser() *browser {
	jar, err := cookiejar.New(nil)
	require.NoError(s.t, err)
	return &browser{service: s.as(""), jar: jar, site: "same-origin"}
}

func (b *browser) send(method, path, body string) reply {
	b.t.Helper()
	r := b.request(method, path, strings.NewReader(body))
	if b.site != "" {
		r.Header.Set("Sec-Fetch-Site", b.site)
	}
	for _, c := range b.jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	got := b.do(r)
	b.jar.SetCookies(r.URL, (&http.Response{Header: got.header}).Cookies())
	return got
}

// enter logs in with a key.
func (b *browser) enter(key string) loggedIn {
	b.t.Helper()
	var l loggedIn
	b.send("POST", session, `{"key":"`+key+`"}`).into(200, &l)
	return l
}

type loggedIn struct {
	Account     struct{ ID, Name, Plan string }
	Name        string
	Permissions []string
	Method      string
	KeyID       *string    `json:"key_id"`
	ExpiresAt   *time.Time `json:"expires_at"`
}

// link returns the token of a fresh link.
func (s *service) link(lifetime time.Duration, names ...string) string {
	s.t.Helper()
	may, err := schema.PermissionsOf(names)
	require.NoError(s.t, err)
	token := "TOKEN" + strings.Repeat("X", 21) + strings.Join(names, "")
	require.NoError(s.t, s.db.CreateLoginLink(s.t.Context(), apikey.Hash(pepper, token), s.id, may, lifetime))
	return token
}

// exec changes the database behind the service's back.
func (s *service) exec(sql string) {
	s.t.Helper()
	conn, err := pgx.Connect(s.t.Context(), s.dbURL)
	require.NoError(s.t, err)
	defer conn.Close(s.t.Context()) //nolint:errcheck // the test is over then
	_, err = conn.Exec(s.t.Context(), sql)
	require.NoError(s.t, err)
}

func TestLoginStandsForItsKey(t *testing.T) {
	t.Parallel()
	s := newService(t)
	b := s.browser()
	l := b.enter(s.key)
	require.Equal(t, s.id.String(), l.Account.ID)
	require.Equal(t, []string{"read", "write"}, l.Permissions)
	require.Equal(t, "key", l.Method)
	require.NotNil(t, l.KeyID)
	require.Equal(t, apikey.Display(s.key), l.Name)

	var again loggedIn
	b.send("GET", session, "").into(200, &again)
	require.Equal(t, l, again)
	got := b.send("POST", collections, `{"name":"From the browser"}`)
	require.Equal(t, 200, got.status, "%s", got.body)
	require.NotEmpty(t, got.header.Get("RateLimit"), "a login counts against the limits of its account")
	require.NotContains(t, s.log.String(), s.key)
	var direct loggedIn
	s.get(session).into(200, &direct)
	require.Nil(t, direct.ExpiresAt, "a key is not a login")

	require.Equal(t, 200, b.send("DELETE", session, "").status)
	b.send("GET", session, "").fails(401, "Invalid or missing API key")
	require.Equal(t, 200, b.send("DELETE", session, "").status, "nothing is wrong with logging out twice")
	actions := []string{}
	entries, err := s.db.Audit(t.Context(), schema.AuditFilter{AccountID: &s.id, Action: "login.", Limit: 10})
	require.NoError(t, err)
	for _, e := range entries {
		require.Equal(t, apikey.Display(s.key), e.Actor)
		actions = append(actions, e.Action)
	}
	require.Equal(t, []string{schema.AuditLoginEnd, schema.AuditLoginBegin}, actions)
}

func TestCookieIsKeptFromScriptsAndOtherSites(t *testing.T) {
	t.Parallel()
	s := newService(t)
	plain := s.browser().send("POST", session, `{"key":"`+s.key+`"}`).header.Get("Set-Cookie")
	require.Regexp(t, `^quire_login=[A-Z2-7]{26}; Path=/; Expires=[^;]+; HttpOnly; SameSite=Strict$`, plain)

	r := s.as("").request("POST", session, strings.NewReader(`{"key":"`+s.key+`"}`))
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("X-Forwarded-Proto", "https") // from the proxy on this machine, which is trusted
	secure := s.as("").do(r).header.Get("Set-Cookie")
	require.Regexp(t, `^__Host-quire_login=[A-Z2-7]{26}; Path=/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$`, secure)

	stolen := s.as("").request("GET", documents, nil)
	stolen.Header.Set("Cookie", strings.SplitN(secure, ";", 2)[0])
	require.Equal(t, 200, s.as("").do(stolen).status)
}

func TestOtherSitesCannotActWithALogin(t *testing.T) {
	t.Parallel()
	s := newService(t)
	b := s.browser()
	b.enter(s.key)
	const refused = "A request with a login must come from a page of this service; other programs send a key in the Authorization header"
	for _, site := range []string{"cross-site", "same-site", ""} {
		b.site = site
		b.send("POST", collections, `{"name":"Forged"}`).fails(403, refused)
		b.send("DELETE", session, "").fails(403, refused)
		b.send("POST", session, `{"key":"`+s.key+`"}`).fails(403, refused)
		require.Equal(t, 200, b.send("GET", documents, "").status, "reading changes nothing, and no other site sees the response")
	}
	for origin, want := range map[string]int{"https://evil.example": 403, "null": 403, s.url: 200} {
		r := s.as("").request("POST", collections, strings.NewReader(`{"name":"By `+origin+`"}`))
		r.Header.Set("Origin", origin)
		home, err := url.Parse(s.url)
		require.NoError(t, err)
		r.AddCookie(b.jar.Cookies(home)[0])
		require.Equal(t, want, s.as("").do(r).status, origin)
	}
	foreign := s.request("POST", collections, strings.NewReader(`{"name":"With a key"}`))
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	require.Equal(t, 200, s.do(foreign).status, "who has the key may use it from anywhere")
}

func TestPublicAddressIsOurOwnBehindAProxy(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) { c.BaseURL = "https://quire.example.org/api/v1" })
	for origin, want := range map[string]int{"https://quire.example.org": 200, "https://example.org": 403} {
		r := s.as("").request("POST", session, strings.NewReader(`{"key":"`+s.key+`"}`))
		r.Header.Set("Origin", origin)
		require.Equal(t, want, s.as("").do(r).status, origin)
	}
}

func TestLoginDiesWithItsKey(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.newKey(s.id, true, true)
	b, other := s.browser(), s.browser()
	b.enter(key)
	other.enter(s.key)
	p, err := s.db.Authenticate(t.Context(), apikey.Hash(pepper, key))
	require.NoError(t, err)
	_, err = s.db.RevokeKey(t.Context(), *p.KeyID)
	require.NoError(t, err)
	b.send("GET", documents, "").fails(401, "You are not logged in, or no longer; log in again")
	require.Equal(t, 200, other.send("GET", documents, "").status)
}

func TestLoginMayDoWhatItsKeyMay(t *testing.T) {
	t.Parallel()
	s := newService(t)
	b := s.browser()
	b.enter(s.newKey(s.id, true, false))
	require.Equal(t, 200, b.send("GET", collections, "").status)
	b.send("POST", collections, `{"name":"x"}`).fails(403, "Access denied")
}

func TestLoginEndsUnusedAndInTheEnd(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, sql := range []string{
		"UPDATE logins SET used_at = now() - interval '12 hours 1 second'", "UPDATE logins SET expires_at = now()",
	} {
		b := s.browser()
		b.enter(s.key)
		s.exec(sql)
		b.send("GET", documents, "").fails(401, "You are not logged in, or no longer; log in again")
	}
	n, err := s.db.DeleteLogins(t.Context(), 10)
	require.NoError(t, err)
	require.EqualValues(t, 2, n)

	b := s.browser()
	b.enter(s.key)
	s.exec("UPDATE logins SET used_at = now() - interval '11 hours'")
	require.Equal(t, 200, b.send("GET", documents, "").status)
	s.exec("UPDATE logins SET used_at = used_at - interval '11 hours'")
	require.Equal(t, 200, b.send("GET", documents, "").status, "using it keeps it")
}

func TestLinkLogsInOnce(t *testing.T) {
	t.Parallel()
	s := newService(t)
	token := s.link(time.Minute, "read", "admin")
	b := s.browser()
	var l loggedIn
	b.send("POST", session, `{"token":"`+token+`"}`).into(200, &l)
	require.Equal(t, []string{"read", "admin"}, l.Permissions)
	require.Equal(t, "link", l.Method)
	require.Nil(t, l.KeyID)
	require.Equal(t, 200, b.send("GET", documents, "").status)
	b.send("POST", collections, `{"name":"x"}`).fails(403, "Access denied")
	const used = "This link was used before or is too old; ask for a new one"
	s.browser().send("POST", session, `{"token":"`+token+`"}`).fails(401, used)

	late := s.link(0, "read")
	s.browser().send("POST", session, `{"token":"`+late+`"}`).fails(401, used)
	n, err := s.db.DeleteLoginLinks(t.Context(), 10)
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
	require.NotContains(t, s.log.String(), token)
}

func TestSimultaneousUsesOfALinkLogInOnce(t *testing.T) {
	t.Parallel()
	s := newService(t)
	token := s.link(time.Minute, "read")
	statuses := make(chan int, 8)
	for range cap(statuses) {
		go func() {
			r := s.as("").request("POST", session, bytes.NewReader([]byte(`{"token":"`+token+`"}`)))
			r.Header.Set("Sec-Fetch-Site", "same-origin")
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				statuses <- 0
				return
			}
			statuses <- res.StatusCode
			_ = res.Body.Close()
		}()
	}
	count := map[int]int{}
	for range cap(statuses) {
		count[<-statuses]++
	}
	require.Equal(t, map[int]int{200: 1, 401: cap(statuses) - 1}, count)
}

func TestWrongLoginsAreRefused(t *testing.T) {
	t.Parallel()
	s := newService(t)
	b := s.browser()
	b.send("POST", session, `{"key":"nonsense"}`).fails(401, "Invalid or missing API key")
	b.send("POST", session, `{"key":"`+apikey.New(apikey.Live)+`"}`).fails(401, "Invalid or missing API key")
	b.send("POST", session, `{"token":"nonsense"}`).fails(401, "This link was used before or is too old; ask for a new one")
	b.send("POST", session, `{}`).fails(400, "Send either key or token")
	b.send("POST", session, `{"key":"a","token":"b"}`).fails(400, "Send either key or token")
	b.send("POST", session, `{"key":7}`).invalid("body.key", "string_type")
	r := s.as("").request("GET", documents, nil)
	r.Header.Set("Cookie", "quire_login=nonsense")
	s.as("").do(r).fails(401, "You are not logged in, or no longer; log in again")
}

func TestAttemptsToLogInAreLimitedByAddress(t *testing.T) {
	t.Parallel()
	s := newService(t)
	attempt := func(address string) int {
		r := s.as("").request("POST", session, strings.NewReader(`{"key":"nonsense"}`))
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		r.Header.Set("X-Forwarded-For", address)
		return s.as("").do(r).status
	}
	for want, addresses := range map[string][]string{
		"one IPv4 address":  {"192.0.2.1", "192.0.2.1"},
		"one IPv6 customer": {"2001:db8::1", "2001:db8::ffff"},
	} {
		refused := 0
		for i := range 60 {
			if attempt(addresses[i%2]) == 429 {
				refused++
			}
		}
		require.Positive(t, refused, want)
	}
	require.Equal(t, 401, attempt("192.0.2.2"), "others are not affected")
}

func TestOnlyTheNewestLoginsOfAKeyAreKept(t *testing.T) {
	t.Parallel()
	s := newService(t)
	first := s.browser()
	first.enter(s.key)
	for range 25 {
		s.browser().enter(s.key)
	}
	first.send("GET", documents, "").fails(401, "You are not logged in, or no longer; log in again")
}
