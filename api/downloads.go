package api

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/blob"
	"quire/internal/convert/probe"
	"quire/schema"
)

// A download that is still slower than slowest after downloadGrace is aborted.
const downloadGrace = time.Minute

// link returns a signed link to one of the document's files. It never outlives the document.
func (s *Server) link(r *http.Request, d schema.Document, kind schema.DownloadKind, name string) string {
	expires := time.Now().Add(s.cfg.LinkLifetime)
	if d.ExpiresAt != nil && d.ExpiresAt.Before(expires) {
		expires = *d.ExpiresAt
	}
	path := schema.DownloadPath(kind, d.ID, name)
	return s.baseURL(r) + path + "?" + s.cfg.Signer.Sign(path, expires)
}

// download serves a file to anyone holding a signed link to it. The document is looked up every time, so the link
// dies with the document.
func (s *Server) download(c echo.Context) error {
	id, kind, err := s.verifyLink(c)
	if err != nil {
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
	if kind == schema.DownloadSource {
		if err := s.unmask(c, maskedDocument(d)); err != nil {
			return err
		}
	}
	asked, err := formAsked(c, kind)
	if err != nil {
		return err
	}
	switch {
	case asked == "", d.ExtractorID == nil && asked == formMarkdown:
		return s.serveFile(c, fileOf(d, kind))
	case d.ExtractorID == nil:
		return s.serveForm(c, pagesOfDocument(d), formed{form: asked, name: *d.OutputName, account: d.AccountID})
	case asked == formJSON && strings.HasPrefix(*d.OutputType, echo.MIMEApplicationJSON):
		return s.serveFile(c, fileOf(d, kind))
	}
	return wrongForm("An extraction has the form in which its extractor writes it; leave the format out")
}

// verifyLink checks the signature over the path as it was signed, even if the client encodes it differently.
func (s *Server) verifyLink(c echo.Context) (uuid.UUID, schema.DownloadKind, error) {
	kind, id, err := linkTarget(c)
	if err != nil {
		return id, kind, err
	}
	return id, kind, s.verifyPath(c, schema.DownloadPath(kind, id, pathText(c, "name")))
}

// linkTarget returns what the path of a signed link names. A path that no link can have is not found.
func linkTarget(c echo.Context) (schema.DownloadKind, uuid.UUID, error) {
	kind := schema.DownloadKind(pathText(c, "kind"))
	id, err := parseUUID(pathText(c, "id"))
	if err != nil || (kind != schema.DownloadOutput && kind != schema.DownloadSource) {
		return kind, id, &schema.Error{Code: schema.NotFound, Msg: http.StatusText(http.StatusNotFound)}
	}
	return kind, id, nil
}

func (s *Server) verifyPath(c echo.Context, path string) error {
	switch err := s.cfg.Signer.Verify(c.Request().Method, path, c.QueryParams(), time.Now()); {
	case errors.Is(err, blob.ErrExpired):
		return &schema.Error{Code: schema.Forbidden, Msg: "The download link has expired; get its object again for a new one"}
	case err != nil:
		return &schema.Error{Code: schema.Forbidden, Msg: "The download link is not valid"}
	}
	return nil
}

// file is the content of a download.
type file struct {
	key, name, mediaType, etag string
}

func fileOf(d schema.Document, kind schema.DownloadKind) file {
	f := file{
		key: d.SourceKey, name: d.FileName, mediaType: probe.Format(d.Format).MediaType(),
		etag: fmt.Sprintf(`"%s-%s"`, d.ID, kind),
	}
	if kind == schema.DownloadOutput {
		f.key, f.name, f.mediaType = *d.OutputKey, *d.OutputName, withCharset(*d.OutputType)
	}
	return f
}

// withCharset adds the charset to the media type of our own text, which a reader would otherwise have to guess.
func withCharset(mediaType string) string {
	textual := strings.HasPrefix(mediaType, "text/") || mediaType == echo.MIMEApplicationJSON || mediaType == echo.MIMEApplicationXML
	if textual && !strings.Contains(mediaType, "charset") {
		return mediaType + "; charset=utf-8"
	}
	return mediaType
}

// serveFile responds with a blob or the requested parts of it. Files uploaded by strangers must not act in the name of
// this origin, so the browser is told only to save them.
func (s *Server) serveFile(c echo.Context, f file) error {
	r, err := s.cfg.Blobs.Open(c.Request().Context(), f.key)
	if errors.Is(err, blob.ErrNotFound) {
		return fmt.Errorf("a row without its blob: %w", err)
	}
	if err != nil {
		return unavailable("blob store", err)
	}
	defer func() { _ = r.Close() }() // only read from
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, f.mediaType)
	h.Set(echo.HeaderContentDisposition, attachment(f.name))
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	h.Set(echo.HeaderContentSecurityPolicy, "sandbox; default-src 'none'")
	h.Set(echo.HeaderCacheControl, "private, no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("ETag", f.etag)
	conn := http.NewResponseController(c.Response())
	_ = conn.SetWriteDeadline(time.Now().Add(downloadGrace + time.Duration(r.Size)*time.Second/slowest))
	defer func() { _ = conn.SetWriteDeadline(time.Time{}) }() // the next response on the connection has its own deadline
	if !strings.HasPrefix(c.Request().Header.Get("Range"), "bytes=") {
		c.Request().Header.Del("Range") // RFC 9110 §14.2: unknown units must be ignored, but http.ServeContent refuses them
	}
	if c.Request().Header.Get("Range") == "bytes=-0" {
		c.Request().Header.Set("Range", fmt.Sprintf("bytes=%d-", r.Size)) // RFC 9110 §14.1.2; http.ServeContent would respond with 206
	}
	w := &refusal{ResponseWriter: c.Response()}
	http.ServeContent(w, c.Request(), "", r.ModTime, r)
	if w.status != 0 {
		return &failure{status: w.status, detail: refusals[w.status]}
	}
	return nil
}

// refusals describe the requests that http.ServeContent refuses.
var refusals = map[int]string{
	http.StatusRequestedRangeNotSatisfiable: "The requested range is not in the file",
	http.StatusPreconditionFailed:           "The file is not the one of the precondition",
}

// refusal intercepts the text with which http.ServeContent refuses a request, because all errors have the same shape
// here.
type refusal struct {
	http.ResponseWriter
	status int // 0 if nothing was refused
}

// WriteHeader implements http.ResponseWriter.
func (w *refusal) WriteHeader(status int) {
	if _, refused := refusals[status]; refused {
		w.status = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *refusal) Write(p []byte) (int, error) {
	if w.status != 0 {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// attachment returns the Content-Disposition of a download (RFC 6266), with an ASCII name for old clients and the real
// one.
func attachment(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || strings.ContainsRune(`"\%/`, r) {
			return '_'
		}
		return r
	}, name)
	if plain == name {
		return mime.FormatMediaType("attachment", map[string]string{"filename": name})
	}
	return fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, plain, encodeExtended(name))
}

// encodeExtended returns ext-value of RFC 8187 §3.2.1 without its charset: everything but attr-char percent-encoded.
func encodeExtended(s string) string {
	return strings.NewReplacer("+", "%20", "%7E", "~", "*", "%2A").Replace(url.QueryEscape(s))
}
