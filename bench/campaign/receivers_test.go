package main

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/webhook"
)

func TestReceiverTrustsOnlyItsOwnSignature(t *testing.T) {
	t.Parallel()
	now := time.Now()
	secret, other, body := webhook.NewSecret(), webhook.NewSecret(), []byte(`{"status":"COMPLETED"}`)
	header, err := webhook.Sign([]string{other, secret}, "msg_1", now, body)
	require.NoError(t, err)
	require.NoError(t, verify(secret, header, body, now))
	require.Error(t, verify(secret, header, []byte(`{"status":"FAILED"}`), now), "another body")
	require.Error(t, verify(webhook.NewSecret(), header, body, now), "a secret that did not sign it")
	require.Error(t, verify(secret, header, body, now.Add(signatureAge+time.Minute)), "too old")
	later := http.Header{"Webhook-Id": header["Webhook-Id"], "Webhook-Signature": header["Webhook-Signature"]}
	later.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix()+1, 10))
	require.Error(t, verify(secret, later, body, now), "a time that was not signed")
}

func TestOnlyATerminalEventEndsAStream(t *testing.T) {
	t.Parallel()
	const status = "id: 1\nevent: status\ndata: {}\n\n"
	for name, c := range map[string]struct {
		body  string
		leave int
		want  ending
	}{
		"complete":          {status + "event: complete\ndata: {\"id\":7,\"answer\":\"yes\"}\n\n", -1, ending{complete: true, answer: wireAnswer{ID: 7, Answer: "yes"}}},
		"error":             {status + "event: error\ndata: {\"error\":{\"type\":\"api_error\"}}\n\n", -1, ending{}},
		"deleted meanwhile": {"event: error\ndata: {\"error\":{\"type\":\"not_found_error\"}}\n\n", -1, ending{missing: true}},
		"cut":               {status, -1, ending{}},
		"left":              {status + "event: complete\ndata: {}\n\n", 1, ending{left: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := follow(strings.NewReader(c.body), c.leave)
			require.Equal(t, c.want, got)
		})
	}
}

func TestOnlyAFaultAndItsAftermathExplainTrouble(t *testing.T) {
	t.Parallel()
	f := &Faults{windows: []window{{10 * time.Second, 20 * time.Second}, {start: time.Minute}}}
	require.False(t, f.Explain(8*time.Second, 9*time.Second), "before the fault")
	require.True(t, f.Explain(9*time.Second, 11*time.Second))
	require.False(t, f.Explain(21*time.Second, 59*time.Second), "between two faults")
	require.True(t, f.Explain(2*time.Minute, 3*time.Minute), "the fault lasts")
}
