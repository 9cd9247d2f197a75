package activities_test

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/internal/convert"
	"quire/internal/model"
	"quire/internal/model/modeltest"
	"quire/schema"
)

const invoiceSample = "../bench/extract/samples/invoice/plain.pdf"

// extraction is a bundle with a converter and an extractor of the account.
type extraction struct {
	*bundle
	used schema.ExtractorInfo
}

func newExtraction(t *testing.T, source string) *extraction {
	t.Helper()
	b := setup(t)
	var err error
	b.do.Converter, err = convert.New(convert.Config{Processes: 1})
	require.NoError(t, err)
	t.Cleanup(func() { b.do.Converter.Close() })
	a, err := b.db.ApplyExtractor(t.Context(), b.account.ID, schema.ExtractorDefinition{
		Slug: "bill", Name: "Bill", CostType: schema.CostPerPage, CostCredits: 2, Source: source,
	}, func(string) bool { return false })
	require.NoError(t, err)
	return &extraction{bundle: b, used: a.ExtractorInfo}
}

// converted claims a document, converts its pages and returns the input for the extraction.
func (e *extraction) converted(t *testing.T) activities.ExtractInput {
	t.Helper()
	d := e.document(t, func(n *schema.NewDocument) { n.Extractor, n.Accuracy = &e.used, nil })
	f, err := os.Open(invoiceSample)
	require.NoError(t, err)
	defer f.Close()
	_, err = e.store.Put(t.Context(), d.SourceKey, f, 1<<20)
	require.NoError(t, err)
	job, err := e.do.ClaimDocument(t.Context(), d.ID)
	require.NoError(t, err)
	require.Equal(t, &activities.ExtractorVersion{ID: e.used.ID, Version: 1}, job.Extractor)
	_, err = e.env.ExecuteActivity(e.do.ConvertRange, activities.RangeInput{Conversion: job.Conversion, From: 1, To: 25})
	require.NoError(t, err)
	return activities.ExtractInput{Job: job, Pages: 1, PagesPerRange: 25}
}

func (e *extraction) read(t *testing.T, key string) string {
	t.Helper()
	r, err := e.store.Open(t.Context(), key)
	require.NoError(t, err)
	defer r.Close()
	raw, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(raw)
}

const billDefinition = `name: Bill
slug: bill
output: {format: FORMAT}
required: [REQUIRED]
schema:
  type: object
  properties:
    total: {type: number, x-parser: number}
    licence_plate: {type: string}
rules:
  total: {labels: [total, amount due, total due], take: last, value: right, parser: number}
  licence_plate: {labels: [licence plate], value: right}
`

func definition(format, required string) string {
	return strings.NewReplacer("FORMAT", format, "REQUIRED", required).Replace(billDefinition)
}

func TestExtractionStoresOutputAndEvidence(t *testing.T) {
	t.Parallel()
	e := newExtraction(t, definition("csv", ""))
	in := e.converted(t)
	for range 2 { // a worker that dies after its last line makes the activity run again
		v, err := e.env.ExecuteActivity(e.do.Extract, in)
		require.NoError(t, err)
		var out activities.Output
		require.NoError(t, v.Get(&out))
		require.Equal(t, ".csv", out.Extension)
		require.Equal(t, 1, out.Pages)
		lines := strings.Split(strings.TrimSpace(e.read(t, out.Key)), "\n")
		require.Equal(t, "total,licence_plate", strings.TrimSpace(lines[0]))
		proof := strings.Split(strings.TrimSpace(e.read(t, schema.EvidenceKey(out.Key))), "\n")
		require.Len(t, proof, 2, "the warnings and the one value found")
		var value struct {
			Path     string
			Page     int
			Verified bool
		}
		require.NoError(t, json.Unmarshal([]byte(proof[1]), &value))
		require.Equal(t, "/total", value.Path)
		require.Equal(t, 1, value.Page)
		require.True(t, value.Verified)
		require.NoError(t, e.do.CompleteDocument(t.Context(), in.Job, out))
		d := e.reload(t, in.Job.DocumentID)
		require.Equal(t, "report.csv", *d.OutputName)
		require.Equal(t, "text/csv; charset=utf-8", *d.OutputType)
	}
}

func TestExtractionWithoutARequiredValueFailsWithAnExplanation(t *testing.T) {
	t.Parallel()
	e := newExtraction(t, definition("json", "total, licence_plate"))
	_, err := e.env.ExecuteActivity(e.do.Extract, e.converted(t))
	kind, final := errorType(t, err)
	require.Equal(t, "missing_required", kind)
	require.True(t, final)
	require.ErrorContains(t, err, "The document has no value for fields that the extractor requires: licence_plate")
}

func TestRunUsesTheVersionItWasAcceptedWith(t *testing.T) {
	t.Parallel()
	e := newExtraction(t, definition("xml", ""))
	in := e.converted(t)
	_, err := e.db.ApplyExtractor(t.Context(), e.account.ID, schema.ExtractorDefinition{
		Slug: "bill", Name: "Bill", CostType: schema.CostPerPage, Source: definition("json", ""),
	}, func(string) bool { return false })
	require.NoError(t, err)
	v, err := e.env.ExecuteActivity(e.do.Extract, in)
	require.NoError(t, err)
	var out activities.Output
	require.NoError(t, v.Get(&out))
	require.Equal(t, ".xml", out.Extension)
}

func TestDefinitionThatIsNoLongerValidFailsTheRun(t *testing.T) {
	t.Parallel()
	e := newExtraction(t, "name: Bill")
	_, err := e.env.ExecuteActivity(e.do.Extract, e.converted(t))
	kind, final := errorType(t, err)
	require.Equal(t, "invalid_extractor", kind)
	require.True(t, final)
}

func TestWebhookOfARunNamesItsExtractor(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.document(t, func(n *schema.NewDocument) { n.CallbackURL = new("https://example.org/hook") })
	failure := schema.DocumentFailure{Reason: "corrupt", Message: "damaged"}
	raw, err := b.do.Webhooks.Failed(d, &schema.ExtractorInfo{Name: "Bill", Slug: "bill", Version: 7}, failure)
	require.NoError(t, err)
	require.Contains(t, string(raw), `"extractor":{"id":"00000000-0000-0000-0000-000000000000","name":"Bill","slug":"bill","version":7}`)
	raw, err = b.do.Webhooks.Failed(d, nil, failure)
	require.NoError(t, err)
	require.NotContains(t, string(raw), "extractor")
}

// listen gives the activities a scripted model.
func (e *extraction) listen(t *testing.T) *modeltest.Server {
	t.Helper()
	server := modeltest.New(t)
	var err error
	e.do.Chat, err = model.New(model.Config{BaseURL: server.BaseURL(), Model: "test"})
	require.NoError(t, err)
	return server
}

func TestModelIsAskedOnlyForValuesThatTheRulesDoNotFind(t *testing.T) {
	t.Parallel()
	e := newExtraction(t, definition("json", ""))
	server := e.listen(t)
	server.Always(modeltest.Answer(`{"licence_plate": {"value": "QU 123", "page": 1, "quote": "not on the page"}}`))
	in := e.converted(t)
	v, err := e.env.ExecuteActivity(e.do.Extract, in)
	require.NoError(t, err)
	var out activities.Output
	require.NoError(t, v.Get(&out))
	require.NotEmpty(t, server.Requests())
	require.NotContains(t, string(server.Requests()[0].Body), `"total"`, "the rules found it")
	require.Contains(t, e.read(t, schema.EvidenceKey(out.Key)), `"path":"/total","value":3079.68,"page":1`)
	asked := len(server.Requests())
	_, err = e.env.ExecuteActivity(e.do.Extract, in)
	require.NoError(t, err)
	require.Len(t, server.Requests(), asked, "an answer that was paid for is not requested again")
}

func TestModelOutageIsRetriedAndARefusalFails(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		step  modeltest.Step
		kind  string
		final bool
	}{
		"busy":           {modeltest.RateLimited(7 * time.Second), "rate_limited", false},
		"refused key":    {modeltest.Status(401, `{"error": {"message": "bad key"}}`), "wrapError", false},
		"content policy": {modeltest.Filtered(""), "model_declined", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newExtraction(t, definition("json", ""))
			e.listen(t).Always(tc.step)
			_, err := e.env.ExecuteActivity(e.do.Extract, e.converted(t))
			kind, final := errorType(t, err)
			require.Equal(t, tc.kind, kind)
			require.Equal(t, tc.final, final)
		})
	}
}

func TestUnusableModelOutputIsNotMistakenForADocumentWithoutValues(t *testing.T) {
	t.Parallel()
	e := newExtraction(t, definition("json", "total"))
	m := e.listen(t)
	m.Always(modeltest.Answer("I cannot do that."))
	in := e.converted(t)
	res, err := e.env.ExecuteActivity(e.do.Extract, in)
	require.NoError(t, err)
	var out activities.Output
	require.NoError(t, res.Get(&out))
	require.Contains(t, e.read(t, schema.EvidenceKey(out.Key)), "values may be missing")

	e = newExtraction(t, definition("json", "total, licence_plate"))
	m = e.listen(t)
	m.Always(modeltest.Length(`{"licence_plate":`))
	_, err = e.env.ExecuteActivity(e.do.Extract, e.converted(t))
	kind, final := errorType(t, err)
	require.Equal(t, "model_unusable", kind)
	require.True(t, final)
}
