package main_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// askByOpenAI asks a question with OpenAI's own client, with and without streaming.
const askByOpenAI = `
import sys, openai
key, base, question = sys.argv[1:]
client = openai.OpenAI(api_key=key, base_url=base, max_retries=0)
print("models", [m.id for m in client.models.list()], client.models.retrieve("Harbour").object)
messages = [{"role": "user", "content": question}]
answer = client.chat.completions.create(model="Harbour", messages=messages)
client_usage, whole = answer.usage, answer.choices[0]
print("whole", whole.finish_reason, whole.message.content)
for note in whole.message.annotations:
    cited = note.url_citation
    print("note", whole.message.content[cited.start_index:cited.end_index], cited.title, cited.url)
text, used = "", None
for chunk in client.chat.completions.create(model="Harbour", messages=messages, stream=True, stream_options={"include_usage": True}):
    text += chunk.choices[0].delta.content or "" if chunk.choices else ""
    used = chunk.usage
print("same", text == whole.message.content, used.prompt_tokens, used.completion_tokens > 0, used == client_usage)
follow_up = messages + [{"role": "assistant", "content": text}, {"role": "user", "content": "And when was it set aside?"}]
print("follow-up", client.chat.completions.create(model="Harbour", messages=follow_up).choices[0].message.content)
try:
    client.chat.completions.create(model="Nowhere", messages=messages)
except openai.NotFoundError as e:
    print("refused", e.body["message"])
try:
    openai.OpenAI(api_key="wrong", base_url=base, max_retries=0).models.list()
except openai.AuthenticationError as e:
    print("refused", e.body["message"])
`

func TestOpenAIsClientAsksACollection(t *testing.T) {
	t.Parallel()
	p := newPython(t, "openai==1.109.1")
	s := newService(t)
	s.env = append(s.env, "QUIRE_DOORS=openai")
	s.start()
	s.harbour()
	out := p.run(askByOpenAI, s.key, "http://"+s.api+"/compat/openai/v1", "How much is set aside for dredging?")
	require.Contains(t, out, "models ['Harbour'] model\n")
	require.Contains(t, out, "whole stop ")
	require.Contains(t, out, "350,000 euros for dredging")
	require.Contains(t, out, "note [1] report.pdf, page 1 http://"+s.api+"/app/collections/")
	require.Contains(t, out, "same True 10 True True\n", "a stream says the same, and as much")
	require.Contains(t, out, "follow-up ")
	require.Contains(t, out, `refused There is no collection "Nowhere"`)
	require.Contains(t, out, "refused Invalid or missing API key\n")
	require.Contains(t, p.run("import openai, sys\nkey = sys.argv[1]\n"+documented(t, s, "openai.OpenAI(", "")+"\nprint(answer.choices[0].message.content)", s.key), "350,000 euros")
	status, _ := s.download("http://" + s.api + "/mcp")
	require.Equal(t, http.StatusNotFound, status, "only the doors that are named are open")
}

// loadByOpenWebUI loads a document with the loader from Open WebUI's own package. With all of its dependencies, the
// package takes gigabytes, so only the loader is run, unchanged.
const loadByOpenWebUI = `
import ast, logging, os, sys, zipfile, requests
from langchain_core.documents import Document
wheel, key, base, path = sys.argv[1:]
source = zipfile.ZipFile(wheel).read("open_webui/retrieval/loaders/main.py").decode()
loader = next(n for n in ast.parse(source).body if isinstance(n, ast.ClassDef) and n.name == "DoclingLoader")
names = {"os": os, "requests": requests, "Document": Document, "log": logging.getLogger(), "AIOHTTP_CLIENT_SESSION_SSL": True}
exec(ast.get_source_segment(source, loader), names)
try:
    for page in names["DoclingLoader"](url=base, api_key=key, file_path=path, mime_type="application/pdf", params={"do_ocr": True}).load():
        print("page", page.metadata["page"], page.page_content)
except Exception as e:
    print("refused", e)
`

const openWebUI = "open-webui==0.12.4"

// wheel returns the archive of a package without its dependencies.
func wheel(t *testing.T, p *python, name string) string {
	t.Helper()
	dir := tool(t, "wheel", []string{name}, func(dir string) error {
		ctx, cancel := context.WithTimeout(t.Context(), installing)
		defer cancel()
		out, err := exec.CommandContext(ctx, p.bin, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", dir, name).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		return nil
	})
	return one(t, dir, "*.whl")
}

func TestOpenWebUILoadsPagesAsFromDocling(t *testing.T) {
	t.Parallel()
	p := sharedPython(t, "requests==2.32.5", "langchain-core==1.0.0")
	loader := wheel(t, p, openWebUI)
	s := newService(t)
	s.env = append(s.env, "QUIRE_DOORS=docling")
	s.start()
	load := func(sample string) string {
		return p.run(loadByOpenWebUI, loader, s.key, "http://"+s.api+"/compat/docling", absolute(t, samples+sample))
	}
	report := load("report.pdf")
	require.Contains(t, report, "page 0 # ")
	require.Contains(t, report, "page 1 ")
	require.NotContains(t, report, "\n---\n")
	require.Contains(t, load("locked.pdf"), "refused Error calling Docling: Error calling Docling API: Bad Request - PDF is password-protected")
}

// convertByDocling converts a document with docling's own client for docling-serve, and through LangChain's loader.
const convertByDocling = `
import sys
from docling.service_client import DoclingServiceClient
from langchain_docling import DoclingLoader
from langchain_docling.loader import ExportType
key, base, path = sys.argv[1:]
client = DoclingServiceClient(base, api_key=key, poll_server_wait=2)
document = client.convert(path).document
print("document", document.name, document.num_pages(), sorted({i.label.value for i, _ in document.iterate_items()}))
print("table", document.tables[0].export_to_markdown(document) if document.tables else None)
box = document.texts[0].prov[0]
print("place", box.page_no, box.bbox.l < box.bbox.r, box.bbox.t < box.bbox.b, box.bbox.coord_origin.value)
loaded = DoclingLoader(path, converter=client, export_type=ExportType.MARKDOWN).load()
print("langchain", len(loaded), loaded[0].page_content)
`

// documented returns the Python example in docs/connect.md that contains word, adapted to this service and a sample.
func documented(t *testing.T, s *service, word, sample string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/connect.md")
	require.NoError(t, err)
	for _, block := range strings.Split(string(page), "```python\n")[1:] {
		example, _, _ := strings.Cut(block, "```")
		if strings.Contains(example, word) {
			example = strings.ReplaceAll(example, "http://localhost:8080", "http://"+s.api)
			return strings.ReplaceAll(example, "report.pdf", absolute(t, samples+sample))
		}
	}
	require.Fail(t, "docs/connect.md has no example for Python", word)
	return ""
}

func TestDoclingsOwnClientReadsWholeDocuments(t *testing.T) {
	t.Parallel()
	p := sharedPython(t, "docling-slim[convert-core,service-client]==2.143.0", "langchain-docling==3.0.0")
	s := newService(t)
	s.env = append(s.env, "QUIRE_DOORS=docling")
	s.start()
	out := p.run(convertByDocling, s.key, "http://"+s.api+"/compat/docling", absolute(t, samples+"invoice.pdf"))
	require.Contains(t, out, "document invoice 1 [")
	require.Contains(t, out, "place 1 True True TOPLEFT\n")
	require.Contains(t, out, "langchain 1 ")
	require.Contains(t, out, "INV-2025-018")
	example := documented(t, s, "DoclingLoader", "report.pdf") + "\nprint(document.num_pages(), len(chunks) > 3, chunks[0].page_content)"
	require.Contains(t, p.run("import sys\nkey = sys.argv[1]\n"+example, s.key), "3 True Harbour Traffic 2024\n")
}

// retrieveAsDify sends what Dify's API server does (see api/services/external_knowledge_service.py there). When the
// knowledge is connected, it sends a request without a body and accepts any status but 403, 404 and 502. It then sends
// questions and reads the records of a 200.
const retrieveAsDify = `
import json, sys, httpx
endpoint, key, question = sys.argv[1:]
def connects(key):
    return httpx.post(f"{endpoint}/retrieval", headers={"Authorization": f"Bearer {key}"}).status_code not in (403, 404, 502)
print("connected", connects(key), connects("wrong"))
def retrieve(knowledge, **setting):
    request = {"retrieval_setting": setting, "query": question, "knowledge_id": knowledge, "metadata_condition": None}
    return httpx.post(f"{endpoint}/retrieval", data=json.dumps(request), follow_redirects=True,
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {key}"})
records = retrieve("Harbour", top_k=2, score_threshold=0.0).json().get("records", [])
for r in records[:1]:
    print("record", r.get("score"), r.get("title"), sorted(r.get("metadata")), "350,000 euros" in "".join(r.get("content") for r in records))
print("few", len(records), len(retrieve("Harbour", top_k=1, score_threshold=0.5).json()["records"]))
print("unlimited", retrieve("Harbour", top_k=None, score_threshold=0.0).status_code)
print("nowhere", retrieve("Nowhere", top_k=2, score_threshold=0.0).json())
`

func TestDifyRetrievesRecords(t *testing.T) {
	t.Parallel()
	p := sharedPython(t, "httpx==0.28.1")
	s := newService(t)
	s.env = append(s.env, "QUIRE_DOORS=dify")
	s.start()
	s.harbour()
	out := p.run(retrieveAsDify, "http://"+s.api+"/compat/dify", s.key, "How much is set aside for dredging?")
	require.Contains(t, out, "connected True False\nrecord 1 report.pdf ['file_id', 'page_end', 'page_start', 'path', 'url'] True\nfew 2 1\nunlimited 200\n")
	require.Contains(t, out, `There is no collection "Nowhere"`)
}
