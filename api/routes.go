package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"quire/schema"
)

// basePath is the version prefix of the interface.
const basePath = "/api/v1"

// permission is what a route requires of a key.
type permission int

const (
	open     permission = iota // no key
	anyKey                     // any key, whatever its permissions
	read                       // reads stored data
	write                      // changes something
	admin                      // manages the account itself
	operator                   // manages all accounts
)

// route is one line of the interface. Every route works with and without a trailing slash.
type route struct {
	method, path string
	needs        permission
	handler      echo.HandlerFunc
	upload       bool // accepts files: it also counts against the plan's uploads, and its body may be large
	answers      bool // waits for work in progress
}

// routes is the whole interface, in the order of its specification.
func (s *Server) routes() []route {
	return slices.Concat(s.documentRoutes(), s.extractorRoutes(), s.collectionRoutes(), s.sourceRoutes(), s.chatRoutes(), s.evalRoutes(),
		s.serviceRoutes(), s.accountRoutes(), s.adminRoutes())
}

// documentRoutes are the routes for documents, alone and in batches.
func (s *Server) documentRoutes() []route {
	return []route{
		{"POST", basePath + "/documents", write, s.createDocument, true, false},
		{"GET", basePath + "/documents", read, s.listDocuments, false, false},
		{"GET", basePath + "/documents/:id", read, s.getDocument, false, false},
		{"DELETE", basePath + "/documents/:id", write, s.deleteDocument, false, false},
		{"GET", basePath + "/documents/:id/pages", read, s.listDocumentPages, false, false},
		{"GET", basePath + "/documents/:id/pages/:number", read, s.getDocumentPage, false, false},
		{"GET", basePath + "/documents/:id/pages/:number/image", open, s.documentImage, false, false},
		{"GET", basePath + "/documents/:id/events", read, s.documentEvents, false, true},
		{"GET", basePath + "/documents/:id/evidence", read, s.listEvidence, false, false},
		{"GET", basePath + "/documents/:id/deliveries", read, s.listDeliveries, false, false},
		{"POST", basePath + "/documents/:id/deliveries/:delivery_id/redeliver", write, s.redeliver, false, false},

		{"POST", batchesPath, write, s.createBatch, true, false},
		{"GET", batchesPath, read, s.listBatches, false, false},
		{"GET", batchesPath + "/:id", read, s.getBatch, false, false},
		{"DELETE", batchesPath + "/:id", write, s.deleteBatch, false, false},
		{"GET", batchesPath + "/:id/documents", read, s.listBatchDocuments, false, false},
		{"GET", batchesPath + "/:id/results", read, s.batchResults, false, true},
		{"POST", batchesPath + "/:id/cancel", write, s.cancelBatch, false, false},
		{"GET", batchesPath + "/:id/deliveries", read, s.listBatchDeliveries, false, false},
		{"POST", batchesPath + "/:id/deliveries/:delivery_id/redeliver", write, s.redeliverBatch, false, false},
	}
}

// extractorRoutes are the routes for extractors, and for the usage of the account's plan.
func (s *Server) extractorRoutes() []route {
	return []route{
		{"POST", basePath + "/e/:slug", write, s.runExtractor, true, false},
		{"GET", basePath + "/e", read, s.listExtractors, false, false},
		{"GET", basePath + "/e/:extractor_id", read, s.getExtractor, false, false},
		{"PUT", basePath + "/e/:extractor_id", write, s.updateExtractor, false, false},
		{"DELETE", basePath + "/e/:extractor_id", write, s.deleteExtractor, false, false},
		{"GET", basePath + "/extractor-definitions/:slug", read, s.getDefinition, false, false},
		{"PUT", basePath + "/extractor-definitions/:slug", write, s.putDefinition, false, false},
		{"GET", basePath + "/extractor-definitions/:slug/versions", read, s.listDefinitionVersions, false, false},
		{"POST", basePath + "/extractor-definitions/:slug/test", write, s.testDefinition, false, false},
		{"GET", basePath + "/extractor-definitions/:slug/samples", read, s.listSamples, false, false},
		{"PUT", basePath + "/extractor-definitions/:slug/samples/:document_id", write, s.putSample, false, false},
		{"DELETE", basePath + "/extractor-definitions/:slug/samples/:document_id", write, s.deleteSample, false, false},
		{"GET", basePath + "/usage", read, s.usage, false, false},
	}
}

// collectionRoutes are the routes for collections, their files, and searching them.
func (s *Server) collectionRoutes() []route {
	return []route{
		{"POST", basePath + "/collections", write, s.createCollection, false, false},
		{"GET", basePath + "/collections", read, s.listCollections, false, false},
		{"GET", basePath + "/collections/:collection_id", read, s.getCollection, false, false},
		{"PUT", basePath + "/collections/:collection_id", write, s.renameCollection, false, false},
		{"DELETE", basePath + "/collections/:collection_id", write, s.deleteCollection, false, false},
		{"PUT", basePath + "/collections/:collection_id/masking", admin, s.setMasking, false, false},
		{"PUT", basePath + "/collections/:collection_id/retention", admin, s.setRetention, false, false},
		{"PUT", basePath + "/collections/:collection_id/hold", admin, s.holdCollection, false, false},
		{"DELETE", basePath + "/collections/:collection_id/hold", admin, s.releaseCollection, false, false},
		{"POST", basePath + "/collections/:collection_id/files", write, s.uploadFile, true, false},
		{"GET", basePath + "/collections/:collection_id/files", read, s.listFiles, false, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id", read, s.getFile, false, false},
		{"DELETE", basePath + "/collections/:collection_id/files/:file_id", write, s.deleteFile, false, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id/content", read, s.fileContent, false, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id/versions", read, s.listVersions, false, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id/pages", read, s.listFilePages, false, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id/pages/:number", read, s.getFilePage, false, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id/pages/:number/image", open, s.fileImage, false, false},
		{"GET", basePath + "/collections/:collection_id/files/:file_id/events", read, s.fileEvents, false, true},
		{"GET", basePath + "/collections/:collection_id/events", read, s.collectionEvents, false, true},
		{"POST", basePath + "/collections/:collection_id/files/:file_id/reindex", write, s.reindexFile, false, false},

		{"POST", basePath + "/collections/:collection_id/search", read, s.searchCollection, false, true},
		{"POST", basePath + "/search", read, s.search, false, true},
	}
}

// sourceRoutes are the routes for external sources that are mirrored into collections.
func (s *Server) sourceRoutes() []route {
	return []route{
		{"POST", sourcesPath, write, s.createSource, false, false},
		{"GET", sourcesPath, read, s.listSources, false, false},
		{"GET", sourcesPath + "/:source_id", read, s.getSource, false, false},
		{"PATCH", sourcesPath + "/:source_id", write, s.changeSource, false, false},
		{"DELETE", sourcesPath + "/:source_id", write, s.deleteSource, false, false},
		{"POST", sourcesPath + "/:source_id/pause", write, s.pauseSource, false, false},
		{"POST", sourcesPath + "/:source_id/resume", write, s.resumeSource, false, false},
		{"POST", sourcesPath + "/:source_id/runs", write, s.runSource, false, false},
		{"GET", sourcesPath + "/:source_id/runs", read, s.listSourceRuns, false, false},
		{"GET", sourcesPath + "/:source_id/runs/:run_id", read, s.getSourceRun, false, false},
		{"GET", sourcesPath + "/:source_id/runs/:run_id/log", read, s.listSourceLog, false, false},
	}
}

// chatRoutes are the routes for questions, alone and in sessions.
func (s *Server) chatRoutes() []route {
	return []route{
		{"POST", basePath + "/query", read, s.query, false, true},
		{"GET", basePath + "/query/:query_id/evidence", read, s.queryEvidence, false, false},
		{"POST", basePath + "/chat/sessions", write, s.createSession, false, false},
		{"GET", basePath + "/chat/sessions", read, s.listSessions, false, false},
		{"GET", basePath + "/chat/sessions/:session_id", read, s.getSession, false, false},
		{"PATCH", basePath + "/chat/sessions/:session_id", write, s.renameSession, false, false},
		{"DELETE", basePath + "/chat/sessions/:session_id", write, s.deleteSession, false, false},
		{"GET", basePath + "/chat/sessions/:session_id/messages", read, s.listMessages, false, false},
		{"GET", basePath + "/chat/sessions/:session_id/messages/:message_id/evidence", read, s.messageEvidence, false, false},
		{"POST", basePath + "/chat/sessions/:session_id/messages/:message_id/feedback", write, s.giveFeedback, false, false},
		{"GET", basePath + "/chat/sessions/:session_id/messages/:message_id/feedback", read, s.getFeedback, false, false},
		{"DELETE", basePath + "/chat/sessions/:session_id/messages/:message_id/feedback", write, s.deleteFeedback, false, false},
		{"POST", basePath + "/chat/sessions/:session_id/messages", write, s.sendMessage, false, true},
	}
}

// evalRoutes are the routes for evaluations.
func (s *Server) evalRoutes() []route {
	return []route{
		{"POST", basePath + "/evals", write, s.createEval, false, false},
		{"GET", basePath + "/evals", read, s.listEvals, false, false},
		{"GET", basePath + "/evals/:eval_id", read, s.getEval, false, false},
		{"PATCH", basePath + "/evals/:eval_id", write, s.changeEval, false, false},
		{"DELETE", basePath + "/evals/:eval_id", write, s.deleteEval, false, false},
		{"POST", basePath + "/evals/:eval_id/cases", write, s.createCase, false, false},
		{"GET", basePath + "/evals/:eval_id/cases", read, s.listCases, false, false},
		{"GET", basePath + "/evals/:eval_id/cases/:case_id", read, s.getCase, false, false},
		{"PUT", basePath + "/evals/:eval_id/cases/:case_id", write, s.replaceCase, false, false},
		{"DELETE", basePath + "/evals/:eval_id/cases/:case_id", write, s.deleteCase, false, false},
		{"POST", basePath + "/evals/:eval_id/import", write, s.importCases, true, false},
		{"GET", basePath + "/evals/:eval_id/export", read, s.exportCases, false, true},
		{"POST", basePath + "/evals/:eval_id/runs", write, s.startRun, false, false},
		{"GET", basePath + "/evals/:eval_id/runs", read, s.listRuns, false, false},
		{"GET", basePath + "/evals/:eval_id/runs/:run_id", read, s.getRun, false, false},
		{"DELETE", basePath + "/evals/:eval_id/runs/:run_id", write, s.deleteRun, false, false},
		{"POST", basePath + "/evals/:eval_id/runs/:run_id/cancel", write, s.cancelRun, false, false},
		{"GET", basePath + "/evals/:eval_id/runs/:run_id/results", read, s.listResults, false, false},
		{"GET", basePath + "/evals/:eval_id/compare", read, s.compareRuns, false, false},
	}
}

// serviceRoutes are the routes for downloads, and for monitoring the service as a whole.
func (s *Server) serviceRoutes() []route {
	return []route{
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

// accountRoutes are the routes for managing an account, and for logins.
func (s *Server) accountRoutes() []route {
	return []route{
		{"GET", basePath + "/account", admin, s.getAccount, false, false},
		{"PUT", basePath + "/account/masking", admin, s.setAccountMasking, false, false},
		{"GET", basePath + "/account/keys", admin, s.listKeys, false, false},
		{"POST", basePath + "/account/keys", admin, s.createKey, false, false},
		{"DELETE", basePath + "/account/keys/:key_id", admin, s.revokeKey, false, false},
		{"GET", basePath + "/account/webhook-secrets", admin, s.listSecrets, false, false},
		{"POST", basePath + "/account/webhook-secrets", admin, s.rotateSecret, false, false},
		{"GET", basePath + "/account/usage", admin, s.accountUsage, false, false},
		{"GET", basePath + "/account/audit", admin, s.listAudit, false, true},
		{"POST", exportsPath, admin, s.createExport, false, false},
		{"GET", exportsPath, admin, s.listExports, false, false},
		{"GET", exportsPath + "/:export_id", admin, s.getExport, false, false},
		{"DELETE", exportsPath + "/:export_id", admin, s.deleteExport, false, false},
		{"GET", exportsPath + "/:export_id/archive", admin, s.exportArchive, false, true},
		{"GET", basePath + "/account/logins", admin, s.listLogins, false, false},
		{"DELETE", basePath + "/account/logins/:login_id", admin, s.endLogin, false, false},

		{"GET", "/app/session", anyKey, s.getLogin, false, false},
		{"POST", "/app/session", open, s.logIn, false, false},
		{"DELETE", "/app/session", open, s.logOut, false, false},
		{"GET", "/app/login-methods", open, s.listLoginMethods, false, false},
		{"GET", oidcLoginPath, open, s.beginOIDC, false, false},
		{"GET", oidcCallbackPath, open, s.finishOIDC, false, false},
	}
}

// adminRoutes are the routes for operators, who manage the accounts of the service.
func (s *Server) adminRoutes() []route {
	return []route{
		{"GET", basePath + "/admin/usage", operator, s.usageOfAccounts, false, true},
		{"GET", basePath + "/admin/audit", operator, s.listServiceAudit, false, true},
		{"POST", accountsPath, operator, s.createAccount, false, false},
		{"GET", accountsPath, operator, s.listAccounts, false, false},
		{"GET", accountsPath + "/:account_id", operator, s.showAccount, false, false},
		{"PATCH", accountsPath + "/:account_id", operator, s.changeAccount, false, false},
		{"DELETE", accountsPath + "/:account_id", operator, s.deleteAccount, false, false},
		{"POST", accountsPath + "/:account_id/suspend", operator, s.suspendAccount, false, false},
		{"POST", accountsPath + "/:account_id/resume", operator, s.resumeAccount, false, false},
		{"PUT", accountsPath + "/:account_id/hold", operator, s.holdAccount, false, false},
		{"DELETE", accountsPath + "/:account_id/hold", operator, s.releaseAccount, false, false},
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

// unrouted counts requests that match no route but carry a valid key, so that even a 404 or 405 shows the account's
// limits. It also drains their bodies.
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

// patience is how long a handler waits for the database, regardless of how long the client's body took.
const patience = 15 * time.Second

// shortly returns the request's context, limited to patience.
func shortly(c echo.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.Request().Context(), patience)
}

// guarded runs the checks that precede the handler of a route: the key, the rate limits, the key's permission and
// scope.
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
		if err := s.checkScope(c, r); err != nil {
			return err
		}
		c.SetRequest(c.Request().WithContext(schema.WithActor(c.Request().Context(), actor(c, p))))
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
		defer c.SetRequest(original) // its context shows whether the client is still there
		c.SetRequest(original.WithContext(ctx))
		return next(c)
	}
}
