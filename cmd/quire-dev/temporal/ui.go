package temporal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"github.com/temporalio/ui-server/v2/server/api"
	"github.com/temporalio/ui-server/v2/server/config"
	"github.com/temporalio/ui-server/v2/server/csrf"
	"github.com/temporalio/ui-server/v2/server/headers"
	"github.com/temporalio/ui-server/v2/server/route"
	"github.com/temporalio/ui-server/v2/ui"
)

const (
	uiHeaderTimeout = 10 * time.Second
	uiStopTimeout   = 5 * time.Second
)

type webUI struct {
	server *http.Server
	ended  chan struct{}
}

// startUI serves the web UI at address, to requests for this machine's own names and those of hosts.
func startUI(ctx context.Context, address, frontend string, hosts []string) (*webUI, error) {
	handler, err := uiHandler(frontend)
	if err != nil {
		return nil, fmt.Errorf("the web UI: %w", err)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("the web UI: %w", err)
	}
	w := &webUI{
		server: &http.Server{Handler: onlyHosts(hosts, handler), ReadHeaderTimeout: uiHeaderTimeout},
		ended:  make(chan struct{}),
	}
	go func() {
		defer close(w.ended)
		_ = w.server.Serve(l) // the process can do without the UI, and users notice when it is gone
	}()
	return w, nil
}

// uiHandler returns the handler of the UI's own server, without its listener and its log. The library's server cannot
// be wrapped in another handler, and it ends the process if its address is in use.
func uiHandler(frontend string) (http.Handler, error) {
	cfg, err := config.NewConfigProviderWithRefresh(&config.Config{
		TemporalGRPCAddress: frontend, EnableUI: true, DefaultNamespace: Namespace, DisableNewsFetch: true, HideLogs: true,
	})
	if err != nil {
		return nil, err
	}
	assets, err := ui.Assets()
	if err == nil {
		assets, err = fs.Sub(assets, "local")
	}
	if err != nil {
		return nil, err
	}
	e := echo.New()
	const secureCookie = false // plain HTTP on the machine itself
	e.Use(middleware.Recover(), middleware.Gzip(), middleware.Secure(), csrf.EnsureTokenCookie(secureCookie),
		middleware.CSRFWithConfig(csrf.MiddlewareConfig(cfg, secureCookie)))
	route.SetHealthRoute(e)
	forwarded := []api.Middleware{headers.WithForwardHeaders([]string{"Caller-Type"})}
	if err := errors.Join(route.SetAPIRoutes(e, cfg, forwarded), route.SetUIRoutes(e, "", assets, cfg)); err != nil {
		return nil, err
	}
	route.SetRenderRoute(e, "/")
	return e, nil
}

// ownNames are this machine's names for itself.
var ownNames = []string{"localhost", "127.0.0.1", "::1"}

// onlyHosts refuses requests addressed to any other name. Otherwise a stranger's page whose name resolves to this
// machine could read and change everything here through the visitor's browser (DNS rebinding).
func onlyHosts(hosts []string, next http.Handler) http.Handler {
	known := slices.Concat(ownNames, hosts)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
		if !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, host) }) {
			http.Error(w, "Temporal's web UI only accepts requests for localhost. QUIRE_TEMPORAL_UI_HOSTS names further hosts.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// stop lets responses in progress finish, but not for long.
func (w *webUI) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), uiStopTimeout)
	defer cancel()
	if w.server.Shutdown(ctx) != nil {
		_ = w.server.Close()
	}
	<-w.ended
}
