package api

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"quire/schema"
)

// preflightLifetime is how long browsers may cache the answer to a preflight request, in seconds.
const preflightLifetime = 600

// allowOrigins lets pages of the configured origins use the API with a key
// (https://fetch.spec.whatwg.org/#http-cors-protocol). Their requests carry no cookies, so that no such page can act
// with a visitor's login.
func (s *Server) allowOrigins() echo.MiddlewareFunc {
	return middleware.CORSWithConfig(middleware.CORSConfig{
		Skipper:      func(c echo.Context) bool { return !strings.HasPrefix(c.Request().URL.Path, basePath+"/") },
		AllowOrigins: s.cfg.AllowedOrigins,
		AllowMethods: []string{
			http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		},
		AllowHeaders: []string{
			echo.HeaderAuthorization, echo.HeaderContentType, "Idempotency-Key", "Last-Event-ID", echo.HeaderXRequestID,
		},
		ExposeHeaders: []string{
			echo.HeaderContentDisposition, "Idempotent-Replayed", "RateLimit", "RateLimit-Policy", echo.HeaderRetryAfter, echo.HeaderXRequestID,
		},
		MaxAge: preflightLifetime,
	})
}

var errUnknownOrigin = &schema.Error{
	Code: schema.Forbidden, Msg: "Pages of this origin are not served; the operator allows it with QUIRE_ALLOWED_ORIGINS",
}

// knows reports whether requests may come from pages of an origin: this service's public address, one that the operator
// allows, or one on this machine. Programs other than browsers send no origin. The name under which a request reached
// the service proves nothing, because a page can make its own name resolve to this machine (DNS rebinding).
func (s *Server) knows(origin string) bool {
	if origin == "" || slices.Contains(s.cfg.AllowedOrigins, origin) {
		return true
	}
	from, err := url.Parse(origin)
	if err != nil {
		return false
	}
	if public, err := url.Parse(s.cfg.BaseURL); err == nil && public.Host != "" && from.Scheme == public.Scheme && from.Host == public.Host {
		return true
	}
	address, err := netip.ParseAddr(from.Hostname())
	return from.Hostname() == "localhost" || (err == nil && address.IsLoopback())
}
