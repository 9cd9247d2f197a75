package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// createDocument accepts a document for conversion, or for the extractor named in the form.
func (s *Server) createDocument(c echo.Context) error {
	return s.takeDocument(c, intake{fields: documentFields, several: true}, nil)
}

// takeDocument receives a file into the blob store, or a URL, and schedules the document in one transaction. Once it
// responds with 200, the document will be processed, whatever fails afterwards. Each of several files becomes a
// document.
func (s *Server) takeDocument(c echo.Context, in intake, extractor *schema.ExtractorInfo) error {
	if err := s.roomFor(c); err != nil {
		return err
	}
	in.keyOf, in.urlOnly = schema.SourceKey, s.cfg.Region == RegionEU
	f, err := s.receiveForm(c, in)
	if err != nil {
		return err
	}
	defer f.discard(c.Request().Context())
	n := schema.NewDocument{
		AccountID: principal(c).AccountID, RequestID: requestID(c), Extractor: extractor, SentAsFiles: f.files != nil,
		AtOnce: s.limiter.plan(principal(c)).Documents, Allowance: s.allowance(c),
	}
	if err := s.bindDocument(f, &n); err != nil {
		return err
	}
	if err := checkExtractor(c, f, extractor); err != nil {
		return err
	}
	return s.once(c, f.fingerprint(c), func(idem *schema.Idempotent) error {
		list, err := s.acceptDocuments(c.Request().Context(), f, n)
		if err != nil {
			return err
		}
		return s.promiseDocuments(c, f, list, idem)
	})
}

// promiseDocuments creates the documents of a form and responds with one document or, for a form of the published
// client, with a list.
func (s *Server) promiseDocuments(c echo.Context, f *form, list []schema.NewDocument, idem *schema.Idempotent) error {
	ctx, cancel := shortly(c)
	defer cancel()
	rows, starts, err := s.cfg.DB.CreateDocuments(ctx, list, idem)
	var answer any
	if err == nil {
		answer = s.created(c.Request(), rows, list[0].Extractor)
	}
	err = keep(ctx, idem, answer, err)
	if _, refused := errors.AsType[*schema.Error](err); !refused {
		f.keep()
	}
	if err != nil {
		return err
	}
	for _, start := range starts {
		if start != (schema.Start{}) {
			s.cfg.Submit(start)
		}
	}
	return ok(c, answer)
}

func (s *Server) created(r *http.Request, rows []schema.Document, used *schema.ExtractorInfo) any {
	if !rows[0].SentAsFiles {
		return wireDocument(rows[0], used)
	}
	list := make([]any, len(rows))
	for i, d := range rows {
		list[i] = s.shownDocument(r, d, used)
	}
	return list
}

// acceptDocuments applies the rules that depend on more than the shape of the request. It returns the documents of the
// form; n holds everything but their files.
func (s *Server) acceptDocuments(ctx context.Context, f *form, n schema.NewDocument) ([]schema.NewDocument, error) {
	if err := s.chooseExtractor(ctx, f, &n); err != nil {
		return nil, err
	}
	if err := s.maskAsAccount(ctx, &n); err != nil {
		return nil, err
	}
	files := f.uploads()
	switch {
	case len(files) == 0 && n.SourceURL == nil:
		return nil, badRequest("Either file or url is required")
	case len(files) > 0 && n.SourceURL != nil:
		return nil, badRequest("Send either file or url, not both")
	case len(files) == 0:
		return s.acceptURL(n)
	}
	list := make([]schema.NewDocument, len(files))
	for i, u := range files {
		list[i] = n
		list[i].ID, list[i].SourceKey = u.id, u.key
		if err := s.acceptFile(ctx, u, &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// chooseExtractor looks up the extractor named in the form, if there is one.
func (s *Server) chooseExtractor(ctx context.Context, f *form, n *schema.NewDocument) error {
	id := f.values().uuid("extractor_id")
	if id == nil {
		return nil
	}
	e, err := s.cfg.DB.Extractor(ctx, n.AccountID, *id)
	if err == nil {
		n.Extractor = &e
	}
	return err
}

func (s *Server) acceptURL(n schema.NewDocument) ([]schema.NewDocument, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	n.ID, n.SourceKey = id, schema.SourceKey(id)
	n.FileName = s.cfg.FileNameOfURL(*n.SourceURL)
	if n.FileName == "" {
		n.FileName = unnamed
	}
	return []schema.NewDocument{n}, nil
}

// publishedDocument is a document for the published client, whose versions before 0.2.1 read download_url.
type publishedDocument struct {
	documentWithLinks
	DownloadURL *string `json:"download_url"`
}

// shownDocument returns the wire form of a document for the client that sent it.
func (s *Server) shownDocument(r *http.Request, d schema.Document, used *schema.ExtractorInfo) any {
	w := s.documentWithLinks(r, d, used)
	if !d.SentAsFiles {
		return w
	}
	return publishedDocument{documentWithLinks: w, DownloadURL: w.OutputFileURL}
}
