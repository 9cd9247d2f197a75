package main_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
)

// harbour creates a collection with the report.
func (s *service) harbour() (collection string) {
	s.t.Helper()
	collection = s.collection("Harbour")
	f := s.put(collection, "report.pdf", s.sample("report.pdf"))
	require.Equal(s.t, "ready", s.awaitFile(collection, f.ID).Status)
	return collection
}

// stdio connects an assistant the way desktop applications do: by starting the command.
func (s *service) stdio() *mcp.ClientSession {
	s.t.Helper()
	cmd := exec.Command(binary(s.t), "mcp", "--server", "http://"+s.api)
	cmd.Env = append(s.env, "QUIRE_API_KEY="+s.key)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(s.t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = session.Close() })
	return session
}

func TestAssistantOnADesktopUsesTheWholeService(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	c := s.harbour()
	a := s.stdio()
	call := func(tool string, arguments map[string]any) string {
		t.Helper()
		got, err := a.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
		require.NoError(t, err)
		raw, err := json.Marshal(got)
		require.NoError(t, err)
		require.False(t, got.IsError, "%s: %s", tool, raw)
		return string(raw)
	}
	require.Contains(t, call("ask", map[string]any{"question": "How much is set aside for dredging?"}), "350,000 euros")
	require.Contains(t, call("search", map[string]any{"query": "dredging", "limit": 1}), "/app/collections/"+c+"/files/")
	require.Contains(t, call("convert", map[string]any{"content": s.sample("letter.docx"), "file_name": "letter.docx"}), `"status":"COMPLETED"`)
	require.Contains(t, call("extract", nil), "- invoice: Invoice")
	got := call("extract", map[string]any{"extractor": "invoice", "content": s.sample("invoice.pdf"), "file_name": "invoice.pdf"})
	require.Contains(t, got, "INV-2025-018")
	var shown struct {
		StructuredContent struct {
			ID string `json:"id"`
		} `json:"structuredContent"`
	}
	require.NoError(t, json.Unmarshal([]byte(got), &shown))
	require.Contains(t, call("read_page", map[string]any{"document_id": shown.StructuredContent.ID, "page": 1, "image": true}), `"type":"image"`)
}

func TestTheInspectorReachesTheService(t *testing.T) {
	t.Parallel()
	n := newNode(t, "@modelcontextprotocol/inspector-cli@0.15.0")
	s := newService(t)
	s.start()
	collection := s.harbour()
	inspect := func(args ...string) string {
		return n.run("mcp-inspector-cli", append([]string{
			"--cli", "-e", "QUIRE_SERVER=http://" + s.api, "-e", "QUIRE_API_KEY=" + s.key, binary(t), "mcp",
		}, args...)...)
	}
	require.Contains(t, inspect("--method", "tools/list"), `"outputSchema"`)
	require.Contains(t, inspect("--method", "resources/templates/list"), "quire://documents/{document_id}")
	require.Contains(t, inspect("--method", "tools/call", "--tool-name", "ask", "--tool-arg", "question=How much is set aside for dredging?"), "350,000 euros")
	var files struct{ Data []struct{ ID string } }
	require.Equal(t, http.StatusOK, s.call(http.MethodGet, "/collections/"+collection+"/files", nil, "", &files))
	page := inspect("--method", "tools/call", "--tool-name", "read_page", "--tool-arg", "collection_id="+collection, "file_id="+files.Data[0].ID, "page=1", "image=true")
	require.Contains(t, page, "# Harbour Traffic 2024")
	require.Contains(t, page, `"mimeType": "image/png"`)
	invoice := base64.StdEncoding.EncodeToString(s.sample("invoice.pdf"))
	got := inspect("--method", "tools/call", "--tool-name", "extract", "--tool-arg", "extractor=invoice", "file_name=invoice.pdf", "content="+invoice)
	require.Contains(t, got, "INV-2025-018")
}

// notOffered lists the published tests that require the tools, resources and prompts of the server they were written
// with, or features that no server must have; docs/connect.md says which is which.
const notOffered = `server: [
  completion-complete, prompts-get-simple, prompts-get-with-args, prompts-get-embedded-resource, prompts-get-with-image,
  tools-call-simple-text, tools-call-image, tools-call-audio, tools-call-embedded-resource, tools-call-mixed-content,
  tools-call-with-logging, tools-call-error, tools-call-with-progress, tools-call-sampling, tools-call-elicitation,
  json-schema-2020-12, elicitation-sep1034-defaults, elicitation-sep1330-enums,
  resources-read-text, resources-read-binary, resources-templates-read, resources-subscribe, resources-unsubscribe,
  server-sse-polling, server-sse-multiple-streams,
]`

// TestTheProtocolsOwnTestsPass runs all of the published tests, and also fails if one of those in notOffered passes.
// The tests' client sends no keys, so a proxy adds one.
func TestTheProtocolsOwnTestsPass(t *testing.T) {
	t.Parallel()
	n := newNode(t, "@modelcontextprotocol/conformance@0.1.13") // later versions require a newer Node than many machines have
	s := newService(t)
	s.start()
	service, err := url.Parse("http://" + s.api)
	require.NoError(t, err)
	proxy := httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(service)
		r.Out.Host = r.In.Host
		r.Out.Header.Set("Authorization", "Bearer "+s.key)
	}})
	t.Cleanup(proxy.Close)
	failing := filepath.Join(n.dir, "failing.yaml")
	require.NoError(t, os.WriteFile(failing, []byte(notOffered), 0o600))
	out := n.run("conformance", "server", "--url", proxy.URL+"/mcp", "--suite", "all", "--expected-failures", failing)
	for _, scenario := range []string{
		"server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "logging-set-level", "dns-rebinding-protection",
	} {
		require.Regexp(t, scenario+`: [1-9][0-9]* passed, 0 failed`, out)
	}
}
