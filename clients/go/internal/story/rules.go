package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"time"

	quire "quire/clients/go"
	"quire/clients/go/internal/retry"
	"quire/clients/go/internal/sse"
	"quire/clients/go/internal/webhook"
)

type rules struct {
	Retried []struct {
		Status, Attempt int
		Want            bool
	}
	Waits []struct {
		Attempt     int
		Now         time.Time
		RetryAfter  string `json:"retry_after"`
		Least, Most float64
		Never       bool
	}
	Streams []struct {
		Chunks []string
		Want   [][2]string
	}
}

// table checks the client against the cases of clients/behaviour.json.
func table(path string) {
	var rules rules
	done(json.Unmarshal(must(os.ReadFile(path)), &rules)) //nolint:gosec // the test's own
	for _, rule := range rules.Retried {
		assert(retry.Retried(rule.Status, rule.Attempt) == rule.Want, rule)
	}
	for _, rule := range rules.Waits {
		pause, again := retry.Wait(rule.Attempt, rule.RetryAfter, rule.Now)
		fits := pause.Seconds() >= rule.Least && pause.Seconds() <= rule.Most
		assert((rule.Never && !again) || (again && fits), rule, pause)
	}
	for _, rule := range rules.Streams {
		var read [][2]string
		for event, err := range sse.Read(&pieces{rule.Chunks}) {
			done(err)
			read = append(read, [2]string{event.Name, event.Data})
		}
		assert(slices.Equal(read, rule.Want), rule, read)
	}
	say("rules", len(rules.Retried), len(rules.Waits), len(rules.Streams))
}

// pieces is a stream that arrives in pieces.
type pieces struct{ chunks []string }

func (p *pieces) Read(into []byte) (int, error) {
	if len(p.chunks) == 0 {
		return 0, io.EOF
	}
	n := copy(into, p.chunks[0])
	p.chunks = p.chunks[1:]
	return n, nil
}

// webhooks checks a webhook signed by the service, one that was modified, and one that is too old.
func webhooks(path string) {
	var sent struct {
		Body    string
		Headers map[string]string
		Secret  string
		At      int64
	}
	done(json.Unmarshal(must(os.ReadFile(path)), &sent)) //nolint:gosec // the test's own
	header := http.Header{}
	for name, value := range sent.Headers {
		header.Set(name, value)
	}
	said := must(quire.VerifyWebhook([]byte(sent.Body), header, "whsec_AAAA", sent.Secret)).Document
	say("webhook", said.Status, said.FileName, value(said.PageCount))
	_, err := quire.VerifyWebhook([]byte(sent.Body+" "), header, sent.Secret)
	assert(errors.Is(err, quire.ErrSignature), err)
	say("webhook", "changed", "refused")
	err = webhook.Check([]byte(sent.Body), header, []string{sent.Secret}, time.Unix(sent.At+301, 0))
	assert(errors.Is(err, quire.ErrSignature), err)
	say("webhook", "old", "refused")
}
