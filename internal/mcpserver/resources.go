package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"quire/internal/door"
	"quire/internal/pattern"
)

const (
	markdownType = "text/markdown"
	// maxResource is how much of a file's Markdown is returned at once, in bytes; its pages give access to all of it.
	maxResource = 1 << 20
)

// The forms of our URIs.
var (
	documentURIs = pattern.New(`^quire://documents/([^/]+)(?:/pages/(\d+))?$`)
	fileURIs     = pattern.New(`^quire://collections/([^/]+)/files/([^/]+?)(?:/pages/(\d+))?$`)
)

func documentPageURI(id string, page int) string {
	return fmt.Sprintf("quire://documents/%s/pages/%d", id, page)
}

func filePageURI(collection, file string, page int) string {
	return fmt.Sprintf("quire://collections/%s/files/%s/pages/%d", collection, file, page)
}

func (s *server) addResources(to *mcp.Server) {
	for _, t := range []mcp.ResourceTemplate{
		{Name: "file", Title: "File of a collection", URITemplate: "quire://collections/{collection_id}/files/{file_id}", Description: "The Markdown of a file."},
		{Name: "file_page", Title: "Page of a file", URITemplate: "quire://collections/{collection_id}/files/{file_id}/pages/{page}", Description: "The Markdown of one page of a file."},
		{Name: "document", Title: "Converted document", URITemplate: "quire://documents/{document_id}", Description: "The Markdown of a document, or the result of its extraction."},
		{Name: "document_page", Title: "Page of a document", URITemplate: "quire://documents/{document_id}/pages/{page}", Description: "The Markdown of one page of a document."},
	} {
		t.MIMEType = markdownType
		if t.Name == "document" {
			t.MIMEType = "" // an extraction has another
		}
		to.AddResourceTemplate(&t, s.read)
	}
}

// read returns the resource that a URI names.
func (s *server) read(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	content, err := s.resource(ctx, r.Params.URI)
	if refused, ok := errors.AsType[*door.Error](err); ok && isMissing(refused.Status) {
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	}
	if err != nil {
		return nil, err
	}
	content.URI = r.Params.URI
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{content}}, nil
}

// isMissing reports whether a status means that there is no such thing. An invalid id names nothing either.
func isMissing(status int) bool {
	return status == http.StatusNotFound || status == http.StatusUnprocessableEntity
}

func (s *server) resource(ctx context.Context, uri string) (*mcp.ResourceContents, error) {
	if m := documentURIs.FindStringSubmatch(uri); m != nil {
		if m[2] != "" {
			return s.pageResource(ctx, documentPath(m[1]), m[2])
		}
		d, err := s.door.Document(ctx, m[1])
		if err != nil {
			return nil, err
		}
		return s.output(ctx, d.OutputFileURL)
	}
	m := fileURIs.FindStringSubmatch(uri)
	switch {
	case m == nil:
		return nil, mcp.ResourceNotFoundError(uri)
	case m[3] != "":
		return s.pageResource(ctx, filePath(m[1], m[2]), m[3])
	}
	var file struct {
		OutputFileURL *string `json:"output_file_url"`
	}
	if err := s.door.Get(ctx, filePath(m[1], m[2]), nil, &file); err != nil {
		return nil, err
	}
	return s.output(ctx, file.OutputFileURL)
}

func (s *server) pageResource(ctx context.Context, path, number string) (*mcp.ResourceContents, error) {
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil, &door.Error{Status: http.StatusNotFound, Message: "there is no such page"}
	}
	page, err := s.door.Page(ctx, path, n)
	if err != nil {
		return nil, err
	}
	return &mcp.ResourceContents{MIMEType: markdownType, Text: page.Markdown()}, nil
}

func (s *server) output(ctx context.Context, link *string) (*mcp.ResourceContents, error) {
	if link == nil {
		return nil, errors.New("there is no result yet: the processing has not ended, or it failed")
	}
	c, err := s.door.Download(ctx, *link, maxResource)
	if err != nil {
		return nil, err
	}
	if c.More {
		return nil, fmt.Errorf("the result has more than %d MB; read it page by page", maxResource>>20)
	}
	return &mcp.ResourceContents{MIMEType: c.MediaType, Text: string(c.Bytes)}, nil
}
