package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	requestTimeout = 90 * time.Second
	// maxBody bounds an answer. Outputs of the campaign's inputs are far smaller.
	maxBody = 4 << 20
	// One in cutShare modifying requests is cut off by its client.
	cutShare = 12
	maxCut   = 60 // milliseconds after which it is cut off, at most
	// maxTries is how often a client repeats a creation under its idempotency key.
	maxTries      = 6
	maxRetryPause = time.Second
)

// Client is one user of the API, whose random decisions follow from the seed.
type Client struct {
	name      string
	rng       *rand.Rand
	world     *World
	model     *Model
	words     *Words
	receivers *Receivers
	faults    *Faults
	http      *http.Client
}

// Answer is the response to a request. Status 0 means that there was none.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Err    error
	cut    bool // by the client itself
}

// decode reads the body into v. An answer that is not JSON leaves it unchanged.
func (a Answer) decode(v any) { _ = json.Unmarshal(a.Body, v) }

func (a Answer) note() string {
	switch {
	case a.cut:
		return "cut off by the client"
	case a.Err != nil:
		return a.Err.Error()
	case a.Status >= 400:
		return string(a.Body[:min(len(a.Body), 300)])
	}
	return ""
}

// request is one API call.
type request struct {
	method, path string
	contentType  string
	body         []byte
	key          string // idempotency key
	mayCut       bool
}

func newHTTPClient() *http.Client {
	return &http.Client{Timeout: requestTimeout, Transport: &http.Transport{MaxIdleConnsPerHost: 16, IdleConnTimeout: 5 * time.Second}}
}

// call sends a request about an object to one of the replicas and records it.
func (c *Client) call(ctx context.Context, op *Op, r request, expected ...int) Answer {
	ctx, cancel := c.patience(ctx, r)
	defer cancel()
	a := c.send(ctx, r)
	a.cut = a.Err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded)
	c.model.End(op, a.Status, a.note())
	c.judge(op, a, expected)
	return a
}

// patience returns a context for how long the client waits; now and then it leaves at once.
func (c *Client) patience(ctx context.Context, r request) (context.Context, context.CancelFunc) {
	if r.mayCut && c.rng.IntN(cutShare) == 0 {
		return context.WithTimeout(ctx, time.Duration(1+c.rng.IntN(maxCut))*time.Millisecond)
	}
	return context.WithCancel(ctx)
}

func (c *Client) send(ctx context.Context, r request) Answer {
	req, err := http.NewRequestWithContext(ctx, r.method, c.world.base(c.rng)+"/api/v1"+r.path, bytes.NewReader(r.body))
	if err != nil {
		return Answer{Err: err}
	}
	req.Header.Set("Authorization", "Bearer "+c.world.key)
	if r.contentType != "" {
		req.Header.Set("Content-Type", r.contentType)
	}
	if r.key != "" {
		req.Header.Set("Idempotency-Key", r.key)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return Answer{Err: err}
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxBody))
	if err != nil {
		return Answer{Err: err}
	}
	return Answer{Status: res.StatusCode, Header: res.Header, Body: body}
}

// judge reports answers that nothing explains: an unexpected refusal, or trouble while no fault is active.
func (c *Client) judge(op *Op, a Answer, expected []int) {
	detail := func() string { return op.Kind + " " + op.Object + " " + op.ID + ": " + a.note() }
	switch {
	case op.Acknowledged() || slices.Contains(expected, a.Status) || a.cut:
	case op.Refused():
		c.model.Violate(nil, "every refusal has a reason", "%d to %s", a.Status, detail())
	case a.Status == http.StatusInternalServerError && c.world.modelled && modelFailed(string(a.Body)):
		c.model.Count("answer given up: the model failed")
	case !c.faults.Explain(op.Start, op.End):
		c.model.Violate(nil, "every request is answered while nothing is wrong", "%d from %v to %v to %s", a.Status, op.Start, op.End, detail())
	}
}

// modelFailed reports whether an error says that the language model has not answered, which happens often with
// a scripted one.
func modelFailed(text string) bool { return strings.Contains(text, "language model") }

// form makes a multipart body with a file, if it has a name, and fields.
func form(file Input, fields map[string]string) (body []byte, contentType string) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for name, value := range fields {
		_ = w.WriteField(name, value) // writing to a buffer cannot fail
	}
	if file.Name != "" {
		part, _ := w.CreateFormFile("file", file.Name)
		_, _ = part.Write(file.Body)
	}
	_ = w.Close()
	return out.Bytes(), w.FormDataContentType()
}

func jsonBody(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // the values are the campaign's own
	}
	return raw
}

// one picks an element, or nothing from an empty slice.
func one[T any](rng *rand.Rand, list []T) (T, bool) {
	if len(list) == 0 {
		var none T
		return none, false
	}
	return list[rng.IntN(len(list))], true
}

// alive returns the objects that have an id and whose deletion has not been attempted.
func alive[T any](m *Model, list []T, object func(T) *Object) []T {
	return slices.DeleteFunc(slices.Clone(list), func(v T) bool { return m.Presence(object(v)) != MustBe })
}

// read fetches an object and judges whether it is there. ok is false if there is no verdict.
func (c *Client) read(ctx context.Context, o *Object, path string, into any) (op *Op, ok bool) {
	op = c.model.Start(o, "get "+o.Kind, c.name)
	a := c.call(ctx, op, request{method: http.MethodGet, path: path}, http.StatusNotFound)
	switch a.Status {
	case http.StatusOK:
		c.model.Seen(o, op.Start, op.End, true)
		a.decode(into)
		return op, true
	case http.StatusNotFound:
		c.model.Seen(o, op.Start, op.End, false)
	}
	return op, false
}

// remove deletes an object.
func (c *Client) remove(ctx context.Context, o *Object, path string) {
	op := c.model.StartDelete(o, c.name)
	c.call(ctx, op, request{method: http.MethodDelete, path: path, mayCut: true}, http.StatusNotFound)
	c.model.Deleted(o, op)
}

// create posts a request that makes an object, repeating it under one key until it is answered, and returns the
// id.
func (c *Client) create(ctx context.Context, o *Object, r request, expected ...int) (string, bool) {
	r.method, r.mayCut = http.MethodPost, true
	expected = append(expected, http.StatusConflict)
	for range maxTries {
		op := c.model.Start(o, "create "+o.Kind, c.name)
		a := c.call(ctx, op, r, expected...)
		if op.Acknowledged() {
			var created struct{ ID string }
			a.decode(&created)
			c.model.Created(o, op, created.ID)
			return created.ID, true
		}
		if r.key == "" || ctx.Err() != nil || (op.Refused() && a.Status != http.StatusConflict) {
			break
		}
		c.pause(ctx, maxRetryPause)
	}
	return "", false
}

// pause waits for a random time up to most, as think time and between tries.
func (c *Client) pause(ctx context.Context, most time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Duration(c.rng.Int64N(int64(most)))):
	}
}

// key returns an idempotency key for most creations, and none for the others.
func (c *Client) key(word string) string {
	if c.rng.IntN(5) == 0 {
		return ""
	}
	return "campaign-" + strings.ToLower(word)
}
