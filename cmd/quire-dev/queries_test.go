package main_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
)

var codeSpan = regexp.MustCompile("`` (.+?) ``|`([^`]+)`")

// readmeQueries returns the queries in the README's section about monitoring.
func readmeQueries(t *testing.T) []string {
	t.Helper()
	raw, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(raw), "## What is going on")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	var queries []string
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "| ") && strings.Contains(line, "`") {
			for _, q := range codeSpan.FindAllStringSubmatch(line, -1) {
				queries = append(queries, cmp.Or(q[1], q[2]))
			}
		}
	}
	return queries
}

func TestQueriesInTheReadmeFindWhatTheyPromise(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	hook := newReceiver(t, s.command("account", "secret", "default"))
	good := s.upload("report.pdf", map[string]string{"callback_url": hook.URL})
	damaged := filepath.Join(t.TempDir(), "damaged.pdf")
	require.NoError(t, os.WriteFile(damaged, []byte("%PDF-1.4\nnothing follows"), 0o600))
	broken := s.upload(damaged, nil)
	c := s.collection("Office")
	require.Equal(t, "COMPLETED", s.await(good.ID).Status)
	require.Equal(t, "FAILED", s.await(broken.ID).Status)
	require.Equal(t, "ready", s.awaitFile(c, s.put(c, "prices.csv", []byte("Article,Price\nStapler,12.50\n")).ID).Status)
	hook.received(t, 1)
	temporal, err := client.Dial(client.Options{HostPort: "127.0.0.1:" + s.setting("QUIRE_TEMPORAL_PORT")})
	require.NoError(t, err)
	defer temporal.Close()
	count := func(query string) int {
		list, err := temporal.ListWorkflow(t.Context(), &workflowservice.ListWorkflowExecutionsRequest{Query: query})
		require.NoError(t, err, query)
		return len(list.GetExecutions())
	}
	queries := readmeQueries(t)
	require.Len(t, queries, 10)
	for _, q := range queries {
		q = strings.NewReplacer(`StartTime < "…"`, `StartTime < "`+time.Now().Add(-10*time.Minute).UTC().Format(time.RFC3339)+`"`, "…", uuid.NewString()).Replace(q)
		if !strings.HasPrefix(q, "Outcome") {
			require.Zero(t, count(q), "%s finds nothing on a healthy service", q)
		}
	}
	for query, found := range map[string]int{
		`Outcome = "FAILED"`:                                      1,
		`Outcome = "FAILED" AND FailureType = "corrupt"`:          1,
		`DocumentId = "` + good.ID + `"`:                          2, // with its webhook
		`CollectionId = "` + c + `" AND WorkflowType = "File"`:    1,
		`WorkflowType = "Document" AND ExecutionDuration > "1ms"`: 2,
		`ExecutionStatus = "Running" AND WorkflowType IN ("Document", "Turn", "Delivery") AND StartTime < "` +
			time.Now().Add(time.Hour).UTC().Format(time.RFC3339) + `"`: 0,
	} {
		require.Eventually(t, func() bool { return count(query) == found }, time.Minute, 50*time.Millisecond, query)
	}
}
