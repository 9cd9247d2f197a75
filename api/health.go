package api

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

const (
	checkTimeout = 2 * time.Second
	// readinessAge is how long the replies of the dependencies are reused, because anyone may call /readyz as often as
	// they like.
	readinessAge = time.Second
)

type health struct {
	Status  string `json:"status"`
	Version string `json:"version,omitempty"`
	Region  string `json:"region,omitempty"`
}

// healthz reports that the process responds; it says nothing about its dependencies.
func (s *Server) healthz(c echo.Context) error {
	return ok(c, health{Status: "ok", Version: s.cfg.Version, Region: s.cfg.Region})
}

// readiness queries the dependencies, one query at a time however many callers ask.
type readiness struct {
	checks []Check
	log    *slog.Logger
	mu     sync.Mutex
	asked  time.Time
	last   readinessBody
}

type readinessBody struct {
	Status string            `json:"status"` // ready or not_ready
	Checks []dependencyState `json:"checks"`
}

type dependencyState struct {
	Name   string `json:"name"`
	Status string `json:"status"` // ok or unavailable
	TookMS int64  `json:"took_ms"`
}

// notReady is the error shape with the state of every dependency.
type notReady struct {
	errorBody
	readinessBody
}

// readyz reports whether this process can serve requests now.
func (s *Server) readyz(c echo.Context) error {
	state := s.ready.state()
	if state.Status == "ready" {
		return ok(c, state)
	}
	f := &failure{status: http.StatusServiceUnavailable, detail: "Not ready"}
	c.Response().Header().Set(echo.HeaderRetryAfter, "1")
	return answer(c, f.status, notReady{f.body(requestID(c)), state})
}

func (r *readiness) state() readinessBody {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.asked.IsZero() && time.Since(r.asked) < readinessAge {
		return r.last
	}
	states := make([]dependencyState, len(r.checks))
	var wg sync.WaitGroup
	for i, check := range r.checks {
		wg.Go(func() { states[i] = r.ask(check) })
	}
	wg.Wait()
	r.last = readinessBody{Status: "ready", Checks: states}
	for _, s := range states {
		if s.Status != "ok" {
			r.last.Status = "not_ready"
		}
	}
	r.asked = time.Now()
	return r.last
}

func (r *readiness) ask(check Check) dependencyState {
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	started := time.Now()
	state := dependencyState{Name: check.Name, Status: "ok"}
	if err := check.Func(ctx); err != nil {
		state.Status = "unavailable"
		r.log.WarnContext(ctx, "a dependency cannot serve", "dependency", check.Name, "error", err)
	}
	state.TookMS = time.Since(started).Milliseconds()
	return state
}
