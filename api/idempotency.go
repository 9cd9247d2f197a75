package api

import (
	"context"
	"crypto/sha256"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const maxIdempotencyKey = 255

// once runs do for a request that may be repeated under its Idempotency-Key. do stores its response together with what
// it creates, in one transaction (see keep). A repetition of a request that succeeded gets the same response again; if
// do fails, the key is free for a corrected request.
func (s *Server) once(c echo.Context, fingerprint []byte, do func(*schema.Idempotent) error) error {
	return s.onceOr(c, fingerprint, func(key string) error {
		idem := schema.Keeping(key)
		defer idem.Drop(c.Request().Context())
		return do(idem)
	}, replay(c))
}

// replay sends a stored response unchanged.
func replay(c echo.Context) func(*schema.StoredAnswer) error {
	return func(a *schema.StoredAnswer) error { return c.JSONBlob(a.Status, a.Body) }
}

// keep stores v as the response of a request that has created it, and commits both. err is the error from creating
// it.
func keep(ctx context.Context, idem *schema.Idempotent, v any, err error) error {
	if err != nil {
		return err
	}
	answer, err := storedOK(v)
	if err != nil {
		return err
	}
	return idem.Keep(ctx, answer)
}

// onceOr is like once, with a custom way of sending the stored response.
func (s *Server) onceOr(c echo.Context, fingerprint []byte, do func(key string) error, again func(*schema.StoredAnswer) error) error {
	key, err := idempotencyKey(c)
	if err != nil {
		return err
	}
	if key == "" {
		return do("")
	}
	account := principal(c).AccountID
	ctx, cancel := shortly(c)
	defer cancel()
	stored, err := s.cfg.DB.BeginIdempotent(ctx, account, key, fingerprint)
	if err != nil {
		return err
	}
	if stored != nil {
		c.Response().Header().Set("Idempotent-Replayed", "true")
		return again(stored)
	}
	if err = do(key); err != nil {
		s.abandon(c, account, key)
	}
	return err
}

// abandon releases the key of a request that failed. If that fails too, the key expires by itself after a minute.
func (s *Server) abandon(c echo.Context, account uuid.UUID, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), dependencyTimeout)
	defer cancel()
	if err := s.cfg.DB.AbandonIdempotent(ctx, account, key); err != nil {
		s.cfg.Logger.WarnContext(ctx, "could not release an idempotency key", "request_id", requestID(c), "error", err)
	}
}

func idempotencyKey(c echo.Context) (string, error) {
	key := c.Request().Header.Get("Idempotency-Key")
	wrong := problem{Loc: []string{"header", "Idempotency-Key"}}
	switch {
	case len(key) > maxIdempotencyKey:
		wrong.Type, wrong.Msg = "string_too_long", "String should have at most 255 characters"
	case strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }):
		wrong.Type, wrong.Msg = "value_error", "Value error, only printable ASCII characters are allowed"
	default:
		return key, nil
	}
	return "", invalid(wrong)
}

// requestFingerprint identifies a request without a body for its idempotency key.
func requestFingerprint(c echo.Context) []byte {
	sum := sha256.Sum256([]byte(c.Request().Method + " " + strings.TrimSuffix(c.Request().URL.Path, "/")))
	return sum[:]
}

// storedOK returns the response of a request that created v, in the form stored under its idempotency key.
func storedOK(v any) (schema.StoredAnswer, error) {
	raw, err := encode(v)
	return schema.StoredAnswer{Status: http.StatusOK, Body: raw}, err
}
