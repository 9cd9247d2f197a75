package api

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/labstack/echo/v4"

	"quire/internal/blob"
	"quire/internal/convert/page"
	"quire/internal/convert/pagejson"
	"quire/internal/convert/pagestore"
	"quire/schema"
)

// pageHead is a page on the wire without its content.
type pageHead struct {
	Number     int          `json:"number"`
	Width      *float64     `json:"width"`
	Height     *float64     `json:"height"`
	Source     *page.Source `json:"source"`
	Angle      float64      `json:"angle"`
	Turned     int          `json:"turned"`
	Confidence *float64     `json:"confidence"`
	Coverage   *float64     `json:"coverage"`
	Unread     *page.Reason `json:"unread"`
	Notes      []string     `json:"notes"`
	ImageURL   *string      `json:"image_url"`
}

// fullPage is a page on the wire with its content.
type fullPage struct {
	pagejson.Page
	ImageURL *string `json:"image_url"`
}

// paged identifies the pages of a document or of a version of a file.
type paged struct {
	outputKey string
	// without is the error if the pages are missing: conversions of the first releases did not store them.
	without error
	image   func(number int) *string
}

func pagesOfDocument(d schema.Document) paged {
	return paged{
		outputKey: *d.OutputKey, without: conflict("The pages of this document were not kept when it was converted; send the document again"),
	}
}

func pagesOfVersion(v schema.VersionInfo) paged {
	return paged{
		outputKey: *v.OutputKey, without: conflict("The pages of this version were not kept when it was converted; reindex the file"),
	}
}

func (of paged) head(h pagestore.Head) pageHead {
	return pageHead{
		Number: h.Number, Width: orNull(h.Width), Height: orNull(h.Height), Source: orNull(h.Source), Angle: h.Angle, Turned: h.Turned,
		Confidence: orNull(h.Confidence), Coverage: orNull(h.Coverage), Unread: orNull(h.Unread), Notes: append([]string{}, h.Notes...),
		ImageURL: of.image(h.Number),
	}
}

// orNull returns nil for the zero value.
func orNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func (s *Server) listDocumentPages(c echo.Context) error { return s.listPages(c, s.documentPages) }
func (s *Server) getDocumentPage(c echo.Context) error   { return s.getPage(c, s.documentPages) }
func (s *Server) listFilePages(c echo.Context) error     { return s.listPages(c, s.filePages) }
func (s *Server) getFilePage(c echo.Context) error       { return s.getPage(c, s.filePages) }

// documentPages returns where the pages of the document named in the path are stored.
func (s *Server) documentPages(c echo.Context) (paged, error) {
	d, err := s.documentOf(c)
	if err != nil {
		return paged{}, err
	}
	if err := hasPages(d); err != nil {
		return paged{}, err
	}
	of := pagesOfDocument(d)
	of.image = s.imageLinks(c.Request(), d.Format, d.ExpiresAt, func(number int) string { return documentImagePath(d.ID, number) })
	if len(d.Masking) > 0 && !principal(c).Unmask {
		of.image = noImage
	}
	return of, nil
}

// hasPages returns an error that says why a document has no pages, or nil if it has.
func hasPages(d schema.Document) error {
	switch d.StatusAt(time.Now()) {
	case schema.Completed:
		return nil
	case schema.Failed:
		return conflict("The document could not be processed; it has no pages")
	case schema.Expired:
		return conflict("The document's files were removed at the end of its retention")
	default:
		return conflict("The document is still being processed; it has no pages yet")
	}
}

// filePages returns where the pages of the file named in the path are stored, in the version that the query asks for.
func (s *Server) filePages(c echo.Context) (paged, error) {
	f, err := s.fileOfPath(c)
	if err != nil {
		return paged{}, err
	}
	v := queryValues(c)
	number := v.integer("version", 0, 1, math.MaxInt32)
	if err := v.err(); err != nil {
		return paged{}, err
	}
	ctx := c.Request().Context()
	if number == 0 {
		newest, err := s.cfg.DB.NewestOutput(ctx, f.ID)
		if err != nil {
			return paged{}, err
		}
		if number = newest; newest == 0 {
			number = int(f.Version)
		}
	}
	row, err := s.cfg.DB.FileVersion(ctx, f.AccountID, f.CollectionID, f.ID, number)
	if err != nil {
		return paged{}, err
	}
	if err := converted(row); err != nil {
		return paged{}, err
	}
	of := pagesOfVersion(row)
	of.image = s.imageLinks(c.Request(), row.Format, nil, func(page int) string { return fileImagePath(f.CollectionID, f.ID, number, page) })
	if len(row.Masking) > 0 && !principal(c).Unmask {
		of.image = noImage
	}
	return of, nil
}

// converted returns an error that says why a version has not been converted, or nil if it has.
func converted(v schema.VersionInfo) error {
	switch {
	case v.OutputKey != nil:
		return shownVersion(v)
	case v.Status == schema.FileStored:
		return conflict("Files of this type are kept as they are and have no pages")
	case v.Status == schema.FileFailed:
		return conflict("The file could not be processed; it has no pages")
	}
	return conflict("The file is still being processed; it has no pages yet")
}

func conflict(msg string) error { return &schema.Error{Code: schema.Conflict, Msg: msg} }

// listPages responds with what is known about each page, in order.
func (s *Server) listPages(c echo.Context, find func(echo.Context) (paged, error)) error {
	of, err := find(c)
	if err != nil {
		return err
	}
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	return s.readPages(c.Request().Context(), of, func(r *pagestore.Reader) error {
		heads := r.Heads()
		from := min(p.skip, len(heads))
		return okList(c, heads[from:min(from+p.limit, len(heads))], len(heads), of.head)
	})
}

// getPage responds with the content of a page.
func (s *Server) getPage(c echo.Context, find func(echo.Context) (paged, error)) error {
	of, err := find(c)
	if err != nil {
		return err
	}
	number, err := pageNumber(c)
	if err != nil {
		return err
	}
	v := queryValues(c)
	words := v.boolean("words", false)
	if err := v.err(); err != nil {
		return err
	}
	return s.readPages(c.Request().Context(), of, func(r *pagestore.Reader) error {
		p, err := r.Page(number)
		if err != nil {
			return pageError(err)
		}
		return ok(c, fullPage{Page: pagejson.From(p, words), ImageURL: of.image(number)})
	})
}

// pageNumber returns the number of the page in the path.
func pageNumber(c echo.Context) (int, error) {
	v := &values{in: "path", get: func(name string) string { return pathText(c, name) }}
	number := v.integer("number", 0, 1, math.MaxInt32)
	return number, v.err()
}

func pageError(err error) error {
	switch {
	case errors.Is(err, pagestore.ErrNoPage):
		return &schema.Error{Code: schema.NotFound, Msg: "Page not found"}
	case errors.Is(err, pagestore.ErrTooLarge):
		return conflict(fmt.Sprintf("The page has more than %d MB of content, too much for one answer; download the Markdown instead", pagestore.MaxPage>>20))
	}
	return err
}

// readPages opens the stored pages for the duration of read.
func (s *Server) readPages(ctx context.Context, of paged, read func(*pagestore.Reader) error) error {
	file, err := s.cfg.Blobs.Open(ctx, schema.PagesKey(of.outputKey))
	if errors.Is(err, blob.ErrNotFound) {
		return of.without
	}
	if err != nil {
		return unavailable("blob store", err)
	}
	defer func() { _ = file.Close() }() // only read from
	r, err := pagestore.NewReader(file, file.Size)
	if err != nil {
		return err
	}
	return read(r)
}
