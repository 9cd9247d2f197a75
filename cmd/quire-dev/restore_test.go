package main_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// postgresTool runs one of PostgreSQL's client programs.
func postgresTool(t *testing.T, name string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		found, globErr := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
		require.NoError(t, globErr)
		require.NotEmpty(t, found, "%s is not installed", name)
		path = found[len(found)-1]
	}
	out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput()
	require.NoError(t, err, "%s: %s", name, out)
}

// backup is what docs/operations.md says must be backed up.
type backup struct{ dump, blobs, secrets string }

func (s *scaled) backup(t *testing.T) backup {
	t.Helper()
	dir := t.TempDir()
	b := backup{dump: filepath.Join(dir, "quire.dump"), blobs: filepath.Join(dir, "blobs"), secrets: filepath.Join(dir, "secrets")}
	postgresTool(t, "pg_dump", "--format=custom", "--file="+b.dump, s.setting("QUIRE_DATABASE_URL"))
	require.NoError(t, os.CopyFS(b.blobs, os.DirFS(strings.TrimPrefix(s.setting("QUIRE_BLOBS"), "file://"))))
	secrets, err := os.ReadFile(s.setting("QUIRE_SECRETS_FILE"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(b.secrets, secrets, 0o600))
	return b
}

// restore returns a service on new machines, to which nothing from Temporal or the vector store has been carried over.
func restore(t *testing.T, b backup) *scaled {
	t.Helper()
	s := newScaled(t)
	s.env = append(s.env, "QUIRE_BLOBS=file://"+b.blobs, "QUIRE_SECRETS_FILE="+b.secrets, "QUIRE_SWEEP_EVERY=1s", "QUIRE_SWEEP_IDLE=2s")
	postgresTool(t, "pg_restore", "--no-owner", "--dbname="+s.setting("QUIRE_DATABASE_URL"), b.dump)
	s.run("migrate")
	return s
}

func TestAfterARestoreEverythingIsReadableAndUnfinishedWorkIsFinished(t *testing.T) {
	t.Parallel()
	lost := newScaled(t)
	require.Contains(t, lost.run("migrate"), "00001_documents.sql")
	lost.run("account", "create", "default")
	lost.key = lost.run("key", "create", "default")
	api, worker := lost.serve("api"), lost.serve("worker")
	lost.ready()
	done := lost.await(lost.upload("report.pdf", nil).ID)
	require.Equal(t, "COMPLETED", done.Status)
	_, before := lost.download(*done.OutputFileURL)
	c := lost.collection("Office")
	f := lost.put(c, "prices.csv", []byte("Article,Price\nStapler,12.50\n"))
	require.Equal(t, "ready", lost.awaitFile(c, f.ID).Status)
	unfinished := lost.upload(longPDF(t, 400), nil).ID
	require.Eventually(t, func() bool { return lost.status(unfinished) == "PROCESSING" }, time.Minute, 2*time.Millisecond)
	kept := lost.backup(t)
	killOf(worker)
	killOf(api)

	s := restore(t, kept)
	s.key = lost.key
	s.run("migrate", "status")
	s.serve("api")
	s.ready()
	again := s.await(done.ID)
	require.Equal(t, "COMPLETED", again.Status)
	status, after := s.download(*again.OutputFileURL)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, before, after, "everything is readable before any worker runs")
	require.Equal(t, "PROCESSING", s.status(unfinished))
	require.Equal(t, "nothing found", s.run("search", "-c", "Office", "price of a stapler"))

	s.serve("worker")
	require.Equal(t, "COMPLETED", s.await(unfinished).Status, "unfinished work finishes on its own")
	require.Contains(t, s.run("reindex"), "1 of 1 files")
	require.Contains(t, s.run("search", "-c", "Office", "price of a stapler"), "12.50", "the index is filled from PostgreSQL")
}
