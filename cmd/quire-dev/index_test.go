package main_test

import (
	"fmt"
	"net/http"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/cmd/quire-dev/internal/porttest"
)

// says waits until the metrics address of a process responds with the given status.
func (s *scaled) says(metrics, path string, want int) {
	s.t.Helper()
	require.Eventually(s.t, func() bool {
		res, err := http.Get("http://" + metrics + path)
		if err != nil {
			return false
		}
		defer res.Body.Close()
		return res.StatusCode == want
	}, time.Minute, 50*time.Millisecond)
}

// Two APIs and two workers share an index served by Quire. It is killed twice while files are being indexed, and a
// waiting replacement takes over once.
func TestSeveralProcessesShareAnIndexThatDies(t *testing.T) {
	t.Parallel()
	s := newScaled(t)
	address, metrics, others := porttest.Free(t), porttest.Free(t), porttest.Free(t)
	s.set("QUIRE_QDRANT_URL=http://"+address, "QUIRE_INDEX_LISTEN="+address, "QUIRE_QDRANT_API_KEY=the-key-of-the-index")
	s.run("migrate")
	s.run("account", "create", "default")
	s.key = s.run("key", "create", "default")
	index := s.serve("index", "QUIRE_METRICS_LISTEN="+metrics)
	s.serve("api")
	second := porttest.Free(t)
	s.serve("api", "QUIRE_LISTEN="+second)
	s.serve("worker")
	s.serve("worker")
	s.ready()
	s.says(metrics, "/readyz", http.StatusOK)
	c := s.collection("Office")
	first := s.put(c, "price.csv", []byte("Article,Price\nStapler,12.50\n"))
	require.Equal(t, "ready", s.awaitFile(c, first.ID).Status)

	var files []string
	for i := range 24 {
		if i == 8 || i == 16 {
			killOf(index)
			require.Error(t, s.search("price of a stapler"), "without the index there is no answer, rather than a wrong one")
			index = s.serve("index", "QUIRE_METRICS_LISTEN="+metrics)
		}
		name := fmt.Sprintf("memo%d.txt", i)
		files = append(files, s.put(c, name, fmt.Appendf(nil, "Project number%d is led by person%d.\n", i, i)).ID)
	}
	for _, id := range files {
		require.Equal(t, "ready", s.awaitFile(c, id).Status)
	}
	s.says(metrics, "/readyz", http.StatusOK)
	requireRightAnswers(t, s, len(files))

	// A second index server waits without answering anybody, and then takes over.
	standing := porttest.Free(t)
	standby := s.serve("index", "QUIRE_METRICS_LISTEN="+others, "QUIRE_INDEX_LISTEN="+standing)
	s.says(others, "/healthz", http.StatusOK)
	s.says(others, "/readyz", http.StatusServiceUnavailable)
	killOf(index)
	s.says(others, "/readyz", http.StatusOK)
	moved := *s
	moved.set("QUIRE_QDRANT_URL=http://" + standing)
	requireRightAnswers(t, &moved, len(files))
	killOf(standby)
	s.serve("index", "QUIRE_METRICS_LISTEN="+metrics)
	s.says(metrics, "/readyz", http.StatusOK)
	requireRightAnswers(t, s, len(files))

	s.api = second
	require.Equal(t, "ready", s.awaitFile(c, first.ID).Status, "through the other API")

	s.set("QUIRE_QDRANT_API_KEY=another")
	require.ErrorContains(t, s.search("price of a stapler"), "Invalid API key")
}

// search searches the collection Office, and returns the error of the command.
func (s *scaled) search(question string) error {
	cmd := exec.CommandContext(s.t.Context(), s.quire, "search", "-c", "Office", question)
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

func requireRightAnswers(t *testing.T, s *scaled, files int) {
	t.Helper()
	require.Contains(t, s.run("search", "-c", "Office", "price of a stapler"), "12.50")
	var searches sync.WaitGroup
	found := make([]string, files)
	for i := range files {
		searches.Go(func() { found[i] = s.run("search", "-c", "Office", fmt.Sprintf("number%d", i)) })
	}
	searches.Wait()
	for i, lines := range found {
		require.Contains(t, lines, fmt.Sprintf("person%d", i))
	}
}
