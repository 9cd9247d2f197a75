package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/schema"
)

// linked returns a document with the given pages, as its owner sees it.
func (s *service) linked(pages ...page.Page) doc {
	s.t.Helper()
	d := s.converted(pages...)
	s.get(path(d.ID)).into(200, &d)
	return d
}

// contract returns a document of three pages: a sentence and a table continue from the first on the second.
func contract() []page.Page {
	heading := page.Block{Kind: page.Heading, Level: 1, Spans: []page.Span{{Text: "Terms", Bold: true}}, Box: page.Box{X0: 50, Y0: 20, X1: 90, Y1: 40}}
	table := func(y float64, continues bool, rows ...string) page.Block {
		t := &page.Table{Columns: 2, HeaderRows: 1}
		for i, row := range rows {
			var r page.Row
			for k, text := range strings.Fields(row) {
				x, top := 50+100*float64(k), y+20*float64(i)
				r.Cells = append(r.Cells, page.Cell{
					Column: k, Box: page.Box{X0: x, Y0: top, X1: x + 100, Y1: top + 20}, Blocks: []page.Block{{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}}},
				})
			}
			t.Rows = append(t.Rows, r)
		}
		return page.Block{Kind: page.TableKind, Table: t, Continues: continues, Box: page.Box{X0: 50, Y0: y, X1: 250, Y1: y + 20*float64(len(rows))}}
	}
	rest := line("tract ends.", 10)
	rest.Continues = true
	return []page.Page{
		{Number: 1, Width: 595, Height: 842, Blocks: []page.Block{heading, table(100, false, "Item Price", "bolt 12"), line("With *this* the con-", 700)}},
		{Number: 2, Width: 595, Height: 842, Blocks: []page.Block{rest, table(100, true, "Item Price", "nut 3")}},
		{Number: 3, Blocks: []page.Block{line("Without geometry.", 0)}},
	}
}

func TestAConversionIsDownloadedAsText(t *testing.T) {
	t.Parallel()
	s := newService(t)
	got := s.visit("GET", *s.linked(contract()...).OutputFileURL+"&format=text")
	require.Equal(t, 200, got.status)
	require.Equal(t, "Terms\n\nItem\tPrice\nbolt\t12\nnut\t3\n\nWith *this* the contract ends.\n\nWithout geometry.\n", string(got.body))
	require.Equal(t, "text/plain; charset=utf-8", got.header.Get("Content-Type"))
	require.Equal(t, `attachment; filename=report.txt`, got.header.Get("Content-Disposition"))
	for _, name := range []string{"X-Content-Type-Options", "Content-Security-Policy", "Cache-Control", "Referrer-Policy"} {
		require.NotEmpty(t, got.header.Get(name), name)
	}
}

func TestAConversionIsDownloadedAsPages(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.linked(append(contract(), invoice(4))...)
	got := s.visit("GET", *d.OutputFileURL+"&format=json")
	require.Equal(t, 200, got.status)
	require.Equal(t, "application/json; charset=utf-8", got.header.Get("Content-Type"))
	require.Equal(t, `attachment; filename=report.json`, got.header.Get("Content-Disposition"))
	spec, err := openAPI()
	require.NoError(t, err)
	checkSchema(t, spec.Components.Schemas["ConvertedPages"].Value, got.body)
	var list struct {
		Data  []map[string]any
		Count int
	}
	got.into(200, &list)
	require.Equal(t, 4, list.Count)
	written, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "docs", "schema", "page-1.schema.json"))
	require.NoError(t, err)
	for i, p := range list.Data {
		require.NoError(t, written.Validate(p))
		var alone map[string]any
		s.get(path(d.ID)+"/pages/"+string(rune('1'+i))).into(200, &alone)
		delete(alone, "image_url")
		require.Equal(t, alone, p)
	}
}

func TestAConversionIsDownloadedAsPassages(t *testing.T) {
	t.Parallel()
	s := newService(t)
	got := s.visit("GET", *s.linked(contract()...).OutputFileURL+"&format=chunks")
	require.Equal(t, 200, got.status)
	require.Equal(t, `attachment; filename=report.chunks.json`, got.header.Get("Content-Disposition"))
	spec, err := openAPI()
	require.NoError(t, err)
	checkSchema(t, spec.Components.Schemas["Chunks"].Value, got.body)
	require.JSONEq(t, `{"count": 3, "data": [
		{"number": 0, "kind": "text", "page_start": 1, "page_end": 2, "headings": ["Terms"], "columns": null,
			"text": "Terms\nItem\tPrice\nbolt\t12\nWith *this* the con- tract ends.", "places": [
			{"page": 1, "boxes": [{"x0": 50, "y0": 20, "x1": 90, "y1": 40}, {"x0": 50, "y0": 100, "x1": 250, "y1": 140}, {"x0": 50, "y0": 700, "x1": 250, "y1": 710}]},
			{"page": 2, "boxes": [{"x0": 50, "y0": 10, "x1": 250, "y1": 20}]}]},
		{"number": 1, "kind": "table", "page_start": 2, "page_end": 2, "headings": ["Terms"], "columns": null,
			"text": "tract ends.\nItem\tPrice\nnut\t3", "places": [
			{"page": 2, "boxes": [{"x0": 50, "y0": 10, "x1": 250, "y1": 20}, {"x0": 50, "y0": 100, "x1": 250, "y1": 140}]}]},
		{"number": 2, "kind": "text", "page_start": 3, "page_end": 3, "headings": ["Terms"], "columns": null,
			"text": "Without geometry.", "places": [{"page": 3, "boxes": [{"x0": 50, "y0": 0, "x1": 250, "y1": 10}]}]}]}`, string(got.body))
}

func TestMarkdownIsTheFileAsItIsStored(t *testing.T) {
	t.Parallel()
	s := newService(t)
	link := *s.linked(contract()...).OutputFileURL
	plain := s.visit("GET", link)
	for _, query := range []string{"&format=markdown", "&format="} {
		got := s.visit("GET", link+query)
		require.Equal(t, plain.body, got.body)
		require.Equal(t, plain.header.Get("ETag"), got.header.Get("ETag"))
		require.Equal(t, plain.header.Get("Content-Disposition"), got.header.Get("Content-Disposition"))
	}
	require.Equal(t, 206, s.visit("GET", link+"&format=markdown", "Range", "bytes=0-1").status)
	require.Equal(t, 200, s.visit("GET", link+"&format=text", "Range", "bytes=0-1").status, "a form is sent whole")
	head := s.visit("HEAD", link+"&format=json")
	require.Equal(t, 200, head.status)
	require.Equal(t, "application/json; charset=utf-8", head.header.Get("Content-Type"))
}

func TestAFormThatThereIsNotSaysWhatToDo(t *testing.T) {
	t.Parallel()
	s := newService(t)
	early := s.finished("early.pdf")
	for _, form := range []string{"json", "text", "chunks"} {
		s.visit("GET", *early.OutputFileURL+"&format="+form).
			fails(409, "The pages of this document were not kept when it was converted; send the document again")
	}
	d := s.linked(contract()...)
	s.visit("GET", *d.OutputFileURL+"&format=pdf").invalid("query.format", "enum")
	s.visit("GET", *d.FileURL+"&format=text").invalid("query.format", "value_error")
	s.visit("GET", strings.Replace(*d.OutputFileURL, "sig=", "sig=x", 1)+"&format=text").fails(403, "The download link is not valid")
	long := s.linked(page.Page{Number: 1, Blocks: []page.Block{line(strings.Repeat("a", pagestore.MaxPage), 0)}})
	s.visit("GET", *long.OutputFileURL+"&format=text").
		fails(409, "The page has more than 16 MB of content, too much for one answer; download the Markdown instead")
}

func TestAnExtractionHasTheFormOfItsExtractor(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.install("ticket")
	for outputType, answers := range map[string]map[string]int{
		"application/json":        {"json": 200, "markdown": 422, "text": 422, "chunks": 422},
		"text/csv; charset=utf-8": {"json": 422, "markdown": 422, "text": 422, "chunks": 422},
	} {
		var d doc
		s.do(s.form(documents, "extractor_id="+e.ID.String(), "file=@x.pdf", pdf)).into(200, &d)
		key := schema.DocumentPrefix(d.ID) + "output"
		_, err := s.blobs.Put(t.Context(), key, strings.NewReader(`{"a":1}`), 1<<20)
		require.NoError(t, err)
		claim, err := s.db.ClaimDocument(t.Context(), d.ID)
		require.NoError(t, err)
		require.NoError(t, s.db.CompleteDocument(t.Context(), d.ID, int(claim.Attempt), schema.DocumentOutput{
			PageCount: 1, Key: key, Name: "x.json", Type: outputType, Size: 7,
		}, webhookBody(claim, schema.Completed)))
		s.get(path(d.ID)).into(200, &d)
		for form, want := range answers {
			got := s.visit("GET", *d.OutputFileURL+"&format="+form)
			require.Equal(t, want, got.status, "%s as %s", outputType, form)
			if want == 200 {
				require.JSONEq(t, `{"a":1}`, string(got.body))
			}
		}
	}
}

func TestAVersionOfAFileIsDownloadedInOtherForms(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f := s.ready(c, s.put(c, "a.txt", "one"), markdown)
	s.visit("GET", *f.OutputFileURL+"&format=text").
		fails(409, "The pages of this version were not kept when it was converted; reindex the file")
	_, version, err := s.db.FileForDownload(t.Context(), f.ID, 1)
	require.NoError(t, err)
	s.keepPages(*version.OutputKey, page.Page{Number: 1, Blocks: []page.Block{line("One", 0)}})
	got := s.visit("GET", *f.OutputFileURL+"&format=text")
	require.Equal(t, "One\n", string(got.body))
	require.Equal(t, `attachment; filename=a.txt`, got.header.Get("Content-Disposition"))
	require.Equal(t, markdown, string(s.visit("GET", *f.OutputFileURL+"&format=markdown").body))
	s.visit("GET", f.FileURL+"&format=text").invalid("query.format", "value_error")
}

func TestADocumentOfNoPagesHasEmptyForms(t *testing.T) {
	t.Parallel()
	s := newService(t)
	link := *s.linked().OutputFileURL
	for _, form := range []string{"json", "chunks"} {
		require.JSONEq(t, `{"data":[],"count":0}`, string(s.visit("GET", link+"&format="+form).body))
	}
	require.Empty(t, s.visit("GET", link+"&format=text").body)
}

// TestAFormThatBreaksOffIsNoWholeForm damages the last page: a failure before anything was sent is an ordinary error,
// and a later one breaks the connection.
func TestAFormThatBreaksOffIsNoWholeForm(t *testing.T) {
	t.Parallel()
	s := newService(t)
	damaged := func(pages ...page.Page) string {
		d := s.linked(pages...)
		var file bytes.Buffer
		w := pagestore.NewWriter(&file)
		for _, p := range pages {
			require.NoError(t, w.Add(p))
		}
		end := file.Len()
		require.NoError(t, w.Close())
		file.Bytes()[end-1] ^= 0xFF // the length at the end of the record
		_, err := s.blobs.Put(t.Context(), schema.PagesKey(schema.DocumentPrefix(d.ID)+"output.md"), &file, 1<<30)
		require.NoError(t, err)
		return *d.OutputFileURL + "&format=json"
	}
	s.visit("GET", damaged(contract()...)).fails(500, "Internal server error")
	long := page.Page{Number: 1, Blocks: []page.Block{line(strings.Repeat("long ", 50_000), 0)}}
	res, err := http.DefaultClient.Do(s.request("GET", damaged(long, page.Page{Number: 2}), nil))
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, 200, res.StatusCode)
	_, err = io.ReadAll(res.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, 2, strings.Count(s.log.String(), "stored pages"))
}

func TestAFormIsListedByItsEntries(t *testing.T) {
	t.Parallel()
	s := newService(t)
	pages := make([]page.Page, 250)
	for i := range pages {
		pages[i] = page.Page{Number: i + 1, Blocks: []page.Block{line("Page "+uuid.NewString(), 0)}}
	}
	link := *s.linked(pages...).OutputFileURL
	for _, form := range []string{"json", "chunks"} {
		var list struct {
			Data  []json.RawMessage
			Count int
		}
		s.visit("GET", link+"&format="+form).into(200, &list)
		require.Equal(t, 250, list.Count)
		require.Len(t, list.Data, 250)
	}
}
