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

// dependencyTimeout bounds the short questions to the database that every request asks.
const dependencyTimeout = 5 * time.Second

var (
	errUnauthorized = &schema.Error{Code: schema.Unauthorized, Msg: "Invalid or missing API key"}
	errAccessDenied = &schema.Error{Code: schema.Forbidden, Msg: "Access denied"}
)

// authenticate finds who sent the request.
func (s *Server) authenticate(c echo.Context) (schema.Principal, error) {
	plain, ok := bearer(c.Request().Header.Values(echo.HeaderAuthorization))
	if !ok {
		return schema.Principal{}, errUnauthorized
	}
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
	return s.cfg.DB.Authenticate(ctx, apikey.Hash(s.cfg.Pepper, plain))
}

// bearer is the token of the one Authorization header (RFC 6750 §2.1; the scheme in any case, as RFC 9110 §11.1 says).
func bearer(headers []string) (string, bool) {
	if len(headers) != 1 {
		return "", false
	}
	scheme, token, ok := strings.Cut(headers[0], " ")
	token = strings.TrimSpace(token)
	return token, ok && strings.EqualFold(scheme, "Bearer") && token != ""
}

func allows(p schema.Principal, needs permission) bool {
	if needs == write {
		return p.CanWrite
	}
	return p.CanRead
}

const principalKey = "principal"

func setPrincipal(c echo.Context, p schema.Principal) { c.Set(principalKey, p) }

// principal is who sent the request; only routes that need a key may ask.
func principal(c echo.Context) schema.Principal { return c.Get(principalKey).(schema.Principal) }
