package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"google.golang.org/protobuf/encoding/protojson"

	"quire/internal/model/modeltest"
)

// canaries are words that users entrust to the service. None of them may appear where operators look.
const (
	canaryText     = "zebracanarytext"
	canaryName     = "zebracanaryname"
	canaryAddress  = "zebracanarytoken"
	canaryQuestion = "zebracanaryquestion"
	canaryAnswer   = "zebracanaryanswer"
	canaryModelKey = "zebracanarymodelkey"
)

// canaryRun is a service that has done everything once, together with what it printed in the process.
type canaryRun struct {
	*service
	secrets map[string]string // by what they are
	said    bytes.Buffer      // bodies of errors
}

// rude returns a failing model call whose error repeats the question.
func rude() modeltest.Step {
	return func(x *modeltest.Exchange) {
		modeltest.Status(http.StatusBadRequest, fmt.Sprintf(`{"error":{"message":%q}}`, "cannot process: "+x.Prompt+string(x.Body)))(x)
	}
}

func newCanaryRun(t *testing.T, m *modeltest.Server) *canaryRun {
	t.Helper()
	s := newService(t)
	withModel(s, m)
	s.env = append(s.env, "QUIRE_CHAT_KEY="+canaryModelKey, "QUIRE_LOG_LEVEL=DEBUG",
		"QUIRE_EMBEDDING_URL="+m.BaseURL(), "QUIRE_EMBEDDING_MODEL=test", "QUIRE_EMBEDDING_KEY="+canaryModelKey)
	s.start()
	r := &canaryRun{service: s, secrets: map[string]string{
		"document text": canaryText, "file name": canaryName, "address": canaryAddress, "question": canaryQuestion, "answer": canaryAnswer,
		"model key": canaryModelKey, "API key": s.key, "webhook secret": strings.TrimPrefix(s.command("account", "secret", "default"), "whsec_"),
	}}
	stored, err := os.ReadFile(filepath.Join(s.dir, "secrets"))
	require.NoError(t, err)
	for line := range strings.Lines(string(stored)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		r.secrets[name] = value
	}
	return r
}

// refused sends a request that must fail and keeps the response body.
func (r *canaryRun) refused(method, path, key, body, contentType string) {
	r.t.Helper()
	req, err := http.NewRequest(method, "http://"+r.api+path, strings.NewReader(body))
	require.NoError(r.t, err)
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", contentType)
	res, err := http.DefaultClient.Do(req)
	require.NoError(r.t, err)
	defer res.Body.Close()
	require.GreaterOrEqual(r.t, res.StatusCode, 400, path)
	_, err = io.Copy(&r.said, res.Body)
	require.NoError(r.t, err)
}

func TestNothingThatUsersEntrustTurnsUpWhereOperatorsLook(t *testing.T) {
	t.Parallel()
	m := modeltest.New(t)
	r := newCanaryRun(t, m)
	deaf := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, canaryText, http.StatusInternalServerError)
	}))
	t.Cleanup(deaf.Close)
	word := docxWith(t, strings.NewReader(wordOpen+`<w:p><w:r><w:t>`+canaryText+` in a document</w:t></w:r></w:p></w:body></w:document>`))
	path := filepath.Join(t.TempDir(), canaryName+".docx")
	require.NoError(t, os.WriteFile(path, word, 0o600))
	hook := deaf.URL + "/?" + canaryAddress
	good := r.upload(path, map[string]string{"callback_url": hook})
	broken := r.upload("", map[string]string{"url": deaf.URL + "/" + canaryName + ".pdf?" + canaryAddress, "callback_url": hook})
	blocked := r.upload("", map[string]string{"url": "http://10.1.2.3/" + canaryName + "?" + canaryAddress})
	c := r.collection(canaryName)
	f := r.put(c, canaryName+".md", []byte("# Zoo\n\nThe "+canaryText+" has thirty stripes.\n"))
	bad := r.put(c, canaryName+".docx", []byte("PK\x03\x04"+canaryText))
	require.Equal(t, "ready", r.awaitFile(c, f.ID).Status)
	require.Equal(t, "failed", r.awaitFile(c, bad.ID).Status)
	require.Equal(t, "COMPLETED", r.await(good.ID).Status)

	m.Always(modeltest.Answer(`{"answerable":true,"sentences":[{"text":"` + canaryAnswer + ` thirty.","cites":[{"id":"c1","quote":"has thirty stripes"}]}]}`))
	question := fmt.Sprintf(`{"collection_ids":[%q],"query":"How many stripes, %s?"}`, c, canaryQuestion)
	require.Equal(t, http.StatusOK, r.call(http.MethodPost, "/query", strings.NewReader(question), "application/json", nil))
	streamed := strings.Replace(question, "{", `{"stream":true,`, 1)
	require.Equal(t, http.StatusOK, r.call(http.MethodPost, "/query", strings.NewReader(streamed), "application/json", nil))
	extracted := r.upload(path, map[string]string{"extractor_id": r.extractor("contract-terms")})
	require.Equal(t, "COMPLETED", r.await(extracted.ID).Status)
	m.Always(rude())
	declined := r.upload(path, map[string]string{"extractor_id": r.extractor("invoice")})
	r.call(http.MethodPost, "/query", strings.NewReader(question), "application/json", nil)

	r.refused("GET", "/api/v1/documents", r.key+canaryAddress, "", "")
	r.refused("POST", "/api/v1/documents", r.key, "url=ftp://"+canaryAddress+"&accuracy=best", "application/x-www-form-urlencoded")
	r.refused("POST", "/api/v1/query", r.key, `{"query":"`+canaryQuestion, "application/json")
	r.refused("GET", "/api/v1/files/output/"+good.ID+"/x.md?exp=1&kid=1&sig="+canaryAddress, "", "", "")
	for _, d := range []document{broken, blocked, declined} {
		ended := r.await(d.ID)
		require.Equal(t, "FAILED", ended.Status)
		r.said.WriteString(deref(ended.Error))
	}
	r.exhausted(good.ID)
	require.Equal(t, http.StatusOK, r.call(http.MethodDelete, "/documents/"+good.ID, nil, "", nil))
	r.requireSilence()
}

// exhausted waits until the webhook of a document has been given up.
func (r *canaryRun) exhausted(document string) {
	r.t.Helper()
	var list struct{ Data []struct{ Status string } }
	require.Eventually(r.t, func() bool {
		r.call(http.MethodGet, "/documents/"+document+"/deliveries", nil, "", &list)
		return len(list.Data) == 1 && list.Data[0].Status == "exhausted"
	}, time.Minute, 100*time.Millisecond)
}

// requireSilence looks for the canaries in everything that operators, or anyone who gains access, can read.
func (r *canaryRun) requireSilence() {
	r.t.Helper()
	places := map[string][]byte{"error bodies": r.said.Bytes(), "histories": r.histories(), "stderr": r.stderr.Bytes()}
	res, err := http.Get(r.metrics)
	require.NoError(r.t, err)
	defer res.Body.Close()
	places["metrics"], err = io.ReadAll(res.Body)
	require.NoError(r.t, err)
	audit := r.command("audit", "--limit", "1000")
	require.Contains(r.t, audit, "document.delete")
	places["audit log"] = []byte(audit)
	require.NoError(r.t, r.interrupt())
	for _, dir := range []string{"quire.log", "temporal", "postgres/data/log"} {
		_ = filepath.WalkDir(filepath.Join(r.dir, dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				places[path], err = os.ReadFile(path)
			}
			return err
		})
	}
	require.Contains(r.t, string(places[filepath.Join(r.dir, "quire.log")]), "request_id")
	require.GreaterOrEqual(r.t, len(places), 8)
	for place, content := range places {
		for what, canary := range r.secrets {
			if at := bytes.Index(content, []byte(canary)); at >= 0 {
				r.t.Errorf("%s in %s: …%q…", what, place, content[max(at-300, 0):min(at+60, len(content))])
			}
		}
	}
}

// histories returns all workflows with their search attributes, memos and events, as returned by Temporal's API.
func (r *canaryRun) histories() []byte {
	r.t.Helper()
	c, err := client.Dial(client.Options{HostPort: "127.0.0.1:" + r.setting("QUIRE_TEMPORAL_PORT")})
	require.NoError(r.t, err)
	defer c.Close()
	var all bytes.Buffer
	list, err := c.ListWorkflow(r.t.Context(), &workflowservice.ListWorkflowExecutionsRequest{})
	require.NoError(r.t, err)
	kinds := map[string]bool{}
	for _, w := range list.GetExecutions() {
		raw, err := protojson.Marshal(w)
		require.NoError(r.t, err)
		all.Write(raw)
		kinds[w.GetType().GetName()] = true
		for _, p := range payloads(r.history(w.GetExecution().GetWorkflowId()).ProtoReflect()) {
			all.Write(p.GetData())
		}
		events, err := json.Marshal(r.history(w.GetExecution().GetWorkflowId()))
		require.NoError(r.t, err)
		all.Write(events)
	}
	for _, kind := range []string{"Document", "File", "Delivery", "Turn"} {
		require.True(r.t, kinds[kind], "a history of %s", kind)
	}
	return all.Bytes()
}
