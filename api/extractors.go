package api

import (
	"fmt"
	"regexp"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const (
	minSlug = 3 // characters
	maxSlug = 100
)

// slugForm is stricter than the interface recommends, because a slug is part of an address.
var slugForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*[a-z0-9]$`)

// extractor is an extractor on the wire.
type extractor struct {
	ID          uuid.UUID `json:"id"`
	Name        string    `json:"name"`
	Slug        string    `json:"slug"`
	Description *string   `json:"description"`
	CostType    string    `json:"cost_type"`
	CostCredits int32     `json:"cost_credits"`
	Version     int32     `json:"version"`
	Origin      string    `json:"origin"`
	CreatedAt   timestamp `json:"created_at"`
}

func wireExtractor(e schema.ExtractorInfo) extractor {
	return extractor{
		ID: e.ID, Name: e.Name, Slug: e.Slug, Description: e.Description, CostType: e.CostType, CostCredits: e.CostCredits,
		Version: e.Version, Origin: e.Origin, CreatedAt: timestamp(e.CreatedAt),
	}
}

// runExtractor accepts a document for the extractor named in the path.
func (s *Server) runExtractor(c echo.Context) error {
	slug := pathText(c, "slug")
	if !slugForm.MatchString(slug) {
		return schema.ErrExtractorNotFound
	}
	ctx, cancel := shortly(c)
	defer cancel()
	e, err := s.cfg.DB.ExtractorNamed(ctx, principal(c).AccountID, slug)
	if err != nil {
		return err
	}
	return s.takeDocument(c, intake{fields: runFields, passed: passedByRuns, several: true}, &e)
}

// listExtractors responds with one page of the account's active extractors, its own and the catalog's, newest first.
func (s *Server) listExtractors(c echo.Context) error {
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListExtractors(c.Request().Context(), principal(c).AccountID, principal(c).Scope.OnlyExtractors(), p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireExtractor)
}

// getExtractor responds with the extractor named in the path.
func (s *Server) getExtractor(c echo.Context) error {
	ids, err := pathIDs(c, "extractor_id")
	if err != nil {
		return err
	}
	e, err := s.cfg.DB.Extractor(c.Request().Context(), principal(c).AccountID, ids[0])
	if err != nil {
		return err
	}
	return ok(c, wireExtractor(e))
}

// updateExtractor changes the name or slug of an account's own extractor; its logic is changed by applying a
// definition.
func (s *Server) updateExtractor(c echo.Context) error {
	ids, err := pathIDs(c, "extractor_id")
	if err != nil {
		return err
	}
	account := principal(c).AccountID
	e, err := s.cfg.DB.EditableExtractor(c.Request().Context(), account, ids[0])
	if err != nil {
		return err
	}
	if c.Request().ContentLength == 0 {
		return ok(c, wireExtractor(e))
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	var name, slug *string
	if b.has("name") {
		name = new(b.text("name", maxName))
	}
	if b.has("slug") {
		slug = new(b.slug("slug"))
	}
	if err := b.err(); err != nil {
		return err
	}
	if e, err = s.cfg.DB.RenameExtractor(c.Request().Context(), account, ids[0], name, slug); err != nil {
		return err
	}
	return ok(c, wireExtractor(e))
}

// slug reads a name that can be part of an address and cannot be mistaken for an id.
func (b *jsonBody) slug(name string) string {
	s := b.text(name, maxSlug)
	_, notUUID := parseUUID(s)
	switch n := utf8.RuneCountInString(s); {
	case s == "" || n > maxSlug: // text has already complained
	case n < minSlug:
		b.wrong("string_too_short", fmt.Sprintf("String should have at least %d characters", minSlug), name)
	case !slugForm.MatchString(s):
		b.wrong("string_pattern_mismatch", "String should match pattern '"+slugForm.String()+"'", name)
	case notUUID == nil:
		b.wrong("value_error", "Value error, a slug must not look like a UUID", name)
	}
	return s
}

// deleteExtractor removes an account's own extractor from the list; documents processed with it stay.
func (s *Server) deleteExtractor(c echo.Context) error {
	ids, err := pathIDs(c, "extractor_id")
	if err != nil {
		return err
	}
	e, err := s.cfg.DB.DeleteExtractor(c.Request().Context(), principal(c).AccountID, ids[0])
	if err != nil {
		return err
	}
	return ok(c, message{fmt.Sprintf("Extractor '%s' has been deleted successfully.", e.Name)})
}
