package main_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/portable"
)

// exportOf is what the tests read of an export.
type exportOf struct {
	ID     string
	Status string
	Size   int64
}

// fetch returns the response to a GET request, unchanged.
func (s *service) fetch(path string) string {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, "http://"+s.api+"/api/v1"+path, nil)
	require.NoError(s.t, err)
	req.Header.Set("Authorization", "Bearer "+s.key)
	res, err := http.DefaultClient.Do(req)
	require.NoError(s.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	require.Equal(s.t, http.StatusOK, res.StatusCode, "%s: %s", path, raw)
	return string(raw)
}

// sendBytes sends a document that cannot be read, and whose archive takes a while to write.
func (s *service) sendBytes(name string, size int) {
	s.t.Helper()
	noise := make([]byte, size)
	_, _ = rand.Read(noise)
	path := filepath.Join(s.t.TempDir(), name)
	require.NoError(s.t, os.WriteFile(path, append([]byte("%PDF-1.7\n"), noise...), 0o600))
	require.Equal(s.t, "FAILED", s.await(s.upload(path, nil).ID).Status)
}

// asked asks a question in a session, without a model.
func (s *service) asked(session, question string) {
	s.t.Helper()
	s.sendJSON(http.MethodPost, "/chat/sessions/"+session+"/messages", map[string]any{"content": question}, nil)
}

// links matches links, which are signed with the secret of an installation.
var links = regexp.MustCompile(`"http[^"]*"`)

// holdings returns what people see of an account, as the API's responses by description. It leaves out what necessarily
// differs between installations.
func (s *service) holdings(collection, file, session string) map[string]string {
	s.t.Helper()
	all := map[string]string{}
	var documents struct {
		Data []struct {
			ID     string
			Status string
		}
	}
	require.NoError(s.t, json.Unmarshal([]byte(s.fetch("/documents?limit=100")), &documents))
	for _, d := range documents.Data {
		all["document "+d.ID] = d.Status
		if d.Status == "COMPLETED" {
			all["pages "+d.ID] = links.ReplaceAllString(s.fetch("/documents/"+d.ID+"/pages"), `"link"`)
			_, all["result "+d.ID] = s.download(*s.await(d.ID).OutputFileURL)
		}
	}
	of := "/collections/" + collection + "/files/" + file
	for version := 1; version <= 2; version++ {
		for _, format := range []string{"original", "markdown"} {
			all[fmt.Sprintf("version %d, %s", version, format)] = s.fetch(fmt.Sprintf("%s/content?format=%s&version=%d", of, format, version))
		}
	}
	for path, hash := range s.mirrored(collection) {
		all["file "+path] = hash
	}
	var messages struct {
		Data []struct {
			Role, Content, Status string
			Citations             json.RawMessage
		}
	}
	require.NoError(s.t, json.Unmarshal([]byte(s.fetch("/chat/sessions/"+session+"/messages")), &messages))
	for i, m := range messages.Data {
		all[fmt.Sprintf("message %d", i)] = fmt.Sprintf("%s %s %s %s", m.Role, m.Status, m.Content, m.Citations)
	}
	return all
}

// auditOf returns the entries of an audit log, each as actor, action and object.
func auditOf(lines string) []string {
	var entries []string
	for line := range strings.Lines(lines) {
		var e struct {
			ID             int64
			Actor, Action  string
			ObjectID       string `json:"object_id"`
			RequestID, Key string
		}
		if json.Unmarshal([]byte(line), &e) == nil {
			entries = append(entries, fmt.Sprintf("%d %s %s %s", e.ID, e.Actor, e.Action, e.ObjectID))
		}
	}
	return entries
}

// An account is moved while both installations are killed, and arrives unchanged.
func TestAnAccountMovesBetweenInstallationsThatAreKilled(t *testing.T) {
	t.Parallel()
	from, to := newService(t), uninstalled(t)
	from.env = append(from.env, "QUIRE_SWEEP_EVERY=1s", "QUIRE_SWEEP_IDLE=2s")
	from.start()
	from.await(from.upload("report.pdf", nil).ID)
	from.await(from.upload("letter.docx", nil).ID)
	for i := range 8 {
		from.sendBytes(fmt.Sprintf("%d.pdf", i), 20<<20)
	}
	c := from.collection("Office")
	f := from.put(c, "prices.csv", []byte("Article,Price\nStapler,11.00\n"))
	require.Equal(t, "ready", from.awaitFile(c, f.ID).Status)
	f = from.put(c, "prices.csv", []byte("Article,Price\nStapler,12.50\n"))
	require.Equal(t, "ready", from.awaitFile(c, f.ID).Status)
	require.Equal(t, "ready", from.awaitFile(c, from.put(c, "vacation.md", []byte(vacation)).ID).Status)
	var session struct{ ID string }
	from.sendJSON(http.MethodPost, "/chat/sessions", map[string]any{"collection_ids": []string{c}}, &session)
	from.asked(session.ID, "How many days of vacation do employees have?")
	was := from.holdings(c, f.ID, session.ID)
	require.Contains(t, was["message 1"], "vacation.md")

	archive := from.exportedUnderAKill(t)
	audit := slices.DeleteFunc(auditOf(from.fetch("/account/audit?format=jsonl")), func(entry string) bool {
		return strings.Contains(entry, " export.download ") // of the archive that contains the others
	})
	to.start()
	require.Contains(t, to.importedUnderAKill(t, archive), "imported as acme")
	to.key = to.command("key", "create", "acme", "--permissions", "read,write,admin")
	require.Eventually(t, func() bool { return to.awaitFile(c, f.ID).Status == "ready" }, 2*time.Minute, 100*time.Millisecond)
	require.Equal(t, was, to.holdings(c, f.ID, session.ID))

	var moved []string
	raw, err := os.Open(archive)
	require.NoError(t, err)
	defer raw.Close()
	require.NoError(t, portable.Read(raw, 1<<31, portable.Visitor{Rows: func(table string, rows []json.RawMessage) error {
		if table == "audit_log" {
			moved = append(moved, auditOf(string(bytes.Join(toBytes(rows), []byte("\n"))))...)
		}
		return nil
	}}))
	require.ElementsMatch(t, audit, moved, "the log of the first installation is in the archive")
	require.Contains(t, strings.Join(moved, "\n"), "export.create")
	require.Contains(t, to.fetch("/account/audit?action=account.import"), "account.import")
}

func toBytes(rows []json.RawMessage) [][]byte {
	all := make([][]byte, 0, len(rows))
	for _, r := range rows {
		all = append(all, r)
	}
	return all
}

// exportedUnderAKill exports the account while the process is killed; the next process makes the archive. It returns
// the archive's file.
func (s *service) exportedUnderAKill(t *testing.T) string {
	t.Helper()
	var x exportOf
	s.sendJSON(http.MethodPost, "/account/exports", map[string]any{}, &x)
	at := filepath.Join(s.dir, "blobs", "exports")
	require.Eventually(t, func() bool {
		require.Equal(t, http.StatusOK, s.call(http.MethodGet, "/account/exports/"+x.ID, nil, "", &x))
		return x.Status == "running"
	}, time.Minute, time.Millisecond)
	s.kill()
	made, _ := filepath.Glob(filepath.Join(at, x.ID, "archive-*"))
	require.Empty(t, made, "it was killed before it had written all")
	s.start()
	require.Eventually(t, func() bool {
		require.Equal(t, http.StatusOK, s.call(http.MethodGet, "/account/exports/"+x.ID, nil, "", &x))
		return x.Status == "completed"
	}, 3*time.Minute, 50*time.Millisecond, "%s", s)
	path := filepath.Join(t.TempDir(), "acme.tar.zst")
	raw := s.fetch("/account/exports/" + x.ID + "/archive")
	require.Len(t, raw, int(x.Size))
	require.NoError(t, os.WriteFile(path, []byte(raw), 0o600))
	return path
}

// importedUnderAKill kills an import once it has begun to write, and returns the output of the next one.
func (s *service) importedUnderAKill(t *testing.T, archive string) string {
	t.Helper()
	cmd := exec.Command(binary(t), "account", "import", archive, "--name", "acme")
	cmd.Env = s.env
	require.NoError(t, cmd.Start())
	blobs := filepath.Join(s.dir, "blobs", "documents")
	require.Eventually(t, func() bool {
		begun, _ := os.ReadDir(blobs)
		return len(begun) > 1
	}, 2*time.Minute, time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	require.ErrorContains(t, cmd.Wait(), "killed", "it was still at it")
	return s.command("account", "import", archive, "--name", "acme")
}
