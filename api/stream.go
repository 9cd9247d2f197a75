package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const (
	// lookEvery is how soon events are found if their notification was lost.
	lookEvery = time.Second
	// lookAnyway is the same for progress while notifications are known to arrive.
	lookAnyway = 15 * time.Second
	// keepAliveAfter is the silence after which a comment tells the client that the stream is alive.
	keepAliveAfter = 15 * time.Second
	// frameTimeout is how long a client may take to read a frame.
	frameTimeout = 20 * time.Second
	// eventsAtOnce bounds how many events a stream holds in memory.
	eventsAtOnce = 100
	// relisten is the pause before a broken LISTEN connection is re-established.
	relisten = time.Second
)

// watch wakes the streams of this process when the object that they show has changed: a turn, a document, a file or a
// collection.
type watch struct {
	mu        sync.Mutex
	subs      map[uuid.UUID]map[chan struct{}]struct{}
	listening atomic.Bool
}

// patience is how long a stream may wait before it checks for changes by itself.
func (w *watch) patience() time.Duration {
	if w.listening.Load() {
		return lookAnyway
	}
	return lookEvery
}

// subscribe returns a channel that receives a value whenever the object may have changed.
func (w *watch) subscribe(object uuid.UUID) (woken <-chan struct{}, stop func()) {
	ch := make(chan struct{}, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.subs == nil {
		w.subs = map[uuid.UUID]map[chan struct{}]struct{}{}
	}
	if w.subs[object] == nil {
		w.subs[object] = map[chan struct{}]struct{}{}
	}
	w.subs[object][ch] = struct{}{}
	return ch, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.subs[object], ch)
		if len(w.subs[object]) == 0 {
			delete(w.subs, object)
		}
	}
}

// wake wakes the streams of an object, or all of them for uuid.Nil.
func (w *watch) wake(object uuid.UUID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, subs := range w.subs {
		if object != uuid.Nil && id != object {
			continue
		}
		for ch := range subs {
			select {
			case ch <- struct{}{}:
			default: // it is already awake
			}
		}
	}
}

// Run listens for changes until ctx ends. Without it, streams notice changes up to a second late.
func (s *Server) Run(ctx context.Context) {
	for ctx.Err() == nil {
		err := s.cfg.DB.Listen(ctx, s.changed)
		s.changes.listening.Store(false)
		s.changes.wake(uuid.Nil) // the streams must now check more often
		if ctx.Err() != nil {
			return
		}
		s.cfg.Logger.WarnContext(ctx, "not listening for events", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(relisten):
		}
	}
}

// changed wakes the streams of an object. uuid.Nil means that notifications arrive from now on.
func (s *Server) changed(object uuid.UUID) {
	if object == uuid.Nil {
		s.changes.listening.Store(true)
	}
	s.changes.wake(object)
}

// stream sends a turn's events as they happen (Server-Sent Events, WHATWG HTML §9.2). If the client disconnects, it
// ends the turn.
func (s *Server) stream(c echo.Context, t schema.Turn, key string) error {
	ctx := c.Request().Context()
	woken, stop := s.changes.subscribe(t.ID)
	defer stop()
	out := s.openStream(c)
	f := follower{server: s, out: out, turn: t.ID, key: key}
	for {
		done, err := f.catchUp(c)
		if err != nil {
			s.giveUp(c, t)
			return err
		}
		if done {
			return nil
		}
		select {
		case <-woken:
		case <-time.After(lookEvery):
			err = out.keepAlive()
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			s.giveUp(c, t)
			return err
		}
	}
}

// follower sends the events of a turn that its client has not yet received.
type follower struct {
	server *Server
	out    *eventStream
	turn   uuid.UUID
	key    string
	last   int32
}

// catchUp sends new events, and reports whether the turn has ended. It waits while the database is down; a returned
// error concerns the client's connection.
func (f *follower) catchUp(c echo.Context) (done bool, err error) {
	ctx := c.Request().Context()
	for {
		events, err := f.server.cfg.DB.TurnEvents(ctx, f.turn, f.last, eventsAtOnce)
		if err != nil {
			return false, ctx.Err()
		}
		for _, e := range events {
			if e.Last() {
				return true, f.end(c, e.Seq)
			}
			if err := f.out.frame(e.Seq, e.Event, e.Data); err != nil {
				return false, err
			}
			f.last = e.Seq
		}
		if len(events) > 0 {
			continue
		}
		_, err = f.server.cfg.DB.Turn(ctx, f.turn)
		if errors.Is(err, schema.ErrTurnNotFound) {
			return true, f.out.fail(f.last+1, "not_found_error", schema.ErrSessionNotFound.Msg)
		}
		return false, nil
	}
}

// end sends the last frame, with the outcome recorded in the turn.
func (f *follower) end(c echo.Context, seq int32) error {
	t, err := f.server.cfg.DB.Turn(c.Request().Context(), f.turn)
	switch {
	case errors.Is(err, schema.ErrTurnNotFound):
		return f.out.fail(seq, "not_found_error", schema.ErrSessionNotFound.Msg)
	case err != nil:
		return f.out.fail(seq, "api_error", internalError)
	case t.Status != schema.TurnComplete:
		return f.out.fail(seq, *t.ErrorType, *t.Error)
	}
	f.server.keepAnswer(c, t, f.key)
	raw, err := encode(wireAnswer(t))
	if err != nil {
		return err
	}
	return f.out.frame(seq, schema.EventComplete, raw)
}

// eventStream writes frames, each flushed immediately and within frameTimeout.
type eventStream struct {
	w    http.ResponseWriter
	conn *http.ResponseController
	sent time.Time
}

func (s *Server) openStream(c echo.Context) *eventStream {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set(echo.HeaderCacheControl, "no-store")
	h.Set("X-Accel-Buffering", "no")
	c.Response().WriteHeader(http.StatusOK)
	return &eventStream{w: c.Response(), conn: http.NewResponseController(c.Response()), sent: time.Now()}
}

func (e *eventStream) frame(seq int32, event string, data []byte) error {
	return e.send(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", seq, event, bytes.TrimSpace(data)))
}

func (e *eventStream) fail(seq int32, kind, message string) error {
	raw, err := encode(map[string]any{"error": map[string]string{"type": kind, "message": message}})
	if err != nil {
		return err
	}
	return e.frame(seq, schema.EventError, raw)
}

// keepAlive sends a comment if nothing else has been sent for a while.
func (e *eventStream) keepAlive() error {
	if time.Since(e.sent) < keepAliveAfter {
		return nil
	}
	return e.send(": keepalive\n\n")
}

func (e *eventStream) send(text string) error {
	_ = e.conn.SetWriteDeadline(time.Now().Add(frameTimeout))
	defer func() { _ = e.conn.SetWriteDeadline(time.Time{}) }()
	if _, err := e.w.Write([]byte(text)); err != nil {
		return err
	}
	e.sent = time.Now()
	return e.conn.Flush()
}
