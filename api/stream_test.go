package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/schema"
)

// frame is a Server-Sent Event.
type frame struct{ id, event, data string }

// streaming opens a stream and delivers its frames as they arrive; the channel is closed at the end of the stream.
func (s *service) streaming(ctx context.Context, path, body string, headers ...string) <-chan frame {
	s.t.Helper()
	r := s.json("POST", path, body).WithContext(ctx)
	r.Header.Set("Authorization", "Bearer "+s.key)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	require.Equal(s.t, 200, res.StatusCode)
	require.Equal(s.t, "text/event-stream", res.Header.Get("Content-Type"))
	require.Equal(s.t, "no-store", res.Header.Get("Cache-Control"))
	require.Equal(s.t, "no", res.Header.Get("X-Accel-Buffering"))
	frames := make(chan frame)
	go func() {
		defer close(frames)
		defer res.Body.Close()
		var f frame
		for scan := bufio.NewScanner(res.Body); scan.Scan(); {
			name, value, _ := strings.Cut(scan.Text(), ": ")
			switch name {
			case "id":
				f.id = value
			case "event":
				f.event = value
			case "data":
				f.data = value
			case "":
				select {
				case frames <- f:
				case <-ctx.Done():
					return
				}
				f = frame{}
			}
		}
	}()
	return frames
}

func all(frames <-chan frame) (list []frame) {
	for f := range frames {
		list = append(list, f)
	}
	return list
}

func TestStreamShowsTheAnswerAsItGrows(t *testing.T) {
	t.Parallel()
	s := newService(t)
	w := s.session(s.collection("c"))
	s.answering(s.inTwoPieces)
	got := all(s.streaming(t.Context(), w.messages(), `{"content":"who","stream":true}`))
	var events []string
	text := ""
	for i, f := range got {
		require.Equal(t, fmt.Sprint(i+1), f.id)
		events = append(events, f.event)
		if f.event == "delta" {
			var d struct{ Text string }
			require.NoError(t, json.Unmarshal([]byte(f.data), &d))
			text += d.Text
		}
	}
	require.Equal(t, []string{"status", "delta", "delta", "complete"}, events)
	require.JSONEq(t, `{"step":"search","heading":"Searching the collections"}`, got[0].data)
	var complete struct {
		ID        int64
		SessionID string `json:"session_id"`
		Answer    string
		Citations []map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(got[3].data), &complete))
	require.Equal(t, text, complete.Answer)
	require.Equal(t, w.ID.String(), complete.SessionID)
	require.Positive(t, complete.ID)
	require.InEpsilon(t, 2, complete.Citations[0]["page_start"], 0)
}

func TestWokenStreamsDoNotWaitForTheTick(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	s.answering(s.inTwoPieces)
	require.Eventually(t, func() bool {
		start := time.Now()
		all(s.streaming(t.Context(), "/api/v1/query", `{"query":"x","stream":true,"collection_ids":`+ids(c)+`}`))
		return time.Since(start) < time.Second
	}, time.Minute, time.Millisecond)
}

func TestStreamEndsWithTheReasonOfAFailure(t *testing.T) {
	t.Parallel()
	s := newService(t)
	w := s.session(s.collection("c"))
	s.answering(func(ctx context.Context, t schema.Turn) {
		_ = s.db.GrowTurn(ctx, t.ID, int(t.Attempt), "Half", nil, []schema.TurnEvent{schema.DeltaEvent("Half")})
		_ = s.db.EndTurn(ctx, t.ID, schema.TurnEnd{Status: schema.TurnPartial, ErrorType: "api_error", Error: "The model broke off"})
	})
	got := all(s.streaming(t.Context(), w.messages(), `{"content":"x","stream":true}`))
	last := got[len(got)-1]
	require.Equal(t, "error", last.event)
	require.JSONEq(t, `{"error":{"type":"api_error","message":"The model broke off"}}`, last.data)
	require.Contains(t, string(s.get(w.messages()).body), `"content":"Half","answer":"Half","citations":[],"status":"partial"`)
}

func TestUnstreamedAnswerFailsWithTheStatusOfItsReason(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	s.answering(func(ctx context.Context, t schema.Turn) {
		_ = s.db.EndTurn(ctx, t.ID, schema.TurnEnd{Status: schema.TurnFailed, ErrorType: t.Question, Error: "The model declined"})
	})
	for kind, want := range map[string]struct {
		status       int
		words, retry string
	}{
		"api_error":        {500, "Internal server error", ""},
		"overloaded_error": {503, "The model declined", "10"},
		"not_found_error":  {404, "The model declined", ""},
	} {
		r := s.do(s.json("POST", "/api/v1/query", `{"query":"`+kind+`","collection_ids":`+ids(c)+`}`))
		r.fails(want.status, want.words)
		require.Equal(t, want.retry, r.header.Get("Retry-After"))
	}
	require.Contains(t, s.log.String(), "The model declined", "the operator sees the reason")
}

func TestWhatAClientWasSentIsKeptWhenItLeaves(t *testing.T) {
	t.Parallel()
	s := newService(t)
	w := s.session(s.collection("c"))
	s.answering(func(ctx context.Context, t schema.Turn) {
		_ = s.db.GrowTurn(ctx, t.ID, int(t.Attempt), "Sent", nil, []schema.TurnEvent{schema.DeltaEvent("Sent")})
	})
	ctx, leave := context.WithCancel(t.Context())
	for f := range s.streaming(ctx, w.messages(), `{"content":"x","stream":true}`) {
		if f.event == "delta" {
			break
		}
	}
	leave()
	require.Eventually(t, func() bool {
		return strings.Contains(string(s.get(w.messages()).body), `"content":"Sent","answer":"Sent","citations":[],"status":"partial"`)
	}, time.Minute, 10*time.Millisecond)
	require.Eventually(t, func() bool { s.mu.Lock(); defer s.mu.Unlock(); return len(s.cancelled) == 1 }, time.Minute, 10*time.Millisecond)
}

func TestStreamOfADeletedSessionEnds(t *testing.T) {
	t.Parallel()
	s := newService(t)
	w := s.session(s.collection("c"))
	frames := s.streaming(t.Context(), w.messages(), `{"content":"x","stream":true}`)
	<-frames
	s.delete(w.path())
	got := all(frames)
	require.JSONEq(t, `{"error":{"type":"not_found_error","message":"Session not found"}}`, got[len(got)-1].data)
}

func TestRepeatedStreamIsOneFrame(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	s.answering(s.inTwoPieces)
	body := `{"query":"x","stream":true,"collection_ids":` + ids(c) + `}`
	first := all(s.streaming(t.Context(), "/api/v1/query", body, "Idempotency-Key", "k"))
	again := all(s.streaming(t.Context(), "/api/v1/query", body, "Idempotency-Key", "k"))
	require.Len(t, again, 1)
	require.Equal(t, "complete", again[0].event)
	require.JSONEq(t, first[len(first)-1].data, again[0].data)
	require.Len(t, s.starts(), 1)
}
