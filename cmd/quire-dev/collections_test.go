package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// file holds what the tests read of a file in a collection.
type file struct {
	ID        string  `json:"id"`
	Path      string  `json:"path"`
	Status    string  `json:"status"`
	Version   int     `json:"version"`
	PageCount *int    `json:"page_count"`
	LastError *string `json:"last_error"`
}

// collection creates a collection and returns its id.
func (s *service) collection(name string) string {
	s.t.Helper()
	body, err := json.Marshal(map[string]string{"name": name})
	require.NoError(s.t, err)
	var c struct{ ID string }
	require.Equal(s.t, http.StatusOK, s.call(http.MethodPost, "/collections", bytes.NewReader(body), "application/json", &c))
	return c.ID
}

// put uploads content to a path of a collection.
func (s *service) put(collection, path string, content []byte) file {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", path)
	require.NoError(s.t, err)
	_, err = part.Write(content)
	require.NoError(s.t, err)
	require.NoError(s.t, form.Close())
	var f file
	require.Equal(s.t, http.StatusOK,
		s.call(http.MethodPost, "/collections/"+collection+"/files", &body, form.FormDataContentType(), &f))
	return f
}

// awaitFile waits until the newest version of the file is ready or has failed.
func (s *service) awaitFile(collection, id string) file {
	s.t.Helper()
	var f file
	require.Eventually(s.t, func() bool {
		require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, "/collections/"+collection+"/files/"+id, nil, "", &f))
		return f.Status != "pending" && f.Status != "processing"
	}, 2*time.Minute, 50*time.Millisecond, "the file does not end: %s", s)
	return f
}

func TestFilesAreFoundFromReadyToDeleted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	c := s.collection("Office")
	prices := s.put(c, "prices.csv", []byte("Article,Price\nStapler,12.50\nPaperclips,1.20\n"))
	require.Equal(t, "pending", prices.Status)
	report := s.put(c, "report.pdf", s.sample("report.pdf"))
	letter := s.put(c, "letter.docx", s.sample("letter.docx"))
	for _, f := range []file{prices, report, letter} {
		done := s.awaitFile(c, f.ID)
		require.Equal(t, "ready", done.Status, "%s: %v", f.Path, done.LastError)
		require.Positive(t, *done.PageCount)
	}
	require.Contains(t, s.command("search", "--collection", "Office", "price of a stapler"), "12.50")

	again := s.put(c, "prices.csv", []byte("Article,Price\nStapler,13.90\nPaperclips,1.20\n"))
	require.Equal(t, prices.ID, again.ID)
	require.Equal(t, 2, again.Version)
	require.Equal(t, "ready", s.awaitFile(c, prices.ID).Status)
	found := s.command("search", "--collection", "Office", "price of a stapler")
	require.Contains(t, found, "13.90")
	require.NotContains(t, found, "12.50")

	require.Equal(t, http.StatusOK, s.call(http.MethodDelete, "/collections/"+c+"/files/"+prices.ID, nil, "", nil))
	require.NotContains(t, s.command("search", "--collection", c, "price of a stapler"), "Stapler")
	require.Equal(t, http.StatusOK, s.call(http.MethodDelete, "/collections/"+c, nil, "", nil))
	require.Equal(t, http.StatusNotFound, s.call(http.MethodGet, "/collections/"+c, nil, "", nil))
	require.NoError(t, s.interrupt(), s)
}

func TestUnreadableFileFailsWithAnExplanation(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	c := s.collection("Trouble")
	for path, content := range map[string][]byte{"empty.txt": {}, "locked.pdf": s.sample("locked.pdf")} {
		f := s.awaitFile(c, s.put(c, path, content).ID)
		require.Equal(t, "failed", f.Status, path)
		require.NotEmpty(t, *f.LastError, path)
	}
}

func TestTenFilesSurviveAKillInTheMiddle(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	c := s.collection("Minutes")
	long := s.sample(longPDF(t, 60))
	files := make([]file, 0, 10)
	for i := range 10 {
		files = append(files, s.put(c, fmt.Sprintf("minutes-%d.pdf", i), long))
	}
	require.Eventually(t, func() bool {
		var list struct{ Count int }
		s.call(http.MethodGet, "/collections/"+c+"/files?status=ready", nil, "", &list)
		return list.Count >= 2
	}, 3*time.Minute, 20*time.Millisecond, "work is under way")
	s.kill()

	s.start()
	for _, f := range files {
		require.Equal(t, "ready", s.awaitFile(c, f.ID).Status, s)
		found := s.command("search", "--collection", c, "--file", f.Path, "--limit", "1", "the committee has taken note of item 42")
		require.Contains(t, found, f.Path)
	}
}
