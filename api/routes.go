package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"quire/schema"
)

// basePath is the version prefix of the interface.
const basePath = "/api/v1"

// permission is what a key must allow for a route.
type permission int

const (
	open  permission = iota // no key
	read                    // answers from what is stored
	write                   // changes something
)

// route is one line of the interface. Every route answers with and without a trailing slash.
type route struct {
	method, path string
	needs        permission
	handler      echo.HandlerFunc
	upload       bool // takes files: it counts against the uploads of the plan too, and its body may be large
	answers      bool // waits for an answer to be written
}

// routes is the whole interface, in the order of its specification.
func (s *Server) routes() []route {
	return []route{
		{"POST", basePath + "/documents", write, s.createDocument, true, false},
		{"GET", basePath + "/documents", read, s.listDocuments, false, false},
		{"GET", basePath + "/documents/:id", read, s.getDocument, false, false},
		{"DELETE", basePath + "/documents/:id", write, s.deleteDocument, false, false},
		{"GET", basePath + "/documents/:id/evidence", read, s.listEvidence, false, false},
		{"GET", basePath + "/documents/:id/deliveries", read, s.listDeliveries, false, false},
		{"POST", basePath + "/documents/:id/deliveries/:delivery_id/redeliver", write, s.redeliver, false, false},

		{"POST", basePath + "/e/:slug", write, s.runExtractor, true, false},
		{"GET", basePath + "/e", read, s.listExtractors, false, false},
		{"GET", basePath + "/e/:extractor_id", read, s.getExtractor, false, false},
		{"PUT", basePath + "/e/:extractor_id", write, s.updateExtractor, false, false},
		{"DELETE", basePath + "/e/:extractor_id", write, s.deleteExtractor, false, false},
		{"GET", basePath + "/usage", read, s.usage, false, false},

		{"POST", basePath + "/collections", write, s.createCollection, false, false},
		{"GET", basePath + "/collections", read, s.listCollections, false, false},
		{"GET", basePath + "/collections/:collection_id", read, s.getCollection, false, false},
		{"PUT", basePath + "/collections/:collection_id", write, s.renameCollection, false, false},
		{"DELETE", basePath + "/collections/:collection_id", write, s.deleteCollection, false, false},
		{"POST", basePath + "/collections/:collection_id/files", write, s.uploadFile, true, false},
		{"GET", basePath + "/collections/:collection_id/files", read, s.listFiles, false, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id", read, s.getFile, false, false},
		{"DELETE", basePath + "/collections/:collection_id/files/:file_id", write, s.deleteFile, false, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id/content", read, s.fileContent, false, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id/versions", read, s.listVersions, false, false},
		{"POST", basePath + "/collections/:collection_id/files/:file_id/reindex", write, s.reindexFile, false, false},

		{"POST", basePath + "/query", read, s.query, false, true},
		{"POST", basePath + "/chat/sessions", write, s.createSession, false, false},
		{"GET", basePath + "/chat/sessions", read, s.listSessions, false, false},
		{"GET", basePath + "/chat/sessions/:session_id", read, s.getSession, false, false},
		{"PATCH", basePath + "/chat/sessions/:session_id", write, s.renameSession, false, false},
		{"DELETE", basePath + "/chat/sessions/:session_id", write, s.deleteSession, false, false},
		{"GET", basePath + "/chat/sessions/:session_id/messages", read, s.listMessages, false, false},
		{"POST", basePath + "/chat/sessions/:session_id/messages", write, s.sendMessage, false, true},

		{"GET", basePath + "/files/:kind/:id/:name", open, s.download, false, false},
		{"GET", basePath + "/files/:kind/:id/:version/:name", open, s.downloadVersion, false, false},

		{"GET", basePath + "/openapi.json", open, s.openAPI, false, false},
		{"GET", docsPath, open, s.docs, false, false},
		{"GET", docsPath + "/:file", open, s.docs, false, false},
		{"GET", "/healthz", open, s.healthz, false, false},
		{"GET", "/readyz", open, s.readyz, false, false},
		{"GET", "/metrics", open, s.showMetrics, false, false},
	}
}

func (s *Server) mount() {
	for _, r := range s.routes() {
		h := s.bounded(r, s.guarded(r, r.handler))
		methods := []string{r.method}
		if r.method == http.MethodGet {
			methods = append(methods, http.MethodHead) // RFC 9110 §9.1; net/http leaves the body out
		}
		s.echo.Match(methods, r.path, h)
		s.echo.Match(methods, r.path+"/", h)
	}
}

// unrouted counts the requests that no route takes when they carry a valid key, so that a 404 or 405 too says where the
// account stands. Whatever they carried besides is discarded in order.
func (s *Server) unrouted(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if !errors.Is(err, echo.ErrNotFound) && !errors.Is(err, echo.ErrMethodNotAllowed) {
			return err
		}
		s.boundBody(c, maxBody)
		p, refused := s.authenticate(c)
		if refused != nil {
			return err // without a valid key there is nothing to count, and nothing here to protect
		}
		setPrincipal(c, p)
		if limited := s.limiter.take(c, p, false); limited != nil {
			return limited
		}
		return err
	}
}

// patience is what a handler waits for the database, however long the client's body took.
const patience = 15 * time.Second

// shortly is the request's context, but not for longer than patience.
func shortly(c echo.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.Request().Context(), patience)
}

// guarded runs the checks that come before a route's own: the key, the rate limits, the key's permission.
func (s *Server) guarded(r route, next echo.HandlerFunc) echo.HandlerFunc {
	if r.needs == open {
		return next
	}
	return func(c echo.Context) error {
		p, err := s.authenticate(c)
		if err != nil {
			return err
		}
		if err := s.limiter.take(c, p, r.upload); err != nil {
			return err
		}
		if !allows(p, r.needs) {
			return errAccessDenied
		}
		setPrincipal(c, p)
		c.SetRequest(c.Request().WithContext(schema.WithActor(c.Request().Context(), schema.Actor{
			Name: p.Display, KeyID: &p.KeyID, RequestID: requestID(c), IP: c.RealIP(),
		})))
		if err := s.announced(c); err != nil {
			return err
		}
		c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
		if r.upload || r.answers {
			return next(c)
		}
		ctx, cancel := shortly(c)
		defer cancel()
		original := c.Request()
		defer c.SetRequest(original) // whose context tells whether the client is still there
		c.SetRequest(original.WithContext(ctx))
		return next(c)
	}
}
