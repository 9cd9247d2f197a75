package api

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"quire/internal/apikey"
	"quire/schema"
)

// dependencyTimeout bounds the short database queries that every request makes.
const dependencyTimeout = 5 * time.Second

var (
	errUnauthorized = &schema.Error{Code: schema.Unauthorized, Msg: "Invalid or missing API key"}
	errAccessDenied = &schema.Error{Code: schema.Forbidden, Msg: "Access denied"}
)

// authenticate determines who sent the request: by its key, or else by the cookie of a login.
func (s *Server) authenticate(c echo.Context) (schema.Principal, error) {
	headers := c.Request().Header.Values(echo.HeaderAuthorization)
	if cookie := s.loginCookie(c); len(headers) == 0 && cookie != "" {
		return s.authenticateLogin(c, cookie)
	}
	plain, ok := bearer(headers)
	if !ok {
		return schema.Principal{}, errUnauthorized
	}
	return s.authenticateKey(c, plain)
}

func (s *Server) authenticateKey(c echo.Context, plain string) (schema.Principal, error) {
	env, ok := apikey.Parse(plain)
	if !ok {
		return schema.Principal{}, errUnauthorized
	}
	if env != s.cfg.Environment {
		return schema.Principal{}, &schema.Error{
			Code: schema.Unauthorized,
			Msg:  fmt.Sprintf("This is a %s key, and this deployment accepts %s keys only", env, s.cfg.Environment),
		}
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), dependencyTimeout)
	defer cancel()
	return s.cfg.DB.Authenticate(ctx, s.hash(plain))
}

// hash returns the hash that the database stores of a key, a cookie or the token of a link.
func (s *Server) hash(secret string) []byte { return apikey.Hash(s.cfg.Pepper, secret) }

// bearer returns the token of the only Authorization header (RFC 6750 §2.1; the scheme is case-insensitive, see RFC
// 9110 §11.1).
func bearer(headers []string) (string, bool) {
	if len(headers) != 1 {
		return "", false
	}
	scheme, token, ok := strings.Cut(headers[0], " ")
	token = strings.TrimSpace(token)
	return token, ok && strings.EqualFold(scheme, "Bearer") && token != ""
}

func allows(p schema.Principal, needs permission) bool {
	switch needs {
	case read:
		return p.Read
	case write:
		return p.Write
	case admin:
		return p.Admin
	case operator:
		return p.Operator
	case open, anyKey:
		return true
	}
	return false
}

// actor returns the sender of a request as the audit log shows it.
func actor(c echo.Context, p schema.Principal) schema.Actor {
	return schema.Actor{Name: p.Display, KeyID: p.KeyID, RequestID: requestID(c), IP: c.RealIP()}
}

const principalKey = "principal"

func setPrincipal(c echo.Context, p schema.Principal) { c.Set(principalKey, p) }

// principal returns who sent the request; only handlers of routes that require a key may call it.
func principal(c echo.Context) schema.Principal { return c.Get(principalKey).(schema.Principal) }
