package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

const extractors = "/api/v1/e"

// ext is an extractor as clients see it.
type ext struct {
	ID                   uuid.UUID
	Name, Slug, CostType string
	Version              int
	Origin               string
}

func ticket(slug string) schema.ExtractorDefinition {
	return schema.ExtractorDefinition{
		Slug: slug, Name: "Ticket", Description: "Train tickets", CostType: schema.CostPerPage, CostCredits: 3, Source: "slug: " + slug,
	}
}

// apply creates one of the account's own extractors, or a new version of it.
func (s *service) apply(def schema.ExtractorDefinition) schema.ExtractorInfo {
	s.t.Helper()
	a, err := s.db.ApplyExtractor(s.t.Context(), s.id, def, func(string) bool { return false })
	require.NoError(s.t, err)
	return a.ExtractorInfo
}

func (s *service) install(slug string) schema.ExtractorInfo {
	s.t.Helper()
	require.NoError(s.t, s.db.InstallExtractor(s.t.Context(), ticket(slug)))
	e, err := s.db.ExtractorNamed(s.t.Context(), s.id, slug)
	require.NoError(s.t, err)
	return e
}

func (s *service) rename(path, body string) reply {
	s.t.Helper()
	return s.do(s.json("PUT", path, body))
}

func extractorPath(id uuid.UUID) string { return extractors + "/" + id.String() }

func TestExtractorRunsBySlugAndByID(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.apply(ticket("ticket"))
	runs := map[string]reply{
		"by slug":    s.do(s.form(extractors+"/ticket", "file=@report.pdf", pdf, "accuracy=ultra", "extractor_id=ignored")),
		"by address": s.do(s.form(extractors+"/ticket/", "url=https://example.org/x.pdf")),
		"by id":      s.do(s.form(documents, "file=@report.pdf", pdf, "extractor_id="+e.ID.String())),
	}
	for name, r := range runs {
		var d doc
		r.into(200, &d)
		require.Equal(t, e.ID, *d.ExtractorID, name)
		require.Nil(t, d.Accuracy, name)
		require.Contains(t, string(r.body), `"extractor":{"id":"`+e.ID.String()+`","name":"Ticket","slug":"ticket","cost_type":"PER_PAGE","cost_credits":3}`)
		row, err := s.db.Document(t.Context(), s.id, d.ID)
		require.NoError(t, err)
		require.EqualValues(t, 1, *row.ExtractorVersion, name)
	}
	var list listOfDocs
	s.get(documents+"?extractor_id="+e.ID.String()).into(200, &list)
	require.Equal(t, 3, list.Count)
	s.upload()
	s.get(documents+"?no_extractor=true").into(200, &list)
	require.Equal(t, 1, list.Count)
}

func TestRunKeepsTheVersionAndPriceItWasAcceptedWith(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.apply(ticket("ticket"))
	var d doc
	s.do(s.form(extractors+"/ticket", "file=@report.pdf", pdf)).into(200, &d)
	dearer := ticket("ticket")
	dearer.CostCredits, dearer.Name = 50, "Dear ticket"
	require.EqualValues(t, 2, s.apply(dearer).Version)
	s.complete(d.ID, "{}", 0)
	body := string(s.get(path(d.ID)).body)
	require.Contains(t, body, `"name":"Dear ticket","slug":"ticket","cost_type":"PER_PAGE","cost_credits":3}`)

	var use struct{ Data []map[string]any }
	s.get("/api/v1/usage").into(200, &use)
	require.Len(t, use.Data, 1)
	require.EqualValues(t, 3, use.Data[0]["credits"])
	require.Equal(t, time.Now().UTC().Format(time.DateOnly), use.Data[0]["date"])
}

func TestContradictoryRuns(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.apply(ticket("ticket"))
	run := func(slug string, fields ...string) reply { return s.do(s.form(extractors+"/"+slug, fields...)) }
	file := []string{"file=@report.pdf", pdf}
	run("ticket").fails(400, "Either file or url is required")
	run("ticket", append(file, "url=https://example.org/x.pdf")...).fails(400, "Send either file or url, not both")
	run("tickets", file...).fails(404, "Extractor not found")
	run("no%00thing", file...).fails(404, "Extractor not found")
	run(uuid.NewString(), file...).fails(404, "Extractor not found")
	run("tickets", "callback_url=hook").fails(404, "Extractor not found")
	run("ticket", append(file, "callback_url=hook")...).invalid("body.callback_url", "value_error")
	stranger := s.as(s.newKey(s.newAccount("default"), true, true))
	stranger.do(stranger.form(extractors+"/ticket", file...)).fails(404, "Extractor not found")
	reader := s.as(s.newKey(s.id, true, false))
	reader.do(reader.form(extractors+"/ticket", file...)).fails(403, "Access denied")
	require.Zero(t, s.storedBlobs())
}

func TestExtractorsAreListedRenamedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.apply(ticket("ticket"))
	catalog := s.install("invoice")
	var list struct {
		Data  []ext
		Count int
	}
	s.get(extractors+"?limit=1").into(200, &list)
	require.Equal(t, 2, list.Count)
	require.Equal(t, "invoice", list.Data[0].Slug, "newest first")
	require.Equal(t, "catalog", list.Data[0].Origin)
	s.get(extractors+"?limit=0").invalid("query.limit", "greater_than_equal")

	var d doc
	s.do(s.form(extractors+"/ticket", "file=@report.pdf", pdf)).into(200, &d)
	var got ext
	s.rename(extractorPath(e.ID), `{"name": " Fare ", "slug": "fare"}`).into(200, &got)
	require.Equal(t, ext{ID: e.ID, Name: "Fare", Slug: "fare", Version: 1, Origin: "own"}, ext{got.ID, got.Name, got.Slug, "", got.Version, got.Origin})
	for _, nothing := range []string{"", "{}", `{"name": null, "other": 1}`} {
		s.rename(extractorPath(e.ID), nothing).into(200, &got)
		require.Equal(t, "fare", got.Slug)
	}
	s.do(s.form(extractors+"/ticket", "file=@report.pdf", pdf)).fails(404, "Extractor not found")

	var m struct{ Message string }
	s.delete(extractorPath(e.ID)).into(200, &m)
	require.Equal(t, "Extractor 'Fare' has been deleted successfully.", m.Message)
	s.get(extractorPath(e.ID)).fails(404, "Extractor not found")
	s.delete(extractorPath(e.ID)).fails(404, "Extractor not found")
	s.do(s.form(documents, "file=@report.pdf", pdf, "extractor_id="+e.ID.String())).fails(404, "Extractor not found")
	require.Contains(t, string(s.get(path(d.ID)).body), `"slug":"fare"`, "its documents stay readable")
	again := s.apply(ticket("fare"))
	require.NotEqual(t, e.ID, again.ID, "the slug is free again")

	s.delete(extractorPath(catalog.ID)).fails(403, "This extractor was installed from the catalog and cannot be modified")
	s.rename(extractorPath(catalog.ID), `{"slug": 7}`).fails(403, "This extractor was installed from the catalog and cannot be modified")
}

func TestWrongExtractorNamesAreRefused(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.install("invoice")
	e, other := s.apply(ticket("ticket")), s.apply(ticket("other"))
	for body, want := range map[string][2]string{
		`{"name": ""}`: {"body.name", "string_too_short"},
		`{"name": 7}`:  {"body.name", "string_type"},
		`{"name": "` + strings.Repeat("x", 256) + `"}`: {"body.name", "string_too_long"},
		`{"slug": "ab"}`: {"body.slug", "string_too_short"},
		`{"slug": "` + strings.Repeat("x", 101) + `"}`:     {"body.slug", "string_too_long"},
		`{"slug": "Ticket"}`:                               {"body.slug", "string_pattern_mismatch"},
		`{"slug": "-ticket"}`:                              {"body.slug", "string_pattern_mismatch"},
		`{"slug": "a b c"}`:                                {"body.slug", "string_pattern_mismatch"},
		`{"slug": "0199f3a0-5b7e-7c3d-9a41-0f6f2f1f7c11"}`: {"body.slug", "value_error"},
		`{"slug": "0199f3a05b7e7c3d9a410f6f2f1f7c11"}`:     {"body.slug", "value_error"},
		`{"slug"`: {"body", "json_invalid"},
	} {
		s.rename(extractorPath(e.ID), body).invalid(want[0], want[1])
	}
	s.rename(extractors+"/ticket", "{}").invalid("path.extractor_id", "uuid_parsing")
	s.rename(extractorPath(uuid.New()), `{"slug": 7}`).fails(404, "Extractor not found")
	for _, taken := range []string{"other", "invoice"} {
		s.rename(extractorPath(e.ID), fmt.Sprintf(`{"slug": %q}`, taken)).fails(409, fmt.Sprintf("An active extractor with the slug %q already exists", taken))
	}
	s.rename(extractorPath(other.ID), `{"slug": "other"}`).into(200, &ext{})
	stranger := s.as(s.newKey(s.newAccount("default"), true, true))
	stranger.rename(extractorPath(e.ID), "{}").fails(404, "Extractor not found")
	s.as(s.newKey(s.id, true, false)).rename(extractorPath(e.ID), "{}").fails(403, "Access denied")
}

func TestEvidenceIsReadInPages(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.apply(ticket("ticket"))
	var d doc
	s.do(s.form(extractors+"/ticket", "file=@report.pdf", pdf)).into(200, &d)
	s.get(path(d.ID) + "/evidence").golden("evidence_none")
	s.complete(d.ID, "{}", 0)
	lines := `{"warnings":["the lines add up to 3.00, but total is 4"]}` + "\n" +
		`{"path":"/number","value":"A-1","page":1,"quote":"Ticket A-1","verified":true}` + "\n" +
		`{"path":"/total","value":4.50,"page":null,"quote":"","verified":false}` + "\n"
	_, err := s.blobs.Put(t.Context(), schema.EvidenceKey(schema.DocumentPrefix(d.ID)+"output.md"), strings.NewReader(lines), 1<<20)
	require.NoError(t, err)
	s.get(path(d.ID) + "/evidence").golden("evidence")
	var page struct {
		Data  []struct{ Path string }
		Count int
	}
	s.get(path(d.ID)+"/evidence?skip=1&limit=1").into(200, &page)
	require.Equal(t, 2, page.Count)
	require.Equal(t, "/total", page.Data[0].Path)
	s.get(path(s.upload().ID) + "/evidence").golden("evidence_none")
	s.get(path(uuid.New())+"/evidence").fails(404, "Document not found")
}

func TestUsageIsSummedByDayAndKind(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.apply(ticket("ticket"))
	for range 2 {
		var d doc
		s.do(s.form(extractors+"/ticket", "file=@report.pdf", pdf)).into(200, &d)
		s.complete(d.ID, "{}", 0)
	}
	var failed doc
	s.do(s.form(extractors+"/ticket", "file=@report.pdf", pdf)).into(200, &failed)
	s.fail(failed.ID, "The PDF is damaged")
	s.complete(s.upload().ID, "text", 0)
	today := time.Now().UTC().Format(time.DateOnly)
	for query, want := range map[string]string{
		"":                                fmt.Sprintf(`{"data":[{"date":%q,"kind":"extraction","runs":2,"units":2,"credits":6}],"count":1}`, today),
		"?from=" + today + "&to=" + today: fmt.Sprintf(`{"data":[{"date":%q,"kind":"extraction","runs":2,"units":2,"credits":6}],"count":1}`, today),
		"?to=2020-01-31":                  `{"data":[],"count":0}`,
		"?skip=1":                         `{"data":[],"count":1}`,
	} {
		r := s.get("/api/v1/usage" + query)
		require.Equal(t, http.StatusOK, r.status)
		require.JSONEq(t, want, usedOf(r), query)
	}
	s.get("/api/v1/usage?from=yesterday").invalid("query.from", "datetime_parsing")
	stranger := s.as(s.newKey(s.newAccount("default"), true, true))
	require.JSONEq(t, `{"data":[],"count":0}`, usedOf(stranger.get("/api/v1/usage")))
}

// usedOf returns the body of a usage response without the quotas.
func usedOf(r reply) string {
	var use map[string]any
	r.into(200, &use)
	delete(use, "plan")
	delete(use, "quotas")
	raw, err := json.Marshal(use)
	require.NoError(r.t, err)
	return string(raw)
}
