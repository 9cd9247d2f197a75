package main_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// burning is a tesseract that never ends by itself.
func burning(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tesseract")
	script := "#!/bin/sh\ncase \"$*\" in *--list-langs*) printf 'List of available languages:\\neng\\n'; exit;; esac\nwhile :; do :; done\n"
	require.NoError(t, os.WriteFile(path, []byte(script), 0o755))
	return path
}

func TestADocumentThatSpendsItsBudgetTwiceFailsInWords(t *testing.T) {
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

	require.Equal(t, "COMPLETED", s.await(s.upload("report.pdf", nil).ID).Status, "the service goes on")
}

// ownLimit is the processor time after which the reading of an image ends by itself.
const ownLimit = time.Minute

func TestDeletingADocumentInFlightFreesItsSlot(t *testing.T) {
	s := newService(t)
	s.env = append(s.env, "QUIRE_TESSERACT="+burning(t), "QUIRE_CORES=1")
	s.start()
	burner := s.upload("scan.pdf", nil)
	require.Eventually(t, func() bool {
		var d document
		s.call(http.MethodGet, "/documents/"+burner.ID, nil, "", &d)
		return d.Status == "PROCESSING"
	}, time.Minute, 50*time.Millisecond)
	next := s.upload("report.pdf", nil)
	require.Equal(t, http.StatusOK, s.call(http.MethodDelete, "/documents/"+burner.ID, nil, "", nil))
	deleted := time.Now()
	require.Equal(t, "COMPLETED", s.await(next.ID).Status)
	require.Less(t, time.Since(deleted), ownLimit, "or the burner has ended by itself")
	t.Logf("a document behind it was done %s after the deletion", time.Since(deleted).Round(10*time.Millisecond))
}
