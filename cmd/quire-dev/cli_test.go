package main_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// typed is the result of a command that somebody typed.
type typed struct {
	out, err string
	status   int
}

// types runs one of the commands as a client of the service.
func (s *service) types(args ...string) typed {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), binary(s.t), args...)
	cmd.Env = append(s.env, "QUIRE_SERVER=http://"+s.api, "QUIRE_API_KEY="+s.key)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	_ = cmd.Run() // the status tells
	return typed{out.String(), complaints.String(), cmd.ProcessState.ExitCode()}
}

// copySamples copies samples into a folder under new names.
func (s *service) copySamples(dir string, names map[string]string) {
	s.t.Helper()
	for to, from := range names {
		path := filepath.Join(dir, to)
		require.NoError(s.t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(s.t, os.WriteFile(path, s.sample(from), 0o600))
	}
}

func TestFolderIsConvertedByTheService(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	dir := t.TempDir()
	s.copySamples(filepath.Join(dir, "in"), map[string]string{"report.pdf": "report.pdf", "sub/letter.docx": "letter.docx", "locked.pdf": "locked.pdf"})
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in", "data.bin"), []byte{0, 1, 2}, 0o600))
	got := s.types("convert", filepath.Join(dir, "in"), "-o", filepath.Join(dir, "out"))
	require.Equal(t, 1, got.status, got)
	require.Contains(t, got.err, "locked.pdf: PDF is password-protected")
	require.Contains(t, got.err, "5 pages of 3 files")
	own := s.types("convert", "--server=", filepath.Join(dir, "in", "report.pdf"))
	require.Equal(t, 0, own.status, own)
	there, err := os.ReadFile(filepath.Join(dir, "out", "report.md"))
	require.NoError(t, err)
	require.Equal(t, own.out, string(there), "the same as in the own process")
	require.FileExists(t, filepath.Join(dir, "out", "sub", "letter.md"))

	var list struct{ Count int }
	require.Equal(t, http.StatusOK, s.call(http.MethodGet, "/documents", nil, "", &list))
	require.Zero(t, list.Count, "nothing is left there")
	got = s.types("convert", filepath.Join(dir, "in", "report.pdf"), "--keep")
	require.Equal(t, string(there), got.out)
	require.Equal(t, http.StatusOK, s.call(http.MethodGet, "/documents", nil, "", &list))
	require.Equal(t, 1, list.Count)

	require.Equal(t, 2, s.types("convert", "x.pdf", "--json").status, "only the own process knows that")
	require.Equal(t, 2, s.types("convert").status)
	require.Equal(t, 3, s.types("convert", "x.pdf", "--key", "wrong").status)
	require.NoError(t, s.interrupt())
	require.Equal(t, 3, s.types("convert", "x.pdf").status)
}

func TestCollectionFollowsAFolder(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	dir := t.TempDir()
	s.copySamples(dir, map[string]string{"report.pdf": "report.pdf", "letters/u\u0308ber.docx": "letter.docx", "drafts/x.txt": "letter.docx"})
	upload := func(want string, args ...string) typed {
		t.Helper()
		got := s.types(append([]string{"upload", dir, "-c", "Office", "--exclude", "drafts"}, args...)...)
		require.Equal(t, 0, got.status, got)
		require.Contains(t, got.out, want+", 0 failed\n")
		return got
	}
	upload("2 new, 0 changed, 0 unchanged, 0 deleted", "--dry-run")
	require.Equal(t, 1, s.types("ask", "Is there anything?", "-c", "Office").status, "nothing was done")
	got := upload("2 new, 0 changed, 0 unchanged, 0 deleted", "--wait")
	require.Contains(t, got.out, "created the collection Office\n")
	require.Contains(t, got.out, "letters/über.docx: new\n", "however the accent is written")
	upload("0 new, 0 changed, 2 unchanged, 0 deleted")

	asked := s.types("ask", "How much is set aside for dredging?", "-c", "Office")
	require.Equal(t, 0, asked.status, asked)
	require.Regexp(t, `(?s)350,000 euros for dredging.*\[1\].*\n\[1\] report\.pdf, page 1\n    http://`+s.api+`/app/collections/[-0-9a-f]+/files/[-0-9a-f]+\?page=1\n`, asked.out)
	require.NotContains(t, asked.out, "[citation:")
	asked = s.types("ask", "How much is set aside for dredging?", "-f", "report.pdf", "--json")
	var answer struct {
		Answer    string
		Citations []struct{ ID, URL string }
	}
	require.NoError(t, json.Unmarshal([]byte(asked.out), &answer), asked)
	require.Contains(t, answer.Answer, "[citation:1]")
	require.Contains(t, answer.Citations[0].URL, "?page=1")
	require.Contains(t, s.types("ask", "Who?", "-f", "none.pdf").err, `there is no file "none.pdf"`)

	s.copySamples(dir, map[string]string{"report.pdf": "tracked.docx", "new.docx": "tracked.docx"})
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "letters")))
	upload("1 new, 1 changed, 0 unchanged, 0 deleted")
	got = upload("0 new, 0 changed, 2 unchanged, 1 deleted", "--delete")
	require.Contains(t, got.out, "letters/über.docx: deleted\n")

	require.NoError(t, os.Symlink("nowhere", filepath.Join(dir, "lost.pdf")))
	require.NoError(t, os.Remove(filepath.Join(dir, "new.docx")))
	got = s.types("upload", dir, "-c", "Office", "--delete", "--json")
	require.Equal(t, 1, got.status)
	require.Contains(t, got.err, "nothing was done")
	require.NoError(t, os.Remove(filepath.Join(dir, "lost.pdf")))
	got = s.types("upload", dir, "-c", "Office", "--under", "copy", "--json", "--delete")
	require.JSONEq(t, `{"new":["copy/drafts/x.txt","copy/report.pdf"],"changed":[],"deleted":[],"failed":[],"unchanged":0,"dry_run":false}`, got.out, "only below copy")
}

func TestWatchedFolderWaitsForTheService(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	require.NoError(t, os.Mkdir(in, 0o755))
	cmd := exec.CommandContext(t.Context(), binary(t), "convert", in, "-o", out, "--watch", "--interval", "100ms")
	cmd.Env = append(s.env, "QUIRE_SERVER=http://"+s.api, "QUIRE_API_KEY="+s.key)
	var said bytes.Buffer
	cmd.Stderr = &said
	require.NoError(t, cmd.Start())
	arrives := func(name string) {
		t.Helper()
		require.Eventually(t, func() bool {
			_, err := os.Stat(filepath.Join(out, name))
			return err == nil
		}, 2*time.Minute, 50*time.Millisecond, "%s does not arrive", name)
	}
	s.copySamples(in, map[string]string{"a.docx": "letter.docx"})
	arrives("a.md")
	s.kill()
	s.copySamples(in, map[string]string{"b.docx": "tracked.docx"})
	s.start()
	arrives("b.md")
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.NoError(t, cmd.Wait(), said.String())
	require.Equal(t, 0, cmd.ProcessState.ExitCode())
}

func TestFolderIsConvertedAsABatch(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	dir := t.TempDir()
	s.copySamples(dir, map[string]string{"report.pdf": "report.pdf", "sub/letter.docx": "letter.docx", "locked.pdf": "locked.pdf", "drafts/x.docx": "letter.docx"})
	got := s.types("batch", "create", dir, "--exclude", "drafts", "--wait")
	require.Equal(t, 1, got.status, got)
	require.Contains(t, got.out, "COMPLETED  3 of 3 ended, 1 failed")
	require.Contains(t, got.err, "locked.pdf: PDF is password-protected")

	var list []struct{ ID string }
	require.NoError(t, json.Unmarshal([]byte(s.types("batch", "list", "--json").out), &list))
	require.Len(t, list, 1)
	got = s.types("batch", "results", list[0].ID, "--format", "jsonl")
	require.Equal(t, 0, got.status, got)
	require.Equal(t, 3, strings.Count(got.out, "\n"))
	archive := filepath.Join(dir, "results.zip")
	require.Equal(t, 0, s.types("batch", "results", list[0].ID, "-o", archive).status)
	z, err := zip.OpenReader(archive)
	require.NoError(t, err)
	require.NotEmpty(t, z.File)
	require.NoError(t, z.Close())
	left, err := filepath.Glob(filepath.Join(dir, ".*.part"))
	require.NoError(t, err)
	require.Empty(t, left)

	require.Equal(t, 1, s.types("batch", "status", list[0].ID).status, "it names what has failed")
	require.Contains(t, s.types("batch", "cancel", list[0].ID).out, "COMPLETED", "a batch that has ended stays as it is")
	require.Equal(t, 2, s.types("batch", "create", dir, "https://example.org/a.pdf").status)
	require.Equal(t, 2, s.types("batch", "create", t.TempDir()).status)
	require.Equal(t, 1, s.types("batch", "results", "0199f3a0-5b7e-7c3d-9a41-0f6f2f1f7c11").status)
}

func TestFilesOfACollectionAreConvertedAsABatch(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	c := s.collection("Letters")
	first, second := s.put(c, "report.pdf", s.sample("report.pdf")), s.put(c, "letter.docx", s.sample("letter.docx"))
	got := s.types("batch", "create", first.ID, second.ID, "--wait")
	require.Equal(t, 0, got.status, got)
	require.Contains(t, got.out, "COMPLETED  2 of 2 ended")
	got = s.types("batch", "create", first.ID, "https://example.org/a.pdf")
	require.Equal(t, 2, got.status, got)
	require.Contains(t, got.err, "make a batch of each")
	got = s.types("batch", "create", "0199f3a0-5b7e-7c3d-9a41-0f6f2f1f7c11")
	require.Equal(t, 1, got.status, "no file goes by this id")
}

func TestFolderIsMirroredFromTheCommandLine(t *testing.T) {
	t.Parallel()
	s := newService(t)
	dir := t.TempDir()
	s.copySamples(dir, map[string]string{"report.pdf": "report.pdf", "sub/letter.docx": "letter.docx"})
	s.env = append(s.env, "QUIRE_SOURCE_ROOTS="+dir)
	s.start()
	collection := s.collection("Disk")
	require.Equal(t, 2, s.types("source", "create", "Disk", dir, "--collection", "Disk", "--every", "5s").status)
	require.Equal(t, 1, s.types("source", "create", "Disk", t.TempDir(), "--collection", "Disk").status, "only what the operator has opened")
	got := s.types("source", "create", "Disk", dir, "--collection", "Disk")
	require.Equal(t, 0, got.status, got)
	require.Contains(t, got.out, "a dry run has begun")

	var list []struct{ ID, Kind string }
	require.NoError(t, json.Unmarshal([]byte(s.types("source", "list", "--json").out), &list))
	require.Len(t, list, 1)
	require.Equal(t, "folder", list[0].Kind)
	id := list[0].ID
	s.awaitRun(id)
	require.Empty(t, s.mirrored(collection))
	require.Regexp(t, `added +report\.pdf`, s.types("source", "log", id).out)

	require.Contains(t, s.types("source", "resume", id).out, "Disk runs")
	s.awaitRun(id)
	require.Len(t, s.mirrored(collection), 2)
	require.NoError(t, os.Remove(filepath.Join(dir, "report.pdf")))
	got = s.types("source", "run", id, "--wait")
	require.Equal(t, 0, got.status, got)
	require.Contains(t, got.out, "completed  1 listed: 0 added, 0 changed, 1 deleted, 0 kept, 0 failed")
	var runs []struct{ Status string }
	require.NoError(t, json.Unmarshal([]byte(s.types("source", "runs", id, "--json").out), &runs))
	require.Len(t, runs, 3)

	require.Contains(t, s.types("source", "pause", id).out, "Disk is paused")
	require.Equal(t, 1, s.types("source", "run", id).status, "a paused source has dry runs only")
	require.Equal(t, 0, s.types("source", "delete", id).status)
	require.Len(t, s.mirrored(collection), 1, "the files stay")
}

func TestWhereNothingRunsCommandsSayThat(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, env := range [][]string{nil, {"QUIRE_DATABASE_URL=postgres://nobody@127.0.0.1:1/none"}} {
		cmd := exec.CommandContext(t.Context(), binary(t), "key", "create", "default")
		cmd.Dir = dir
		cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}, env...)
		out, err := cmd.CombinedOutput()
		require.Error(t, err)
		require.Equal(t, fmt.Sprintf("quire-dev: nothing is running in %s: start it with 'make run', or set QUIRE_DATA_DIR to the directory it runs in\n", filepath.Join(dir, "data")), string(out))
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left, "and make no secrets")
	version, err := exec.CommandContext(t.Context(), binary(t), "--version").Output()
	require.NoError(t, err)
	require.NotEmpty(t, strings.TrimSpace(string(version)))
}
