package main_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// askByOpenAI asks by OpenAI's own client, at once and streamed.
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
	status, _ := s.download("http://" + s.api + "/mcp")
	require.Equal(t, http.StatusNotFound, status, "only the doors that are named are open")
}

// loadAsOpenWebUI sends what Open WebUI sends to docling-serve, by the same library, and reads what it reads.
const loadAsOpenWebUI = `
import sys, requests
key, base, path = sys.argv[1:]
with open(path, "rb") as f:
    r = requests.post(f"{base}/v1/convert/file", files={"files": (path, f, "application/pdf")},
                      data={"image_export_mode": "placeholder", "do_ocr": "true"}, headers={"X-Api-Key": key})
print(r.status_code, r.json().get("document", {}).get("md_content") or r.json()["detail"])
`

func TestOpenWebUILoadsAsFromDocling(t *testing.T) {
	p := newPython(t, "requests==2.32.5")
	s := newService(t)
	s.env = append(s.env, "QUIRE_DOORS=docling")
	s.start()
	for name, want := range map[string]string{"report.pdf": "200 # ", "locked.pdf": "PDF is password-protected"} {
		path, err := filepath.Abs(samples + name)
		require.NoError(t, err)
		require.Contains(t, p.run(loadAsOpenWebUI, s.key, "http://"+s.api+"/compat/docling", path), want)
	}
}
