package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/blob"
	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/internal/convert/probe"
	"quire/internal/pageimage"
	"quire/schema"
)

const (
	usualImageWidth = 1000 // pixels
	// imageAge is how long a browser may show an image without asking again.
	imageAge = 10 * time.Minute
	webP     = "image/webp"
	png      = "image/png"
)

// drawable is a file whose pages can be drawn.
type drawable struct {
	paged
	sourceKey string
	format    probe.Format
}

func documentImagePath(id uuid.UUID, number int) string {
	return fmt.Sprintf("%s/documents/%s/pages/%d/image", basePath, id, number)
}

// fileImagePath includes the query that selects the version, because the signature must cover it.
func fileImagePath(collection, file uuid.UUID, version, number int) string {
	return fmt.Sprintf("%s/collections/%s/files/%s/pages/%d/image?version=%d", basePath, collection, file, number, version)
}

// noImage is the link to the image of a page that has none, or that the client may not see.
func noImage(int) *string { return nil }

// imageLinks returns the function that makes the signed link to a page's image, which is null if there is none. A link
// stays the same for half of its lifetime, so that browsers can cache the image.
func (s *Server) imageLinks(r *http.Request, format string, until *time.Time, path func(number int) string) func(number int) *string {
	if s.cfg.Images == nil || !probe.Format(format).Drawable() {
		return noImage
	}
	base, expires := s.baseURL(r), time.Now().Truncate(s.cfg.LinkLifetime/2).Add(s.cfg.LinkLifetime)
	if until != nil && until.Before(expires) {
		expires = *until
	}
	return func(number int) *string {
		signed := path(number)
		join := "?"
		if strings.Contains(signed, "?") {
			join = "&"
		}
		return new(base + signed + join + s.cfg.Signer.Sign(signed, expires))
	}
}

// documentImage responds with the image of a document's page.
func (s *Server) documentImage(c echo.Context) error {
	id, err := parseUUID(pathText(c, "id"))
	if err != nil {
		return schema.ErrDocumentNotFound
	}
	number, err := pageNumber(c)
	if err != nil {
		return err
	}
	if err := s.verifyPath(c, documentImagePath(id, number)); err != nil {
		return err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	d, err := s.cfg.DB.DocumentForDownload(ctx, id)
	if err != nil {
		return err
	}
	if d.StatusAt(time.Now()) != schema.Completed {
		return schema.ErrDocumentNotFound
	}
	if err := s.unmask(c, maskedDocument(d)); err != nil {
		return err
	}
	return s.serveImage(c, drawable{pagesOfDocument(d), d.SourceKey, probe.Format(d.Format)}, number)
}

// fileImage responds with the image of a page of a file's version.
func (s *Server) fileImage(c echo.Context) error {
	collection, err := parseUUID(pathText(c, "collection_id"))
	if err != nil {
		return schema.ErrCollectionNotFound
	}
	id, err := parseUUID(pathText(c, "file_id"))
	if err != nil {
		return schema.ErrFileNotFound
	}
	number, err := pageNumber(c)
	if err != nil {
		return err
	}
	v := queryValues(c)
	version := v.integer("version", 0, 1, math.MaxInt32)
	if err := v.err(); err != nil {
		return err
	}
	if err := s.verifyPath(c, fileImagePath(collection, id, version, number)); err != nil {
		return err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	f, row, err := s.cfg.DB.FileForDownload(ctx, id, version)
	if err != nil {
		return err
	}
	if f.CollectionID != collection || row.OutputKey == nil {
		return schema.ErrFileNotFound
	}
	if err := s.unmask(c, maskedFile(f, row)); err != nil {
		return err
	}
	return s.serveImage(c, drawable{pagesOfVersion(row), row.SourceKey, probe.Format(row.Format)}, number)
}

// serveImage draws a page, unless the client already has the image.
func (s *Server) serveImage(c echo.Context, of drawable, number int) error {
	v := queryValues(c)
	width := pageimage.Step(v.integer("width", usualImageWidth, pageimage.Narrowest, pageimage.Widest))
	if err := v.err(); err != nil {
		return err
	}
	if s.cfg.Images == nil || !of.format.Drawable() {
		return conflict("The pages of this format have no appearance of their own; those of PDFs and pictures can be drawn")
	}
	kind := imageType(c.Request().Header.Get("Accept"))
	// "upright" distinguishes these images from those made before pages were turned, which had the same other values.
	sum := sha256.Sum256(fmt.Appendf(nil, "upright\n%s\n%d\n%d\n%s", of.outputKey, number, width, kind))
	etag := strconv.Quote(hex.EncodeToString(sum[:16]))
	h := c.Response().Header()
	h.Set("ETag", etag)
	h.Set(echo.HeaderVary, "Accept")
	h.Set(echo.HeaderCacheControl, fmt.Sprintf("private, max-age=%d", int(imageAge.Seconds())))
	if strings.Contains(c.Request().Header.Get("If-None-Match"), etag) {
		return c.NoContent(http.StatusNotModified)
	}
	file, err := s.draw(c, of, number, width, kind)
	if err != nil {
		for _, name := range []string{"ETag", echo.HeaderVary, echo.HeaderCacheControl} {
			h.Del(name)
		}
		return err
	}
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set(echo.HeaderContentType, kind)
	conn := http.NewResponseController(c.Response())
	_ = conn.SetWriteDeadline(time.Now().Add(downloadGrace + time.Duration(len(file))*time.Second/slowest))
	defer func() { _ = conn.SetWriteDeadline(time.Time{}) }() // the next response on the connection has its own deadline
	c.Request().Header.Del("Range")                           // an image is sent as a whole
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, bytes.NewReader(file))
	return nil
}

func (s *Server) draw(c echo.Context, of drawable, number, width int, kind string) ([]byte, error) {
	ctx := c.Request().Context()
	p := pageimage.Page{SourceKey: of.sourceKey, Format: of.format, Number: number, Width: width, WebP: kind == webP}
	err := s.readPages(ctx, of.paged, func(r *pagestore.Reader) error {
		head, ok := r.Head(number)
		if !ok {
			return pageError(pagestore.ErrNoPage)
		}
		p.PageWidth, p.Turn = head.Width, head.Turned
		return nil
	})
	if err != nil {
		return nil, err
	}
	file, err := s.cfg.Images.Draw(ctx, p)
	fault, undrawable := errors.AsType[*page.Error](err)
	switch {
	case undrawable:
		return nil, &failure{status: http.StatusConflict, detail: "The page cannot be drawn: " + fault.Message, cause: fault.Cause}
	case errors.Is(err, pageimage.ErrBusy):
		return nil, unavailable("drawing", err)
	case errors.Is(err, blob.ErrNotFound):
		return nil, fmt.Errorf("a row without its blob: %w", err)
	}
	return file, err
}

// imageType returns the image type for an Accept header: WebP if it is named, otherwise PNG.
func imageType(accept string) string {
	for part := range strings.SplitSeq(accept, ",") {
		kind, params, err := mime.ParseMediaType(part)
		if err != nil || kind != webP {
			continue
		}
		if q, err := strconv.ParseFloat(params["q"], 64); err != nil || q > 0 {
			return webP
		}
	}
	return png
}
