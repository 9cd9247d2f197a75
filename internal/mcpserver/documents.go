package mcpserver

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"quire/internal/door"
)

const (
	// followed and waited are how long a tool waits for a document: for a caller that receives progress, and for any
	// other, because common clients give up after a minute of silence. After that, get_document continues to wait.
	followed = 10 * time.Minute
	waited   = 45 * time.Second
	// shownText is how much of a result a tool returns, in bytes: more than a hundred pages of prose, and less than an
	// assistant accepts at once. The rest is read page by page.
	shownText = 256 << 10
)

func (s *server) addDocumentTools(to *mcp.Server) {
	mcp.AddTool(to, &mcp.Tool{
		Name: "convert", Annotations: adds("Convert to Markdown"),
		Description: "Converts a document (PDF, Office, mail, HTML, pictures and more), given by its address or its bytes, to Markdown, and waits for it.",
	}, s.convert)
	mcp.AddTool(to, &mcp.Tool{
		Name: "extract", Annotations: adds("Extract data"),
		Description: "Runs an extractor on a document, given by its address or its bytes, and waits for the structured data. If the extractor is left out, lists those that there are.",
	}, s.extract)
	mcp.AddTool(to, &mcp.Tool{
		Name: "get_document", Annotations: reads("Get a document"),
		Description: "Waits a while for a document that is converted or extracted, and shows its state and its result.",
	}, s.getDocument)
}

// source is the document passed to a tool.
type source struct {
	URL      string `json:"url,omitempty" jsonschema:"the document's address; either this or content"`
	Content  string `json:"content,omitempty" jsonschema:"the document's bytes in base64"`
	FileName string `json:"file_name,omitempty" jsonschema:"with content: the file's name, whose extension tells its format"`
}

type convertIn struct {
	source
	Accuracy string `json:"accuracy,omitempty" jsonschema:"lite (the default) or ultra, which takes longer and reads difficult pages better"`
}

type extractIn struct {
	source
	Extractor string `json:"extractor,omitempty" jsonschema:"the extractor's slug"`
}

type documentOut struct {
	ID         string      `json:"id,omitempty"`
	FileName   string      `json:"file_name,omitempty"`
	Status     string      `json:"status,omitempty" jsonschema:"COMPLETED, FAILED, EXPIRED or, if the work goes on, PENDING or PROCESSING"`
	PageCount  *int        `json:"page_count,omitempty"`
	Error      string      `json:"error,omitempty" jsonschema:"why it failed"`
	URI        string      `json:"uri,omitempty" jsonschema:"the resource that holds the result"`
	Output     string      `json:"output,omitempty" jsonschema:"the result: Markdown, or the extractor's format"`
	Truncated  bool        `json:"truncated,omitempty" jsonschema:"the result is longer; read the rest with read_page"`
	Extractors []extractor `json:"extractors,omitempty"`
}

type extractor struct {
	Slug        string  `json:"slug"`
	Name        string  `json:"name"`
	Description *string `json:"description"`
}

func (s *server) convert(ctx context.Context, r *mcp.CallToolRequest, in convertIn) (*mcp.CallToolResult, documentOut, error) {
	var fields []door.Field
	if in.Accuracy != "" {
		fields = append(fields, door.Field{Name: "accuracy", Value: in.Accuracy})
	}
	return s.process(ctx, r, "/documents", in.source, fields)
}

func (s *server) extract(ctx context.Context, r *mcp.CallToolRequest, in extractIn) (*mcp.CallToolResult, documentOut, error) {
	if in.Extractor != "" {
		return s.process(ctx, r, "/e/"+url.PathEscape(in.Extractor), in.source, nil)
	}
	var list door.List[extractor]
	if err := s.door.Get(ctx, "/e", nil, &list); err != nil {
		return nil, documentOut{}, err
	}
	var words strings.Builder
	words.WriteString("Say which extractor to run:\n")
	for _, e := range list.Data {
		fmt.Fprintf(&words, "- %s: %s\n", e.Slug, e.Name)
	}
	return text(words.String()), documentOut{Extractors: list.Data}, nil
}

// process submits the document and waits for it.
func (s *server) process(ctx context.Context, r *mcp.CallToolRequest, path string, from source, fields []door.Field) (*mcp.CallToolResult, documentOut, error) {
	file, err := from.file()
	if err != nil {
		return nil, documentOut{}, err
	}
	if from.URL != "" {
		fields = append(fields, door.Field{Name: "url", Value: from.URL})
	}
	var d door.Document
	if err := s.door.Upload(ctx, path, fields, file, &d); err != nil {
		return nil, documentOut{}, err
	}
	return s.settle(ctx, r, d)
}

// settle waits for a document and returns it. Whatever interrupts the wait, the caller gets the id to continue with.
func (s *server) settle(ctx context.Context, r *mcp.CallToolRequest, d door.Document) (*mcp.CallToolResult, documentOut, error) {
	if !d.Over() {
		limit := waited
		if r.Params.GetProgressToken() != nil {
			limit = followed
		}
		waiting, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		done, err := s.door.Await(waiting, d.ID, notify(ctx, r))
		if refused, ok := errors.AsType[*door.Error](err); ok {
			return nil, documentOut{}, refused
		}
		if err == nil {
			d = done
		}
	}
	return s.show(ctx, d)
}

func (from source) file() (*door.File, error) {
	switch {
	case from.URL == "" && from.Content == "":
		return nil, errors.New("give the document by url, or by content and file_name")
	case from.URL != "" && from.Content != "":
		return nil, errors.New("give the document either by url or by content, not both")
	case from.URL != "":
		return nil, nil //nolint:nilnil // the service fetches it
	}
	raw, err := base64.StdEncoding.DecodeString(from.Content)
	if err != nil {
		return nil, errors.New("content must be base64 with padding (RFC 4648, section 4)")
	}
	return &door.File{Name: from.FileName, Content: bytes.NewReader(raw)}, nil
}

// notify returns a function that sends progress to the caller, if the caller asked for it. Progress must increase from
// one notification to the next.
func notify(ctx context.Context, r *mcp.CallToolRequest) func(door.Progress) {
	token := r.Params.GetProgressToken()
	sent := -1.0
	return func(p door.Progress) {
		now := float64(p.PagesDone)
		if token == nil || p.Step == nil || now <= sent {
			return
		}
		sent = now
		n := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: now, Message: *p.Step}
		if p.PagesTotal != nil {
			n.Total = float64(*p.PagesTotal)
		}
		_ = r.Session.NotifyProgress(ctx, n) // the caller may have disconnected
	}
}

type getDocumentIn struct {
	DocumentID string `json:"document_id"`
}

func (s *server) getDocument(ctx context.Context, r *mcp.CallToolRequest, in getDocumentIn) (*mcp.CallToolResult, documentOut, error) {
	d, err := s.door.Document(ctx, in.DocumentID)
	if err != nil {
		return nil, documentOut{}, err
	}
	return s.settle(ctx, r, d)
}

// show returns a document with as much of its result as may be returned at once.
func (s *server) show(ctx context.Context, d door.Document) (*mcp.CallToolResult, documentOut, error) {
	out := documentOut{ID: d.ID, FileName: d.FileName, Status: d.Status, PageCount: d.PageCount, URI: "quire://documents/" + d.ID}
	if d.Error != nil {
		out.Error = *d.Error
	}
	if d.OutputFileURL == nil {
		return text(out.state()), out, nil
	}
	c, err := s.door.Download(ctx, *d.OutputFileURL, shownText)
	if err != nil {
		return nil, documentOut{}, err
	}
	out.Output, out.Truncated = whole(c.Bytes), c.More
	words := out.Output
	if out.Truncated {
		words += fmt.Sprintf("\n\n(The result is longer: read_page with document_id %s reads the rest.)", d.ID)
	}
	return text(words), out, nil
}

func (o documentOut) state() string {
	switch o.Status {
	case door.Failed:
		return fmt.Sprintf("The document %s could not be processed: %s", o.ID, o.Error)
	case door.Expired:
		return fmt.Sprintf("The files of the document %s were removed at the end of their retention.", o.ID)
	}
	return fmt.Sprintf("The document %s is still being processed; get_document tells when it is done.", o.ID)
}

// whole removes a truncated character at the end.
func whole(raw []byte) string {
	for i := 0; i < utf8.UTFMax && len(raw) > 0; i++ {
		if r, size := utf8.DecodeLastRune(raw); r != utf8.RuneError || size > 1 {
			break
		}
		raw = raw[:len(raw)-1]
	}
	return string(raw)
}
