package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"quire/cmd/internal/convertcmd"
	"quire/cmd/internal/exit"
	"quire/internal/door"
)

// Service is embedded in commands that are clients of a running service.
type Service struct {
	Server string `env:"QUIRE_SERVER" default:"http://localhost:8080" placeholder:"URL" help:"Address of the service."`
	Key    string `env:"QUIRE_API_KEY" placeholder:"KEY" help:"API key."`
}

// client returns a client of the service.
func (s Service) client() (*door.Client, error) {
	if s.Key == "" {
		return nil, exit.Usage(errors.New("a key is required: set QUIRE_API_KEY, or give --key"))
	}
	base := strings.TrimSuffix(strings.TrimRight(s.Server, "/"), "/api/v1")
	return &door.Client{Base: base, Header: http.Header{"Authorization": {"Bearer " + s.Key}}}, nil
}

// silence is how long the service may take to begin a response before the request counts as lost.
const silence = 5 * time.Minute

// connect returns a client that retries requests, after checking that the service is reachable and accepts the key.
func (s Service) connect(ctx context.Context) (*door.Client, error) {
	c, err := s.client()
	if err != nil {
		return nil, err
	}
	wire := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // DefaultTransport is one
	wire.ResponseHeaderTimeout = silence
	c.HTTP = &http.Client{Transport: wire}
	if _, err := c.Collections(ctx, "", 0, 1); err != nil {
		return nil, s.reached(err)
	}
	c.HTTP = &http.Client{Transport: patient{wire}}
	return c, nil
}

// reached adds advice to errors that mean that the service cannot be used.
func (s Service) reached(err error) error {
	refused, ok := errors.AsType[*door.Error](err)
	switch {
	case ok && refused.Status == http.StatusUnauthorized:
		return exit.Unreachable(fmt.Errorf("%s does not accept the key (QUIRE_API_KEY, --key): %w", s.Server, err))
	case !ok && lost(err):
		return exit.Unreachable(fmt.Errorf("%s does not answer (QUIRE_SERVER, --server): %w", s.Server, err))
	}
	return err
}

// lost reports whether err means that a request or its response was lost in transit.
func lost(err error) bool {
	_, ok := errors.AsType[*url.Error](err)
	return ok && !errors.Is(err, context.Canceled)
}

const (
	// attempts is how many times a request is made that the service cannot answer now; together with firstPause, that
	// takes about half a minute.
	attempts   = 6
	firstPause = time.Second
	// longestPause is the longest pause that the service may ask for. Limits per minute end sooner; a limit per day is
	// an error.
	longestPause = 2 * time.Minute
)

// pause returns how long to wait after a failed attempt, and whether to try again at all. asked is how long the service
// asks clients to wait.
func pause(attempt, status int, asked time.Duration) (time.Duration, bool) {
	if status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable && status != 0 {
		return 0, false
	}
	limited := status == http.StatusTooManyRequests && asked > 0 // such a limit ends by itself
	wait := cmp.Or(asked, firstPause<<attempt)
	return wait, wait <= longestPause && (limited || attempt+1 < attempts)
}

// rest waits, or returns an error if ctx ends first.
func rest(ctx context.Context, wait time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait):
		return nil
	}
}

// patient repeats requests that were lost or that the service asks to repeat, if repeating them is safe.
type patient struct{ wire http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (p patient) RoundTrip(req *http.Request) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		res, err := p.wire.RoundTrip(req)
		if req.Body != nil && req.GetBody == nil {
			return res, err
		}
		status, asked := 0, time.Duration(0)
		if err == nil {
			status, asked = res.StatusCode, retryAfter(res)
		}
		wait, again := pause(attempt, status, asked)
		if !again || req.Context().Err() != nil || (err != nil && req.Method != http.MethodGet) {
			return res, err
		}
		if err == nil {
			_ = res.Body.Close() // the body is not needed
		}
		if err := rest(req.Context(), wait); err != nil {
			return nil, err
		}
		if req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
	}
}

func retryAfter(res *http.Response) time.Duration {
	seconds, err := time.ParseDuration(res.Header.Get("Retry-After") + "s")
	if err != nil || seconds < 0 {
		return 0
	}
	return seconds
}

// patiently repeats an upload, whose body only the caller can produce again, for as long as the service asks for it or
// cannot be reached.
func patiently(ctx context.Context, upload func() error) error {
	for attempt := 0; ; attempt++ {
		err := upload()
		if err == nil || ctx.Err() != nil {
			return err
		}
		status, asked := 0, time.Duration(0)
		refused, ok := errors.AsType[*door.Error](err)
		switch {
		case ok:
			status, asked = refused.Status, refused.RetryAfter
		case !lost(err):
			return err
		}
		wait, again := pause(attempt, status, asked)
		if !again {
			return unavailable(err, status)
		}
		if err := rest(ctx, wait); err != nil {
			return err
		}
	}
}

// unavailable marks an error that does not depend on what was sent.
func unavailable(err error, status int) error {
	if status == 0 || status == http.StatusServiceUnavailable {
		return exit.Unreachable(fmt.Errorf("%w: %w", convertcmd.ErrUnavailable, err))
	}
	return err
}
