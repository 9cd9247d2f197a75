package main_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"quire/cmd/quire-dev/internal/porttest"
	"quire/cmd/quire-dev/temporal"
	"quire/internal/index"
	"quire/internal/index/embedded"
	"quire/internal/pgcluster"
)

// scaled is the product as run in a cluster: PostgreSQL, Temporal and the vector store run elsewhere.
type scaled struct {
	service
	quire    string
	vectors  string // the vector store's address
	temporal string
}

func newScaled(t *testing.T) *scaled {
	t.Helper()
	postgres, err := pgcluster.Temporary(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, postgres.Stop(t.Context())) })
	engine, err := temporal.Start(t.Context(), temporal.Config{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(engine.Stop)
	vectors := embedded.NewServer()
	t.Cleanup(vectors.Close)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = vectors.Serve(l, embedded.Access{}) }()
	path, err := filepath.Abs("../../bin/quire")
	require.NoError(t, err)
	s := &scaled{
		service: service{t: t, api: porttest.Free(t)}, quire: path, vectors: "http://" + l.Addr().String(), temporal: engine.HostPort(),
	}
	s.env = append(os.Environ(), "QUIRE_EMBEDDING_MODEL_DIR=none",
		"QUIRE_DATABASE_URL="+postgres.URL(pgcluster.Database), "QUIRE_TEMPORAL_ADDRESS="+s.temporal,
		"QUIRE_BLOBS=file://"+filepath.Join(t.TempDir(), "blobs"), "QUIRE_SECRETS_FILE="+filepath.Join(t.TempDir(), "secrets"),
		"QUIRE_QDRANT_URL="+s.vectors, "QUIRE_LISTEN="+s.api)
	return s
}

// run runs one of quire's commands to completion.
func (s *scaled) run(args ...string) string {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), s.quire, args...)
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	require.NoError(s.t, err, "quire %v: %s", args, out)
	return strings.TrimSpace(string(out))
}

// serve runs a role until the test ends, with its own settings in addition to the shared ones.
func (s *scaled) serve(role string, env ...string) *exec.Cmd {
	s.t.Helper()
	cmd := exec.Command(s.quire, role)
	var log bytes.Buffer
	cmd.Env, cmd.Stderr = append(slices.Clip(s.env), env...), &log
	require.NoError(s.t, cmd.Start())
	s.t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if s.t.Failed() {
			s.t.Log(role, log.String())
		}
	})
	return cmd
}

// ready waits until the API can serve.
func (s *scaled) ready() {
	s.t.Helper()
	require.Eventually(s.t, func() bool {
		res, err := http.Get("http://" + s.api + "/readyz")
		return err == nil && res.StatusCode == http.StatusOK
	}, time.Minute, 50*time.Millisecond)
}

func TestSeparateProcessesShareOneVectorStore(t *testing.T) {
	t.Parallel()
	s := newScaled(t)
	s.run("migrate")
	s.run("account", "create", "default")
	s.key = s.run("key", "create", "default")
	s.serve("api")
	first := s.serve("worker")
	s.ready()
	c := s.collection("Office")
	f := s.put(c, "prices.csv", []byte("Article,Price\nStapler,12.50\n"))
	require.Equal(t, "ready", s.awaitFile(c, f.ID).Status)
	killOf(first)
	s.serve("worker")
	report := s.put(c, "report.pdf", s.sample("report.pdf"))
	require.Equal(t, "ready", s.awaitFile(c, report.ID).Status)
	require.Contains(t, s.run("search", "-c", "Office", "price of a stapler"), "12.50", "indexed by the worker that is gone")
	require.Contains(t, s.run("search", "-c", "Office", "dredging of the inner channel"), "350,000 euros")
	require.Contains(t, s.run("reindex"), "default: 2 of 2 files")

	s.loseVectors()
	require.Equal(t, "nothing found", s.run("search", "-c", "Office", "price of a stapler"))
	temporal, err := client.Dial(client.Options{HostPort: s.temporal})
	require.NoError(t, err)
	defer temporal.Close()
	require.NoError(t, temporal.ScheduleClient().GetHandle(t.Context(), "check/index").Trigger(t.Context(), client.ScheduleTriggerOptions{}))
	require.Eventually(t, func() bool {
		return strings.Contains(s.run("search", "-c", "Office", "price of a stapler"), "12.50")
	}, time.Minute, 100*time.Millisecond, "the nightly check fills the index again")
}

// A worker that reaches other people's servers runs in a separate network, without a vector store, a model, an OCR
// program or secrets. Nor do fetches and webhooks need the vector store.
func TestWorkerOfTheEgressQueueNeedsNothingElse(t *testing.T) {
	t.Parallel()
	s := newScaled(t)
	told := make(chan string, 1)
	outside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<16))
			told <- string(body)
			return
		}
		http.ServeFile(w, r, samples+"letter.docx")
	}))
	defer outside.Close()
	s.set("QUIRE_ALLOW_LOOPBACK=true")
	s.run("migrate")
	s.run("account", "create", "default")
	s.key = s.run("key", "create", "default")
	s.serve("api", "QUIRE_QDRANT_URL=")
	s.serve("worker", "QUIRE_QUEUES=workflow,quick,convert,model", "QUIRE_QDRANT_URL=http://"+porttest.Free(t))
	s.ready()
	uploaded := s.upload("report.pdf", map[string]string{"callback_url": outside.URL})
	require.Equal(t, "COMPLETED", s.await(uploaded.ID).Status, "the vector store is down")
	fetched := s.upload("", map[string]string{"url": outside.URL + "/letter.docx", "callback_url": outside.URL})
	require.Empty(t, told, "no worker serves the queue")

	secrets := filepath.Join(t.TempDir(), "secrets")
	s.serve("worker", "QUIRE_QUEUES=egress", "QUIRE_QDRANT_URL=", "QUIRE_SECRETS_FILE="+secrets, "QUIRE_TESSERACT=/nowhere/tesseract",
		"QUIRE_CACHE_DIR=/proc/nowhere")
	require.Equal(t, "COMPLETED", s.await(fetched.ID).Status)
	missing := map[string]bool{uploaded.ID: true, fetched.ID: true}
	for len(missing) > 0 {
		select {
		case body := <-told:
			require.Contains(t, body, "output_file_url\":\"http")
			var event struct {
				DocumentID string `json:"document_id"`
			}
			require.NoError(t, json.Unmarshal([]byte(body), &event))
			delete(missing, event.DocumentID)
		case <-time.After(time.Minute):
			require.Fail(t, "a webhook was not delivered")
		}
	}
	require.NoFileExists(t, secrets, "it creates no links and reads no keys")
}

// loseVectors empties the vector store.
func (s *scaled) loseVectors() {
	s.t.Helper()
	ix, err := index.Open(s.t.Context(), index.Config{URL: s.vectors})
	require.NoError(s.t, err)
	defer ix.Close()
	accounts, err := ix.Accounts(s.t.Context())
	require.NoError(s.t, err)
	for _, account := range accounts {
		generations, err := ix.Generations(s.t.Context(), account)
		require.NoError(s.t, err)
		for g := range generations {
			require.NoError(s.t, ix.DeleteGeneration(s.t.Context(), account, g))
		}
	}
}
