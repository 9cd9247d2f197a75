package api

import (
	"crypto/rand"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const (
	// loginLifetime is the maximum lifetime of a login, however much it is used.
	loginLifetime = 7 * 24 * time.Hour
	// cookieName is the name of the cookie over http. Over TLS, the name gets a prefix that makes browsers accept it
	// only from this very host (RFC 6265bis §4.1.3.2).
	cookieName       = "quire_login"
	secureCookieName = "__Host-" + cookieName
)

// loginAttempts is how often one address may try to log in. It only guards against floods, because keys cannot be
// guessed.
var loginAttempts = schema.Quota{Burst: 30, Window: time.Minute}

// login says who a request acts for, on the wire.
type login struct {
	Account     loginAccount `json:"account"`
	Name        string       `json:"name"`
	Permissions []string     `json:"permissions"`
	Method      string       `json:"method"`
	KeyID       *uuid.UUID   `json:"key_id"`
	CreatedAt   *timestamp   `json:"created_at"`
	ExpiresAt   *timestamp   `json:"expires_at"`
}

type loginAccount struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name"`
	Plan string    `json:"plan"`
}

// ownOrigins recognizes requests from our own pages. Behind a proxy that rewrites Host, only the public address tells
// which pages are our own.
func ownOrigins(publicURL string) (*http.CrossOriginProtection, error) {
	own := http.NewCrossOriginProtection()
	if publicURL == "" {
		return own, nil
	}
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil, err
	}
	return own, own.AddTrustedOrigin(u.Scheme + "://" + u.Host)
}

var errForeignPage = &schema.Error{
	Code: schema.Forbidden, Msg: "A request with a login must come from a page of this service; other programs send a key in the Authorization header",
}

// fromOwnPage refuses a request that changes something unless the browser says that one of our own pages sent it, so
// that no other site can act with a visitor's login. SameSite protects the cookie from other sites too, but not from
// other services on the same domain. Every browser sends one of the headers with such a request.
func (s *Server) fromOwnPage(r *http.Request) error {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil
	}
	silent := r.Header.Get("Sec-Fetch-Site") == "" && r.Header.Get(echo.HeaderOrigin) == ""
	if silent || s.origins.Check(r) != nil {
		return errForeignPage
	}
	return nil
}

func (s *Server) loginCookie(c echo.Context) string {
	for _, name := range []string{secureCookieName, cookieName} {
		if cookie, err := c.Cookie(name); err == nil && cookie.Value != "" {
			return cookie.Value
		}
	}
	return ""
}

func (s *Server) authenticateLogin(c echo.Context, cookie string) (schema.Principal, error) {
	if err := s.fromOwnPage(c.Request()); err != nil {
		return schema.Principal{}, err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	return s.cfg.DB.AuthenticateLogin(ctx, s.hash(cookie))
}

// getLogin responds with who the request acts for.
func (s *Server) getLogin(c echo.Context) error {
	p := principal(c)
	ctx := c.Request().Context()
	if p.LoginID == nil {
		a, err := s.cfg.DB.Account(ctx, p.AccountID)
		if err != nil {
			return err
		}
		return ok(c, wireLogin(p, a.Name, schema.Login{Method: schema.LoginByKey}))
	}
	l, account, err := s.cfg.DB.Login(ctx, *p.LoginID)
	if err != nil {
		return err
	}
	return ok(c, wireLogin(p, account, l))
}

func wireLogin(p schema.Principal, account string, l schema.Login) login {
	w := login{
		Account: loginAccount{ID: p.AccountID, Name: account, Plan: p.Plan}, Name: p.Display,
		Permissions: p.Names(), Method: l.Method, KeyID: p.KeyID,
	}
	if p.LoginID != nil {
		w.CreatedAt, w.ExpiresAt = new(timestamp(l.CreatedAt)), new(timestamp(l.ExpiresAt))
	}
	return w
}

// logIn exchanges a key, or the token of a link, for a cookie.
func (s *Server) logIn(c echo.Context) error {
	if err := s.fromOwnPage(c.Request()); err != nil {
		return err
	}
	if err := s.limiter.attempt(c); err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	key, token := b.optional("key", maxName), b.optional("token", maxName)
	if err := b.err(); err != nil {
		return err
	}
	if (key == "") == (token == "") {
		return badRequest("Send either key or token")
	}
	ctx, cancel := shortly(c)
	defer cancel()
	original := c.Request()
	defer c.SetRequest(original)
	c.SetRequest(original.WithContext(ctx))
	cookie := rand.Text()
	var l schema.Login
	if key != "" {
		l, err = s.logInByKey(c, key, cookie)
	} else {
		l, err = s.logInByLink(c, token, cookie)
	}
	if err != nil {
		return err
	}
	return s.loggedIn(c, l, cookie)
}

func (s *Server) logInByKey(c echo.Context, key, cookie string) (schema.Login, error) {
	p, err := s.authenticateKey(c, key)
	if err != nil {
		return schema.Login{}, err
	}
	if err := s.limiter.take(c, p, false); err != nil {
		return schema.Login{}, err
	}
	return s.cfg.DB.BeginLogin(schema.WithActor(c.Request().Context(), actor(c, p)), schema.NewLogin{
		Hash: s.hash(cookie), AccountID: p.AccountID, Method: schema.LoginByKey, KeyID: p.KeyID, Actor: p.Display,
		Permissions: p.Permissions, Lifetime: loginLifetime,
	})
}

func (s *Server) logInByLink(c echo.Context, token, cookie string) (schema.Login, error) {
	by := schema.Actor{Name: "login link", RequestID: requestID(c), IP: c.RealIP()}
	return s.cfg.DB.RedeemLoginLink(schema.WithActor(c.Request().Context(), by), s.hash(token), s.hash(cookie), loginLifetime)
}

// loggedIn sets the cookie and responds with who is now logged in.
func (s *Server) loggedIn(c echo.Context, l schema.Login, cookie string) error {
	p, err := s.cfg.DB.AuthenticateLogin(c.Request().Context(), l.Hash)
	if err != nil {
		return err
	}
	_, account, err := s.cfg.DB.Login(c.Request().Context(), l.ID)
	if err != nil {
		return err
	}
	s.setLoginCookie(c, cookie, l.ExpiresAt)
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return ok(c, wireLogin(p, account, l))
}

// setLoginCookie sets the cookie, or removes it if value is "".
func (s *Server) setLoginCookie(c echo.Context, value string, expires time.Time) {
	cookie := &http.Cookie{
		Name: cookieName, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Expires: expires,
	}
	if s.isSecure(c.Request()) {
		cookie.Name, cookie.Secure = secureCookieName, true
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	c.SetCookie(cookie)
}

// logOut ends the login. The response is the same for a client that is not logged in.
func (s *Server) logOut(c echo.Context) error {
	if err := s.fromOwnPage(c.Request()); err != nil {
		return err
	}
	if cookie := s.loginCookie(c); cookie != "" {
		ctx, cancel := shortly(c)
		defer cancel()
		if p, err := s.cfg.DB.AuthenticateLogin(ctx, s.hash(cookie)); err == nil {
			ctx = schema.WithActor(ctx, actor(c, p))
		}
		if err := s.cfg.DB.EndLogin(ctx, s.hash(cookie)); err != nil {
			return err
		}
	}
	s.setLoginCookie(c, "", time.Time{})
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return ok(c, message{"Logged out"})
}

// attempt counts an attempt to log in from the request's address, and returns the 429 for one too many.
func (l *limiter) attempt(c echo.Context) error {
	u := l.count(c.Request().Context(), "login:"+network(c.RealIP()), loginAttempts)
	if u.Allowed {
		return nil
	}
	return &failure{status: http.StatusTooManyRequests, detail: "Too many attempts to log in; wait and try again", retryAfter: u.Retry}
}

// subscriber is the length, in bits, of the IPv6 prefix that a provider usually assigns to one customer.
const subscriber = 64

// network returns the address under which attempts are counted: with IPv6, everyone has more addresses than can be
// counted.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return "?"
	}
	if ip = ip.Unmap(); ip.Is6() {
		if p, err := ip.WithZone("").Prefix(subscriber); err == nil {
			return p.String()
		}
	}
	return ip.String()
}
