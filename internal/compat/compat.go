// Package compat serves the interfaces of other products, so that programs written for them work with this one:
// docling-serve's conversion, OpenAI's chat completions and Dify's external knowledge. It does everything through the
// service's own interface, with the key of the caller.
package compat

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"time"

	"quire/internal/door"
)

// Connect returns a client that acts on behalf of the sender of a request.
type Connect = func(*http.Request) *door.Client

// refusal formats an error in the way of one of the interfaces.
type refusal func(status int, kind, message string) any

// endpoint answers one request. The interface's refusal formats the error that it returns.
type endpoint func(w http.ResponseWriter, r *http.Request, client *door.Client) error

// table builds a handler from endpoints, which are named by method and path below prefix.
func table(prefix string, connect Connect, refused refusal, endpoints map[string]endpoint) http.Handler {
	mux := http.NewServeMux()
	for pattern, serve := range endpoints {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := serve(w, r, connect(r)); err != nil {
				refuse(w, r, refused, err)
			}
		})
	}
	unknown := func(w http.ResponseWriter, r *http.Request) {
		refuse(w, r, refused, failed(http.StatusNotFound, "There is no such endpoint here: docs/connect.md lists the existing ones"))
	}
	mux.HandleFunc("/", unknown)
	return http.StripPrefix(prefix, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Clean(r.URL.Path) != r.URL.Path {
			unknown(w, r) // the mux would redirect to a path without the prefix
			return
		}
		mux.ServeHTTP(w, r)
	}))
}

// failed returns an error in our words.
func failed(status int, message string) error {
	return &door.Error{Status: status, Type: "invalid_request_error", Message: message}
}

func refuse(w http.ResponseWriter, r *http.Request, refused refusal, err error) {
	if r.Context().Err() != nil {
		return // the client has disconnected
	}
	e, ok := errors.AsType[*door.Error](err)
	if !ok {
		e = &door.Error{Status: http.StatusBadGateway, Type: "api_error", Message: "The service could not be reached; please try again"}
	}
	if e.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(e.RetryAfter/time.Second)))
	}
	write(w, e.Status, refused(e.Status, e.Type, e.Message))
}

func write(w http.ResponseWriter, status int, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // the client may have disconnected
}

// readJSON reads a body of at most limit bytes into v.
func readJSON(r *http.Request, limit int64, v any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return failed(http.StatusUnsupportedMediaType, "Send the body as application/json")
	}
	body := &io.LimitedReader{R: r.Body, N: limit + 1}
	err := json.NewDecoder(door.Few(body)).Decode(v)
	if refused, ok := errors.AsType[*door.Error](err); ok {
		return refused
	}
	switch {
	case body.N == 0:
		return failed(http.StatusRequestEntityTooLarge, "The body exceeds the limit of "+strconv.FormatInt(limit>>20, 10)+" MB")
	case err != nil:
		return failed(http.StatusBadRequest, "The body is not the JSON that this endpoint expects: docs/connect.md lists its fields")
	}
	return nil
}
