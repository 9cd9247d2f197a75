package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"quire/api"
	"quire/internal/mcpserver"
)

// withMCP also serves the Model Context Protocol.
func withMCP(c *api.Config) {
	c.Doors = append(c.Doors, api.Door{Prefix: "/mcp", MaxBody: mcpserver.MaxBody, RefusesPages: true, Handler: func(connect api.Connect) http.Handler {
		return mcpserver.Handler(connect, "test")
	}})
}

// withKey adds a key to every request.
type withKey string

func (k withKey) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(k))
	return http.DefaultTransport.RoundTrip(r)
}

// assistant is a client of the protocol, with the key of an account.
type assistant struct {
	t testing.TB
	*mcp.ClientSession
	progress chan *mcp.ProgressNotificationParams
}

func (s *service) assistant() *assistant {
	s.t.Helper()
	a := &assistant{t: s.t, progress: make(chan *mcp.ProgressNotificationParams, 100)}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { a.progress <- r.Params },
	})
	var err error
	a.ClientSession, err = client.Connect(s.t.Context(), &mcp.StreamableClientTransport{
		Endpoint: s.url + "/mcp", HTTPClient: &http.Client{Transport: withKey(s.key)}, MaxRetries: -1,
	}, nil)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = a.Close() })
	return a
}

// calls a tool and reads its structured result into v.
func (a *assistant) calls(tool string, arguments map[string]any, v any) *mcp.CallToolResult {
	a.t.Helper()
	got, err := a.CallTool(a.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	require.NoError(a.t, err)
	require.False(a.t, got.IsError, "%s: %s", tool, words(got))
	raw, err := json.Marshal(got.StructuredContent)
	require.NoError(a.t, err)
	require.NoError(a.t, json.Unmarshal(raw, v))
	return got
}

// refused calls a tool that must fail, and returns why.
func (a *assistant) refused(tool string, arguments map[string]any) string {
	a.t.Helper()
	got, err := a.CallTool(a.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	require.NoError(a.t, err)
	require.True(a.t, got.IsError, "%s: %s", tool, words(got))
	return words(got)
}

// words returns the text of a tool's result.
func words(r *mcp.CallToolResult) (all string) {
	for _, c := range r.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			all += text.Text
		}
	}
	return all
}

type foundPassages struct {
	Passages []struct {
		FileID    uuid.UUID `json:"file_id"`
		Text      string
		PageStart int `json:"page_start"`
		Link, URI string
	}
}

func TestAssistantSearchesAsksAndReads(t *testing.T) {
	t.Parallel()
	s, c, f := answerable(t, withMCP)
	a := s.assistant()

	var listed struct{ Collections []wireCollection }
	a.calls("list_collections", nil, &listed)
	require.Equal(t, []string{"Invoices"}, []string{listed.Collections[0].Name})
	var files struct{ Files []wireFile }
	a.calls("list_files", map[string]any{"collection": "Invoices"}, &files)
	require.Equal(t, f.ID, files.Files[0].ID)

	var found foundPassages
	said := a.calls("search", map[string]any{"query": "When is it due?", "collections": []string{"Invoices"}}, &found)
	require.Len(t, found.Passages, 2)
	link := fmt.Sprintf("%s/app/collections/%s/files/%s?page=1", s.url, c.ID, f.ID)
	require.Equal(t, link, found.Passages[0].Link)
	require.Contains(t, words(said), link)

	var answer struct {
		Answer    string
		Citations []struct{ ID, Link, URI string }
	}
	said = a.calls("ask", map[string]any{"question": "When is it due?"}, &answer)
	require.Equal(t, "Now [citation:1]", answer.Answer)
	require.Equal(t, link, answer.Citations[0].Link)
	require.Contains(t, words(said), "[citation:1] invoice.pdf, page 1: "+link)

	var page struct{ Markdown, URI string }
	a.calls("read_page", map[string]any{"collection_id": c.ID, "file_id": f.ID, "page": 1}, &page)
	require.NotEmpty(t, page.Markdown)
	require.Equal(t, answer.Citations[0].URI, page.URI)
	read, err := a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: page.URI})
	require.NoError(t, err)
	require.Equal(t, page.Markdown, read.Contents[0].Text)
}

func TestEveryToolDescribesItsArgumentsAndItsResult(t *testing.T) {
	t.Parallel()
	a := newService(t, withMCP).assistant()
	list, err := a.ListTools(t.Context(), nil)
	require.NoError(t, err)
	names := make([]string, 0, len(list.Tools))
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		require.NotNil(t, tool.InputSchema, tool.Name)
		require.NotNil(t, tool.OutputSchema, tool.Name)
		require.NotEmpty(t, tool.Annotations.Title, tool.Name)
		require.Equal(t, tool.Name == "convert" || tool.Name == "extract", !tool.Annotations.ReadOnlyHint, tool.Name)
	}
	require.ElementsMatch(t, []string{"list_collections", "list_files", "search", "ask", "read_page", "convert", "extract", "get_document"}, names)
	templates, err := a.ListResourceTemplates(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, templates.ResourceTemplates, 4)
}

type shownDocument struct {
	ID                         uuid.UUID
	Status, Output, URI, Error string
	Extractors                 []struct{ Slug string }
}

func TestAssistantConvertsAndIsToldOfTheProgress(t *testing.T) {
	t.Parallel()
	s := newService(t, withMCP)
	a := s.assistant()
	result := make(chan *mcp.CallToolResult, 1)
	go func() {
		params := &mcp.CallToolParams{Name: "convert", Arguments: map[string]any{"content": []byte(pdf), "file_name": "contract.pdf"}}
		params.SetProgressToken("t")
		got, err := a.CallTool(t.Context(), params)
		assert.NoError(t, err)
		result <- got
	}()
	told := <-a.progress
	require.Equal(t, "t", told.ProgressToken)
	require.Equal(t, "queued", told.Message)
	id := s.starts()[0].ObjectID
	s.complete(id, "# Contract\n", 0)
	got := <-result
	require.False(t, got.IsError, words(got))
	require.Equal(t, "# Contract\n", words(got))

	var shown shownDocument
	a.calls("get_document", map[string]any{"document_id": id}, &shown)
	require.Equal(t, shownDocument{ID: id, Status: "COMPLETED", Output: "# Contract\n", URI: shown.URI}, shown)
	read, err := a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: shown.URI})
	require.NoError(t, err)
	require.Equal(t, "# Contract\n", read.Contents[0].Text)
}

func TestToolsSayWhatIsWrongWithTheirArguments(t *testing.T) {
	t.Parallel()
	s := newService(t, withMCP)
	a := s.assistant()
	for tool, tc := range map[string]struct {
		arguments map[string]any
		want      string
	}{
		"convert":      {nil, "give the document by url, or by content and file_name"},
		"extract":      {map[string]any{"extractor": "invoice", "url": "x", "content": "x"}, "give the document either by url or by content, not both"},
		"get_document": {map[string]any{"document_id": uuid.NewString()}, "Document not found"},
		"search":       {map[string]any{"query": "x"}, "There are no collections yet"},
		"ask":          {map[string]any{"question": "x", "collections": []string{"none"}}, `There is no collection "none"`},
		"read_page":    {map[string]any{"page": 1, "file_id": "x"}, "name the page's owner by collection_id and file_id, or by document_id"},
	} {
		require.Equal(t, tc.want, a.refused(tool, tc.arguments), tool)
	}
	require.Equal(t, "content must be base64 with padding (RFC 4648, section 4)", a.refused("convert", map[string]any{"content": "*", "file_name": "x"}))
	quoted := a.refused("ask", map[string]any{"question": []string{strings.Repeat("ä", 100_000)}})
	require.Contains(t, quoted, "question")
	require.Less(t, len(quoted), 3_000, "assistants read all of it")
	_, err := a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "quire://documents/" + uuid.NewString()})
	require.ErrorContains(t, err, "not found")
}
