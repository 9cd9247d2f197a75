package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"go.yaml.in/yaml/v3"

	"quire/internal/extract/definition"
	"quire/schema"
)

// extractorDefinition is one version of an extractor with its definition.
type extractorDefinition struct {
	extractor
	Source     string          `json:"source"`     // as it was applied
	Definition json.RawMessage `json:"definition"` // the same as JSON
}

// definitionVersion is a version of an extractor.
type definitionVersion struct {
	Version     int32     `json:"version"`
	CostType    string    `json:"cost_type"`
	CostCredits int32     `json:"cost_credits"`
	CreatedAt   timestamp `json:"created_at"`
}

// appliedDefinition is the result of applying a definition, or of a dry run.
type appliedDefinition struct {
	ID      *uuid.UUID `json:"id"` // null: a dry run of an extractor that does not exist
	Slug    string     `json:"slug"`
	Version int32      `json:"version"`
	Changed bool       `json:"changed"` // there is a new version, or would be
	DryRun  bool       `json:"dry_run"`
}

// StoredDefinition returns a definition and its source in the form that the database stores.
func StoredDefinition(d *definition.Definition, source []byte) schema.ExtractorDefinition {
	return schema.ExtractorDefinition{
		Slug: d.Slug, Name: d.Name, Description: d.Description, CostType: string(d.CostType), CostCredits: d.CostCredits,
		Source: string(source),
	}
}

// definedExtractor returns the extractor whose slug is in the path.
func (s *Server) definedExtractor(c echo.Context) (schema.ExtractorInfo, error) {
	slug := pathText(c, "slug")
	if !slugForm.MatchString(slug) {
		return schema.ExtractorInfo{}, schema.ErrExtractorNotFound
	}
	return s.cfg.DB.ExtractorNamed(c.Request().Context(), principal(c).AccountID, slug)
}

// getDefinition responds with one version of an extractor's definition, the newest by default.
func (s *Server) getDefinition(c echo.Context) error {
	v := queryValues(c)
	version := v.integer("version", 0, 1, math.MaxInt32)
	if err := v.err(); err != nil {
		return err
	}
	e, err := s.definedExtractor(c)
	if err != nil {
		return err
	}
	if version == 0 {
		version = int(e.Version)
	}
	row, err := s.cfg.DB.ExtractorVersion(c.Request().Context(), e.ID, version)
	if err != nil {
		return err
	}
	asJSON, err := jsonOf([]byte(row.Source))
	if err != nil {
		return err
	}
	e.Version, e.CostType, e.CostCredits = row.Version, row.CostType, row.CostCredits
	return ok(c, extractorDefinition{extractor: wireExtractor(e), Source: row.Source, Definition: asJSON})
}

// jsonOf converts a stored definition to JSON. Aliases cannot blow it up, because definitions have a limited number of
// nodes.
func jsonOf(source []byte) (json.RawMessage, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(source, &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return json.RawMessage("null"), nil
	}
	return orderedJSON(doc.Content[0])
}

// listDefinitionVersions responds with the versions of an extractor, newest first.
func (s *Server) listDefinitionVersions(c echo.Context) error {
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	e, err := s.definedExtractor(c)
	if err != nil {
		return err
	}
	rows, err := s.cfg.DB.ExtractorVersions(c.Request().Context(), e.ID, int32(p.skip), int32(p.limit))
	if err != nil {
		return err
	}
	return okList(c, rows, int(e.Version), func(v schema.ExtractorVersion) definitionVersion {
		return definitionVersion{Version: v.Version, CostType: v.CostType, CostCredits: v.CostCredits, CreatedAt: timestamp(v.CreatedAt)}
	})
}

// putDefinition applies a definition: it creates the extractor, or a new version of it if its logic has changed. A dry
// run only reports what would happen.
func (s *Server) putDefinition(c echo.Context) error {
	v := queryValues(c)
	dry := v.boolean("dry_run", false)
	if err := v.err(); err != nil {
		return err
	}
	in := requestBody(c)
	source, err := io.ReadAll(in)
	if err != nil {
		return in.failed(definitionProblem(1, "the definition is incomplete"), 0)
	}
	def, err := parseDefinition(source, pathText(c, "slug"))
	if err != nil {
		return err
	}
	if dry {
		return s.tryDefinition(c, def, source)
	}
	applied, err := s.cfg.DB.ApplyExtractor(c.Request().Context(), principal(c).AccountID, StoredDefinition(def, source), func(stored string) bool {
		return definition.SameLogic([]byte(stored), source)
	})
	if err != nil {
		return err
	}
	return ok(c, appliedDefinition{ID: &applied.ID, Slug: applied.Slug, Version: applied.Version, Changed: applied.Changed})
}

// parseDefinition checks a definition as the command line does; every fault becomes a problem with its line.
func parseDefinition(source []byte, slug string) (*definition.Definition, error) {
	def, err := definition.Parse("definition", source)
	if faults := definition.Errors(err); len(faults) > 0 {
		problems := make([]problem, 0, len(faults))
		for _, f := range faults {
			problems = append(problems, lineProblem(f.Line, f.Text))
		}
		return nil, invalid(problems...)
	}
	if err != nil {
		return nil, err
	}
	if def.Slug != slug {
		fault := definition.Fault("definition", source, "slug", fmt.Sprintf("the definition's slug is %q and the address says %q", def.Slug, slug))
		return nil, definitionProblem(fault.Line, fault.Text)
	}
	return def, nil
}

func lineProblem(line int, text string) problem {
	return problem{Loc: []string{"body", strconv.Itoa(line)}, Msg: text, Type: "definition_invalid"}
}

func definitionProblem(line int, text string) error { return invalid(lineProblem(line, text)) }

// tryDefinition responds with what applying a valid definition would do.
func (s *Server) tryDefinition(c echo.Context, def *definition.Definition, source []byte) error {
	out := appliedDefinition{Slug: def.Slug, Version: 1, Changed: true, DryRun: true}
	ctx := c.Request().Context()
	e, err := s.cfg.DB.ExtractorNamed(ctx, principal(c).AccountID, def.Slug)
	switch {
	case errors.Is(err, schema.ErrExtractorNotFound):
		return ok(c, out)
	case err != nil:
		return err
	case e.Origin == schema.ExtractorCatalog:
		return schema.ErrSlugOfCatalog(def.Slug)
	}
	stored, err := s.cfg.DB.ExtractorSource(ctx, e.ID, int(e.Version))
	if err != nil {
		return err
	}
	out.ID, out.Version, out.Changed = &e.ID, e.Version, !definition.SameLogic([]byte(stored), source)
	if out.Changed {
		out.Version++
	}
	return ok(c, out)
}

// sample is a document with its expected values.
type sample struct {
	DocumentID uuid.UUID       `json:"document_id"`
	FileName   string          `json:"file_name"`
	Expected   json.RawMessage `json:"expected"`
	CreatedAt  timestamp       `json:"created_at"`
	UpdatedAt  timestamp       `json:"updated_at"`
}

func wireSample(s schema.Sample) sample {
	return sample{DocumentID: s.DocumentID, FileName: s.FileName, Expected: s.Expected, CreatedAt: timestamp(s.CreatedAt), UpdatedAt: timestamp(s.UpdatedAt)}
}

// listSamples responds with the samples of an extractor, oldest first.
func (s *Server) listSamples(c echo.Context) error {
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	e, err := s.definedExtractor(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.Samples(c.Request().Context(), e.ID, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireSample)
}

// putSample stores the values that a person expects from a document.
func (s *Server) putSample(c echo.Context) error {
	e, d, err := s.sampleOf(c)
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	if b.required("expected") && !bytes.HasPrefix(bytes.TrimSpace(b.fields["expected"]), []byte("{")) {
		b.wrong("dict_type", "Input should be a valid dictionary", "expected")
	}
	if err := b.err(); err != nil {
		return err
	}
	row, err := s.cfg.DB.PutSample(c.Request().Context(), principal(c).AccountID, e.ID, d.ID, b.fields["expected"])
	if err != nil {
		return err
	}
	return ok(c, wireSample(schema.Sample{ExtractorSample: row, FileName: d.FileName}))
}

// deleteSample removes the values expected from a document.
func (s *Server) deleteSample(c echo.Context) error {
	e, d, err := s.sampleOf(c)
	if err != nil {
		return err
	}
	if err := s.cfg.DB.DeleteSample(c.Request().Context(), principal(c).AccountID, e.ID, d.ID); err != nil {
		return err
	}
	return ok(c, message{"Sample deleted successfully"})
}

// sampleOf returns the extractor and the document named in the path.
func (s *Server) sampleOf(c echo.Context) (schema.ExtractorInfo, schema.Document, error) {
	ids, err := pathIDs(c, "document_id")
	if err != nil {
		return schema.ExtractorInfo{}, schema.Document{}, err
	}
	e, err := s.definedExtractor(c)
	if err != nil {
		return e, schema.Document{}, err
	}
	d, err := s.cfg.DB.Document(c.Request().Context(), principal(c).AccountID, ids[0])
	return e, d, err
}
