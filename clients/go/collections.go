package quire

import (
	"context"
	"iter"
	"net/http"
	"path"
	"strconv"
)

var fileOver = []string{"ready", "failed", "stored"}

// CreateCollection creates a collection. It returns ErrConflict if the name is taken.
func (c *Client) CreateCollection(ctx context.Context, name string) (*Collection, error) {
	return read[Collection](ctx, c, http.MethodPost, "/collections", call{json: CollectionName{Name: name}})
}

// GetCollection returns a collection.
func (c *Client) GetCollection(ctx context.Context, id string) (*Collection, error) {
	return read[Collection](ctx, c, http.MethodGet, at("collections", id), call{})
}

// ListCollections yields the collections whose name contains search, newest first.
func (c *Client) ListCollections(ctx context.Context, search string) iter.Seq2[Collection, error] {
	return list[Collection](ctx, c, "/collections", filter("search", search))
}

// RenameCollection changes the name of a collection.
func (c *Client) RenameCollection(ctx context.Context, id, name string) (*Collection, error) {
	return read[Collection](ctx, c, http.MethodPut, at("collections", id), call{json: CollectionName{Name: name}})
}

// DeleteCollection deletes a collection with its files.
func (c *Client) DeleteCollection(ctx context.Context, id string) error {
	return c.Request(ctx, http.MethodDelete, at("collections", id), nil, nil, nil)
}

// SetRetention has the files of a collection deleted the given number of days after their newest version was uploaded.
// nil keeps them.
func (c *Client) SetRetention(ctx context.Context, id string, days *int) (*Collection, error) {
	return read[Collection](ctx, c, http.MethodPut, at("collections", id, "retention"), call{json: Retention{Days: days}})
}

// SetMasking has personal data in the files of a collection masked. kinds are joined by commas; "" masks nothing.
// region is the country of phone numbers written without a country code.
func (c *Client) SetMasking(ctx context.Context, id, kinds, region string) (*Collection, error) {
	return read[Collection](ctx, c, http.MethodPut, at("collections", id, "masking"), call{json: NewMasking{Mask: kinds, MaskRegion: region}})
}

// HoldCollection puts a collection on legal hold: nothing that belongs to it is deleted any more.
func (c *Client) HoldCollection(ctx context.Context, id, reason string) (*Collection, error) {
	return read[Collection](ctx, c, http.MethodPut, at("collections", id, "hold"), call{json: NewHold{Reason: reason}})
}

// ReleaseCollection releases a collection from legal hold.
func (c *Client) ReleaseCollection(ctx context.Context, id string) (*Collection, error) {
	return read[Collection](ctx, c, http.MethodDelete, at("collections", id, "hold"), call{})
}

// FileOptions say where and how a file is stored in a collection. With the zero value it keeps its own name.
type FileOptions struct {
	// Path is the path within the collection, like reports/2026.pdf.
	Path           string
	UploadProgress UploadProgress
}

// UploadFile stores a file in a collection under its path or name. The result is a new file, a new version, or an
// unchanged file.
func (c *Client) UploadFile(ctx context.Context, collectionID string, source Input, options FileOptions) (*File, error) {
	if options.Path != "" {
		source.name = path.Base(options.Path)
	}
	body := newForm(map[string]string{"path": options.Path}, "file", []Input{source}, options.UploadProgress)
	return read[File](ctx, c, http.MethodPost, at("collections", collectionID, "files"), call{form: body})
}

// GetFile returns a file with freshly signed links.
func (c *Client) GetFile(ctx context.Context, collectionID, fileID string) (*FileWithLinks, error) {
	return read[FileWithLinks](ctx, c, http.MethodGet, file(collectionID, fileID), call{})
}

// WaitFile waits until a file is ready, failed or stored, and meanwhile calls show, if not nil, with its progress. The
// context limits only the waiting, not the processing.
func (c *Client) WaitFile(ctx context.Context, collectionID, fileID string, show func(Progress)) (*FileWithLinks, error) {
	return wait(ctx, c, file(collectionID, fileID), func(f *FileWithLinks) string { return f.Status }, fileOver, show)
}

// FileFilter narrows a list of files by each field that is set.
type FileFilter struct {
	Status     string
	Search     string
	PathPrefix string
}

// ListFiles yields the files of a collection sorted by path.
func (c *Client) ListFiles(ctx context.Context, collectionID string, f FileFilter) iter.Seq2[File, error] {
	query := filter("status", f.Status, "search", f.Search, "path_prefix", f.PathPrefix)
	return list[File](ctx, c, at("collections", collectionID, "files"), query)
}

// DeleteFile deletes a file. Later answers do not cite it.
func (c *Client) DeleteFile(ctx context.Context, collectionID, fileID string) error {
	return c.Request(ctx, http.MethodDelete, file(collectionID, fileID), nil, nil, nil)
}

// ReindexFile processes a file again.
func (c *Client) ReindexFile(ctx context.Context, collectionID, fileID string) (*File, error) {
	return read[File](ctx, c, http.MethodPost, file(collectionID, fileID, "reindex"), call{})
}

// FileContent returns a version of a file in the format markdown or original. Version 0 is the one that answers
// queries.
func (c *Client) FileContent(ctx context.Context, collectionID, fileID, format string, version int) ([]byte, error) {
	how := call{query: filter("format", format, "version", number(version))}
	_, content, err := c.send(ctx, http.MethodGet, file(collectionID, fileID, "content"), how)
	return content, err
}

// ListVersions yields the versions of a file.
func (c *Client) ListVersions(ctx context.Context, collectionID, fileID string) iter.Seq2[Version, error] {
	return list[Version](ctx, c, file(collectionID, fileID, "versions"), nil)
}

// ListFilePages yields the pages of a version of a file, without their content. Version 0 is the one that answers
// queries.
func (c *Client) ListFilePages(ctx context.Context, collectionID, fileID string, version int) iter.Seq2[PageHead, error] {
	return list[PageHead](ctx, c, file(collectionID, fileID, "pages"), filter("version", number(version)))
}

// GetFilePage returns a page of a version with its blocks and their places and, if words is set, every word.
func (c *Client) GetFilePage(ctx context.Context, collectionID, fileID string, page, version int, words bool) (*Page, error) {
	how := call{query: filter("version", number(version), "words", yes(words))}
	return read[Page](ctx, c, http.MethodGet, file(collectionID, fileID, "pages", strconv.Itoa(page)), how)
}

// Search returns the best-matching passages, best first, each with its pages and boxes.
func (c *Client) Search(ctx context.Context, search Search) ([]FoundPassage, error) {
	return rows[FoundPassage](ctx, c, http.MethodPost, "/search", call{json: search})
}

// SearchCollection returns the best-matching passages of one collection, best first.
func (c *Client) SearchCollection(ctx context.Context, collectionID string, search CollectionSearch) ([]FoundPassage, error) {
	return rows[FoundPassage](ctx, c, http.MethodPost, at("collections", collectionID, "search"), call{json: search})
}

func file(collectionID, fileID string, rest ...string) string {
	return at(append([]string{"collections", collectionID, "files", fileID}, rest...)...)
}
