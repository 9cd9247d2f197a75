package api

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/labstack/echo/v4"

	"quire/schema"
)

const (
	maxBody = 1 << 20 // bytes of a body that is not an upload, and of everything in an upload except the file
	// slowest is the lowest acceptable average speed of a body, in bytes per second and not counting pauses: a slower
	// client is merely holding a connection.
	slowest = 8 << 10
	// drainBytes and drainTime bound how much of a body is still read after it was refused, because a client that
	// sends without listening loses the response if the connection is closed under it.
	drainBytes = 128 << 20
	drainTime  = 5 * time.Second
	// leftToServer is how much of an unread body net/http discards by itself while keeping the connection.
	leftToServer = 64 << 10
)

var errBodyTooLarge = errors.New("the body exceeds its limit")

// body reads a request's body within limits of size and patience.
type body struct {
	io.ReadCloser
	conn    *http.ResponseController
	limit   int64
	pause   time.Duration
	started time.Time
	read    int64
	err     error // how reading ended, io.EOF included
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	now := time.Now()
	allowed := b.started.Add(b.pause + time.Duration(b.read)*time.Second/slowest)
	if next := now.Add(b.pause); next.Before(allowed) {
		allowed = next
	}
	b.setDeadline(allowed)
	n, err := b.ReadCloser.Read(p)
	if b.read += int64(n); b.read > b.limit {
		n, err = 0, errBodyTooLarge
	}
	if b.err = err; err == io.EOF { //nolint:errorlint // readers return it unwrapped
		b.setDeadline(time.Time{}) // it would stop the server from noticing that the client disconnects
	}
	return n, err
}

// setDeadline does nothing on connections without deadlines, which occur only in tests that do not need one.
func (b *body) setDeadline(t time.Time) { _ = b.conn.SetReadDeadline(t) }

// broken reports whether the body ended prematurely.
func (b *body) broken() bool { return b.err != nil && b.err != io.EOF } //nolint:errorlint // Read returns it bare

// failed returns the error of a reader on top of this body as the client should see it: malformed is the error to use
// when the body itself arrived.
func (b *body) failed(malformed error, maxUpload int64) error {
	switch {
	case errors.Is(b.err, errBodyTooLarge):
		return b.tooLarge(maxUpload)
	case errors.Is(b.err, os.ErrDeadlineExceeded):
		return &failure{status: http.StatusRequestTimeout, detail: "The request body did not arrive in time", cause: b.err}
	}
	return malformed
}

// bounded limits the body of every request, and refuses one whose declared length exceeds the limits.
func (s *Server) bounded(r route, next echo.HandlerFunc) echo.HandlerFunc {
	limit := int64(maxBody)
	switch {
	case r.path == batchesPath && r.upload:
		limit += uploadsInBatch * s.cfg.MaxUpload
	case r.upload:
		limit += s.cfg.MaxUpload
	}
	return func(c echo.Context) error {
		s.boundBody(c, limit)
		return next(c)
	}
}

func (s *Server) boundBody(c echo.Context, limit int64) {
	b := &body{
		ReadCloser: c.Request().Body, conn: http.NewResponseController(c.Response()), limit: limit,
		pause: s.cfg.BodyPause, started: time.Now(),
	}
	if c.Request().ContentLength != 0 {
		b.setDeadline(b.started.Add(b.pause)) // this also covers a body that the handler leaves for the server to discard
	}
	c.Request().Body = b
}

func requestBody(c echo.Context) *body {
	b, _ := c.Request().Body.(*body)
	return b
}

// announced refuses a body whose declared length is too large before any of it is read.
func (s *Server) announced(c echo.Context) error {
	if b := requestBody(c); c.Request().ContentLength > b.limit {
		return b.tooLarge(min(b.limit-maxBody, s.cfg.MaxUpload))
	}
	return nil
}

// tooLarge returns the 413 for this body, in which a file may have maxUpload bytes.
func (b *body) tooLarge(maxUpload int64) error {
	if together := b.limit - maxBody; maxUpload > 0 && together > maxUpload {
		return &schema.Error{Code: schema.TooLarge, Msg: fmt.Sprintf("The files together exceed the %d MB limit", together>>20)}
	}
	return tooLarge(maxUpload)
}

// tooLarge returns the 413 for a file above maxUpload bytes, or for any other body when maxUpload is 0.
func tooLarge(maxUpload int64) error {
	if maxUpload == 0 {
		return &schema.Error{Code: schema.TooLarge, Msg: fmt.Sprintf("Request body exceeds the %d MB limit", maxBody>>20)}
	}
	return &schema.Error{Code: schema.TooLarge, Msg: fmt.Sprintf("File exceeds the %d MB limit", maxUpload>>20)}
}

// refuseBody prepares a response that does not wait for the rest of the body, and returns the body if its rest is worth
// draining after the response. closes ends a connection that the response would otherwise keep open.
func (s *Server) refuseBody(c echo.Context, closes bool) *body {
	r, b := c.Request(), requestBody(c)
	whole := b == nil || b.err == io.EOF //nolint:errorlint // Read returns it unwrapped
	if closes || (!whole && !isSmall(r)) {
		c.Response().Header().Set(echo.HeaderConnection, "close")
	}
	if whole || (isSmall(r) && !closes) {
		return nil
	}
	waits := b.read == 0 && r.Header.Get("Expect") != ""
	if waits || (b.broken() && !errors.Is(b.err, errBodyTooLarge)) || b.conn.EnableFullDuplex() != nil {
		return nil
	}
	return b
}

func isSmall(r *http.Request) bool { return r.ContentLength >= 0 && r.ContentLength <= leftToServer }

// drain discards what is still arriving, after the response has been sent.
func (b *body) drain() {
	if b == nil {
		return
	}
	_ = b.conn.Flush() // if the client has disconnected, there is nothing to drain either
	b.setDeadline(time.Now().Add(drainTime))
	_, _ = io.CopyN(io.Discard, b.ReadCloser, drainBytes)
}
