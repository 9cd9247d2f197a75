package api_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"quire/internal/mcpserver"
)

// speaks returns a request of the protocol, as of its version of March 2025.
func (s *service) speaks(ctx context.Context, body io.Reader) *http.Response {
	s.t.Helper()
	r := s.request("POST", "/mcp", body).WithContext(ctx)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Authorization", "Bearer "+s.key)
	res, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

const waitForever = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_document","arguments":{"document_id":"ID"},"_meta":{"progressToken":1}}}`

func TestAssistantsOfTwoAccountsSeeOnlyTheirOwn(t *testing.T) {
	t.Parallel()
	s := newService(t, withMCP)
	other := s.as(s.newKey(s.newAccount("default"), true, true))
	c := s.collection("Ours")
	f := s.ready(c, s.put(c, "a.txt", "secret"), "secret\n")
	d := s.upload()
	s.complete(d.ID, "secret\n", 0)
	stranger := other.assistant()

	var listed struct{ Collections []wireCollection }
	stranger.calls("list_collections", nil, &listed)
	require.Empty(t, listed.Collections)
	require.Equal(t, "Document not found", stranger.refused("get_document", map[string]any{"document_id": d.ID}))
	for _, collection := range []string{"Ours", c.ID.String()} {
		require.Contains(t, stranger.refused("list_files", map[string]any{"collection": collection}), "There is no collection")
		require.Contains(t, stranger.refused("ask", map[string]any{"question": "x", "collections": []string{collection}}), "There is no collection")
	}
	require.Equal(t, "Document not found", stranger.refused("read_page", map[string]any{"document_id": d.ID, "page": 1}))
	for _, uri := range []string{"quire://documents/" + d.ID.String(), "quire://collections/" + c.ID.String() + "/files/" + f.ID.String()} {
		_, err := stranger.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		require.ErrorContains(t, err, "not found")
		read, err := s.assistant().ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		require.NoError(t, err)
		require.Equal(t, "secret\n", read.Contents[0].Text)
	}
}

func TestAssistantsNeedAKeyThatMayDoWhatTheyAskFor(t *testing.T) {
	t.Parallel()
	s := newService(t, withMCP)
	require.Equal(t, 401, s.as("no key").speaks(t.Context(), strings.NewReader("{}")).StatusCode)
	reader := s.as(s.newKey(s.id, true, false)).assistant()
	require.Contains(t, reader.refused("convert", map[string]any{"content": []byte(pdf), "file_name": "a.pdf"}), "Access denied")
	var listed struct{ Count int }
	reader.calls("list_collections", nil, &listed)

	b := s.browser()
	b.enter(s.key)
	res, err := (&http.Client{Jar: b.jar}).Post(s.url+"/mcp", "application/json", strings.NewReader("{}"))
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, 401, res.StatusCode, "a login of the workspace is not a key")
}

func TestAssistantsAreCountedLikeEveryoneElse(t *testing.T) {
	t.Parallel()
	s := newService(t, withMCP, plans(20, 0))
	a := s.assistant()
	var refusal error
	for range 21 {
		got, err := a.CallTool(t.Context(), &mcp.CallToolParams{Name: "list_collections"})
		if refusal = err; err != nil {
			break
		}
		if got.IsError {
			require.Equal(t, "Rate limit exceeded; wait and retry with exponential backoff", words(got))
			return
		}
	}
	require.ErrorContains(t, refusal, "Too Many Requests")
}

func TestHugeAndBatchedMessagesAreRefused(t *testing.T) {
	t.Parallel()
	s := newService(t, withMCP)
	long := io.MultiReader(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"`), strings.NewReader(strings.Repeat("x", mcpserver.MaxMessage)))
	require.Equal(t, 413, s.speaks(t.Context(), long).StatusCode)
	many := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":[` + strings.Repeat("{},", 200_000) + "{}]}}}"
	require.Equal(t, 400, s.speaks(t.Context(), strings.NewReader(many)).StatusCode)
	res := s.speaks(t.Context(), strings.NewReader(" \n"+`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`))
	require.Equal(t, 400, res.StatusCode)
	for _, broken := range []string{"", "{", "null", strings.Repeat(`{"a":`, 100_000), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}`} {
		require.Less(t, s.speaks(t.Context(), strings.NewReader(broken)).StatusCode, 500, "%.20s", broken)
	}
	require.Equal(t, 200, s.speaks(t.Context(), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)).StatusCode)
}

func TestCallsThatWaitAreBoundedAndEndWithTheirCallers(t *testing.T) {
	t.Parallel()
	s := newService(t, withMCP)
	d := s.upload()
	call := strings.Replace(waitForever, "ID", d.ID.String(), 1)
	ctx, leave := context.WithCancel(t.Context())
	t.Cleanup(leave)
	for range 32 {
		require.Equal(t, 200, s.speaks(ctx, strings.NewReader(call)).StatusCode)
	}
	require.Equal(t, 429, s.speaks(t.Context(), strings.NewReader(call)).StatusCode, "an account's calls are bounded")
	other := s.as(s.newKey(s.newAccount("default"), true, true))
	require.Equal(t, 200, other.speaks(t.Context(), strings.NewReader(strings.Replace(waitForever, "ID", uuid.NewString(), 1))).StatusCode)

	leave()
	require.Eventually(t, func() bool { return strings.Contains(s.metrics(), "\nquire_http_requests_in_flight 1\n") },
		time.Minute, 50*time.Millisecond, "nothing is left of the calls but the request that shows the metrics")
	require.Equal(t, 200, s.speaks(t.Context(), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)).StatusCode)
}

func TestCallsOfWhatIsNotOfferedAreRefused(t *testing.T) {
	t.Parallel()
	s := newService(t, withMCP)
	for call, code := range map[string]int{
		`"method":"tools/call","params":{"name":"no_such_tool","arguments":{}}`:                                                -32602,
		`"method":"prompts/get","params":{"name":"no_such_prompt"}`:                                                            -32602,
		`"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":"b"}}`: -32601,
		`"method":"resources/read","params":{"uri":"quire://documents/no_such"}`:                                               -32602,
	} {
		res := s.speaks(t.Context(), strings.NewReader(`{"jsonrpc":"2.0","id":1,`+call+`}`))
		said, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Contains(t, string(said), fmt.Sprintf(`"code":%d`, code), call)
	}
}

func TestArgumentsThatCannotBeReadAreRefusedInPlainWords(t *testing.T) {
	t.Parallel()
	s := newService(t, withMCP)
	for call, want := range map[string]string{
		`{"name":"list_collections","arguments":{"skip":9223372036854775808}}`:    "a number among the arguments is too large",
		`{"name":"read_page","arguments":{"document_id":"x","page":1e308}}`:       "a number among the arguments is too large",
		`{"name":"search","arguments":{"query":"x","limit":9223372036854775808}}`: "a number among the arguments is too large",
		`{"name":"ask","arguments":["a question"]}`:                               "the arguments should be an object",
	} {
		res := s.speaks(t.Context(), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+call+`}`))
		said, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Contains(t, string(said), want, call)
		require.Contains(t, string(said), `"isError":true`, call)
		require.NotRegexp(t, internals, string(said), call)
	}
}
