package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/probe"
	"quire/schema"
)

var update = flag.Bool("update", false, "rewrite the golden responses")

// Values that differ from run to run are replaced by their kind. So is the list taken from the table of formats.
var volatile = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`https?://[^/"]+/api/v1/files`), "BASE/api/v1/files"},
	{regexp.MustCompile(`exp=\d+&kid=1&sig=[\w-]+`), "exp=EXP&kid=1&sig=SIG"},
	{regexp.MustCompile(`req_[0-9a-f]{32}`), "REQUEST"},
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "UUID"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`), "TIME"},
	{regexp.MustCompile(regexp.QuoteMeta(probe.DocumentExtensions())), "EXTENSIONS"},
}

// golden compares a response with testdata/name.json, byte for byte except for volatile values and indentation.
func (r reply) golden(name string) {
	r.t.Helper()
	got := r.body
	for _, v := range volatile {
		got = v.pattern.ReplaceAll(got, []byte(v.with))
	}
	var b bytes.Buffer
	require.NoError(r.t, json.Indent(&b, got, "", "  "))
	file := filepath.Join("testdata", name+".json")
	if *update {
		require.NoError(r.t, os.MkdirAll("testdata", 0o755))
		require.NoError(r.t, os.WriteFile(file, b.Bytes(), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(r.t, err)
	require.Equal(r.t, string(want), b.String())
}

func TestResponsesAreUnchanged(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.do(s.form(documents, "file=@report.pdf", pdf, "callback_url=https://example.org/hook")).golden("document_created")
	var list listOfDocs
	s.get(documents).into(200, &list)
	id := list.Data[0].ID
	s.get(path(id)).golden("document_pending")
	s.complete(id, markdown, 24*time.Hour)
	s.get(path(id)).golden("document_completed")
	failed := s.upload()
	s.fail(failed.ID, "The PDF is damaged")
	s.get(path(failed.ID)).golden("document_failed")
	s.get(documents).golden("documents")

	deliveries, _, err := s.db.ListDeliveries(t.Context(), id, 0, 1)
	require.NoError(t, err)
	require.NoError(t, s.db.BeginAttempt(t.Context(), deliveries[0].ID, 1))
	require.NoError(t, s.db.FinishAttempt(t.Context(), deliveries[0].ID, 1, schema.AttemptOutcome{Status: 204, DurationMS: 31}))
	require.NoError(t, s.db.FinishDelivery(t.Context(), deliveries[0].ID, 0, schema.DeliveryDelivered))
	s.get(path(id) + "/deliveries").golden("deliveries")
	s.post(path(id) + "/deliveries/" + deliveries[0].ID.String() + "/redeliver").golden("delivery_reopened")
	s.delete(path(id)).golden("document_deleted")

	s.get(path(id)).golden("error_404")
	s.as("").get(documents).golden("error_401")
	s.do(s.form(documents, "accuracy=best", "callback_url=http://10.0.0.1/")).golden("error_422")
	s.do(s.form(documents, "file=@x.exe", "MZ\x90\x00\x03")).golden("error_400")
}
