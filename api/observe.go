package api

import (
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const (
	requestIDKey = "request_id"
	outcomeKey   = "outcome"
)

var validRequestID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// outcome says how a request ended if its response alone does not show it.
type outcome struct {
	status int
	cause  error
}

func setOutcome(c echo.Context, status int, cause error) { c.Set(outcomeKey, outcome{status, cause}) }

// requestID returns the request's id, used in the response, the log and the workflow that it starts.
func requestID(c echo.Context) string { return c.Get(requestIDKey).(string) }

// observe wraps every request: it assigns an id, recovers from panics, responds with errors, and logs and counts the
// request once.
func (s *Server) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		started := time.Now()
		id := c.Request().Header.Get(echo.HeaderXRequestID)
		if !validRequestID.MatchString(id) {
			id = newRequestID()
		}
		c.Set(requestIDKey, id)
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		span := s.startSpan(c, id)
		defer span.End()
		s.metrics.inFlight.Inc()
		defer s.metrics.inFlight.Dec()
		cut := false // set if the response was interrupted
		if err := survive(next, c); err != nil {
			cut = c.Response().Committed
			s.answerError(err, c)
		}
		status := s.record(c, time.Since(started))
		endSpan(span, status)
		if cut || status == statusClientGone {
			panic(http.ErrAbortHandler) // otherwise net/http would end the response as if it were complete
		}
		return nil
	}
}

func newRequestID() string {
	id := uuid.Must(uuid.NewV7()) // fails only on a machine without a source of randomness
	return "req_" + hex.EncodeToString(id[:])
}

// survive turns a panic into an error that carries its stack.
func survive(next echo.HandlerFunc, c echo.Context) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			if errors.Is(r, http.ErrAbortHandler) {
				panic(r)
			}
			err = fmt.Errorf("panic: %w\n%s", r, debug.Stack())
		default:
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return next(c)
}

// record logs and counts the request, and returns how it ended.
func (s *Server) record(c echo.Context, took time.Duration) (status int) {
	end := outcome{status: c.Response().Status}
	if o, ok := c.Get(outcomeKey).(outcome); ok {
		end = o
	}
	s.metrics.observe(c, end.status, took)
	attrs := []slog.Attr{
		slog.String("request_id", requestID(c)), slog.String("method", c.Request().Method),
		slog.String("route", c.Path()), slog.Int("status", end.status), slog.Duration("took", took),
		slog.Int64("bytes", c.Response().Size), slog.String("client", c.RealIP()),
	}
	if p, ok := c.Get(principalKey).(schema.Principal); ok {
		attrs = append(attrs, slog.String("account_id", p.AccountID.String()), slog.String("key", p.Display))
	}
	level := levelOf(c.Path(), end.status)
	if end.cause != nil {
		attrs = append(attrs, slog.Any("error", end.cause))
	}
	s.cfg.Logger.LogAttrs(c.Request().Context(), level, "request", attrs...)
	return end.status
}

// clientIP trusts X-Forwarded-For only as far as the configured proxies wrote it.
func (s *Server) clientIP() echo.IPExtractor {
	if len(s.cfg.TrustedProxies) == 0 {
		return echo.ExtractIPDirect()
	}
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range s.cfg.TrustedProxies {
		p = p.Masked()
		options = append(options, echo.TrustIPRange(&net.IPNet{
			IP: p.Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(options...)
}

// baseURL returns the address at which the client can reach this interface.
func (s *Server) baseURL(r *http.Request) string {
	if s.cfg.BaseURL != "" {
		return s.cfg.BaseURL
	}
	scheme := "http"
	if r.TLS != nil || (s.fromTrustedProxy(r) && strings.EqualFold(r.Header.Get(echo.HeaderXForwardedProto), "https")) {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// isSecure reports whether the client reaches this interface over TLS.
func (s *Server) isSecure(r *http.Request) bool { return strings.HasPrefix(s.baseURL(r), "https://") }

func (s *Server) fromTrustedProxy(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	for _, p := range s.cfg.TrustedProxies {
		if p.Contains(peer.Addr().Unmap()) {
			return true
		}
	}
	return false
}

func isProbe(path string) bool { return path == "/healthz" || path == "/readyz" || path == "/metrics" }

// levelOf returns the log level for a response. Probes come every second, and "not ready" is a normal reply to them.
func levelOf(path string, status int) slog.Level {
	switch {
	case isProbe(path):
		return slog.LevelDebug
	case status >= http.StatusInternalServerError:
		return slog.LevelError
	}
	return slog.LevelInfo
}
