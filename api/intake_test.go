package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// published is a document as shown to the client published on PyPI.
type published struct {
	doc
	DownloadURL *string `json:"download_url"`
}

// sendFiles posts a form whose response may be a list, which openapi.yaml leaves to its description.
func (s *service) sendFiles(r *http.Request) reply {
	s.t.Helper()
	r.Header.Set("Authorization", "Bearer "+s.key)
	res, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	return reply{t: s.t, status: res.StatusCode, header: res.Header, body: raw}
}

func TestFormsOfThePublishedClientAreAnsweredWithAList(t *testing.T) {
	t.Parallel()
	s := newService(t)
	r := s.sendFiles(s.form(documents+"/", "files=@/home/me/report.pdf", pdf, "accuracy=lite"))
	var list []published
	r.into(200, &list)
	require.Len(t, list, 1)
	require.Equal(t, "report.pdf", list[0].FileName)
	require.Equal(t, "PENDING", list[0].Status)
	var fields []map[string]any
	require.NoError(t, json.Unmarshal(r.body, &fields))
	for _, name := range []string{"download_url", "output_file_url", "file_url", "output_file_name"} {
		require.Contains(t, fields[0], name)
		require.Nil(t, fields[0][name])
	}

	s.complete(list[0].ID, markdown, time.Hour)
	var done published
	s.get(path(list[0].ID)).into(200, &done)
	require.NotNil(t, done.DownloadURL)
	require.Equal(t, *done.OutputFileURL, *done.DownloadURL)
}

func TestFormsWithFileAreAnsweredAsBefore(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload()
	s.complete(d.ID, markdown, time.Hour)
	var fields map[string]any
	s.get(path(d.ID)).into(200, &fields)
	require.NotContains(t, fields, "download_url")
}

func TestSeveralFilesBecomeSeveralDocuments(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var list []published
	s.sendFiles(s.form(documents, "files=@a.pdf", pdf, "files=@b.pdf", pdf, "skip_images=yes", "files=@c.pdf", pdf)).into(200, &list)
	require.Len(t, list, 3)
	for i, name := range []string{"a.pdf", "b.pdf", "c.pdf"} {
		require.Equal(t, name, list[i].FileName)
		row, err := s.db.Document(t.Context(), s.id, list[i].ID)
		require.NoError(t, err)
		require.True(t, row.SkipImages)
	}
	require.Len(t, s.started, 3)
	require.Equal(t, 3, s.storedBlobs())
}

func TestSeveralFilesAreAcceptedTogetherOrNotAtAll(t *testing.T) {
	t.Parallel()
	s := newService(t, plans(100, 7))
	s.sendFiles(s.form(documents, "files=@a.pdf", pdf, "files=@b.exe", "MZ")).into(400, &problem{})
	s.sendFiles(s.form(documents, "files=@a.pdf", pdf, "file=@b.pdf", pdf)).invalid("body.file", "value_error")
	s.sendFiles(s.form(documents, "file=@a.pdf", pdf, "files=@b.pdf", pdf)).invalid("body.files", "value_error")
	s.sendFiles(s.form(documents, "files=hello")).invalid("body.files", "value_error")
	s.sendFiles(s.form(documents, "files=@a.pdf", pdf, "url=https://example.org/")).fails(400, "Send either file or url, not both")
	s.sendFiles(s.form(documents, "files=@a.pdf", pdf, "files=@b.pdf", pdf)).into(429, &problem{}) // each file counts as an upload
	require.Zero(t, s.storedBlobs(), "a refused upload leaves nothing behind")
	var list listOfDocs
	s.get(documents).into(200, &list)
	require.Zero(t, list.Count)
}

func TestFilesOfThePublishedClientRepeatUnderTheirIdempotencyKey(t *testing.T) {
	t.Parallel()
	s := newService(t)
	send := func(second string) reply {
		r := s.form(documents, "files=@a.pdf", pdf, "files=@b.pdf", second)
		r.Header.Set("Idempotency-Key", "once")
		return s.sendFiles(r)
	}
	first, again := send(pdf), send(pdf)
	require.Equal(t, 200, first.status, "%s", first.body)
	require.Equal(t, "true", again.header.Get("Idempotent-Replayed"))
	require.JSONEq(t, string(first.body), string(again.body))
	require.Equal(t, 422, send(pdf+" ").status, "another second file is another request")
	require.Equal(t, 2, s.storedBlobs())
}

func TestExtractorsRunOnFilesOfThePublishedClient(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.install("invoice")
	var list []published
	s.sendFiles(s.form("/api/v1/e/invoice", "files=@a.pdf", pdf, "accuracy=lite")).into(200, &list)
	require.Len(t, list, 1)
	require.Equal(t, e.ID, *list[0].ExtractorID)
}
