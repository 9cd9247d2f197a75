package main_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// batchOf is what the tests read of a batch.
type batchOf struct {
	ID     string
	Status string
	Counts struct{ Total, Completed, Failed int }
}

// untilSwept is longer than the sweeper takes to notice that a purge was lost, which is three minutes, and to repeat it.
const untilSwept = 5 * time.Minute

// sendBatch posts copies of the samples, in turn, as one batch.
func (s *service) sendBatch(documents int, callback string, samples ...string) batchOf {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	require.NoError(s.t, form.WriteField("callback_url", callback))
	for i := range documents {
		part, err := form.CreateFormFile("files", fmt.Sprintf("%d-%s", i+1, samples[i%len(samples)]))
		require.NoError(s.t, err)
		_, err = part.Write(s.sample(samples[i%len(samples)]))
		require.NoError(s.t, err)
	}
	require.NoError(s.t, form.Close())
	var b batchOf
	require.Equal(s.t, http.StatusOK, s.call(http.MethodPost, "/batches", &body, form.FormDataContentType(), &b))
	return b
}

// awaitBatch polls the batch until ready accepts it.
func (s *service) awaitBatch(id string, ready func(batchOf) bool) batchOf {
	s.t.Helper()
	var b batchOf
	require.Eventually(s.t, func() bool {
		require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, "/batches/"+id, nil, "", &b))
		return ready(b)
	}, 3*time.Minute, 50*time.Millisecond, "%s", s)
	return b
}

func (s *service) results(id, form string) []byte {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, "http://"+s.api+"/api/v1/batches/"+id+"/results?format="+form, nil)
	require.NoError(s.t, err)
	req.Header.Set("Authorization", "Bearer "+s.key)
	res, err := http.DefaultClient.Do(req)
	require.NoError(s.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	require.Equal(s.t, http.StatusOK, res.StatusCode, "%s", raw)
	return raw
}

func TestABatchSurvivesAKillAndAnotherIsCancelled(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	hook := newReceiver(t, s.command("account", "secret", "default"))
	b := s.sendBatch(12, hook.URL, "report.pdf", "letter.docx", "scan.pdf")
	s.awaitBatch(b.ID, func(b batchOf) bool { return b.Counts.Completed >= 2 })
	s.kill()

	s.start()
	b = s.awaitBatch(b.ID, func(b batchOf) bool { return b.Status == "COMPLETED" })
	require.Equal(t, 12, b.Counts.Completed)
	bodies := hook.received(t, 1)
	require.Len(t, bodies, 1, "one webhook-id, however often it was sent")
	for _, sent := range bodies {
		require.Contains(t, sent[0], `"batch_id":"`+b.ID+`"`)
		require.Contains(t, sent[0], `"COMPLETED":12`)
	}

	raw := s.results(b.ID, "zip")
	archive, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	require.NoError(t, err)
	require.Len(t, archive.File, 13)
	for _, f := range archive.File {
		require.NotZero(t, f.UncompressedSize64, f.Name)
	}
	lines := bytes.Split(bytes.TrimSpace(s.results(b.ID, "jsonl")), []byte("\n"))
	require.Len(t, lines, 12)
	for _, line := range lines {
		var result struct{ Output string }
		require.NoError(t, json.Unmarshal(line, &result))
		require.NotEmpty(t, result.Output)
	}
	long := s.sendBatch(40, hook.URL, "scan.pdf")
	require.Equal(t, http.StatusOK, s.call(http.MethodPost, "/batches/"+long.ID+"/cancel", nil, "", nil))
	long = s.awaitBatch(long.ID, func(b batchOf) bool { return b.Status == "CANCELLED" })
	require.Equal(t, 40, long.Counts.Completed+long.Counts.Failed)
	require.NotZero(t, long.Counts.Failed)
	var reports string
	for _, sent := range hook.received(t, 2) {
		reports += sent[0]
	}
	require.Contains(t, reports, `"batch_id":"`+long.ID+`","status":"CANCELLED"`)

	deleted := s.sendBatch(40, hook.URL, "scan.pdf")
	for _, id := range []string{long.ID, b.ID, deleted.ID} {
		require.Equal(t, http.StatusOK, s.call(http.MethodDelete, "/batches/"+id, nil, "", nil))
	}
	s.kill()
	s.start()
	require.EventuallyWithT(t, func(c *assert.CollectT) {
		var left []string
		err := fs.WalkDir(os.DirFS(filepath.Join(s.dir, "blobs", "documents")), ".", func(path string, _ fs.DirEntry, err error) error {
			left = append(left, path)
			return err
		})
		require.True(c, err == nil || errors.Is(err, fs.ErrNotExist), "%v", err)
		require.LessOrEqual(c, len(left), 1, "%q are left", left)
	}, untilSwept, 50*time.Millisecond, "%s", s)
	require.Len(t, hook.received(t, 2), 2, "nobody is told of what was deleted")
}
