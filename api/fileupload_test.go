package api_test

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/api"
)

func TestUploadCreatesAFileAndPromisesItsWork(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	var f wireFile
	s.do(s.form(c.files(), "file=@report.pdf", pdf)).into(200, &f)
	require.Equal(t, wireFile{ID: f.ID, Path: "report.pdf", Filename: "report.pdf", Status: "pending", Version: 1, Size: len(pdf)}, f)
	require.Equal(t, fmt.Sprintf("file/%s/v1", f.ID), workflowID(t, s.started[0]))
	s.get(c.file(f)).into(200, &f)
	require.Equal(t, c.ID, f.CollectionID)
	require.Nil(t, f.OutputFileURL)
	require.Equal(t, pdf, string(s.visit("GET", f.FileURL).body))

	f = s.ready(c, f, "# Report\n")
	require.Equal(t, "ready", f.Status)
	require.NotNil(t, f.IndexedAt)
	require.Equal(t, 1, *f.PageCount)
	require.Equal(t, "# Report\n", string(s.visit("GET", *f.OutputFileURL).body))
	require.Contains(t, *f.OutputFileURL, "/report.md?")
	var got wireCollection
	s.get(c.path()).into(200, &got)
	require.Equal(t, wireCollection{ID: c.ID, Name: "c", FileCount: 1, TotalSize: len(pdf)}, got)
}

func TestFilePaths(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	for path, want := range map[string]string{
		"2024/Q3/report.txt": "2024/Q3/report.txt", "..hidden/...txt": "..hidden/...txt", "Gro\u0308ße.txt": "Größe.txt",
		"a b": "a b", strings.Repeat("x", 1024): strings.Repeat("x", 1024),
	} {
		require.Equal(t, want, s.put(c, path, "text of "+path).Path)
	}
	for name, path := range map[string]string{
		"absolute": "/a.txt", "folder": "a/", "gap": "a//b", "here": "./a", "up": "a/../b", "only up": "..",
		"control": "a\x01b", "line break": "a\nb", "no text": "a\xffb", "long": strings.Repeat("x", 1025),
		"direction": "a\u202egnp.pdf", "isolate": "a\u2066b", "mark": "a\u200fb", "zero width": "a\u200bb", "joiner": "a\u200db",
		"byte order mark": "\ufeffa", "soft hyphen": "a\u00adb",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.do(s.form(c.files(), "path="+path, "file=@a.txt", "x")).invalid("body.path", "value_error")
		})
	}
	s.do(s.form(c.files(), "path=a.txt")).invalid("body.file", "missing")
	s.do(s.form(c.files())).invalid("body.file", "missing")
}

func TestPathDefaultsToTheNameOfTheUpload(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	for name, want := range map[string]string{
		`C:\temp\..\notes.txt`: "notes.txt", "a/b/../env": "env", ".env": ".env", "Gro\u0308ße.txt": "Größe.txt",
		"latin\xe91.txt": "latin1.txt", "..": "document", "a\u0085b": "ab", long(300) + ".txt": long(300) + ".txt",
	} {
		var f wireFile
		s.do(s.form(c.files(), "file=@"+name, "text of "+name)).into(200, &f)
		require.Equal(t, want, f.Path, "%q", name)
		require.Equal(t, want, f.Filename)
		require.Equal(t, 1, f.Version)
	}
}

func TestCollectionDeletedDuringAnUploadKeepsNothingOfIt(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	body, client := io.Pipe()
	answered := make(chan reply)
	go func() {
		r := s.request("POST", c.files(), body)
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		answered <- s.do(r)
	}()
	_, err := io.WriteString(client, fileHead+pdf)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return s.storedBlobs() > 0 }, time.Minute, time.Millisecond)
	s.delete(c.path())
	_, err = io.WriteString(client, fileTail)
	require.NoError(t, err)
	require.NoError(t, client.Close())
	(<-answered).fails(404, "Collection not found")
	require.Zero(t, s.storedBlobs())
}

func TestContentDecidesWhatIsIndexed(t *testing.T) {
	t.Parallel()
	locked, err := os.ReadFile("../internal/convert/probe/testdata/user-256.pdf")
	require.NoError(t, err)
	s := newService(t)
	c := s.collection("c")
	for name, tc := range map[string]struct{ content, status string }{
		"a.csv": {"a,b\n1,2\n", "pending"}, "b.html": {"<html><p>x</p></html>", "pending"}, "c.json": {`{"a":1}`, "pending"},
		"d.go": {"package main", "pending"}, "e.bin": {"\x7fELF\x02\x01\x01\x00", "stored"}, "f.tiff": {"II*\x00....", "stored"},
		"g.txt": {"", "pending"}, "h.pdf": {string(locked), "pending"}, "i.zip": {"PK\x03\x04broken", "stored"},
	} {
		require.Equal(t, tc.status, s.put(c, name, tc.content).Status, name)
	}
	kept := s.put(c, "e.bin", "\x7fELF\x02\x01\x01\x00")
	require.Equal(t, 1, kept.Version)
	s.get(c.file(kept)+"/content").fails(409, "Files of this type are kept as they are and have no Markdown; use format=original")
	require.Equal(t, "\x7fELF\x02\x01\x01\x00", string(s.get(c.file(kept)+"/content?format=original").body))
	s.post(c.file(kept)+"/reindex").fails(409, "This file type is not indexed")
}

func TestFileAboveTheLimitIsRefused(t *testing.T) {
	t.Parallel()
	s := newService(t, small, func(c *api.Config) { c.Region = api.RegionEU })
	c := s.collection("c")
	s.do(s.form(c.files(), "file=@a.txt", strings.Repeat("x", 1<<20+1))).fails(413, "File exceeds the 1 MB limit")
	require.Zero(t, s.storedBlobs())
	require.Equal(t, 1<<20, s.put(c, "a.txt", strings.Repeat("x", 1<<20)).Size)
}

func TestRepeatedUploadGetsTheFirstResponse(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	send := func(content string) reply {
		r := s.form(c.files(), "file=@a.txt", content)
		r.Header.Set("Idempotency-Key", "k")
		return s.do(r)
	}
	first, again := send("one"), send("one")
	require.Equal(t, string(first.body), string(again.body))
	require.Equal(t, "true", again.header.Get("Idempotent-Replayed"))
	send("two").invalid("header.Idempotency-Key", "value_error")
	require.Equal(t, 1, s.storedBlobs())
}
