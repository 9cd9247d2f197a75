package api

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"quire/schema"
)

// fileContent serves a version of a file, either as it was uploaded or as Markdown.
func (s *Server) fileContent(c echo.Context) error {
	f, err := s.fileOfPath(c)
	if err != nil {
		return err
	}
	v := queryValues(c)
	format := v.enum("format", "markdown", "markdown", "original")
	number := v.integer("version", int(f.Version), 1, math.MaxInt32)
	if err := v.err(); err != nil {
		return err
	}
	row, err := s.cfg.DB.FileVersion(c.Request().Context(), f.AccountID, f.CollectionID, f.ID, number)
	if err != nil {
		return err
	}
	kind := schema.DownloadOutput
	if format == "original" {
		kind = schema.DownloadSource
	}
	return s.serveVersion(c, f, row, kind)
}

// serveVersion responds with one of a version's two files.
func (s *Server) serveVersion(c echo.Context, f schema.FileInfo, v schema.VersionInfo, kind schema.DownloadKind) error {
	give := file{key: v.SourceKey, name: f.Filename, mediaType: v.MediaType, etag: fmt.Sprintf(`"%s-%s"`, v.ID, kind)}
	if kind == schema.DownloadSource {
		if err := s.unmask(c, maskedFile(f, v)); err != nil {
			return err
		}
		return s.serveFile(c, give)
	}
	switch {
	case v.Status == schema.FileStored:
		return &schema.Error{Code: schema.Conflict, Msg: "Files of this type are kept as they are and have no Markdown; use format=original"}
	case v.OutputKey == nil && v.Status == schema.FileFailed:
		return &schema.Error{Code: schema.Conflict, Msg: "The file could not be processed; there is no Markdown of it"}
	case v.OutputKey == nil:
		return &schema.Error{Code: schema.Conflict, Msg: "The file is still being processed; there is no Markdown of it yet"}
	}
	if err := shownVersion(v); err != nil {
		return err
	}
	give.key, give.name, give.mediaType = *v.OutputKey, markdownName(f.Filename), "text/markdown; charset=utf-8"
	give.etag = fmt.Sprintf(`"%s-%s"`, v.ID, *v.OutputKey)
	return s.serveFile(c, give)
}

// versionLink returns a signed link to one of the newest version's two files.
func (s *Server) versionLink(r *http.Request, f schema.FileInfo, kind schema.DownloadKind, name string) string {
	path := schema.VersionDownloadPath(kind, f.ID, int(f.Version), name)
	return s.baseURL(r) + path + "?" + s.cfg.Signer.Sign(path, time.Now().Add(s.cfg.LinkLifetime))
}

// downloadVersion serves a version of a file to anyone holding a signed link to it. The file is looked up every time,
// so the link dies with the file.
func (s *Server) downloadVersion(c echo.Context) error {
	kind, id, err := linkTarget(c)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(pathText(c, "version"))
	if err != nil {
		return schema.ErrVersionNotFound
	}
	if err := s.verifyPath(c, schema.VersionDownloadPath(kind, id, number, pathText(c, "name"))); err != nil {
		return err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	f, v, err := s.cfg.DB.FileForDownload(ctx, id, number)
	if err != nil {
		return err
	}
	asked, err := formAsked(c, kind)
	if err != nil {
		return err
	}
	if asked == "" || asked == formMarkdown {
		return s.serveVersion(c, f, v, kind)
	}
	if err := converted(v); err != nil {
		return err
	}
	return s.serveForm(c, pagesOfVersion(v), formed{form: asked, name: markdownName(f.Filename), account: f.AccountID})
}
