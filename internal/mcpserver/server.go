// Package mcpserver lets AI assistants use the service through the Model Context Protocol
// (https://modelcontextprotocol.io/specification): tools that search, answer, read and convert, and resources for files
// and their pages. It does everything through the service's own interface, with the key of the caller.
package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"quire/internal/door"
)

// MaxMessage is the maximum size of a message, in bytes: a file of 12 MB in base64. Larger files are given by their
// address, or uploaded through the service's own interface, because a message is held in memory as a whole.
const MaxMessage = 16 << 20

// MaxBody is how many bytes of a request must be let through so that a message that is too large is refused as the
// protocol prescribes.
const MaxBody = MaxMessage + 1<<10

const instructions = `Quire keeps documents as Markdown with page numbers. To find something out, use ask, which answers with
citations, or search, whose passages name their file and page; read_page shows a whole page. convert turns a file or an
address into Markdown. Say which file and page a statement comes from, and give its link.`

// schemas caches the schemas of the tools, which are the same for every caller.
var schemas = mcp.NewSchemaCache()

// server serves one caller.
type server struct{ door *door.Client }

// New builds the server for one caller, on whose behalf client acts. version is the version of the build.
func New(client *door.Client, version string) *mcp.Server {
	built := mcp.NewServer(&mcp.Implementation{Name: "quire", Title: "Quire", Version: version}, &mcp.ServerOptions{
		Instructions: instructions, SchemaCache: schemas,
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}},
	})
	s := &server{door: client}
	s.addCollectionTools(built)
	s.addDocumentTools(built)
	s.addResources(built)
	return built
}

// ServeStdio serves one caller on standard input and output until ctx or the input ends.
func ServeStdio(ctx context.Context, client *door.Client, version string) error {
	return New(client, version).Run(ctx, &mcp.StdioTransport{MaxLineLength: MaxMessage})
}

type serverKey struct{}

// Handler serves the protocol over streamable HTTP, without sessions: any process can answer any request, and no state
// is kept between requests. connect returns a client that acts on behalf of the sender of a request.
func Handler(connect func(*http.Request) *door.Client, version string) http.Handler {
	of := func(r *http.Request) *mcp.Server {
		built, _ := r.Context().Value(serverKey{}).(*mcp.Server)
		return built
	}
	// Requests come from our own listener, which may be behind a proxy on the same machine under any name. The door in
	// front of this handler has checked the origin and the key.
	stream := mcp.NewStreamableHTTPHandler(of, &mcp.StreamableHTTPOptions{
		Stateless: true, MaxRequestBodyBytes: MaxMessage, DisableLocalhostProtection: true, PropagateRequestCancellation: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := bufio.NewReader(door.Few(r.Body))
		if isBatch(body) {
			http.Error(w, "Send one message at a time: batches are not supported", http.StatusBadRequest)
			return
		}
		built := New(connect(r), version)
		built.AddReceivingMiddleware(survive, until(r.Context()), brief)
		r.Body = struct {
			io.Reader
			io.Closer
		}{body, r.Body}
		stream.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), serverKey{}, built)))
	})
}

// isBatch reports whether the body is an array, with which one request could start thousands of calls. The protocol has
// had no batches since 2025-06-18.
func isBatch(body *bufio.Reader) bool {
	for {
		b, err := body.ReadByte()
		if err != nil {
			return false
		}
		if !bytes.ContainsRune([]byte(" \t\r\n"), rune(b)) {
			_ = body.UnreadByte() // cannot fail after ReadByte
			return b == '['
		}
	}
}

// until cancels the handling of a request when its sender disconnects, which older versions of the protocol leave open.
func until(gone context.Context) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			defer context.AfterFunc(gone, cancel)()
			return next(ctx, method, r)
		}
	}
}

// survive turns a panic into an error. Calls run in goroutines of the library, where a panic would end the process.
func survive(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (result mcp.Result, err error) {
		defer func() {
			if e := recover(); e != nil {
				slog.ErrorContext(ctx, "a call of an assistant panicked", "method", method, "panic", e, "stack", string(debug.Stack()))
				result, err = nil, errors.New("internal error")
			}
		}()
		return next(ctx, method, r)
	}
}

// longestRefusal bounds the text of a failed call, in bytes. What the schema of a tool does not allow is quoted in it,
// whatever its length, and assistants read all of it.
const longestRefusal = 2_000

// plain returns what is wrong with arguments in words. The library describes those that Go cannot read in terms of this
// program: numbers that are too large, and arguments that are not an object.
func plain(refusal string) string {
	switch {
	case strings.HasPrefix(refusal, "json: cannot unmarshal"):
		return "a number among the arguments is too large: see what the tool's schema says about it"
	case strings.Contains(refusal, "unmarshaling arguments: "):
		return "the arguments should be an object with the properties that the tool's schema names"
	}
	return refusal
}

// brief makes the texts of failed calls plain, and cuts them.
func brief(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, r)
		call, ok := result.(*mcp.CallToolResult)
		if err != nil || !ok || !call.IsError { // with an error, the result is a nil pointer
			return result, err
		}
		for _, content := range call.Content {
			said, ok := content.(*mcp.TextContent)
			if !ok {
				continue
			}
			if said.Text = plain(said.Text); len(said.Text) > longestRefusal {
				said.Text = strings.ToValidUTF8(said.Text[:longestRefusal], "") + "…"
			}
		}
		return result, err
	}
}

// Hints for assistants, which ask people before they let a tool change something.
func reads(title string) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, OpenWorldHint: new(false)}
}

func adds(title string) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{Title: title, DestructiveHint: new(false), OpenWorldHint: new(true)}
}

// text returns a tool's result in words, which accompany its structured form.
func text(words string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: words}}}
}
