package api

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"quire/schema"
)

// problem is one thing wrong with a request, in pydantic v2's terms.
type problem struct {
	Loc  []string `json:"loc"`
	Msg  string   `json:"msg"`
	Type string   `json:"type"`
}

// failure is an error as the client sees it. Its cause is what happened internally, which only the log shows.
type failure struct {
	status     int
	detail     string
	problems   []problem // instead of detail
	retryAfter time.Duration
	closes     bool // ends the connection, because the data sent on it cannot be understood
	cause      error
}

// Error implements error for the log.
func (f *failure) Error() string {
	if f.cause != nil {
		return f.message() + ": " + f.cause.Error()
	}
	return f.message()
}

func (f *failure) Unwrap() error { return f.cause }

// message returns the failure in one line.
func (f *failure) message() string {
	if len(f.problems) == 0 {
		return f.detail
	}
	return strings.Join(f.problems[0].Loc, ".") + ": " + f.problems[0].Msg
}

func invalid(problems ...problem) error {
	return &failure{status: http.StatusUnprocessableEntity, problems: problems}
}

func badRequest(detail string) error { return &schema.Error{Code: schema.BadRequest, Msg: detail} }

// unavailable is the failure for a dependency that the request needs and that is down.
func unavailable(what string, cause error) error {
	return &failure{
		status: http.StatusServiceUnavailable, detail: "The service is temporarily unavailable; please try again",
		retryAfter: 5 * time.Second, cause: fmt.Errorf("%s: %w", what, cause),
	}
}

// statusClientGone is logged and counted if the client disconnected before the response.
const statusClientGone = 499

// errorTypes maps a status to its error.type. All other 4xx statuses are invalid_request_error.
var errorTypes = map[int]string{
	http.StatusUnauthorized:          "authentication_error",
	http.StatusForbidden:             "permission_error",
	http.StatusNotFound:              "not_found_error",
	http.StatusConflict:              "conflict_error",
	http.StatusRequestEntityTooLarge: "request_too_large",
	http.StatusUnprocessableEntity:   "validation_error",
	http.StatusTooManyRequests:       "rate_limit_error",
	http.StatusInternalServerError:   "api_error",
	http.StatusServiceUnavailable:    "overloaded_error",
}

var statuses = map[schema.Code]int{
	schema.Invalid:      http.StatusUnprocessableEntity,
	schema.BadRequest:   http.StatusBadRequest,
	schema.Unauthorized: http.StatusUnauthorized,
	schema.Forbidden:    http.StatusForbidden,
	schema.NotFound:     http.StatusNotFound,
	schema.Conflict:     http.StatusConflict,
	schema.Held:         http.StatusConflict,
	schema.TooLarge:     http.StatusRequestEntityTooLarge,
	schema.OverQuota:    http.StatusForbidden,
	schema.TooMany:      http.StatusTooManyRequests,
}

// internalError is all that a client may learn about an internal failure.
const internalError = "Internal server error"

// failureOf turns any error into what the client may know about it.
func failureOf(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	if e, ok := errors.AsType[*schema.Error](err); ok {
		f := &failure{status: statuses[e.Code], detail: e.Msg, retryAfter: e.RetryAfter}
		if e.Code == schema.Invalid {
			f.problems = []problem{{Loc: e.Loc, Msg: e.Msg, Type: e.Type}}
		}
		return f
	}
	if e, ok := errors.AsType[*echo.HTTPError](err); ok && e.Code < http.StatusInternalServerError {
		return &failure{status: e.Code, detail: http.StatusText(e.Code)}
	}
	if schema.IsUnavailable(err) {
		return failureOf(unavailable("database", err))
	}
	return &failure{status: http.StatusInternalServerError, detail: internalError, cause: err}
}

// errorBody is the error shape of the interface.
type errorBody struct {
	Detail any         `json:"detail"`
	Error  errorObject `json:"error"`
}

type errorObject struct {
	Type      string `json:"type"`
	Message   string `json:"message"`
	RequestID string `json:"request_id"`
}

func (f *failure) body(requestID string) errorBody {
	b := errorBody{Detail: f.detail, Error: errorObject{
		Type: errorTypes[f.status], Message: f.message(), RequestID: requestID,
	}}
	if f.problems != nil {
		b.Detail = f.problems
	}
	if b.Error.Type == "" {
		b.Error.Type = "invalid_request_error"
	}
	return b
}

// answerError is the only place that responds with errors.
func (s *Server) answerError(err error, c echo.Context) {
	f := failureOf(err)
	if errors.Is(c.Request().Context().Err(), context.Canceled) && f.status != http.StatusRequestTimeout {
		setOutcome(c, statusClientGone, nil)
		return
	}
	setOutcome(c, f.status, f.cause)
	if c.Response().Committed {
		return // nothing more can be sent, but the error is logged
	}
	h := c.Response().Header()
	for _, ofTheFile := range []string{echo.HeaderContentType, echo.HeaderContentDisposition, echo.HeaderLastModified, "ETag"} {
		h.Del(ofTheFile)
	}
	if f.retryAfter > 0 {
		h.Set(echo.HeaderRetryAfter, wholeSeconds(f.retryAfter))
	}
	if f.status == http.StatusUnauthorized {
		h.Set(echo.HeaderWWWAuthenticate, "Bearer")
	}
	h.Set(echo.HeaderCacheControl, "no-store")
	rest := s.refuseBody(c, f.closes)
	_ = answer(c, f.status, f.body(requestID(c))) // the client may have disconnected
	rest.drain()
}

func wholeSeconds(d time.Duration) string {
	return strconv.Itoa(max(int(math.Ceil(d.Seconds())), 1))
}
