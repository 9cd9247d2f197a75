package api

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"quire/internal/oidclogin"
	"quire/schema"
)

// OIDC is the login with an identity provider.
type OIDC struct {
	Provider *oidclogin.Provider
	Grants   []Grant
}

// EveryGroup as the group of a Grant stands for everyone the provider knows.
const EveryGroup = "*"

// Grant is what the members of a group of the provider may do in an account.
type Grant struct {
	Group   string
	Account string // its name
	schema.Permissions
}

// granted returns the account of the first grant to one of the groups, and all permissions that the groups have in it.
func (o *OIDC) granted(groups []string) (account string, may schema.Permissions, ok bool) {
	for _, g := range o.Grants {
		member := g.Group == EveryGroup || slices.Contains(groups, g.Group)
		if !member || (ok && g.Account != account) {
			continue
		}
		account, ok = g.Account, true
		may.Read, may.Write, may.Admin = may.Read || g.Read, may.Write || g.Write, may.Admin || g.Admin
		may.Operator, may.Unmask = may.Operator || g.Operator, may.Unmask || g.Unmask
	}
	return account, may, ok
}

const (
	oidcLoginPath    = "/app/oidc/login"
	oidcCallbackPath = "/app/oidc/callback"
	appPath          = "/app/"
	// oidcLifetime is how long a login through the provider lasts. Afterwards the provider is asked again whether the
	// person still belongs to the groups.
	oidcLifetime = 12 * time.Hour
	// attemptLifetime is how long a person may take to log in with the provider.
	attemptLifetime = 10 * time.Minute
	attemptCookie   = "quire_oidc"
)

// loginMethod is a way to log in.
type loginMethod struct {
	Method string  `json:"method"`
	URL    *string `json:"url"` // where a browser goes to log in; null: it sends what it has to /app/session
}

// listLoginMethods responds with the ways to log in.
func (s *Server) listLoginMethods(c echo.Context) error {
	methods := []loginMethod{{Method: schema.LoginByKey}, {Method: schema.LoginByLink}}
	if s.cfg.OIDC != nil {
		methods = append(methods, loginMethod{Method: schema.LoginByOIDC, URL: new(oidcLoginPath)})
	}
	return okList(c, methods, len(methods), func(m loginMethod) loginMethod { return m })
}

// The outcomes of a failed login with the provider, as passed to the workspace in its address.
const (
	loginUnavailable = "unavailable" // the provider does not respond
	loginDenied      = "denied"      // refused by the provider or by the person
	loginExpired     = "expired"     // begun too long ago, or in another browser
	loginNoAccess    = "no_access"   // none of the person's groups has access to an account
)

// beginOIDC sends a browser to the provider.
func (s *Server) beginOIDC(c echo.Context) error {
	if s.cfg.OIDC == nil {
		return echo.ErrNotFound
	}
	if err := s.limiter.attempt(c); err != nil {
		return err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	to, attempt, err := s.cfg.OIDC.Provider.Begin(ctx, s.baseURL(c.Request())+oidcCallbackPath)
	if err != nil {
		return s.notLoggedIn(c, err)
	}
	s.setAttempt(c, attempt.String())
	return redirect(c, to)
}

// finishOIDC logs in a browser that returns from the provider. The login cookie is strict: the browser does not send it
// with this redirect, which another site began, but does send it with the workspace's own requests.
func (s *Server) finishOIDC(c echo.Context) error {
	if s.cfg.OIDC == nil {
		return echo.ErrNotFound
	}
	if err := s.limiter.attempt(c); err != nil {
		return err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	person, err := s.personOf(ctx, c)
	s.setAttempt(c, "")
	if err != nil {
		return s.notLoggedIn(c, err)
	}
	cookie := rand.Text()
	l, err := s.logInPerson(ctx, c, person, cookie)
	if err != nil {
		return s.notLoggedIn(c, err)
	}
	s.setLoginCookie(c, cookie, l.ExpiresAt)
	return redirect(c, appPath)
}

// personOf asks the provider who has logged in.
func (s *Server) personOf(ctx context.Context, c echo.Context) (oidclogin.Person, error) {
	query := c.QueryParams()
	if query.Get("error") != "" {
		return oidclogin.Person{}, oidclogin.ErrRefused
	}
	cookie, err := c.Cookie(s.attemptName(c))
	if err != nil {
		return oidclogin.Person{}, oidclogin.ErrForged
	}
	attempt, ok := oidclogin.ParseAttempt(cookie.Value)
	if !ok {
		return oidclogin.Person{}, oidclogin.ErrForged
	}
	return s.cfg.OIDC.Provider.Finish(ctx, s.baseURL(c.Request())+oidcCallbackPath, attempt, query.Get("state"), query.Get("code"))
}

var errNoGroup = errors.New("no group of the person has an account")

// logInPerson creates the login of a person in the account that their groups give access to.
func (s *Server) logInPerson(ctx context.Context, c echo.Context, person oidclogin.Person, cookie string) (schema.Login, error) {
	name, may, ok := s.cfg.OIDC.granted(person.Groups)
	if !ok {
		return schema.Login{}, errNoGroup
	}
	a, err := s.cfg.DB.AccountNamed(ctx, name)
	if errors.Is(err, schema.ErrAccountNotFound) {
		s.cfg.Logger.WarnContext(ctx, "QUIRE_OIDC_GROUPS names an account that does not exist", "account", name)
		return schema.Login{}, errNoGroup
	}
	if err != nil {
		return schema.Login{}, err
	}
	by := schema.Actor{Name: "oidc " + person.Name, RequestID: requestID(c), IP: c.RealIP()}
	return s.cfg.DB.BeginLogin(schema.WithActor(ctx, by), schema.NewLogin{
		Hash: s.hash(cookie), AccountID: a.ID, Method: schema.LoginByOIDC, Actor: by.Name, Permissions: may, Lifetime: oidcLifetime,
	})
}

// notLoggedIn redirects to the workspace, which explains why. Anything that does not concern the person goes to the
// log.
func (s *Server) notLoggedIn(c echo.Context, err error) error {
	outcome := loginUnavailable
	switch {
	case errors.Is(err, oidclogin.ErrForged):
		outcome = loginExpired
	case errors.Is(err, oidclogin.ErrRefused):
		outcome = loginDenied
	case errors.Is(err, errNoGroup):
		outcome = loginNoAccess
	case !errors.Is(err, oidclogin.ErrUnavailable):
		return err
	}
	s.cfg.Logger.WarnContext(c.Request().Context(), "login with the identity provider failed", "request_id", requestID(c), "outcome", outcome, "error", err)
	return redirect(c, appPath+"#login_error="+outcome)
}

func redirect(c echo.Context, to string) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return c.Redirect(http.StatusSeeOther, to)
}

func (s *Server) attemptName(c echo.Context) string {
	if s.isSecure(c.Request()) {
		return "__Host-" + attemptCookie
	}
	return attemptCookie
}

// setAttempt sets the cookie of a login in progress, or removes it if value is "". The cookie is lax, because the
// request that needs it comes from the provider's site.
func (s *Server) setAttempt(c echo.Context, value string) {
	cookie := &http.Cookie{
		Name: s.attemptName(c), Value: value, Path: "/", HttpOnly: true, Secure: s.isSecure(c.Request()),
		SameSite: http.SameSiteLaxMode, MaxAge: int(attemptLifetime.Seconds()),
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	c.SetCookie(cookie)
}
