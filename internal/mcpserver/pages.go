package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"quire/internal/door"
)

// maxPicture is the maximum size of a page image that is passed on, in bytes. A page with a width of 1,000 pixels takes
// about a tenth of it.
const maxPicture = 4 << 20

type readPageIn struct {
	CollectionID string `json:"collection_id,omitempty" jsonschema:"with file_id: the collection of the file"`
	FileID       string `json:"file_id,omitempty" jsonschema:"a file of a collection"`
	DocumentID   string `json:"document_id,omitempty" jsonschema:"a converted document, instead of a file"`
	Page         int    `json:"page" jsonschema:"the page, counted from 1"`
	Image        bool   `json:"image,omitempty" jsonschema:"the picture of the page too"`
}

type pageOut struct {
	Page      int    `json:"page"`
	Markdown  string `json:"markdown"`
	Unread    string `json:"unread,omitempty" jsonschema:"why the page has no text, if it has none that could be read"`
	Truncated bool   `json:"truncated,omitempty" jsonschema:"the page is longer"`
	URI       string `json:"uri"`
}

func (s *server) readPage(ctx context.Context, _ *mcp.CallToolRequest, in readPageIn) (*mcp.CallToolResult, pageOut, error) {
	path, uri, err := in.place()
	if err != nil {
		return nil, pageOut{}, err
	}
	page, err := s.door.Page(ctx, path, in.Page)
	if err != nil {
		return nil, pageOut{}, err
	}
	out := pageOut{Page: in.Page, Markdown: page.Markdown(), Unread: page.Unread, URI: uri}
	if len(out.Markdown) > shownText {
		out.Markdown, out.Truncated = whole([]byte(out.Markdown[:shownText])), true
	}
	result := text(out.Markdown)
	if in.Image {
		picture, err := s.picture(ctx, page)
		if err != nil {
			return nil, pageOut{}, err
		}
		result.Content = append(result.Content, picture)
	}
	return result, out, nil
}

// place returns the path of the page's document or file in the interface, and the URI of the page.
func (in readPageIn) place() (path, uri string, err error) {
	switch {
	case in.DocumentID != "" && in.FileID == "":
		return documentPath(in.DocumentID), documentPageURI(in.DocumentID, in.Page), nil
	case in.DocumentID == "" && in.FileID != "" && in.CollectionID != "":
		return filePath(in.CollectionID, in.FileID), filePageURI(in.CollectionID, in.FileID, in.Page), nil
	}
	return "", "", errors.New("name the page's owner by collection_id and file_id, or by document_id")
}

func (s *server) picture(ctx context.Context, page door.Page) (*mcp.ImageContent, error) {
	if page.ImageURL == nil {
		return nil, errors.New("this page has no picture: its format has no fixed layout, or the service draws none; ask without image")
	}
	c, err := s.door.Download(ctx, *page.ImageURL, maxPicture)
	if err != nil {
		return nil, err
	}
	if c.More {
		return nil, fmt.Errorf("the picture of this page has more than %d MB", maxPicture>>20)
	}
	return &mcp.ImageContent{Data: c.Bytes, MIMEType: c.MediaType}, nil
}

func documentPath(id string) string { return "/documents/" + url.PathEscape(id) }

func filePath(collection, file string) string {
	return "/collections/" + url.PathEscape(collection) + "/files/" + url.PathEscape(file)
}
