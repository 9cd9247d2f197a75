package api_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/schema"
)

const batches = "/api/v1/batches"

type batch struct {
	ID         uuid.UUID
	Status     string
	Counts     struct{ Total, Pending, Processing, Completed, Failed, Expired, Deleted int }
	FinishedAt *string `json:"finished_at"`
}

// postJSON posts a JSON body, under an idempotency key unless key is "".
func (s *service) postJSON(path, body, key string) reply {
	s.t.Helper()
	r := s.json("POST", path, body)
	r.Header.Set("Idempotency-Key", key)
	return s.do(r)
}

func (s *service) batchDocuments(id uuid.UUID) []doc {
	s.t.Helper()
	var list listOfDocs
	s.get(fmt.Sprintf("%s/%s/documents", batches, id)).into(200, &list)
	return list.Data
}

func TestABatchOfFilesIsProcessedWhateverOneOfThemIs(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var b batch
	s.do(s.form(batches, "files=@one.pdf", pdf, "files=@two.exe", "MZ\x00", "accuracy=ultra", "files=@three.pdf", pdf,
		"callback_url=https://example.org/hook")).into(200, &b)
	require.Equal(t, "PROCESSING", b.Status)
	require.Equal(t, 3, b.Counts.Total)
	require.Equal(t, 2, b.Counts.Pending)
	require.Equal(t, 1, b.Counts.Failed)
	list := s.batchDocuments(b.ID)
	require.Equal(t, []string{"one.pdf", "two.exe", "three.pdf"}, []string{list[0].FileName, list[1].FileName, list[2].FileName})
	require.Contains(t, *list[1].Error, "Unsupported file type")
	require.Equal(t, "ultra", *list[2].Accuracy)
	var failed listOfDocs
	s.get(fmt.Sprintf("%s/%s/documents?status=FAILED", batches, b.ID)).into(200, &failed)
	require.Equal(t, 1, failed.Count)
	require.Equal(t, list[1].ID, failed.Data[0].ID)
	require.Equal(t, 422, s.get(fmt.Sprintf("%s/%s/documents?status=failed", batches, b.ID)).status)
	s.get(fmt.Sprintf("%s/%s/results", batches, b.ID)).fails(409, "The batch is still being processed; its results are complete once finished_at is set")

	s.complete(list[0].ID, "# First\n", 0)
	s.fail(list[2].ID, "It is broken")
	s.get(batches+"/"+b.ID.String()).into(200, &b)
	require.Equal(t, "COMPLETED", b.Status)
	require.NotNil(t, b.FinishedAt)
	deliveries, err := s.db.DueStarts(t.Context(), 50)
	require.NoError(t, err)
	require.Equal(t, schema.StartBatch, deliveries[len(deliveries)-1].Kind)
	require.Empty(t, deliveries[0].ParentID)
}

func TestResultsOfABatchAreStreamedInBothForms(t *testing.T) {
	t.Parallel()
	s := newService(t)
	begun := time.Now()
	var b batch
	fields := []string{}
	for i := range 60 {
		fields = append(fields, fmt.Sprintf("files=@report %d.pdf", i+1), pdf)
	}
	s.do(s.form(batches, fields...)).into(200, &b)
	long := strings.Repeat("A \"quoted\" <b>line</b> with ümlauts, 😀 and \\ back\u2028slashes.\n", 3000)
	for i, d := range s.batchDocuments(b.ID) {
		switch i {
		case 7:
			s.fail(d.ID, "It is broken")
		case 8:
			s.delete(path(d.ID))
		default:
			s.complete(d.ID, fmt.Sprintf("# %d\n%s", i+1, long), 0)
		}
	}
	results := fmt.Sprintf("%s/%s/results", batches, b.ID)

	got := s.get(results)
	require.Equal(t, 200, got.status)
	archive, err := zip.NewReader(bytes.NewReader(got.body), int64(len(got.body)))
	require.NoError(t, err)
	require.Len(t, archive.File, 59, "58 outputs and the manifest")
	require.Equal(t, "0001-report 1.md", archive.File[0].Name)
	require.Equal(t, "# 1\n"+long, content(t, archive.File[0]))
	for _, f := range archive.File {
		require.False(t, f.Modified.Before(begun.Truncate(time.Second)), "%s bears the time of the batch", f.Name)
	}
	manifest := strings.Split(strings.TrimSpace(content(t, archive.File[58])), "\n")
	require.Len(t, manifest, 59)
	require.Contains(t, manifest[7], `"error":"It is broken"`)

	got = s.get(results + "?format=jsonl")
	rows := bytes.Split(bytes.TrimSpace(got.body), []byte("\n"))
	require.Len(t, rows, 59)
	for _, row := range rows {
		var line struct {
			Position int
			Output   *string
		}
		require.NoError(t, json.Unmarshal(row, &line))
		if line.Position == 8 {
			require.Nil(t, line.Output)
			continue
		}
		require.Equal(t, fmt.Sprintf("# %d\n%s", line.Position, long), *line.Output)
	}
	s.get(results+"?format=tar").invalid("query.format", "enum")
}

func content(t *testing.T, f *zip.File) string {
	t.Helper()
	r, err := f.Open()
	require.NoError(t, err)
	defer r.Close()
	raw, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(raw)
}

func TestABatchOfURLsIsRepeatedUnderItsKeyAndCancelled(t *testing.T) {
	t.Parallel()
	s := newService(t)
	body := `{"urls":["https://example.org/a.pdf","http://10.0.0.1/b.pdf"],"skip_images":true,"callback_url":"https://example.org/hook"}`
	var b, again batch
	s.postJSON(batches, body, "k1").into(200, &b)
	replayed := s.postJSON(batches, body, "k1")
	replayed.into(200, &again)
	require.Equal(t, b.ID, again.ID)
	require.Equal(t, "true", replayed.header.Get("Idempotent-Replayed"))
	require.Len(t, s.batchDocuments(b.ID), 2, "an address that may not be used is found out when it is fetched")

	s.post(fmt.Sprintf("%s/%s/cancel", batches, b.ID)).into(200, &b)
	require.Equal(t, "CANCELLING", b.Status)
	s.post(fmt.Sprintf("%s/%s/cancel", batches, b.ID)).into(200, &b)
	require.Len(t, s.started, 1)
	require.Equal(t, "batch/"+b.ID.String(), workflowID(t, s.started[0]))
	var list struct{ Data []batch }
	s.get(batches).into(200, &list)
	require.Len(t, list.Data, 1)
	s.get(fmt.Sprintf("%s/%s/deliveries", batches, b.ID)).into(200, &struct{}{})
	s.post(fmt.Sprintf("%s/%s/deliveries/%s/redeliver", batches, b.ID, uuid.New())).fails(404, "Delivery not found")
}

func TestBatchesAreTheirAccountsOwn(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var b batch
	s.do(s.form(batches, "files=@one.pdf", pdf)).into(200, &b)
	other := s.as(s.newKey(s.newAccount("default"), true, true))
	one := batches + "/" + b.ID.String()
	for _, what := range []string{"", "/documents", "/results", "/deliveries"} {
		other.get(one+what).fails(404, "Batch not found")
	}
	other.post(one+"/cancel").fails(404, "Batch not found")
	other.post(one+"/deliveries/"+uuid.NewString()+"/redeliver").fails(404, "Batch not found")
	s.as(s.newKey(s.id, true, false)).post(one+"/cancel").fails(403, "Access denied")
}

func TestRefusedBatchesLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) { c.MaxUpload = 1 << 20 })
	many := `["https://example.org/"` + strings.Repeat(`,"https://example.org/"`, 1000) + `]`
	for name, tc := range map[string]struct {
		request   *http.Request
		loc, kind string
	}{
		"no list":         {s.json("POST", batches, `{"urls":"https://example.org/"}`), "body.urls", "list_type"},
		"empty list":      {s.json("POST", batches, `{"urls":[]}`), "body.urls", "too_short"},
		"too many":        {s.json("POST", batches, `{"urls":`+many+`}`), "body.urls", "too_long"},
		"not an address":  {s.json("POST", batches, `{"urls":["https://example.org/", "ftp://example.org/"]}`), "body.urls.1", "url_scheme"},
		"nothing":         {s.json("POST", batches, `{}`), "body.urls", "missing"},
		"option":          {s.json("POST", batches, `{"urls":["https://example.org/"],"skip_images":{}}`), "body.skip_images", "string_type"},
		"field of a form": {s.form(batches, "files=@a.pdf", pdf, "url=https://example.org/"), "body.url", "extra_forbidden"},
		"callback":        {s.form(batches, "files=@a.pdf", pdf, "callback_url=http://example.org/"), "body.callback_url", "value_error"},
	} {
		s.do(tc.request).invalid(tc.loc, tc.kind)
		require.Zero(t, s.storedBlobs(), name)
	}
	s.do(s.form(batches, "accuracy=ultra")).fails(400, "Send files in the field files, or JSON with urls or file_ids")
	s.do(s.form(batches, "files=@a.pdf", strings.Repeat("x", 1<<20+1))).fails(413, "File exceeds the 1 MB limit")
	var fields []string
	for range 12 {
		fields = append(fields, "files=@a.pdf", strings.Repeat("x", 1<<20))
	}
	s.do(s.form(batches, fields...)).fails(413, "The files together exceed the 10 MB limit")
	s.do(s.json("POST", batches, `{"urls":["`+strings.Repeat("x", 1<<20)+`"]}`)).fails(413, "Request body exceeds the 1 MB limit")
	require.Zero(t, s.storedBlobs())
}

func TestADeletedBatchIsGoneWithItsDocuments(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var b batch
	s.do(s.form(batches, "files=@one.pdf", pdf, "files=@two.pdf", pdf)).into(200, &b)
	list := s.batchDocuments(b.ID)
	s.complete(list[0].ID, "# First\n", 0)
	at := batches + "/" + b.ID.String()

	other := s.newKey(s.newAccount("default"), true, true)
	s.as(other).delete(at).fails(404, "Batch not found")
	var said struct{ Message string }
	s.delete(at).into(200, &said)
	require.Equal(t, "Batch deleted successfully", said.Message)
	require.Equal(t, []string{"document/" + list[1].ID.String()}, s.cancelled, "what was in flight")
	for _, gone := range []string{at, at + "/documents", at + "/results", path(list[0].ID), path(list[1].ID)} {
		require.Equal(t, 404, s.get(gone).status, gone)
	}
	s.delete(at).fails(404, "Batch not found")
}

func TestABatchOfFilesOfCollectionsKeepsWhatTheyWere(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("Contracts")
	first, second := s.put(c, "letters/one.pdf", pdf).ID, s.put(c, "two.txt", "Two").ID
	elsewhere := s.as(s.newKey(s.newAccount("default"), true, true))
	body := fmt.Sprintf(`{"file_ids":[%q,%q],"accuracy":"ultra"}`, second, first)
	elsewhere.postJSON(batches, body, "").fails(404, fmt.Sprintf("File %s not found", second))

	var b batch
	s.postJSON(batches, body, "once").into(200, &b)
	require.Equal(t, 2, b.Counts.Pending)
	require.Equal(t, 200, s.delete(fmt.Sprintf("/api/v1/collections/%s/files/%s", c.ID, second)).status)
	list := s.batchDocuments(b.ID)
	require.Equal(t, []string{"two.txt", "one.pdf"}, []string{list[0].FileName, list[1].FileName})
	require.Equal(t, "ultra", *list[0].Accuracy)
	held, err := s.blobs.Open(t.Context(), schema.SourceKey(list[0].ID))
	require.NoError(t, err)
	defer held.Close()
	content, err := io.ReadAll(held)
	require.NoError(t, err)
	require.Equal(t, "Two", string(content))

	before := s.storedBlobs()
	s.postJSON(batches, body, "once").into(200, &b)
	s.postJSON(batches, fmt.Sprintf(`{"file_ids":[%q,%q]}`, first, second), "").fails(404, fmt.Sprintf("File %s not found", second))
	s.postJSON(batches, fmt.Sprintf(`{"file_ids":[%q],"extractor_id":%q}`, first, uuid.New()), "").fails(404, "Extractor not found")
	require.Equal(t, before, s.storedBlobs(), "what was refused leaves nothing behind")
	s.postJSON(batches, `{"file_ids":[],"accuracy":"lite"}`, "").invalid("body.file_ids", "too_short")
	s.postJSON(batches, fmt.Sprintf(`{"file_ids":[%q],"urls":["https://example.org/a.pdf"]}`, first), "").invalid("body.file_ids", "value_error")
}
