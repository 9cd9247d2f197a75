package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	// One in leaveShare streams is abandoned by its client.
	leaveShare  = 4
	maxFrames   = 8 // maximum read by a client who leaves
	maxTurns    = 40
	maxLine     = 1 << 20
	maxStaying  = 2 * time.Minute // maximum time that a stream may take
	maxSessions = 20              // maximum number alive at once
)

// wireAnswer is an answer with its citations.
type wireAnswer struct {
	ID        int64
	Answer    string
	Citations []struct {
		FileID string `json:"file_id"`
	}
}

// ending is how a stream ended.
type ending struct {
	complete bool
	left     bool // the client left
	missing  bool // the object asked for does not exist
	answer   wireAnswer
}

// stream posts a request and reads its events up to the terminal one, or leaves before that.
func (c *Client) stream(ctx context.Context, op *Op, r request, expected ...int) ending {
	ctx, cancel := context.WithTimeout(ctx, maxStaying)
	defer cancel()
	leave := -1
	if c.rng.IntN(leaveShare) == 0 {
		leave = c.rng.IntN(maxFrames)
	}
	res, a := c.open(ctx, r)
	if res == nil {
		c.model.End(op, a.Status, a.note())
		c.judge(op, a, expected)
		return ending{}
	}
	defer res.Body.Close()
	end, note := follow(res.Body, leave)
	c.model.End(op, a.Status, note)
	switch {
	case end.complete, end.left, end.missing:
	case c.world.modelled && modelFailed(note):
		c.model.Count("answer given up: the model failed")
	case !c.faults.Explain(op.Start, op.End):
		c.model.Violate(nil, "every stream ends in order while nothing is wrong", "%s %s from %v to %v: %s", op.Kind, op.Object, op.Start, op.End, note)
	}
	return end
}

// open sends the request. The response is nil if it is not a stream.
func (c *Client) open(ctx context.Context, r request) (*http.Response, Answer) {
	req, err := http.NewRequestWithContext(ctx, r.method, c.world.base(c.rng)+"/api/v1"+r.path, bytes.NewReader(r.body))
	if err != nil {
		return nil, Answer{Err: err}
	}
	req.Header.Set("Authorization", "Bearer "+c.world.key)
	req.Header.Set("Content-Type", r.contentType)
	res, err := c.http.Do(req)
	if err != nil {
		return nil, Answer{Err: err}
	}
	if res.StatusCode == http.StatusOK && strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		return res, Answer{Status: res.StatusCode}
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxBody))
	return nil, Answer{Status: res.StatusCode, Body: body, Err: err}
}

// follow reads events and leaves before event number leave.
func follow(body io.Reader, leave int) (end ending, note string) {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxLine)
	event, frames := "", 0
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case field == "event":
			if event = value; frames == leave {
				return ending{left: true}, "the client left"
			}
			frames++
		case field == "data" && event == "complete":
			end.complete = json.Unmarshal([]byte(value), &end.answer) == nil
			return end, "complete"
		case field == "data" && event == "error":
			end.missing = strings.Contains(value, "not_found_error")
			return end, "error frame: " + value
		}
	}
	if err := lines.Err(); err != nil {
		return end, "cut: " + err.Error()
	}
	return end, "ended without a terminal event"
}

func (c *Client) createSession(ctx context.Context) {
	alive := alive(c.model, c.model.Sessions(), func(s *Session) *Object { return s.Object })
	n, ok := c.collection()
	if !ok || len(alive) >= maxSessions {
		return
	}
	s := &Session{Object: &Object{Kind: "session", Word: c.words.New(c.rng)}, collections: []*Collection{n}}
	c.model.AddSession(s)
	c.create(ctx, s.Object, request{
		path: "/chat/sessions", contentType: "application/json", key: c.key(s.Word),
		body: jsonBody(map[string]any{"collection_ids": []string{n.ID}, "title": s.Word}),
	}, http.StatusNotFound)
}

func (c *Client) session() (*Session, bool) {
	return one(c.rng, alive(c.model, c.model.Sessions(), func(s *Session) *Object { return s.Object }))
}

// chat asks the next question of a session.
func (c *Client) chat(ctx context.Context) {
	s, ok := c.session()
	if !ok {
		c.createSession(ctx)
		return
	}
	if len(s.turns) >= maxTurns || !c.model.Talk(s) {
		return
	}
	turn := &Turn{Question: c.words.New(c.rng)}
	defer func() { c.model.Hush(s, turn) }()
	about := turn.Question
	if f, ok := c.file(); ok {
		about = f.Word
	}
	body := map[string]any{"content": question(about) + " I ask as " + turn.Question + ".", "stream": c.rng.IntN(3) > 0}
	r := request{
		method: http.MethodPost, path: "/chat/sessions/" + s.ID + "/messages", contentType: "application/json", body: jsonBody(body),
	}
	op := c.model.Start(s.Object, "message", c.name)
	if body["stream"] == true {
		end := c.stream(ctx, op, r, http.StatusNotFound, http.StatusConflict)
		turn.Begun, turn.Done, turn.Answer = !op.Refused(), end.complete, end.answer.Answer
		if end.missing && c.model.Presence(s.Object) == MustBe && c.model.Presence(s.collections[0].Object) == MustBe {
			c.model.Violate(s.Object, "what was acknowledged is there", "a message is answered by not_found_error")
		}
	} else {
		r.mayCut = true
		a := c.call(ctx, op, r, http.StatusNotFound, http.StatusConflict)
		var w wireAnswer
		a.decode(&w)
		turn.Begun, turn.Done, turn.Answer = !op.Refused(), op.Acknowledged(), w.Answer
	}
}

func (c *Client) getSession(ctx context.Context) {
	if s, ok := c.session(); ok {
		var w struct{ ID string }
		c.read(ctx, s.Object, "/chat/sessions/"+s.ID, &w)
	}
}

func (c *Client) deleteSession(ctx context.Context) {
	s, ok := c.session()
	if !ok {
		return
	}
	c.remove(ctx, s.Object, "/chat/sessions/"+s.ID)
	var w struct{ ID string }
	c.read(ctx, s.Object, "/chat/sessions/"+s.ID, &w)
}
