package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/model/modeltest"
)

const vacation = "# Vacation\n\nEvery employee has thirty days of vacation a year. Requests go to the office.\n"

// generated returns the model's answer: the same sentence with its evidence, n times.
func generated(n int) string {
	sentence := `{"text":"Employees have thirty days.","cites":[{"id":"c1","quote":"Every employee has thirty days of vacation"}]}`
	return `{"answerable":true,"sentences":[` + strings.TrimSuffix(strings.Repeat(sentence+",", n), ",") + `]}`
}

// slowly returns a long answer that takes several seconds.
func slowly() modeltest.Step { return modeltest.Slow(generated(60), 10*time.Millisecond) }

// chat is a service with a model, a collection with one file, and a session.
type chat struct {
	*service
	model   *modeltest.Server
	session string
}

// talk creates a collection and a session on a service that runs with a model.
func talk(s *service, m *modeltest.Server) *chat {
	s.t.Helper()
	c := s.collection("Office")
	require.Equal(s.t, "ready", s.awaitFile(c, s.put(c, "vacation.md", []byte(vacation)).ID).Status)
	var session struct{ ID string }
	body := fmt.Sprintf(`{"collection_ids":[%q]}`, c)
	require.Equal(s.t, http.StatusOK, s.call(http.MethodPost, "/chat/sessions", strings.NewReader(body), "application/json", &session))
	return &chat{service: s, model: m, session: session.ID}
}

func withModel(s *service, m *modeltest.Server) {
	s.env = append(s.env, "QUIRE_CHAT_URL="+m.BaseURL(), "QUIRE_CHAT_MODEL=test", "QUIRE_SWEEP_EVERY=1s", "QUIRE_SWEEP_IDLE=3s")
}

func newChat(t *testing.T) *chat {
	t.Helper()
	m := modeltest.New(t)
	s := newService(t)
	withModel(s, m)
	s.start()
	return talk(s, m)
}

// events is a stream that a client reads.
type events struct {
	t     testing.TB
	res   *http.Response
	lines *bufio.Scanner
	leave context.CancelFunc
	text  string // of the deltas since the last retry
}

// ask sends a message and opens its stream.
func (c *chat) ask(content string) *events {
	c.t.Helper()
	return c.streamed("/chat/sessions/"+c.session+"/messages", map[string]any{"content": content, "stream": true})
}

// streamed posts body and opens the stream that responds to it.
func (s *service) streamed(path string, body any) *events {
	s.t.Helper()
	raw, err := json.Marshal(body)
	require.NoError(s.t, err)
	ctx, cancel := context.WithCancel(s.t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.api+"/api/v1"+path, bytes.NewReader(raw))
	require.NoError(s.t, err)
	req.Header.Set("Authorization", "Bearer "+s.key)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	require.NoError(s.t, err)
	require.Equal(s.t, http.StatusOK, res.StatusCode)
	s.t.Cleanup(func() { cancel(); res.Body.Close() })
	return &events{t: s.t, res: res, lines: bufio.NewScanner(res.Body), leave: cancel}
}

// frame is one event of a stream.
type frame struct {
	Event string
	Data  struct {
		Step, Text, Answer string
		Error              struct{ Type, Message string }
	}
}

// next reads the next event. It returns false once the connection has ended.
func (e *events) next() (frame, bool) {
	e.t.Helper()
	var f frame
	for e.lines.Scan() {
		field, value, _ := strings.Cut(e.lines.Text(), ": ")
		switch {
		case field == "event":
			f.Event = value
		case field == "data":
			require.NoError(e.t, json.Unmarshal([]byte(value), &f.Data))
		case field == "" && f.Event != "":
			if f.Data.Step == "retry" {
				e.text = ""
			}
			e.text += f.Data.Text
			return f, true
		}
	}
	return f, false
}

// until reads up to the first event with the given name, or status with the given step.
func (e *events) until(name string) frame {
	e.t.Helper()
	for {
		f, ok := e.next()
		require.True(e.t, ok, "the stream ended before %s", name)
		if f.Event == name || (f.Event == "status" && f.Data.Step == name) {
			return f
		}
	}
}

// message is the assistant's last message in the session.
type message struct {
	Role, Status, Content string
	Citations             []struct{ ID, Filename string }
}

func (c *chat) last() message {
	c.t.Helper()
	var list struct{ Data []message }
	require.Equal(c.t, http.StatusOK, c.call(http.MethodGet, "/chat/sessions/"+c.session+"/messages", nil, "", &list))
	return list.Data[len(list.Data)-1]
}

func TestConversationIsStreamedAndKept(t *testing.T) {
	t.Parallel()
	c := newChat(t)
	c.model.Script(modeltest.Answer(generated(2)), modeltest.Answer("Vacation days"))
	stream := c.ask("How many days?")
	done := stream.until("complete")
	require.Equal(t, "Employees have thirty days. [citation:1] Employees have thirty days. [citation:1]", done.Data.Answer)
	require.Equal(t, done.Data.Answer, stream.text)
	_, more := stream.next()
	require.False(t, more, "the server closes after the last frame")
	require.Equal(t, "complete", c.last().Status)
	require.Equal(t, "vacation.md", c.last().Citations[0].Filename)
	require.Eventually(t, func() bool {
		var session struct{ Title string }
		c.call(http.MethodGet, "/chat/sessions/"+c.session, nil, "", &session)
		return session.Title == "Vacation days"
	}, time.Minute, 50*time.Millisecond)
}

func TestClientThatLeavesStopsTheModelAndKeepsWhatItHad(t *testing.T) {
	t.Parallel()
	c := newChat(t)
	c.model.Script(slowly())
	stream := c.ask("How many days?")
	stream.until("delta")
	stream.leave()
	require.Eventually(t, func() bool { return c.last().Status == "partial" }, time.Minute, 20*time.Millisecond)
	select {
	case <-c.model.Gone():
	case <-time.After(time.Minute):
		require.Fail(t, "the model is still writing")
	}
	require.True(t, strings.HasPrefix(c.last().Content, stream.text), "everything that was sent is kept")
	c.model.Script(modeltest.Answer(`{"standalone":"x","keywords":[]}`), modeltest.Answer(generated(1)))
	require.Equal(t, "complete", c.ask("And now?").until("complete").Event, "the session continues")
}

func TestServiceKilledMidStreamLeavesNoMessageInFlight(t *testing.T) {
	t.Parallel()
	c := newChat(t)
	c.model.Script(slowly())
	stream := c.ask("How many days?")
	stream.until("delta")
	c.kill()
	for ok := true; ok; _, ok = stream.next() { //nolint:revive // up to the end of what was sent
	}
	c.model.Always(modeltest.Answer(generated(1)))
	c.start()
	require.Eventually(t, func() bool { return c.last().Status != "streaming" }, time.Minute, 50*time.Millisecond)
	require.Contains(t, []string{"partial", "complete"}, c.last().Status)
}

func TestModelThatFailsAfterTextEndsTheStreamWithAnError(t *testing.T) {
	t.Parallel()
	c := newChat(t)
	text := generated(3)
	c.model.Script(modeltest.ErrorFrame(text[:len(text)-20], "the provider has a problem"))
	stream := c.ask("How many days?")
	failed := stream.until("error")
	require.Equal(t, "overloaded_error", failed.Data.Error.Type)
	require.NotContains(t, failed.Data.Error.Message, "provider has a problem", "the provider's message is only for the log")
	require.Equal(t, "partial", c.last().Status)
	require.Equal(t, stream.text, c.last().Content)
	require.NotEmpty(t, stream.text)
}

func TestWorkerKilledMidStreamIsReplacedOnTheSameConnection(t *testing.T) {
	t.Parallel()
	m := modeltest.New(t)
	s := newScaled(t)
	withModel(&s.service, m)
	s.run("migrate")
	s.run("account", "create", "default")
	s.key = s.run("key", "create", "default")
	s.serve("api")
	worker := s.serve("worker")
	s.ready()
	c := talk(&s.service, m)
	m.Script(slowly())
	stream := c.ask("How many days?")
	stream.until("delta")
	killOf(worker)
	m.Always(modeltest.Answer(generated(1)))
	s.serve("worker")
	stream.until("retry")
	done := stream.until("complete")
	require.Equal(t, "Employees have thirty days. [citation:1]", done.Data.Answer)
	require.Equal(t, done.Data.Answer, stream.text)
	require.Equal(t, "complete", c.last().Status)
}

func killOf(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}
