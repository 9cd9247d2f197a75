package api_test

import (
	"context"
	"encoding/base64"
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
	"quire/internal/compat"
	"quire/schema"
)

// withCompat also serves the interfaces of other products.
func withCompat(c *api.Config) {
	for name, handler := range map[string]func(string, compat.Connect) http.Handler{
		"docling": compat.Docling, "openai": compat.OpenAI, "dify": compat.Dify,
	} {
		prefix := "/compat/" + name
		keyHeader, wrongKey := map[string]string{"docling": "X-Api-Key"}[name], map[string]int{"dify": http.StatusForbidden}[name]
		c.Doors = append(c.Doors, api.Door{Prefix: prefix, KeyHeader: keyHeader, WrongKey: wrongKey, Handler: func(connect api.Connect) http.Handler {
			return handler(prefix, connect)
		}})
	}
}

// other sends a request to the interface of another product.
func (s *service) other(method, path, contentType, body string, headers ...string) (int, string) {
	s.t.Helper()
	r := s.request(method, "/compat/"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Authorization", "Bearer "+s.key)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	return res.StatusCode, string(raw)
}

func (s *service) asks(path, body string) (int, string) {
	s.t.Helper()
	return s.other("POST", path, "application/json", body)
}

// answerable is a service with a collection that can be searched and asked questions.
func answerable(t *testing.T, doors func(*api.Config)) (*service, wireCollection, wireFile) {
	t.Helper()
	s := newService(t, doors)
	c := s.collection("Invoices")
	f, hits := s.indexed(c)
	find, quote := s.finding(hits), s.quoting(c, f)
	s.answering(func(ctx context.Context, turn schema.Turn) {
		if turn.PassagesWanted != nil {
			find(ctx, turn)
		} else {
			quote(ctx, turn)
		}
	})
	return s, c, f
}

func TestACollectionAnswersAsAModelOfOpenAI(t *testing.T) {
	t.Parallel()
	s, c, f := answerable(t, withCompat)
	link := fmt.Sprintf("%s/app/collections/%s/files/%s?page=1", s.url, c.ID, f.ID)
	status, body := s.other("GET", "openai/v1/models", "", "")
	require.Equal(t, 200, status)
	require.Contains(t, body, `"id":"Invoices","object":"model"`)
	status, body = s.asks("openai/v1/chat/completions", `{"model":"Invoices","messages":[{"role":"user","content":"Old"},{"role":"assistant","content":"Older"},
		{"role":"user","content":[{"type":"text","text":"When is it due?"}]}]}`)
	require.Equal(t, 200, status, body)
	require.Contains(t, body, `"content":"Now [1]\n\n[1] [invoice.pdf, page 1](`+link+`)"`)
	require.Contains(t, body, `"url_citation":{"start_index":4,"end_index":7,"title":"invoice.pdf, page 1","url":"`+link+`"}`)

	require.Contains(t, body, `"usage":{"prompt_tokens":8,"completion_tokens":`)

	status, body = s.asks("openai/v1/chat/completions", `{"model":"Invoices","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"When?"}]}`)
	require.Equal(t, 200, status)
	require.Regexp(t, `"choices":\[\],"usage":\{"prompt_tokens":2,"completion_tokens":\d+,"total_tokens":\d+\}\}\n\ndata: \[DONE\]`, body)
	status, body = s.asks("openai/v1/chat/completions", `{"model":"Invoices","stream":true,"messages":[{"role":"user","content":"When?"}]}`)
	require.Equal(t, 200, status)
	require.NotContains(t, body, "usage")
	require.Contains(t, body, `"delta":{"annotations":[{"type":"url_citation"`)
	require.True(t, strings.HasSuffix(body, "\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"), body)
	for path, tc := range map[string]struct {
		status int
		words  string
	}{
		`{"model":"Nothing","messages":[{"role":"user","content":"x"}]}`:        {404, `"There is no collection \"Nothing\""`},
		`{"model":"Invoices","messages":[]}`:                                    {400, "messages must hold a message with the role user and a text"},
		`{"model":"Invoices","messages":[{"role":"user","content":{"a":1}}]}`:   {400, "messages must hold a message"},
		`{"model":"Invoices","n":2,"messages":[{"role":"user","content":"x"}]}`: {400, "n must be 1"},
		`{"model":`: {400, "is not the JSON that this endpoint expects"},
		`{"model":"` + strings.Repeat("x", 5<<20) + `"}`: {413, "The body exceeds the limit of 4 MB"},
	} {
		status, body := s.asks("openai/v1/chat/completions", path)
		require.Equal(t, tc.status, status, body)
		require.Contains(t, body, `{"error":{"code":null,"message":`)
		require.Contains(t, body, tc.words)
	}
}

func TestAFollowUpIsAskedWithTheConversationOfTheClient(t *testing.T) {
	t.Parallel()
	s := newService(t, withCompat)
	c := s.collection("Invoices")
	f, _ := s.indexed(c)
	asked := make(chan schema.Turn, 4)
	quote := s.quoting(c, f)
	s.answering(func(ctx context.Context, turn schema.Turn) {
		asked <- turn
		quote(ctx, turn)
	})
	said := func() []schema.Message {
		list, err := s.db.Earlier(t.Context(), <-asked, 100)
		require.NoError(t, err)
		return list
	}
	message := func(role, content string) schema.Message {
		return schema.Message{Role: role, Content: content, Status: schema.TurnComplete}
	}
	status, body := s.asks("openai/v1/chat/completions", `{"model":"Invoices","messages":[{"role":"system","content":"Be brief"},{"role":"user","content":"Who sent it?"},
		{"role":"assistant","content":"ACME [1]\n\n[1] [a.pdf, page 1](http://q/x)  \n[2] [b.pdf, page 2](http://q/y)"},{"role":"tool","content":"x"},{"role":"user","content":"And when?"},
		{"role":"assistant","content":""}]}`)
	require.Equal(t, 200, status, body)
	require.Equal(t, []schema.Message{message("user", "Who sent it?"), message("assistant", "ACME [1]")}, said())

	many := `{"model":"Invoices","messages":[` + strings.Repeat(`{"role":"user","content":"`+strings.Repeat("ü", 5_000)+`"},`, 25) + `{"role":"user","content":"And when?"}]}`
	status, body = s.asks("openai/v1/chat/completions", many)
	require.Equal(t, 200, status, body)
	got := said()
	require.Len(t, got, 20)
	require.Equal(t, strings.Repeat("ü", 4_000), got[0].Content)

	ask := func(history string) int {
		return s.do(s.json("POST", "/api/v1/query", fmt.Sprintf(`{"query":"And when?","collection_ids":%s,"history":%s}`, ids(c), history))).status
	}
	require.Equal(t, 200, ask(`[{"role":"user","content":" Who? "}]`))
	require.Equal(t, []schema.Message{message("user", "Who?")}, said())
	require.Equal(t, 200, ask(`null`))
	require.Empty(t, said())
	for _, wrong := range []string{
		`"x"`, `[1]`, `[{"role":"system","content":"x"}]`, `[{"role":"user","content":""}]`, `[` + strings.Repeat(`{"role":"user","content":"x"},`, 20) + `{"role":"user","content":"x"}]`,
	} {
		require.Equal(t, 422, ask(wrong), wrong)
	}
}

func TestACollectionIsAnExternalKnowledgeOfDify(t *testing.T) {
	t.Parallel()
	s, _, f := answerable(t, withCompat)
	ask := `{"knowledge_id":"Invoices","query":"When is it due?","retrieval_setting":{"top_k":%d,"score_threshold":%v}}`
	status, body := s.asks("dify/retrieval", fmt.Sprintf(ask, 5, 0))
	require.Equal(t, 200, status, body)
	require.Equal(t, 2, strings.Count(body, `"content":`))
	require.Contains(t, body, `"score":1,"title":"invoice.pdf"`)
	require.Contains(t, body, `"file_id":"`+f.ID.String()+`"`)
	_, body = s.asks("dify/retrieval", fmt.Sprintf(ask, 5, 0.9))
	require.Equal(t, 1, strings.Count(body, `"content":`), "the second passage scores less")
	status, body = s.asks("dify/retrieval", `{"knowledge_id":"None","query":"x"}`)
	require.Equal(t, 404, status)
	require.JSONEq(t, `{"error_code":2001,"error_msg":"There is no collection \"None\""}`, body)
	status, body = s.asks("dify/retrieval", `{"knowledge_id":"Invoices","query":"x","metadata_condition":{"conditions":[{}]}}`)
	require.Equal(t, 400, status, body)
}

const formOfDocling = "--b\r\nContent-Disposition: form-data; name=\"to_formats\"\r\n\r\nmd\r\n" +
	"--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"contract.pdf\"\r\n\r\n" + pdf + "\r\n"

func TestADocumentIsConvertedAsByDocling(t *testing.T) {
	t.Parallel()
	s := newService(t, withCompat)
	answered := make(chan string, 1)
	go func() {
		key := s.key
		_, body := s.as("").other("POST", "docling/v1/convert/file", "multipart/form-data; boundary=b", formOfDocling+"--b--\r\n", "Authorization", "", "X-Api-Key", key)
		answered <- body
	}()
	require.Eventually(t, func() bool { return len(s.starts()) > 0 }, time.Minute, 5*time.Millisecond)
	s.complete(s.starts()[0].ObjectID, "# Contract\n", 0)
	body := <-answered
	require.Contains(t, body, `"document":{"filename":"contract.pdf","md_content":"# Contract\n"`)
	require.Contains(t, body, `"status":"success"`)

	status, body := s.asks("docling/v1/convert/source/async", `{"sources":[{"kind":"file","filename":"b.pdf","base64_string":"`+base64.StdEncoding.EncodeToString([]byte(pdf))+`"}]}`)
	require.Equal(t, 200, status, body)
	id := s.starts()[1].ObjectID
	require.JSONEq(t, fmt.Sprintf(`{"task_id":%q,"task_type":"convert","task_status":"pending","task_position":null,"task_meta":null}`, id), body)
	status, body = s.other("GET", "docling/v1/result/"+id.String(), "", "")
	require.Equal(t, 404, status, body)
	s.complete(id, "# Other\n", 0)
	_, body = s.other("GET", "docling/v1/status/poll/"+id.String()+"?wait=30", "", "")
	require.Contains(t, body, `"task_status":"success"`)
	_, body = s.other("GET", "docling/v1/result/"+id.String(), "", "")
	require.Contains(t, body, `"md_content":"# Other\n"`)
}

func TestADocumentIsChunkedAsByDocling(t *testing.T) {
	t.Parallel()
	s := newService(t, withCompat)
	d := s.linked(contract()...)
	_, body := s.other("GET", "docling/v1/status/poll/"+d.ID.String()+".hybrid.256", "", "")
	require.JSONEq(t, fmt.Sprintf(`{"task_id":"%s.hybrid.256","task_type":"chunk","task_status":"success","task_position":null,"task_meta":null}`, d.ID), body)
	status, body := s.other("GET", "docling/v1/result/"+d.ID.String()+".hybrid.256.raw", "", "")
	require.Equal(t, 200, status, body)
	require.JSONEq(t, `{"chunks": [{
		"filename": "report.pdf", "chunk_index": 0, "num_tokens": 58, "headings": ["Terms"], "page_numbers": [1, 2, 3],
		"text": "Terms\n| Item | Price |\n| --- | --- |\n| bolt | 12 |\nWith *this* the con-\ntract ends.\n| Item | Price |\n| --- | --- |\n| nut | 3 |\nWithout geometry.",
		"raw_text": "| Item | Price |\n| --- | --- |\n| bolt | 12 |\nWith *this* the con-\ntract ends.\n| Item | Price |\n| --- | --- |\n| nut | 3 |\nWithout geometry.",
		"doc_items": ["#/pages/1/blocks/1", "#/pages/1/blocks/2", "#/pages/2/blocks/0", "#/pages/2/blocks/1", "#/pages/3/blocks/0"]}],
		"documents": [{"kind": "ExportResult", "content": {"filename": "report.pdf", "md_content": null, "json_content": null, "html_content": null, "text_content": null, "doctags_content": null},
			"status": "success", "errors": [], "timings": {}}], "processing_time": 0}`, body)

	status, body = s.asks("docling/v1/chunk/hierarchical/source/async", `{"sources":[{"kind":"file","filename":"b.pdf","base64_string":"`+
		base64.StdEncoding.EncodeToString([]byte(pdf))+`"}],"include_converted_doc":true,"chunking_options":{"chunker":"hierarchical","max_tokens":null},"target":{"kind":"inbody"}}`)
	require.Equal(t, 200, status, body)
	require.Contains(t, body, `.hierarchical.apart.document","task_type":"chunk","task_status":"pending"`)
	for _, refused := range []string{
		`{"chunking_options":{"max_tokens":1}}`, `{"target":{"kind":"presigned_url"}}`, `{"convert_options":{"to_formats":["doctags"]}}`,
	} {
		status, body := s.asks("docling/v1/chunk/hybrid/source", refused)
		require.Equal(t, 422, status, body)
	}
	status, body = s.other("POST", "docling/v1/chunk/hybrid/file", "multipart/form-data; boundary=b",
		"--b\r\nContent-Disposition: form-data; name=\"chunking_max_tokens\"\r\n\r\nmany\r\n"+formOfDocling+"--b--\r\n")
	require.Equal(t, 422, status, body)
	require.Contains(t, body, "max_tokens must be a whole number")
}

func TestDoclingsRequestsAreCheckedBeforeTheyAreSentOn(t *testing.T) {
	t.Parallel()
	s := newService(t, withCompat)
	multipart := "multipart/form-data; boundary=b"
	for body, want := range map[string]int{
		formOfDocling + "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"b.pdf\"\r\n\r\nx\r\n--b--\r\n": 422,
		strings.Replace(formOfDocling, "\r\n\r\nmd\r\n", "\r\n\r\nhtml\r\n", 1) + "--b--\r\n":                             422,
		"--b--\r\n": 422, "": 422, formOfDocling: 422, strings.Repeat("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n", 1000) + "--b--\r\n": 422,
	} {
		status, got := s.other("POST", "docling/v1/convert/file", multipart, body)
		require.Equal(t, want, status, "%.80s: %s", body, got)
	}
	for body, want := range map[string]int{
		`{"sources":[]}`: 422, `{"http_sources":[{"url":"x"},{"url":"y"}]}`: 422, `{"sources":[{"base64_string":"*"}]}`: 422, `[`: 400,
		`{"http_sources":[{"url":"ftp://x"}]}`: 422, `{"sources":[` + strings.Repeat("{},", 200_000) + "{}]}": 413,
		`{"options":{"to_formats":["` + strings.Repeat("x", 100_000) + `"]}}`: 422, `{"target":{"kind":"` + strings.Repeat("ä", 100_000) + `"}}`: 422,
	} {
		status, got := s.asks("docling/v1/convert/source", body)
		require.Equal(t, want, status, "%.80s: %.80s", body, got)
		require.Less(t, len(got), 500, "%.80s", body)
	}
	var left listOfDocs
	s.get(documents).into(200, &left)
	require.Zero(t, left.Count, "nothing is left of what was refused")
}

func TestOtherInterfacesKeepAccountsApartAndAreClosedUnlessOpened(t *testing.T) {
	t.Parallel()
	s := newService(t, withCompat)
	c := s.collection("Ours")
	d := s.upload()
	stranger := s.as(s.newKey(s.newAccount("default"), true, true))
	_, body := stranger.other("GET", "openai/v1/models", "", "")
	require.JSONEq(t, `{"object":"list","data":[]}`, body)
	for _, name := range []string{"Ours", c.ID.String()} {
		status, _ := stranger.asks("openai/v1/chat/completions", `{"model":"`+name+`","messages":[{"role":"user","content":"x"}]}`)
		require.Equal(t, 404, status)
		status, _ = stranger.asks("dify/retrieval", `{"knowledge_id":"`+name+`","query":"x"}`)
		require.Equal(t, 404, status)
	}
	for _, path := range []string{"status/poll/" + d.ID.String(), "result/" + d.ID.String(), "status/poll/" + uuid.NewString()} {
		status, _ := stranger.other("GET", "docling/v1/"+path, "", "")
		require.Equal(t, 404, status)
	}
	for _, path := range []string{"openai/v1//models", "docling/v1/result/../status/poll/x", "docling/v1/result/" + d.ID.String() + ".mark-//"} {
		status, body := s.other("GET", path, "", "")
		require.Equal(t, 404, status, "%s is not redirected to a path outside of the interface", path)
		require.Contains(t, body, "There is no such endpoint")
	}
	for path, refused := range map[string]int{"openai/v1/models": 401, "docling/v1/status/poll/x": 401, "dify/retrieval": 403} {
		status, _ := s.as("no key").other("GET", path, "", "")
		require.Equal(t, refused, status, path)
		status, _ = newService(t).other("GET", path, "", "")
		require.Equal(t, 404, status)
	}
	limited := newService(t, withCompat, plans(4, 0))
	for range 2 {
		status, _ := limited.other("GET", "openai/v1/models", "", "")
		require.Equal(t, 200, status, "once for the door, once for the list")
	}
	status, _ := limited.other("GET", "openai/v1/models", "", "")
	require.Equal(t, 429, status)
}

func TestADocumentIsGivenInDoclingsOwnModel(t *testing.T) {
	t.Parallel()
	s := newService(t, withCompat)
	d := s.linked(contract()...)
	status, body := s.other("GET", "docling/v1/result/"+d.ID.String()+".json", "", "")
	require.Equal(t, 200, status, body)
	type item struct {
		Ref   string `json:"self_ref"`
		Label string
		Text  string
		Level int
		Prov  []struct {
			Page int `json:"page_no"`
			BBox struct{ L, T, R, B float64 }
		}
		Data struct {
			Rows    int              `json:"num_rows"`
			Columns int              `json:"num_cols"`
			Cells   []map[string]any `json:"table_cells"`
		}
	}
	var got struct {
		Document struct {
			JSON struct {
				Name          string
				Texts, Tables []item
				Body          struct {
					Children []map[string]string
				}
				Pages map[string]struct{ Size struct{ Width float64 } }
			} `json:"json_content"`
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &got))
	j := got.Document.JSON
	require.Equal(t, "report", j.Name)
	require.Equal(t, "title", j.Texts[0].Label)
	require.Equal(t, "Terms", j.Texts[0].Text)
	require.InDelta(t, 20, j.Texts[0].Prov[0].BBox.T, 0)
	require.Len(t, j.Body.Children, 6)
	require.Equal(t, map[string]string{"$ref": "#/tables/0"}, j.Body.Children[1])
	require.Equal(t, 2, j.Tables[1].Prov[0].Page)
	require.Equal(t, 2, j.Tables[1].Data.Rows)
	require.Equal(t, true, j.Tables[0].Data.Cells[1]["column_header"])
	require.Equal(t, "bolt", j.Tables[0].Data.Cells[2]["text"])
	require.InDelta(t, 595, j.Pages["1"].Size.Width, 0)
	require.Zero(t, j.Pages["3"].Size.Width, "a page without geometry")

	marked := s.upload().ID
	s.complete(marked, "# One\n\n---\n\n# Two\n", 0)
	_, body = s.other("GET", "docling/v1/result/"+marked.String()+".mark-"+base64.RawURLEncoding.EncodeToString([]byte("\f")), "", "")
	require.Contains(t, body, `"md_content":"# One\n\n\f\n\n# Two\n"`)
	for _, wrong := range []string{".mark-!", ".mark-" + strings.Repeat("A", 400)} {
		status, body := s.other("GET", "docling/v1/result/"+d.ID.String()+wrong, "", "")
		require.Equal(t, 404, status, body)
	}
	status, body = s.asks("docling/v1/convert/source", `{"options":{"md_page_break_placeholder":"`+strings.Repeat("-", 200)+`"}}`)
	require.Equal(t, 422, status, body)
}
