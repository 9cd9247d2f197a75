package door

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// Local passes requests to a handler in the same process, without a socket. Responses are streamed.
type Local struct{ Handler http.Handler }

// errCut is the error of a response whose handler gave up in the middle of it.
var errCut = errors.New("the response was interrupted")

// RoundTrip implements http.RoundTripper.
func (l Local) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	in := r.Clone(ctx)
	in.RequestURI, in.Host = in.URL.RequestURI(), in.URL.Host
	in.RemoteAddr = in.Header.Get(PeerHeader)
	in.Header.Del(PeerHeader)
	if in.URL.Scheme == "https" {
		in.TLS = &tls.ConnectionState{} // links begin like those of the request on whose behalf this one is made
	}
	if in.Body == nil {
		in.Body = http.NoBody
	}
	body, w := io.Pipe()
	out := &response{header: http.Header{}, body: w, begun: make(chan struct{})}
	go func() {
		defer cancel()
		_ = w.CloseWithError(l.serve(out, in)) // never fails
		out.WriteHeader(http.StatusOK)
		_ = in.Body.Close()
	}()
	select {
	case <-out.begun:
	case <-r.Context().Done():
		cancel()
		_ = body.Close() // never fails; the handler must not wait for a reader
		return nil, r.Context().Err()
	}
	return &http.Response{
		Status: fmt.Sprintf("%d %s", out.status, http.StatusText(out.status)), StatusCode: out.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: out.sent, Body: &leaving{body, cancel}, ContentLength: -1, Request: r,
	}, nil
}

// serve converts the panic with which a handler aborts a response into an error.
func (l Local) serve(w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = errCut
		}
	}()
	l.Handler.ServeHTTP(w, r)
	return nil
}

// leaving is the body of a response. To the handler, closing it before its end looks like a client that has
// disconnected.
type leaving struct {
	*io.PipeReader
	cancel context.CancelFunc
}

// Close implements io.Closer.
func (l *leaving) Close() error {
	l.cancel()
	return l.PipeReader.Close()
}

// response is what the handler writes to.
type response struct {
	header, sent http.Header
	status       int
	body         *io.PipeWriter
	once         sync.Once
	begun        chan struct{}
}

// Header implements http.ResponseWriter.
func (r *response) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter.
func (r *response) WriteHeader(status int) {
	r.once.Do(func() {
		r.status, r.sent = status, r.header.Clone()
		close(r.begun)
	})
}

// Write implements http.ResponseWriter.
func (r *response) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

// Flush implements http.Flusher. Nothing is buffered.
func (r *response) Flush() { r.WriteHeader(http.StatusOK) }
