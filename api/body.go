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
	maxBody = 1 << 20 // bytes of a body that is no upload, and of all in an upload that is not the file
	// slowest is the least average speed of a body in bytes a second: pauses aside, a client that is slower than this
	// only holds a connection.
	slowest = 8 << 10
	// drainBytes and drainTime bound what is still read of a body after it was refused, because a client that sends
	// without listening loses the answer when the connection is closed under it.
	drainBytes = 128 << 20
	drainTime  = 5 * time.Second
	// leftToServer is what net/http reads by itself of a body that a handler left alone, and keeps the connection.
	leftToServer = 64 << 10
)

var errBodyTooLarge = errors.New("the body exceeds its limit")

// body reads a request's body within a limit of bytes and of patience.
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
	if b.err = err; err == io.EOF { //nolint:errorlint // readers return it bare
		b.setDeadline(time.Time{}) // it would end the server's watch for the client's disconnect
	}
	return n, err
}

// setDeadline does nothing where the connection has none to set, which only tests without one notice.
func (b *body) setDeadline(t time.Time) { _ = b.conn.SetReadDeadline(t) }

// broken tells whether the body ended before its time.
func (b *body) broken() bool { return b.err != nil && b.err != io.EOF } //nolint:errorlint // Read returns it bare

// failed is the error of a reader on top of this body, as the client should see it: malformed says what it is when
// the body itself arrived.
func (b *body) failed(malformed error, maxUpload int64) error {
	switch {
	case errors.Is(b.err, errBodyTooLarge):
		return tooLarge(maxUpload)
	case errors.Is(b.err, os.ErrDeadlineExceeded):
		return &failure{status: http.StatusRequestTimeout, detail: "The request body did not arrive in time", cause: b.err}
	}
	return malformed
}

// bounded gives every request a body with limits, and refuses one that is announced to exceed them.
func (s *Server) bounded(r route, next echo.HandlerFunc) echo.HandlerFunc {
	limit := int64(maxBody)
	if r.upload {
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
		b.setDeadline(b.started.Add(b.pause)) // also for a body that the handler leaves to the server to discard
	}
	c.Request().Body = b
}

func requestBody(c echo.Context) *body {
	b, _ := c.Request().Body.(*body)
	return b
}

// announced refuses a body whose length is known to be too much before any of it is read.
func (s *Server) announced(c echo.Context) error {
	if b := requestBody(c); c.Request().ContentLength > b.limit {
		return tooLarge(b.limit - maxBody)
	}
	return nil
}

// tooLarge is the 413 for a file above maxUpload bytes, or for any other body when maxUpload is 0.
func tooLarge(maxUpload int64) error {
	if maxUpload == 0 {
		return &schema.Error{Code: schema.TooLarge, Msg: fmt.Sprintf("Request body exceeds the %d MB limit", maxBody>>20)}
	}
	return &schema.Error{Code: schema.TooLarge, Msg: fmt.Sprintf("File exceeds the %d MB limit", maxUpload>>20)}
}

// refuseBody prepares an answer that does not wait for the rest of the body, and returns the body when there is a
// rest worth draining after the answer. closes ends the connection after an answer that would else keep it.
func (s *Server) refuseBody(c echo.Context, closes bool) *body {
	r, b := c.Request(), requestBody(c)
	whole := b == nil || b.err == io.EOF //nolint:errorlint // Read returns it bare
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

// drain discards what still comes, after the answer has been sent.
func (b *body) drain() {
	if b == nil {
		return
	}
	_ = b.conn.Flush() // whoever is gone has nothing more to send either
	b.setDeadline(time.Now().Add(drainTime))
	_, _ = io.CopyN(io.Discard, b.ReadCloser, drainBytes)
}
