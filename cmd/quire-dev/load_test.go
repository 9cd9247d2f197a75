package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stretchr/testify/require"
)

// patience is how long a client keeps trying with one document.
const patience = 5 * time.Minute

// load sends documents and follows them, as clients do that repeat failed requests.
type load struct {
	r     *replicas
	ids   []string
	began time.Time

	completed                   atomic.Int64
	polls, missing, retries     atomic.Int64
	streams, frames, reconnects atomic.Int64

	mu     sync.Mutex
	faults []error
}

func newLoad(r *replicas, n int) *load { return &load{r: r, ids: make([]string, n), began: time.Now()} }

// reaches waits until n documents are completed. It reports whether they are.
func (l *load) reaches(n int) bool {
	for int(l.completed.Load()) < n {
		select {
		case <-l.r.t.Context().Done():
			return false
		case <-time.After(20 * time.Millisecond):
		}
		if l.failed() {
			return false
		}
	}
	return true
}

func (l *load) failed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.faults) > 0
}

// run sends the documents from to to-1, and returns when all of them have ended.
func (l *load) run(from, to int) {
	var next atomic.Int64
	next.Store(int64(from))
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= to || l.failed() {
					return
				}
				if err := l.one(i); err != nil {
					l.mu.Lock()
					l.faults = append(l.faults, fmt.Errorf("document %d: %w", i, err))
					l.mu.Unlock()
				}
			}
		})
	}
	all.Wait()
}

// one sends a document, follows it to its end, and then reads it once more.
func (l *load) one(i int) error {
	ctx, cancel := context.WithTimeout(l.r.t.Context(), patience)
	defer cancel()
	id, err := l.send(ctx, i)
	if err != nil {
		return err
	}
	l.ids[i] = id
	follow := l.poll
	if i%oneInStreams == 0 {
		follow = l.stream
	}
	if err := follow(ctx, id); err != nil {
		return err
	}
	l.completed.Add(1)
	status, err := l.status(ctx, id)
	if err == nil && status != "COMPLETED" {
		err = fmt.Errorf("%s after it had ended", status)
	}
	return err
}

// send uploads a document repeatedly under the same key, until a replica has accepted it.
func (l *load) send(ctx context.Context, i int) (string, error) {
	body, contentType, err := tiny(i)
	if err != nil {
		return "", err
	}
	header := http.Header{"Content-Type": {contentType}, "Idempotency-Key": {fmt.Sprintf("document-%d-%d", l.began.UnixNano(), i)}}
	var d document
	err = l.again(ctx, func() (int, error) {
		return l.do(ctx, http.MethodPost, "/documents", header, body, &d)
	})
	return d.ID, err
}

func (l *load) status(ctx context.Context, id string) (string, error) {
	var d document
	err := l.again(ctx, func() (int, error) {
		l.polls.Add(1)
		return l.do(ctx, http.MethodGet, "/documents/"+id, http.Header{}, nil, &d)
	})
	return d.Status, err
}

func (l *load) poll(ctx context.Context, id string) error {
	for {
		status, err := l.status(ctx, id)
		switch {
		case err != nil:
			return err
		case status == "COMPLETED":
			return nil
		case status != "PENDING" && status != "PROCESSING":
			return errors.New(status)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("still %s", status)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// again repeats a request that was cut off or temporarily refused.
func (l *load) again(ctx context.Context, request func() (int, error)) error {
	for {
		status, err := request()
		switch {
		case err == nil && status == http.StatusOK:
			return nil
		case err == nil && status == http.StatusNotFound:
			l.missing.Add(1)
			return errors.New("404 for what was accepted")
		case err == nil && status != http.StatusServiceUnavailable && status != http.StatusBadGateway && status != http.StatusConflict:
			return fmt.Errorf("status %d", status)
		}
		l.retries.Add(1)
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (l *load) request(ctx context.Context, method, path string, header http.Header, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, l.r.balancer.URL+"/api/v1"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = header.Clone()
	req.Header.Set("Authorization", "Bearer "+l.r.key)
	return http.DefaultClient.Do(req)
}

func (l *load) do(ctx context.Context, method, path string, header http.Header, body []byte, into any) (int, error) {
	res, err := l.request(ctx, method, path, header, body)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return res.StatusCode, err
	}
	return res.StatusCode, json.Unmarshal(raw, into)
}

// stream follows a document by its events, over as many connections as it takes. It fails if a state goes backwards or
// the end is never reported.
func (l *load) stream(ctx context.Context, id string) error {
	l.streams.Add(1)
	follower := follower{load: l, id: id}
	for first := true; !follower.over; first = false {
		if !first {
			l.reconnects.Add(1)
		}
		if err := follower.connect(ctx); err != nil {
			return err
		}
	}
	if follower.last != "COMPLETED" {
		return fmt.Errorf("its stream ended with %s", follower.last)
	}
	return nil
}

// follower is what a client knows about a document from its events.
type follower struct {
	load    *load
	id      string
	eventID string
	last    string
	over    bool
}

var ranks = map[string]int{"": 0, "PENDING": 1, "PROCESSING": 2, "COMPLETED": 3}

// connect reads events until the connection ends.
func (f *follower) connect(ctx context.Context) error {
	header := http.Header{}
	if f.eventID != "" {
		header.Set("Last-Event-ID", f.eventID)
	}
	var res *http.Response
	err := f.load.again(ctx, func() (int, error) {
		var err error
		res, err = f.load.request(ctx, http.MethodGet, "/documents/"+f.id+"/events", header, nil)
		if err != nil {
			return 0, err
		}
		if res.StatusCode != http.StatusOK {
			res.Body.Close()
		}
		return res.StatusCode, nil
	})
	if err != nil {
		return err
	}
	defer res.Body.Close()
	name := ""
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "id":
			f.eventID = value
		case "event":
			name = value
		case "data":
			if err := f.see(name, value); err != nil || f.over {
				return err
			}
		}
	}
	return ctx.Err()
}

func (f *follower) see(name, data string) error {
	f.load.frames.Add(1)
	var now struct{ Status string }
	if err := json.Unmarshal([]byte(data), &now); err != nil {
		return err
	}
	rank, known := ranks[now.Status]
	if !known || rank < ranks[f.last] {
		return fmt.Errorf("its stream told %q after %q", now.Status, f.last)
	}
	f.last, f.over = now.Status, name == "end"
	return nil
}

// requireWell fails the test if anything was lost.
func (l *load) requireWell() {
	l.r.t.Helper()
	require.NoError(l.r.t, errors.Join(l.faults...))
	require.Zero(l.r.t, l.missing.Load(), "unexpected 404")
	unique := map[string]bool{}
	for _, id := range l.ids {
		unique[id] = true
	}
	require.Len(l.r.t, unique, len(l.ids))
	var counted struct{ Count int }
	require.Equal(l.r.t, http.StatusOK, l.r.call(http.MethodGet, "/documents?limit=1", nil, "", &counted))
	require.Equal(l.r.t, len(l.ids), counted.Count, "a document was created twice")
}

func (l *load) report() string {
	took := time.Since(l.began)
	return fmt.Sprintf("%d documents in %.0f s, %.1f a second; %d polls, %d of them 404; %d streams with %d events over %d reconnections; %d requests sent again",
		len(l.ids), took.Seconds(), float64(len(l.ids))/took.Seconds(), l.polls.Load(), l.missing.Load(), l.streams.Load(), l.frames.Load(), l.reconnects.Load(), l.retries.Load())
}
