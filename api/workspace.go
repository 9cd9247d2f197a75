package api

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"quire/web"
)

// mountWorkspace serves the pages for people. They are not part of the API: they use it like any other client.
func (s *Server) mountWorkspace(w http.Handler) {
	serve := echo.WrapHandler(w)
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		s.echo.Add(method, web.Path, serve)
		s.echo.Add(method, web.Path+"/*", serve)
		s.echo.Add(method, "/", welcome)
	}
}

// welcome redirects browsers to the workspace. For programs, the path does not exist.
func welcome(c echo.Context) error {
	c.Response().Header().Add(echo.HeaderVary, echo.HeaderAccept)
	if !strings.Contains(c.Request().Header.Get(echo.HeaderAccept), echo.MIMETextHTML) {
		return echo.ErrNotFound
	}
	return c.Redirect(http.StatusFound, web.Path)
}
