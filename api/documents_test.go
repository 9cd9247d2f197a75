package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/schema"
)

const documents = "/api/v1/documents"

func path(id uuid.UUID) string { return documents + "/" + id.String() }

func TestUploadIsAcceptedStoredAndPromised(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload("accuracy=ultra", "page_separator=No", "skip_images=1", "callback_url=https://example.org/hook")
	require.Equal(t, "PENDING", d.Status)
	require.Equal(t, "report.pdf", d.FileName)
	require.Equal(t, int64(len(pdf)), d.FileSize)
	require.Equal(t, "ultra", *d.Accuracy)
	require.WithinDuration(t, time.Now(), d.CreatedAt, time.Minute)
	require.Nil(t, d.PageCount)

	row, err := s.db.Document(t.Context(), s.id, d.ID)
	require.NoError(t, err)
	require.False(t, row.PageSeparator)
	require.True(t, row.SkipImages)
	require.Equal(t, "pdf", row.Format)
	require.Equal(t, "https://example.org/hook", *row.CallbackURL)
	stored, err := s.blobs.Open(t.Context(), row.SourceKey)
	require.NoError(t, err)
	require.Equal(t, int64(len(pdf)), stored.Size)

	require.Len(t, s.started, 1)
	require.Equal(t, "document/"+row.ID.String(), workflowID(t, s.started[0]))
	outbox, err := s.db.CountOutbox(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 1, outbox, "the promise is in the database, whatever happens to the start")
}

func TestURLIsAcceptedWithoutBeingFetched(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, tc := range []struct{ url, name string }{
		{"https://example.org/a/b%20c.pdf?x=1", "b c.pdf"},
		{"http://10.0.0.1/inside.pdf", "inside.pdf"}, // becomes FAILED when it is fetched
		{"https://example.org/", "document"},
	} {
		var d doc
		s.do(s.form(documents, "url="+tc.url, "file=")).into(200, &d)
		require.Equal(t, tc.name, d.FileName)
		require.Zero(t, d.FileSize)
	}
	encoded := s.request("POST", documents, strings.NewReader(url.Values{"url": {"https://example.org/x.pdf"}}.Encode()))
	encoded.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	require.Equal(t, 200, s.do(encoded).status)
	require.Zero(t, s.storedBlobs())
}

func TestDocumentShowsItsEnd(t *testing.T) {
	t.Parallel()
	s := newService(t)
	done, failed, expired := s.upload(), s.upload(), s.upload()
	s.complete(done.ID, "# Hello", time.Hour)
	s.fail(failed.ID, "The PDF is damaged")
	s.complete(expired.ID, "gone", time.Microsecond)

	var d doc
	s.get(path(done.ID)).into(200, &d)
	require.Equal(t, "COMPLETED", d.Status)
	require.Equal(t, "report.md", *d.OutputFileName)
	require.Equal(t, 1, *d.PageCount)
	require.True(t, strings.HasPrefix(*d.OutputFileURL, s.url+"/api/v1/files/output/"+done.ID.String()+"/report.md?"))
	require.True(t, strings.HasPrefix(*d.FileURL, s.url+"/api/v1/files/source/"+done.ID.String()+"/report.pdf?"))
	require.WithinDuration(t, d.CompletedAt.Add(time.Hour), *d.ExpiresAt, time.Second)

	d = doc{}
	s.get(path(failed.ID)).into(200, &d)
	require.Equal(t, "FAILED", d.Status)
	require.Equal(t, "The PDF is damaged", *d.Error)
	require.Nil(t, d.OutputFileURL)
	require.Nil(t, d.FileURL)
	require.Nil(t, d.OutputFileName)

	d = doc{}
	s.get(path(expired.ID)).into(200, &d)
	require.Equal(t, "EXPIRED", d.Status)
	require.Nil(t, d.OutputFileURL)
	require.Equal(t, 1, *d.PageCount)
}

func TestDeletedDocumentIsGoneEverywhere(t *testing.T) {
	t.Parallel()
	s := newService(t)
	working, done := s.upload(), s.upload()
	s.complete(done.ID, "text", 0)
	var before doc
	s.get(path(done.ID)).into(200, &before)

	for _, id := range []uuid.UUID{working.ID, done.ID} {
		var m struct{ Message string }
		s.delete(path(id)).into(200, &m)
		require.Equal(t, "Document deleted successfully", m.Message)
		s.get(path(id)).fails(404, "Document not found")
		s.delete(path(id)).fails(404, "Document not found")
		s.get(path(id)+"/deliveries").fails(404, "Document not found")
	}
	s.as("").get(*before.OutputFileURL).fails(404, "Document not found")
	s.as("").get(*before.FileURL).fails(404, "Document not found")
	require.Equal(t, []string{"document/" + working.ID.String()}, s.cancelled, "only what was in flight")
	require.Equal(t, schema.StartPurgeDocument, s.started[len(s.started)-1].Kind)
	_, err := s.db.ClaimDocument(t.Context(), working.ID)
	require.ErrorIs(t, err, schema.ErrSuperseded, "nothing brings it back")
	var list listOfDocs
	s.get(documents).into(200, &list)
	require.Zero(t, list.Count)
}

type listOfDocs struct {
	Data  []doc
	Count int
}

func (l listOfDocs) names() []string {
	names := []string{}
	for _, d := range l.Data {
		names = append(names, d.FileName)
	}
	return names
}

func (s *service) named(name string) doc {
	s.t.Helper()
	var d doc
	s.do(s.form(documents, "file=@"+name, pdf)).into(200, &d)
	return d
}

func TestListFilters(t *testing.T) {
	t.Parallel()
	s := newService(t)
	first, second := s.named("A\u0308pfel.pdf"), s.named("birnen 100%.pdf")
	s.named("cherries.pdf")
	s.fail(first.ID, "broken")
	s.complete(second.ID, "text", time.Microsecond)
	stamp := func(d doc) string { return url.QueryEscape(d.CreatedAt.Format(time.RFC3339Nano)) }
	today := time.Now().UTC().Format(time.DateOnly)
	all := []string{"cherries.pdf", "birnen 100%.pdf", "Äpfel.pdf"}
	for query, want := range map[string][]string{
		"":                                 all,
		"limit=1":                          {"cherries.pdf"},
		"skip=1&limit=1":                   {"birnen 100%.pdf"},
		"skip=3":                           {},
		"search=%C3%84PFEL":                {"Äpfel.pdf"},
		"search=a%CC%88p":                  {"Äpfel.pdf"},
		"search=100%25.":                   {"birnen 100%.pdf"},
		"search=_":                         {},
		"status=FAILED":                    {"Äpfel.pdf"},
		"status=EXPIRED":                   {"birnen 100%.pdf"},
		"status=COMPLETED":                 {},
		"status=":                          all,
		"no_extractor=TRUE":                all,
		"no_extractor=off":                 all,
		"extractor_id=" + uuid.NewString(): {},
		"date_from=" + stamp(second):       {"cherries.pdf", "birnen 100%.pdf"},
		"date_to=" + stamp(second):         {"birnen 100%.pdf", "Äpfel.pdf"},
		"date_from=" + stamp(second) + "&date_to=" + stamp(second): {"birnen 100%.pdf"},
		"date_to=" + today:                    all,
		"date_to=2020-01-01":                  {},
		"date_from=2020-01-01T00:00":          all,
		"date_from=2020-01-01T00:00:00+02:00": all, // a plus sign that was decoded to a space
		"date_from=2020-01-01+00:00:00":       all,
	} {
		var list listOfDocs
		s.get(documents+"?"+query).into(200, &list)
		require.Equal(t, want, list.names(), query)
		if !strings.Contains(query, "skip") && !strings.Contains(query, "limit") {
			require.Equal(t, len(want), list.Count, query)
		} else {
			require.Equal(t, 3, list.Count, query)
		}
	}
}

func TestListWithWrongParametersNamesThem(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for query, want := range map[string][2]string{
		"limit=0":                            {"limit", "greater_than_equal"},
		"limit=101":                          {"limit", "less_than_equal"},
		"limit=ten":                          {"limit", "int_parsing"},
		"limit=1.5":                          {"limit", "int_parsing"},
		"skip=-1":                            {"skip", "greater_than_equal"},
		"skip=99999999999999999999999":       {"skip", "less_than_equal"},
		"skip=2147483648":                    {"skip", "less_than_equal"},
		"status=completed":                   {"status", "enum"},
		"no_extractor=maybe":                 {"no_extractor", "bool_parsing"},
		"extractor_id=7":                     {"extractor_id", "uuid_parsing"},
		"date_from=yesterday":                {"date_from", "datetime_parsing"},
		"date_to=2026-02-30":                 {"date_to", "datetime_parsing"},
		"search=%00":                         {"search", "string_unicode"},
		"search=%ff":                         {"search", "string_unicode"},
		"search=" + strings.Repeat("x", 256): {"search", "string_too_long"},
	} {
		t.Run(query[:min(len(query), 24)], func(t *testing.T) {
			t.Parallel()
			s.get(documents+"?"+query).invalid("query."+want[0], want[1])
		})
	}
	var p problem
	s.get(documents+"?limit=0&skip=x&status=no").into(422, &p)
	require.Equal(t, 3, strings.Count(string(p.Detail), `"loc"`), "all problems at once")
}

func TestPagingNeitherRepeatsNorLosesSimultaneousRows(t *testing.T) {
	t.Parallel()
	s := newService(t)
	seen := map[uuid.UUID]bool{}
	for i := range 7 {
		seen[s.named(fmt.Sprintf("%d.pdf", i)).ID] = false
	}
	for skip := 0; skip < 7; skip += 2 {
		var list listOfDocs
		s.get(fmt.Sprintf("%s?skip=%d&limit=2", documents, skip)).into(200, &list)
		require.Equal(t, 7, list.Count)
		for _, d := range list.Data {
			require.False(t, seen[d.ID])
			seen[d.ID] = true
		}
	}
	require.NotContains(t, seen, false)
	for id, was := range seen {
		require.True(t, was, id)
	}
}

func TestPathIDsMustBeUUIDs(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, id := range []string{"x", "123", "{" + uuid.NewString() + "}", "%20", uuid.NewString() + "0", "%C3%A9"} {
		s.get(documents+"/"+id).invalid("path.id", "uuid_parsing")
		s.delete(documents+"/"+id).invalid("path.id", "uuid_parsing")
		s.get(documents+"/"+id+"/deliveries").invalid("path.id", "uuid_parsing")
		s.post(documents+"/"+uuid.NewString()+"/deliveries/"+id+"/redeliver").invalid("path.delivery_id", "uuid_parsing")
	}
	s.get(path(uuid.New())).fails(404, "Document not found")
	var d doc
	s.get(documents+"/"+strings.ToUpper(strings.ReplaceAll(s.upload().ID.String(), "-", ""))).into(200, &d)
}

func TestEveryRouteAlsoWorksWithATrailingSlash(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload()
	for _, p := range []string{documents, path(d.ID), path(d.ID) + "/deliveries", "/healthz", "/readyz", "/docs", "/api/v1/openapi.json"} {
		require.Equal(t, 200, s.get(p).status)
		require.Equal(t, 200, s.get(p+"/").status)
	}
	require.Equal(t, 200, s.do(s.form(documents+"/", "file=@x.pdf", pdf)).status)
	require.Equal(t, 200, s.delete(path(d.ID)+"/").status)
}

func TestUnknownRoutesAndMethodsHaveTheErrorShape(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, p := range []string{"/", "/nothing", "/api/v1", "/api/v1/nothing", "/api/v2/documents", documents + "/a/b/c", "/api/v1/files/x"} {
		s.get(p).fails(404, "Not Found")
	}
	r := s.do(s.request(http.MethodPatch, documents, nil))
	r.fails(405, "Method Not Allowed")
	require.Contains(t, r.header.Get("Allow"), "GET")
	require.Contains(t, r.header.Get("Allow"), "POST")
}

func TestEveryReadableRouteSupportsHEAD(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for path, status := range map[string]int{
		documents: 200, documents + "/": 200, documents + "/" + uuid.NewString(): 404, "/api/v1/nothing": 404, "/healthz": 200, "/readyz/": 200,
	} {
		r := s.do(s.request("HEAD", path, nil))
		require.Equal(t, status, r.status, path)
		require.Empty(t, r.body)
		require.Equal(t, fmt.Sprint(len(s.get(path).body)), r.header.Get("Content-Length"), path)
	}
	require.Equal(t, 401, s.as("").visit("HEAD", documents).status)
	require.Equal(t, 405, s.do(s.request("HEAD", "/api/v1/query", nil)).status)
}

func TestAccountsNeverSeeEachOther(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload("callback_url=https://example.org/hook")
	s.complete(d.ID, "secret", 0)
	deliveries, _, err := s.db.ListDeliveries(t.Context(), d.ID, 0, 1)
	require.NoError(t, err)
	other := s.as(s.newKey(s.newAccount("default"), true, true))

	other.get(path(d.ID)).fails(404, "Document not found")
	other.delete(path(d.ID)).fails(404, "Document not found")
	other.get(path(d.ID)+"/deliveries").fails(404, "Document not found")
	other.post(path(d.ID)+"/deliveries/"+deliveries[0].ID.String()+"/redeliver").fails(404, "Document not found")
	own := other.upload()
	other.post(path(own.ID)+"/deliveries/"+deliveries[0].ID.String()+"/redeliver").fails(404, "Delivery not found")
	var list listOfDocs
	other.get(documents).into(200, &list)
	require.Equal(t, []string{own.FileName}, list.names())
	require.Equal(t, 1, list.Count)
	s.get(path(d.ID)).into(200, &doc{})
}

func TestEUEndpointTakesURLsOnly(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) { c.Region = api.RegionEU })
	require.JSONEq(t, `{"status":"ok","version":"test","region":"eu"}`, string(s.get("/healthz").body))
	s.do(s.form(documents, "file=@x.pdf", pdf)).fails(400, "Direct upload is not available on this endpoint; use url")
	require.Zero(t, s.storedBlobs())
	require.Equal(t, 200, s.do(s.form(documents, "url=https://example.org/x.pdf")).status)
	s.do(s.form(documents, "file=@", "")).fails(400, "Either file or url is required")
}
