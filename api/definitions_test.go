package api_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/schema"
)

const definitions = "/api/v1/extractor-definitions"

// receipt returns a definition that finds the amount next to a label.
func receipt(label string) string {
	return fmt.Sprintf(`name: Receipt
slug: receipt
engine: rules
schema:
  type: object
  properties:
    total: {type: [number, "null"]}
    number: {type: [string, "null"]}
rules:
  total: {labels: [%s], value: right}
  number: {labels: [receipt number], value: right, parser: code}
`, label)
}

// define applies a definition.
func (s *service) define(path, source string) reply {
	s.t.Helper()
	r := s.request("PUT", definitions+path, strings.NewReader(source))
	r.Header.Set("Content-Type", "application/yaml")
	return s.do(r)
}

type appliedOnTheWire struct {
	ID      *uuid.UUID
	Version int
	Changed bool
	DryRun  bool `json:"dry_run"`
}

func TestDefinitionIsAppliedInVersions(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var got appliedOnTheWire
	s.define("/receipt?dry_run=true", receipt("total")).into(200, &got)
	require.Equal(t, appliedOnTheWire{Version: 1, Changed: true, DryRun: true}, got)
	s.get(definitions+"/receipt").fails(404, "Extractor not found")

	s.define("/receipt", receipt("total")).into(200, &got)
	require.True(t, got.Changed)
	s.define("/receipt", receipt("total")+"# a remark\n").into(200, &got)
	require.False(t, got.Changed, "remarks are not logic")
	s.define("/receipt?dry_run=true", receipt("sum")).into(200, &got)
	require.Equal(t, 2, got.Version)
	s.define("/receipt", receipt("sum")).into(200, &got)
	require.Equal(t, 2, got.Version)

	var d struct {
		Version    int
		Source     string
		Definition struct{ Slug string }
	}
	s.get(definitions+"/receipt").into(200, &d)
	require.Equal(t, receipt("sum"), d.Source)
	require.Equal(t, "receipt", d.Definition.Slug)
	s.get(definitions+"/receipt?version=1").into(200, &d)
	require.Equal(t, receipt("total"), d.Source)
	s.get(definitions+"/receipt?version=3").fails(404, "Version not found")
	var versions struct {
		Data  []struct{ Version int }
		Count int
	}
	s.get(definitions+"/receipt/versions").into(200, &versions)
	require.Equal(t, 2, versions.Count)
	require.Equal(t, 2, versions.Data[0].Version)

	asJSON := `{"name":"R","slug":"receipt","schema":{"type":"object","properties":{"total":{"type":["number","null"]}}}}`
	s.define("/receipt", asJSON).into(200, &got)
	require.Equal(t, 3, got.Version)
}

func TestFaultsOfADefinitionHaveTheirLines(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, query := range []string{"", "?dry_run=true"} {
		wrong := s.define("/receipt"+query, strings.Replace(receipt("total"), "value: right, parser: code", "value: rihgt, parser: code", 1))
		require.Equal(t, "definition_invalid", wrong.invalid("body.11", "definition_invalid").Type)
		s.define("/receipt"+query, "").invalid("body.1", "definition_invalid")
		s.define("/other"+query, receipt("total")).invalid("body.2", "definition_invalid")
		s.define("/receipt"+query, strings.Repeat("#", 257<<10)).invalid("body.1", "definition_invalid")
	}
	s.install("boarding-pass")
	pass := strings.Replace(receipt("total"), "slug: receipt", "slug: boarding-pass", 1)
	for _, query := range []string{"", "?dry_run=true"} {
		s.define("/boarding-pass"+query, pass).fails(409, `the slug "boarding-pass" is in use by an extractor of the catalog`)
	}
	s.as(s.newKey(s.id, true, false)).define("/receipt", receipt("total")).fails(403, "Access denied")
}

type testOnTheWire struct {
	Data []struct {
		DocumentID uuid.UUID `json:"document_id"`
		Error      *string
		Value      map[string]any
		Evidence   []struct {
			Path   string
			Places []struct{ Boxes []page.Box }
		}
		Changes []difference
		Broken  *[]difference
	}
	Count, Broken int
}

type difference struct {
	Path      string
	Want, Got any
}

func printed(lines ...string) page.Page {
	p := page.Page{Number: 1, Width: 595, Height: 842}
	for i, text := range lines {
		p.Blocks = append(p.Blocks, line(text, float64(100+20*i)))
	}
	return p
}

// YAML has values and forms that JSON lacks.
func TestDefinitionsAreShownAsJSONWhateverTheirYAML(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, odd := range []string{
		"labels: [.nan, .inf, 2026-11-28, !!binary aGVsbG8=, 0x10, ~]", "description: .inf", "description: -.NaN",
		"<<: {instructions: merged}", "labels: &l [a, b]\nrequired: []\nconstraints: []\ndescription: \"\\x01\\u202e\"",
	} {
		s.define("/receipt", receipt("total")+odd+"\n").into(200, &struct{}{})
		var d struct{ Definition struct{ Slug string } }
		s.get(definitions+"/receipt").into(200, &d)
		require.Equal(t, "receipt", d.Definition.Slug, odd)
	}
	columns := `name: Rows
slug: rows
schema: {type: object, properties: {"": {type: string}, t: &t {type: array, items: {type: object, properties: {1: {type: string}}}}}}
rules: {t: {table: &table {columns: {1: [one]}}}}
`
	s.define("/rows", columns).into(200, &struct{}{})
	s.get(definitions+"/rows").into(200, &struct{}{})
}

func TestDefinitionsThatCannotBeStoredAreRefused(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, source := range []string{
		strings.Replace(receipt("total"), "name: Receipt", `name: "a\0b"`, 1), receipt("total") + `description: "a\0b"`,
		"\xff\xfe" + strings.Join(strings.Split(receipt("total"), ""), "\x00") + "\x00",
	} {
		got := s.define("/receipt", source)
		require.Equal(t, 422, got.status, "%s", got.body)
		require.Contains(t, string(got.body), "definition_invalid")
	}
}

func TestDraftIsTriedBesideTheStoredVersionAndTheSamples(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.converted(printed("Receipt number: A-17", "Total: 12.50", "Sum: 15.00"))
	test := func(body string) (got testOnTheWire) {
		t.Helper()
		s.do(s.json("POST", definitions+"/receipt/test", body)).into(200, &got)
		return got
	}
	first := test(fmt.Sprintf(`{"source":%q,"document_ids":[%q]}`, receipt("total"), d.ID))
	require.Nil(t, first.Data[0].Error)
	require.InDelta(t, 12.5, first.Data[0].Value["total"], 0)
	require.NotEmpty(t, first.Data[0].Evidence)
	require.NotEmpty(t, first.Data[0].Evidence[0].Places[0].Boxes, "it says where the value stands")
	require.Empty(t, first.Data[0].Changes, "there is no stored version")
	require.Nil(t, first.Data[0].Broken, "it is no sample")
	require.Equal(t, 200, s.define("/receipt", receipt("total")).status)

	sample := definitions + "/receipt/samples/" + d.ID.String()
	require.Equal(t, 200, s.do(s.json("PUT", sample, `{"expected":{"total":12.50,"number":"A-17"}}`)).status)
	require.Zero(t, test(`{}`).Broken)
	changed := test(fmt.Sprintf(`{"source":%q}`, receipt("sum")))
	require.Equal(t, 1, changed.Broken)
	require.Equal(t, []difference{{"/total", 12.5, 15.0}}, changed.Data[0].Changes)
	require.Equal(t, []difference{{"/total", 12.5, 15.0}}, *changed.Data[0].Broken)

	require.Equal(t, 200, s.delete(sample).status)
	s.delete(sample).fails(404, "Sample not found")
	require.Zero(t, test(`{}`).Count)
}

func TestTrialIsBounded(t *testing.T) {
	t.Parallel()
	s := newService(t)
	require.Equal(t, 200, s.define("/receipt", receipt("total")).status)
	long := make([]page.Page, 101)
	for i := range long {
		long[i] = page.Page{Number: i + 1}
	}
	for name, c := range map[string]struct{ id, want string }{
		"too long":  {s.converted(long...).ID.String(), "The document has 101 pages; a test is for documents of at most 100"},
		"too early": {s.upload().ID.String(), "The document is still being processed; it has no pages yet"},
	} {
		var got testOnTheWire
		s.do(s.json("POST", definitions+"/receipt/test", `{"document_ids":["`+c.id+`"]}`)).into(200, &got)
		require.Equal(t, c.want, *got.Data[0].Error, name)
		require.Equal(t, 1, got.Broken)
	}
	var many []string
	for range 6 {
		many = append(many, `"`+uuid.NewString()+`"`)
	}
	s.do(s.json("POST", definitions+"/receipt/test", `{"document_ids":[`+strings.Join(many, ",")+`]}`)).invalid("body.document_ids", "too_long")
	s.do(s.json("POST", definitions+"/receipt/test", `{"document_ids":["`+uuid.NewString()+`"]}`)).fails(404, "Document not found")
	s.do(s.json("POST", definitions+"/nobody/test", `{}`)).fails(404, "Extractor not found")
	s.do(s.json("POST", definitions+"/receipt/test", `{"source":"x: ["}`)).invalid("body.1", "definition_invalid")
}

func TestSamplesBelongToTheirAccount(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.converted(printed("Total: 1.00"))
	require.Equal(t, 200, s.define("/receipt", receipt("total")).status)
	sample := definitions + "/receipt/samples/" + d.ID.String()
	s.do(s.json("PUT", sample, `{"expected":[]}`)).invalid("body.expected", "dict_type")
	s.do(s.json("PUT", sample, `{}`)).invalid("body.expected", "missing")
	for _, unstorable := range []string{
		`"\u0000"`, `"\ud800"`, `"\udc00 "`, `{"\ud800":1}`, "1e400000", strings.Repeat("9", 200_000), "[1e-400000]",
	} {
		s.do(s.json("PUT", sample, `{"expected":{"total":`+unstorable+`}}`)).invalid("body.expected", "value_error")
	}
	require.Equal(t, 200, s.do(s.json("PUT", sample, `{"expected":{"total":1}}`)).status)

	other := s.as(s.newKey(s.newAccount("default"), true, true))
	other.get(definitions+"/receipt").fails(404, "Extractor not found")
	other.do(other.json("PUT", sample, `{"expected":{}}`)).fails(404, "Extractor not found")
	require.Equal(t, 200, other.define("/receipt", receipt("total")).status, "slugs are an account's own")
	other.do(other.json("PUT", sample, `{"expected":{}}`)).fails(404, "Document not found")
	other.do(other.json("POST", definitions+"/receipt/test", `{"document_ids":["`+d.ID.String()+`"]}`)).fails(404, "Document not found")
	var list struct {
		Data []struct {
			FileName string `json:"file_name"`
			Expected map[string]any
		}
		Count int
	}
	s.get(definitions+"/receipt/samples").into(200, &list)
	require.Equal(t, 1, list.Count)
	require.Equal(t, "report.pdf", list.Data[0].FileName)

	require.Equal(t, 200, s.delete(path(d.ID)).status)
	s.get(definitions+"/receipt/samples").into(200, &list)
	require.Zero(t, list.Count, "a sample goes with its document")
	entries, err := s.db.Audit(t.Context(), schema.AuditFilter{AccountID: &s.id, Action: schema.AuditSamplePut, Limit: 10})
	require.NoError(t, err)
	require.Len(t, entries, 1)
}
