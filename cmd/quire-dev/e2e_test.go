package main_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/cmd/quire-dev/internal/porttest"
	"quire/internal/webhook"
)

// receiver is a customer's webhook receiver. It checks signatures and records the webhooks it has accepted.
type receiver struct {
	*httptest.Server
	secret   string
	mu       sync.Mutex
	bodies   map[string][]string // by webhook-id
	rejected int
}

func newReceiver(t *testing.T, secret string) *receiver {
	t.Helper()
	r := &receiver{secret: secret, bodies: map[string][]string{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		if err != nil || webhook.Verify([]string{r.secret}, req.Header, body, time.Now()) != nil {
			r.rejected++
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		id := req.Header.Get(webhook.HeaderID)
		r.bodies[id] = append(r.bodies[id], string(body))
	}))
	t.Cleanup(r.Close)
	return r
}

// received waits until n different webhooks have arrived, and returns them.
func (r *receiver) received(t *testing.T, n int) map[string][]string {
	t.Helper()
	require.Eventually(t, func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.bodies) >= n
	}, time.Minute, 50*time.Millisecond, "%d webhooks", n)
	r.mu.Lock()
	defer r.mu.Unlock()
	require.Zero(t, r.rejected, "every signature verifies")
	return r.bodies
}

func TestDocumentBecomesMarkdownAWebhookAndADownloadThatIsDeletedWithIt(t *testing.T) {
	t.Parallel()
	s := uninstalled(t)
	s.start()
	hook := newReceiver(t, s.command("account", "secret", "default"))

	d := s.upload("report.pdf", map[string]string{"callback_url": hook.URL})
	require.Equal(t, "PENDING", d.Status)
	done := s.await(d.ID)
	require.Equal(t, "COMPLETED", done.Status, s)
	require.Equal(t, 3, *done.PageCount)

	bodies := hook.received(t, 1)
	for _, sent := range bodies {
		require.Len(t, sent, 1)
		require.Contains(t, sent[0], d.ID)
		require.Contains(t, sent[0], `"status":"COMPLETED"`)
	}
	status, markdown := s.download(*done.OutputFileURL)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, 2, strings.Count(markdown, "\n---\n"), "two separators for three pages")
	require.Contains(t, markdown, "# ")

	require.Equal(t, http.StatusOK, s.call(http.MethodDelete, "/documents/"+d.ID, nil, "", nil))
	require.Equal(t, http.StatusNotFound, s.call(http.MethodGet, "/documents/"+d.ID, nil, "", nil))
	status, _ = s.download(*done.OutputFileURL)
	require.Equal(t, http.StatusNotFound, status)
	require.NoError(t, s.interrupt(), s)
}

func TestDocumentByURLIsFetchedAndADeadURLFailsWithAnExplanation(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	origin := httptest.NewServer(http.FileServer(http.Dir(samples)))
	t.Cleanup(origin.Close)

	good := s.upload("", map[string]string{"url": origin.URL + "/letter.docx"})
	missing := s.upload("", map[string]string{"url": origin.URL + "/missing.pdf"})
	blocked := s.upload("", map[string]string{"url": "http://10.1.2.3/secret.pdf"})
	require.Equal(t, "COMPLETED", s.await(good.ID).Status)
	for _, d := range []document{missing, blocked} {
		end := s.await(d.ID)
		require.Equal(t, "FAILED", end.Status)
		require.NotEmpty(t, *end.Error)
		require.Nil(t, end.OutputFileURL)
	}
}

func TestTwentyDocumentsSurviveAKillInTheMiddle(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	hook := newReceiver(t, s.command("account", "secret", "default"))
	kinds := []string{"report.pdf", "scan.pdf", "letter.docx", "photo.jpg", "mixed.pdf"}
	ids := make([]string, 0, 20)
	for i := range 20 {
		fields := map[string]string{"callback_url": hook.URL}
		if i%4 == 3 {
			fields["extractor_id"] = s.extractor("table-dump")
		}
		ids = append(ids, s.upload(kinds[i%len(kinds)], fields).ID)
	}
	require.Eventually(t, func() bool {
		var list struct{ Count int }
		s.call(http.MethodGet, "/documents?status=COMPLETED", nil, "", &list)
		return list.Count >= 3
	}, time.Minute, 20*time.Millisecond, "work is under way")
	s.kill()

	s.start()
	for _, id := range ids {
		require.Equal(t, "COMPLETED", s.await(id).Status, s)
	}
	bodies := hook.received(t, len(ids))
	require.Len(t, bodies, len(ids), "one webhook-id per document, however often it was sent")
	for _, id := range ids {
		s.requireOneDelivery(id)
	}
	var usage struct{ Data []struct{ Runs int } }
	require.Equal(t, http.StatusOK, s.call(http.MethodGet, "/usage", nil, "", &usage))
	require.Equal(t, 5, usage.Data[0].Runs, "every run is charged exactly once")
}

// extractor returns the id of the account's extractor with the given slug.
func (s *service) extractor(slug string) string {
	s.t.Helper()
	var list struct{ Data []struct{ ID, Slug string } }
	require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, "/e", nil, "", &list))
	for _, e := range list.Data {
		if e.Slug == slug {
			return e.ID
		}
	}
	require.Fail(s.t, "no extractor", slug)
	return ""
}

func TestRowsAreEnoughWhenTemporalHasLostEverything(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.env = append(s.env, "QUIRE_SWEEP_EVERY=500ms", "QUIRE_SWEEP_IDLE=1s", "QUIRE_CORES=1")
	s.start()
	ids := make([]string, 0, 6)
	for range 6 {
		ids = append(ids, s.upload("scan.pdf", nil).ID)
	}
	s.kill()
	require.NoError(t, os.RemoveAll(filepath.Join(s.dir, "temporal")))

	s.start()
	for _, id := range ids {
		require.Equal(t, "COMPLETED", s.await(id).Status, s)
	}
}

// requireOneDelivery waits for the document's only delivery to be delivered.
func (s *service) requireOneDelivery(id string) {
	s.t.Helper()
	var list struct {
		Count int
		Data  []struct{ Status string }
	}
	require.Eventually(s.t, func() bool {
		s.call(http.MethodGet, "/documents/"+id+"/deliveries", nil, "", &list)
		return list.Count == 1 && list.Data[0].Status == "delivered"
	}, time.Minute, 50*time.Millisecond, "exactly one completed delivery")
}

func TestSecondStartKeepsTheDataAndShowsNoKey(t *testing.T) {
	t.Parallel()
	s := uninstalled(t)
	s.start()
	require.NotEmpty(t, s.key)
	d := s.upload("letter.docx", nil)
	s.await(d.ID)
	require.NoError(t, s.interrupt(), s)

	s.startup = nil
	s.start()
	require.NotContains(t, strings.Join(s.startup, "\n"), "API key")
	require.Equal(t, "COMPLETED", s.await(d.ID).Status)
}

func TestFailedStartPrintsOneClearLine(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	elsewhere, listen := "QUIRE_DATA_DIR="+s.dir+"-2", "QUIRE_LISTEN=127.0.0.1:0"
	damaged, scrambled := s.dir+"-3", s.dir+"-4"
	require.NoError(t, os.MkdirAll(scrambled, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(scrambled, "secrets"), []byte("scrambled"), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(damaged, "postgres", "data", "base"), 0o755))
	for name, c := range map[string]struct {
		env  []string
		says string
	}{
		"the API's port is taken":     {[]string{elsewhere}, "QUIRE_LISTEN"},
		"the directory is taken":      {[]string{listen}, "QUIRE_DATA_DIR"},
		"the directory is impossible": {[]string{"QUIRE_DATA_DIR=/dev/null/data"}, "QUIRE_DATA_DIR"},
		"Temporal's port is taken":    {[]string{elsewhere, listen}, "QUIRE_TEMPORAL_PORT"},
		"two ports are the same":      {[]string{elsewhere, listen, "QUIRE_TEMPORAL_PORT=7777", "QUIRE_TEMPORAL_UI_PORT=7777"}, "both 7777"},
		"a port is out of range":      {[]string{elsewhere, listen, "QUIRE_TEMPORAL_PORT=99999"}, `QUIRE_TEMPORAL_PORT is "99999"`},
		"a port is not a number":      {[]string{elsewhere, listen, "QUIRE_TEMPORAL_UI_PORT=x"}, "QUIRE_TEMPORAL_UI_PORT"},
		"the secrets are damaged":     {[]string{"QUIRE_DATA_DIR=" + scrambled, listen, "QUIRE_TEMPORAL_PORT=" + port(porttest.Free(t)), "QUIRE_TEMPORAL_UI_PORT=" + port(porttest.Free(t))}, "QUIRE_SECRETS_FILE"},
		"the UI's port is taken":      {[]string{elsewhere, listen, "QUIRE_TEMPORAL_PORT=0"}, "QUIRE_TEMPORAL_UI_PORT"},
		"the database is damaged": {
			[]string{
				"QUIRE_DATA_DIR=" + damaged, listen,
				"QUIRE_TEMPORAL_PORT=" + port(porttest.Free(t)), "QUIRE_TEMPORAL_UI_PORT=" + port(porttest.Free(t)),
			}, "PG_VERSION is missing",
		},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), binary(t))
			cmd.Env = slices.Concat(s.env, c.env)
			out, err := cmd.CombinedOutput()
			require.Error(t, err)
			require.Equal(t, 1, cmd.ProcessState.ExitCode())
			require.Contains(t, string(out), c.says)
			require.Equal(t, 1, strings.Count(string(out), "\n"), "%s", out)
		})
	}
}
