package api

import (
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// errOutOfScope is the response to a key with a scope on a route for things that do not belong to single collections or
// extractors.
var errOutOfScope = &schema.Error{
	Code: schema.Forbidden, Msg: "This key is for some collections and extractors only; this needs a key of the whole account",
}

// scopeRule says how far a key with a scope can use a route.
type scopeRule struct {
	method string // "" means all
	path   string // a path that ends in /* stands for everything below it, and for the part before it
	// check refuses what is out of the scope. If it is nil, the handler lists only what is within the scope, or checks
	// its body.
	check func(s *Server, c echo.Context) error
}

// scopeRules say which routes a key with a scope can use. Routes without a rule need a key of the whole account, so
// that a new route cannot be forgotten.
var scopeRules = []scopeRule{
	{"POST", basePath + "/documents", nil},
	{"GET", basePath + "/documents", nil},
	{"", basePath + "/documents/:id/*", documentInScope},
	{"GET", basePath + "/e", nil},
	{"POST", basePath + "/e/:slug", slugInScope},
	{"", basePath + "/e/:extractor_id", extractorInScope},
	{"", basePath + "/extractor-definitions/:slug", slugInScope},
	{"GET", basePath + "/extractor-definitions/:slug/versions", slugInScope},
	{"GET", basePath + "/collections", nil},
	{"", basePath + "/collections/:collection_id/*", collectionInScope},
	{"POST", basePath + "/search", nil},
	{"POST", basePath + "/query", nil},
	{"", basePath + "/query/:query_id/*", queryInScope},
	{"", basePath + "/chat/sessions", nil},
	{"", basePath + "/chat/sessions/:session_id/*", sessionInScope},
	{"GET", "/app/session", nil},
}

func (r scopeRule) covers(method, path string) bool {
	above, isTree := strings.CutSuffix(r.path, "/*")
	within := path == above || (isTree && strings.HasPrefix(path, above+"/"))
	return within && (r.method == "" || r.method == method)
}

// scopeRuleOf returns the rule for a route, if there is one.
func scopeRuleOf(r route) (scopeRule, bool) {
	for _, rule := range scopeRules {
		if rule.covers(r.method, r.path) {
			return rule, true
		}
	}
	return scopeRule{}, false
}

// checkScope is the gate for keys with a scope: it refuses routes that they may not use, and treats what is out of the
// scope as if it did not exist.
func (s *Server) checkScope(c echo.Context, r route) error {
	if principal(c).Scope == nil || r.path == "" { // a door: everything done through it passes this gate again
		return nil
	}
	rule, ok := scopeRuleOf(r)
	switch {
	case !ok:
		return errOutOfScope
	case rule.check == nil:
		return nil
	}
	return rule.check(s, c)
}

func documentInScope(s *Server, c echo.Context) error {
	ctx, cancel := shortly(c)
	defer cancel()
	ids, err := pathIDs(c, "id")
	if err != nil {
		return err
	}
	d, err := s.cfg.DB.Document(ctx, principal(c).AccountID, ids[0])
	if err == nil && !principal(c).Scope.HasExtractor(d.ExtractorID) {
		err = schema.ErrDocumentNotFound
	}
	return err
}

func slugInScope(s *Server, c echo.Context) error {
	ctx, cancel := shortly(c)
	defer cancel()
	e, err := s.cfg.DB.ExtractorNamed(ctx, principal(c).AccountID, pathText(c, "slug"))
	if err == nil && !principal(c).Scope.HasExtractor(&e.ID) {
		err = schema.ErrExtractorNotFound
	}
	return err
}

func extractorInScope(_ *Server, c echo.Context) error {
	ids, err := pathIDs(c, "extractor_id")
	if err == nil && !principal(c).Scope.HasExtractor(&ids[0]) {
		err = schema.ErrExtractorNotFound
	}
	return err
}

func collectionInScope(_ *Server, c echo.Context) error {
	ids, err := pathIDs(c, "collection_id")
	if err != nil {
		return err
	}
	return checkCollections(c, ids)
}

func queryInScope(s *Server, c echo.Context) error {
	ctx, cancel := shortly(c)
	defer cancel()
	ids, err := pathIDs(c, "query_id")
	if err != nil {
		return err
	}
	t, err := s.cfg.DB.Query(ctx, principal(c).AccountID, ids[0])
	if err == nil && !principal(c).Scope.HasCollections(t.CollectionIds) {
		err = schema.ErrQueryNotFound
	}
	return err
}

func sessionInScope(s *Server, c echo.Context) error {
	ctx, cancel := shortly(c)
	defer cancel()
	ids, err := pathIDs(c, "session_id")
	if err != nil {
		return err
	}
	return s.cfg.DB.CheckSession(ctx, principal(c).AccountID, ids[0], principal(c).Scope)
}

// checkCollections treats collections out of the key's scope as if they did not exist.
func checkCollections(c echo.Context, ids []uuid.UUID) error {
	if !principal(c).Scope.HasCollections(ids) {
		return schema.ErrCollectionNotFound
	}
	return nil
}

// checkExtractor refuses a form for the extractor named in the path or the form, or for none, if that is out of the
// key's scope.
func checkExtractor(c echo.Context, f *form, ofPath *schema.ExtractorInfo) error {
	id := f.values().uuid("extractor_id")
	if ofPath != nil {
		id = &ofPath.ID
	}
	switch {
	case principal(c).Scope.HasExtractor(id):
		return nil
	case id == nil:
		return errOutOfScope
	}
	return schema.ErrExtractorNotFound
}
