package main_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Limits for a run with every bomb at once on two cores, where three conversions run in each lane: the conversion of a
// PDF may hold a little more than twice its sandbox of 512 MiB, and that of a document of nothing but paragraphs about
// 1 GiB. 5,450 MiB were observed.
const (
	bombMemory = 7 << 30
	bombTime   = 4 * time.Minute
)

func TestBombsFailWithAnExplanationWithinTimeAndMemory(t *testing.T) {
	s := newService(t)
	s.start()
	started := time.Now()
	peak := s.watchMemory()
	c := s.collection("Bombs")
	documents, files := map[string]bomb{}, map[string]bomb{}
	for _, b := range bombs(t) {
		if d, accepted := s.tryUpload(b); accepted {
			documents[d.ID] = b
		}
		if !strings.HasSuffix(b.name, ".pdf") { // a single process reads all PDFs of a lane
			files[s.put(c, b.name, b.data).ID] = b
		}
	}
	for _, b := range fileBombs(t) {
		files[s.put(c, b.name, b.data).ID] = b
	}
	total := len(documents) + len(files)
	for id, b := range documents {
		var d document
		s.ended(b, "/documents/"+id, &d, func() bool { return d.Status != "PENDING" && d.Status != "PROCESSING" })
		s.judge("document", b, d.Status, d.Error)
	}
	for id, b := range files {
		var f file
		s.ended(b, "/collections/"+c+"/files/"+id, &f, func() bool { return f.Status != "pending" && f.Status != "processing" })
		s.judge("file", b, f.Status, f.LastError)
	}
	took, memory := time.Since(started), peak()
	t.Logf("%d bombs in %s with at most %d MiB", total, took.Round(time.Second), memory>>20)
	require.Less(t, took, bombTime)
	require.Less(t, memory, int64(bombMemory))

	after := s.await(s.upload("letter.docx", nil).ID)
	require.Equal(t, "COMPLETED", after.Status, "the service keeps working")
}

// ended waits for a bomb to end. On a busy machine, PDFs in the long lane come last.
func (s *service) ended(b bomb, path string, into any, done func() bool) {
	s.t.Helper()
	require.Eventually(s.t, func() bool {
		require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, path, nil, "", into))
		return done()
	}, bombTime, 100*time.Millisecond, b.name)
}

// judge checks that a bomb ended with a message for its owner that reveals no internals.
func (s *service) judge(as string, b bomb, status string, words *string) {
	s.t.Helper()
	s.t.Logf("%-8s %-14s %8d bytes: %s %s", as, b.name, len(b.data), status, deref(words))
	if b.words != "" {
		require.NotNil(s.t, words, "%s %s ended %s", as, b.name, status)
		require.Contains(s.t, *words, b.words, b.name)
	}
	if words != nil {
		for _, inside := range []string{"goroutine", "panic", "wasm", ".go:", "/tmp", s.dir, "activity"} {
			require.NotContains(s.t, *words, inside, b.name)
		}
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// tryUpload posts a bomb as a document. A 400 with an explanation is as good an outcome as FAILED.
func (s *service) tryUpload(b bomb) (document, bool) {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", b.name)
	require.NoError(s.t, err)
	_, err = part.Write(b.data)
	require.NoError(s.t, err)
	require.NoError(s.t, form.Close())
	var d document
	status := s.call(http.MethodPost, "/documents", &body, form.FormDataContentType(), &d)
	if status == http.StatusBadRequest {
		return d, false
	}
	require.Equal(s.t, http.StatusOK, status, b.name)
	return d, true
}

// watchMemory returns a function that reports the peak memory of the process and its children together, in bytes.
func (s *service) watchMemory() (peak func() int64) {
	stop, result := make(chan struct{}), make(chan int64)
	go func() {
		var most int64
		for {
			most = max(most, treeMemory(s.cmd.Process.Pid))
			select {
			case <-stop:
				result <- most
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	return func() int64 { close(stop); return <-result }
}

// treeMemory returns the private memory of a process and its descendants, except PostgreSQL, whose processes share
// theirs.
func treeMemory(pid int) int64 {
	total := residentBytes(pid)
	children, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, path := range children {
		list, _ := os.ReadFile(path)
		for _, child := range strings.Fields(string(list)) {
			n, err := strconv.Atoi(child)
			if err != nil {
				continue
			}
			if name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", n)); strings.TrimSpace(string(name)) != "postgres" {
				total += treeMemory(n)
			}
		}
	}
	return total
}

func residentBytes(pid int) int64 {
	raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(raw))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}
