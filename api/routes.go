package api

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"
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
}

// routes is the whole interface, in the order of its specification.
func (s *Server) routes() []route {
	return []route{
		{"POST", basePath + "/documents", write, s.createDocument, true},
		{"GET", basePath + "/documents", read, s.listDocuments, false},
		{"GET", basePath + "/documents/:id", read, s.getDocument, false},
		{"DELETE", basePath + "/documents/:id", write, s.deleteDocument, false},
		{"GET", basePath + "/documents/:id/deliveries", read, s.listDeliveries, false},
		{"POST", basePath + "/documents/:id/deliveries/:delivery_id/redeliver", write, s.redeliver, false},

		{"POST", basePath + "/collections", write, s.createCollection, false},
		{"GET", basePath + "/collections", read, s.listCollections, false},
		{"GET", basePath + "/collections/:collection_id", read, s.getCollection, false},
		{"PUT", basePath + "/collections/:collection_id", write, s.renameCollection, false},
		{"DELETE", basePath + "/collections/:collection_id", write, s.deleteCollection, false},
		{"POST", basePath + "/collections/:collection_id/files", write, s.uploadFile, true},
		{"GET", basePath + "/collections/:collection_id/files", read, s.listFiles, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id", read, s.getFile, false},
		{"DELETE", basePath + "/collections/:collection_id/files/:file_id", write, s.deleteFile, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id/content", read, s.fileContent, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id/versions", read, s.listVersions, false},
		{"POST", basePath + "/collections/:collection_id/files/:file_id/reindex", write, s.reindexFile, false},

		{"GET", basePath + "/files/:kind/:id/:name", open, s.download, false},
		{"HEAD", basePath + "/files/:kind/:id/:name", open, s.download, false},
		{"GET", basePath + "/files/:kind/:id/:version/:name", open, s.downloadVersion, false},
		{"HEAD", basePath + "/files/:kind/:id/:version/:name", open, s.downloadVersion, false},

		{"GET", basePath + "/openapi.json", open, s.openAPI, false},
		{"GET", "/docs", open, s.docs, false},
		{"GET", "/healthz", open, s.healthz, false},
		{"GET", "/readyz", open, s.readyz, false},
		{"GET", "/metrics", open, s.showMetrics, false},
	}
}

func (s *Server) mount() {
	for _, r := range s.routes() {
		h := s.bounded(r, s.guarded(r, r.handler))
		s.echo.Add(r.method, r.path, h)
		s.echo.Add(r.method, r.path+"/", h)
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
		if err := s.announced(c); err != nil {
			return err
		}
		c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
		if r.upload {
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
