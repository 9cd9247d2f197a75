package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/internal/extract"
	"quire/internal/extract/definition"
	"quire/internal/extract/trial"
	"quire/internal/highlight"
	"quire/schema"
)

const (
	maxTried      = 5   // documents that one request may name
	maxTriedPages = 100 // of a document
	// trialTime bounds the time spent on one request; the response says which documents were left out.
	trialTime = 10 * time.Second
	// maxLocated bounds the values of a document whose positions are looked up, because each lookup scans a whole page.
	maxLocated = 200
)

// trialResult is the result of running a definition on a document.
type trialResult struct {
	DocumentID uuid.UUID       `json:"document_id"`
	FileName   string          `json:"file_name"`
	Error      *string         `json:"error"` // null: it was run
	Value      json.RawMessage `json:"value"`
	Evidence   []trialEvidence `json:"evidence"`
	Warnings   []string        `json:"warnings"`
	Missing    []string        `json:"missing"` // required paths without a value: a run would fail
	// Changes lists where the result differs from that of the stored version, whose values are in want.
	Changes []trial.Difference `json:"changes"`
	// Broken lists where the result differs from what the sample expects. It is null if the document is not a sample.
	Broken *[]trial.Difference `json:"broken"`
}

// trialEvidence is the evidence of a value.
type trialEvidence struct {
	Path     string `json:"path"`
	Value    any    `json:"value"`
	Page     *int   `json:"page"`
	Quote    string `json:"quote"`
	Verified bool   `json:"verified"`

	Places []highlight.Place `json:"places"`
}

// trialAnswer is the outcome of a trial.
type trialAnswer struct {
	list[trialResult]
	Broken int `json:"broken"` // documents that were not run, or whose result is not the expected one
}

// tried is a document to be tried, with its sample if it is one.
type tried struct {
	id       uuid.UUID
	expected json.RawMessage
}

// testDefinition runs a draft, or the stored definition, on the given documents or on all samples, and responds with
// the results and their differences. It runs only the rules, because calling models is up to the workers.
func (s *Server) testDefinition(c echo.Context) error {
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	source := b.optional("source", definition.MaxBytes)
	var ids []uuid.UUID
	if b.has("document_ids") {
		ids = b.uuids("document_ids", 1, maxTried)
	}
	if err := b.err(); err != nil {
		return err
	}
	t, err := s.newTrial(c, source)
	if err != nil {
		return err
	}
	documents, err := s.triedDocuments(c, t, ids)
	if err != nil {
		return err
	}
	select {
	case s.trials <- struct{}{}:
		defer func() { <-s.trials }()
	case <-c.Request().Context().Done():
		return unavailable("trials", c.Request().Context().Err())
	}
	return ok(c, s.runTrial(c, t, documents))
}

// definitionTrial is a trial with the definitions to run.
type definitionTrial struct {
	draft  *definition.Definition
	stored *definition.Definition // nil if there is none, or if the draft is the stored one
	of     *schema.ExtractorInfo  // nil if the draft is for an extractor that does not exist yet
}

func (s *Server) newTrial(c echo.Context, source string) (definitionTrial, error) {
	var t definitionTrial
	var stored *definition.Definition
	e, err := s.definedExtractor(c)
	switch {
	case err == nil:
		text, err := s.cfg.DB.ExtractorSource(c.Request().Context(), e.ID, int(e.Version))
		if err != nil {
			return t, err
		}
		t.of = &e
		if stored, err = definition.Parse("definition", []byte(text)); err != nil {
			stored = nil // created by a build with other rules, so there is nothing to compare with
		}
	case !errors.Is(err, schema.ErrExtractorNotFound) || source == "":
		return t, err
	}
	if source == "" {
		if t.draft = stored; stored == nil {
			return t, conflict("The extractor's definition is no longer valid and must be applied again")
		}
		return t, nil
	}
	t.stored = stored
	t.draft, err = parseDefinition([]byte(source), pathText(c, "slug"))
	return t, err
}

// triedDocuments returns the documents with the given ids or, if there are none, all samples.
func (s *Server) triedDocuments(c echo.Context, t definitionTrial, ids []uuid.UUID) ([]tried, error) {
	ctx := c.Request().Context()
	expected, list := map[uuid.UUID]json.RawMessage{}, []tried{}
	if t.of != nil {
		samples, _, err := s.cfg.DB.Samples(ctx, t.of.ID, 0, schema.MaxSamples)
		if err != nil {
			return nil, err
		}
		for _, one := range samples {
			expected[one.DocumentID] = one.Expected
			list = append(list, tried{one.DocumentID, one.Expected})
		}
	}
	if len(ids) == 0 {
		return list, nil
	}
	list = list[:0]
	for _, id := range ids {
		if _, err := s.cfg.DB.Document(ctx, principal(c).AccountID, id); err != nil {
			return nil, err
		}
		list = append(list, tried{id, expected[id]})
	}
	return list, nil
}

func (s *Server) runTrial(c echo.Context, t definitionTrial, documents []tried) trialAnswer {
	ctx, cancel := context.WithTimeout(c.Request().Context(), trialTime)
	defer cancel()
	answer := trialAnswer{list: list[trialResult]{Data: make([]trialResult, 0, len(documents)), Count: len(documents)}}
	for _, d := range documents {
		r := trialResult{DocumentID: d.id, Evidence: []trialEvidence{}, Warnings: []string{}, Missing: []string{}, Changes: []trial.Difference{}}
		if err := s.tryDocument(ctx, principal(c).AccountID, t, d, &r); err != nil {
			r.Error = new(s.trialError(c, err))
		}
		if r.Error != nil || (r.Broken != nil && len(*r.Broken) > 0) {
			answer.Broken++
		}
		answer.Data = append(answer.Data, r)
	}
	return answer
}

// trialError returns the error in words for people, and logs what happened internally.
func (s *Server) trialError(c echo.Context, err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "Not run: the time for one test was used up; name fewer documents"
	}
	f := failureOf(err)
	if f.cause != nil {
		s.cfg.Logger.WarnContext(c.Request().Context(), "a trial of an extractor failed", "request_id", requestID(c), "error", err)
	}
	return f.message()
}

func (s *Server) tryDocument(ctx context.Context, account uuid.UUID, t definitionTrial, of tried, to *trialResult) error {
	d, err := s.cfg.DB.Document(ctx, account, of.id)
	if err != nil {
		return err
	}
	to.FileName = d.FileName
	if err := hasPages(d); err != nil {
		return err
	}
	return s.readPages(ctx, pagesOfDocument(d), func(r *pagestore.Reader) error {
		if n := len(r.Heads()); n > maxTriedPages {
			return conflict(fmt.Sprintf("The document has %d pages; a test is for documents of at most %d", n, maxTriedPages))
		}
		res, err := extract.Run(ctx, t.draft, trial.Pages(r), nil)
		if err != nil {
			return pageError(err)
		}
		to.show(res)
		if err := to.locate(ctx, r); err != nil {
			return err
		}
		return t.compare(ctx, trial.Pages(r), of, to)
	})
}

func (r *trialResult) show(res extract.Result) {
	r.Value = res.Value
	r.Warnings, r.Missing = append(r.Warnings, res.Warnings...), append(r.Missing, res.MissingRequired...)
	for _, e := range res.Evidence {
		w := trialEvidence{Path: e.Path, Value: e.Value, Quote: e.Quote, Verified: e.Verified, Places: []highlight.Place{}}
		if e.Page > 0 {
			w.Page = &e.Page
		}
		r.Evidence = append(r.Evidence, w)
	}
}

// locate adds the positions of the first values' quotes, on as many pages as one response reads.
func (r *trialResult) locate(ctx context.Context, pages *pagestore.Reader) error {
	read := 0
	book := highlight.NewBook(func(number int) (page.Page, error) {
		if read++; read > mostPages {
			return page.Page{Number: number}, nil
		}
		return pages.Page(number)
	})
	for i := range r.Evidence[:min(len(r.Evidence), maxLocated)] {
		v := &r.Evidence[i]
		if v.Page == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		places, err := book.Find(v.Quote, *v.Page, *v.Page)
		if err != nil {
			return pageError(err)
		}
		v.Places = places
	}
	return nil
}

// compare adds the differences from the result of the stored version and from the expected values.
func (t definitionTrial) compare(ctx context.Context, pages extract.Source, of tried, to *trialResult) error {
	if of.expected != nil {
		broken, err := trial.Broken(of.expected, to.Value)
		if err != nil {
			return err
		}
		to.Broken = &broken
	}
	if t.stored == nil {
		return nil
	}
	before, err := extract.Run(ctx, t.stored, pages, nil)
	if err == nil {
		to.Changes, err = trial.Changes(before.Value, to.Value)
	}
	return err
}
