package main_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// burning returns the path of a tesseract that never ends on its own.
func burning(t testing.TB) string {
	t.Helper()
	path, _ := burningUntilReleased(t)
	return path
}

// burningUntilReleased returns the path of a tesseract that occupies a processor until release is called, and reads
// normally from then on.
func burningUntilReleased(t testing.TB) (path string, release func()) {
	t.Helper()
	dir := t.TempDir()
	path, released := filepath.Join(dir, "tesseract"), filepath.Join(dir, "released")
	script := fmt.Sprintf(`#!/bin/sh
case "$*" in *--list-langs*) printf 'List of available languages:\neng\n'; exit;; esac
while [ ! -e %s ]; do :; done
exec tesseract "$@"
`, released)
	require.NoError(t, os.WriteFile(path, []byte(script), 0o755))
	return path, func() { require.NoError(t, os.WriteFile(released, nil, 0o600)) }
}

// burners counts the processes that run the script at path.
func burners(t testing.TB, path string) int {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	count := 0
	for _, line := range lines {
		if words, err := os.ReadFile(line); err == nil && bytes.Contains(words, []byte(path)) {
			count++
		}
	}
	return count
}

// awaitBurners returns once count processes run the script at path.
func awaitBurners(t testing.TB, path string, count int) {
	t.Helper()
	require.Eventually(t, func() bool { return burners(t, path) == count }, time.Minute, 10*time.Millisecond)
}

func TestDocumentThatSpendsItsBudgetTwiceFailsWithAnExplanation(t *testing.T) {
	s := newService(t)
	s.env = append(s.env, "QUIRE_TESSERACT="+burning(t), "QUIRE_BUDGET_BASE=700ms", "QUIRE_BUDGET_PER_MB=0s",
		"QUIRE_BUDGET_PER_PAGE=0s", "QUIRE_BUDGET_PER_READING=0s")
	s.start()
	const words = "far more processing than its size warrants"
	d := s.await(s.upload("scan.pdf", nil).ID)
	require.Equal(t, "FAILED", d.Status)
	require.Contains(t, deref(d.Error), words)

	c := s.collection("Burners")
	rows := strings.Repeat("<tr><td>a<td>b<td>c</tr>\n", 400_000)
	burner := s.put(c, "rows.html", []byte("<!doctype html><table>"+rows))
	var f file
	require.Eventually(t, func() bool {
		require.Equal(t, http.StatusOK, s.call(http.MethodGet, "/collections/"+c+"/files/"+burner.ID, nil, "", &f))
		return f.Status == "failed" || f.Status == "ready"
	}, 2*time.Minute, 100*time.Millisecond)
	require.Equal(t, "failed", f.Status)
	require.Contains(t, deref(f.LastError), words)

	require.Equal(t, "COMPLETED", s.await(s.upload("report.pdf", nil).ID).Status, "the service keeps working")
}

func TestDeletingADocumentInFlightEndsItsConversion(t *testing.T) {
	s := newService(t)
	tesseract := burning(t)
	s.env = append(s.env, "QUIRE_TESSERACT="+tesseract, "QUIRE_CORES=1")
	s.start()
	t.Logf("the conversion ended %s after the deletion was answered", s.deleteBurner(tesseract).Round(time.Millisecond))
	require.Equal(t, "COMPLETED", s.await(s.upload("report.pdf", nil).ID).Status, "its slot is free")
}

// deleteBurner makes the service burn processor time on a document, deletes the document and returns how long the
// burning continued.
func (s *service) deleteBurner(tesseract string) time.Duration {
	s.t.Helper()
	id := s.upload("scan.pdf", nil).ID
	awaitBurners(s.t, tesseract, 1)
	require.Equal(s.t, http.StatusOK, s.call(http.MethodDelete, "/documents/"+id, nil, "", nil))
	deleted := time.Now()
	awaitBurners(s.t, tesseract, 0)
	return time.Since(deleted)
}

// BenchmarkDeletedDocument measures the longest time for which a conversion continues after its document was deleted.
func BenchmarkDeletedDocument(b *testing.B) {
	s := newService(b)
	tesseract := burning(b)
	s.env = append(s.env, "QUIRE_TESSERACT="+tesseract, "QUIRE_CORES=1")
	s.start()
	var longest time.Duration
	for b.Loop() {
		longest = max(longest, s.deleteBurner(tesseract))
	}
	b.ReportMetric(float64(longest.Milliseconds()), "ms-longest")
}

func TestCrashOfTheServiceDoesNotCountAgainstADocumentsBudget(t *testing.T) {
	s := newService(t)
	tesseract, release := burningUntilReleased(t)
	const budget = 6 * time.Second
	s.env = append(s.env, "QUIRE_TESSERACT="+tesseract, "QUIRE_BUDGET_BASE="+budget.String(), "QUIRE_BUDGET_PER_MB=0s",
		"QUIRE_BUDGET_PER_PAGE=0s", "QUIRE_BUDGET_PER_READING=0s")
	s.start()
	id := s.upload("scan.pdf", nil).ID
	burn := func() {
		awaitBurners(t, tesseract, 1)
		time.Sleep(budget * 2 / 3)
	}
	burn()
	s.kill()
	awaitBurners(t, tesseract, 0)
	s.start()
	burn()
	release()
	require.Equal(t, "COMPLETED", s.await(id).Status, "both tries together cost more than the budget, but a crash is not the document's fault")
}
