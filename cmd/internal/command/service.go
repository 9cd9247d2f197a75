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

// Service is the running service that a command is a client of.
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

// silence is how long the service may take to begin a response, before a request counts as lost.
const silence = 5 * time.Minute

// connect returns a client that is patient with the service, once the service has shown that it is there and accepts the
// key.
func (s Service) connect(ctx context.Context) (*door.Client, error) {
	c, err := s.client()
	if err != nil {
		return nil, err
	}
	wire := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // it is one
	wire.ResponseHeaderTimeout = silence
	c.HTTP = &http.Client{Transport: wire}
	if _, err := c.Collections(ctx, "", 0, 1); err != nil {
		return nil, s.reached(err)
	}
	c.HTTP = &http.Client{Transport: patient{wire}}
	return c, nil
}

// reached adds to errors of a service that cannot be used what to do about it.
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

// lost reports whether a request failed on its way.
func lost(err error) bool {
	_, ok := errors.AsType[*url.Error](err)
	return ok && !errors.Is(err, context.Canceled)
}

const (
	// attempts is how often a request is made that the service cannot answer now; with firstPause, for about half a minute.
	attempts   = 6
	firstPause = time.Second
	// longestPause is how long the service may ask to wait. Limits by the minute end sooner; a limit by the day is an error.
	longestPause = 2 * time.Minute
)

// pause returns how long to wait after a failed attempt, and whether to try again at all. The service may say how long.
func pause(attempt, status int, asked time.Duration) (time.Duration, bool) {
	if status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable && status != 0 {
		return 0, false
	}
	limited := status == http.StatusTooManyRequests && asked > 0 // which ends by itself
	wait := cmp.Or(asked, firstPause<<attempt)
	return wait, wait <= longestPause && (limited || attempt+1 < attempts)
}

// rest waits, unless ctx ends before.
func rest(ctx context.Context, wait time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait):
		return nil
	}
}

// patient repeats requests that the service asks to repeat or that got lost, if that is safe.
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
			_ = res.Body.Close() // it is not read
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

// unavailable marks an error that is no fault of what was sent.
func unavailable(err error, status int) error {
	if status == 0 || status == http.StatusServiceUnavailable {
		return exit.Unreachable(fmt.Errorf("%w: %w", convertcmd.ErrUnavailable, err))
	}
	return err
}
