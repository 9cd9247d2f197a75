package quire

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// watch cancels a request whose connection has been silent for too long.
type watch struct {
	timer    *time.Timer
	patience time.Duration
	cancel   context.CancelCauseFunc
}

func watched(ctx context.Context, patience time.Duration) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(ctx)
	silent := fmt.Errorf("nothing was sent or received for %v", patience)
	return ctx, &watch{timer: time.AfterFunc(patience, func() { cancel(silent) }), patience: patience, cancel: cancel}
}

// stop stops the watch and cancels the rest of the request.
func (w *watch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// sent returns a body that counts every read as a sign of life.
func (w *watch) sent(body io.Reader) io.Reader {
	if body == nil {
		return nil
	}
	return &sent{watch: w, body: body}
}

type sent struct {
	watch *watch
	body  io.Reader
}

func (s *sent) Read(p []byte) (int, error) {
	s.watch.timer.Reset(s.watch.patience)
	return s.body.Read(p)
}

func (s *sent) Close() error {
	if closer, ok := s.body.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// received returns the body of a response. Closing it stops the watch.
func (w *watch) received(body io.ReadCloser, request *http.Request) io.ReadCloser {
	w.timer.Reset(w.patience)
	return &received{watch: w, body: body, request: request}
}

type received struct {
	watch   *watch
	body    io.ReadCloser
	request *http.Request
}

func (r *received) Read(p []byte) (int, error) {
	n, err := r.body.Read(p)
	if n > 0 {
		r.watch.timer.Reset(r.watch.patience)
	}
	if err != nil && err != io.EOF { //nolint:errorlint // readers return it as it is
		err = failed(r.request.Context(), r.request, err)
	}
	return n, err
}

func (r *received) Close() error {
	defer r.watch.stop()
	return r.body.Close()
}
