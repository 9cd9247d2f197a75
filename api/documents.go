package api

import (
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const maxSearch = 255 // characters

// document is a document on the wire.
type document struct {
	ID          uuid.UUID             `json:"id"`
	FileName    string                `json:"file_name"`
	FileSize    int64                 `json:"file_size"`
	PageCount   *int32                `json:"page_count"`
	Status      schema.DocumentStatus `json:"status"`
	Accuracy    *string               `json:"accuracy"`
	ExtractorID *uuid.UUID            `json:"extractor_id"`
	Extractor   *documentExtractor    `json:"extractor,omitempty"`
	Error       *string               `json:"error"`
	CreatedAt   timestamp             `json:"created_at"`
	CompletedAt *timestamp            `json:"completed_at"`
	ExpiresAt   *timestamp            `json:"expires_at"`
	// Masking is omitted if nothing is masked, because the specification does not have it.
	Masking []string `json:"masking,omitempty"`
}

// documentExtractor is the extractor of a document on the wire: its current name and slug, and the price of the run.
type documentExtractor struct {
	ID          uuid.UUID `json:"id"`
	Name        string    `json:"name"`
	Slug        string    `json:"slug"`
	CostType    string    `json:"cost_type"`
	CostCredits int32     `json:"cost_credits"`
}

// documentWithLinks is a document with its download links, which are null unless it is COMPLETED.
type documentWithLinks struct {
	document
	OutputFileURL  *string `json:"output_file_url"`
	FileURL        *string `json:"file_url"`
	OutputFileName *string `json:"output_file_name"`
}

// wireDocument returns the wire form of a document and, if one was used, its extractor.
func wireDocument(d schema.Document, used *schema.ExtractorInfo) document {
	w := document{
		ID: d.ID, FileName: d.FileName, FileSize: d.FileSize, PageCount: d.PageCount, Status: d.StatusAt(time.Now()),
		Accuracy: d.Accuracy, ExtractorID: d.ExtractorID, Error: d.Error, CreatedAt: timestamp(d.CreatedAt),
		CompletedAt: (*timestamp)(d.CompletedAt), ExpiresAt: (*timestamp)(d.ExpiresAt), Masking: d.Masking,
	}
	if used != nil {
		w.Extractor = &documentExtractor{
			ID: used.ID, Name: used.Name, Slug: used.Slug, CostType: used.CostType, CostCredits: used.CostCredits,
		}
	}
	return w
}

func (s *Server) documentWithLinks(r *http.Request, d schema.Document, used *schema.ExtractorInfo) documentWithLinks {
	w := documentWithLinks{document: wireDocument(d, used)}
	if w.Status != schema.Completed {
		return w
	}
	w.OutputFileURL = new(s.link(r, d, schema.DownloadOutput, *d.OutputName))
	w.FileURL = new(s.link(r, d, schema.DownloadSource, d.FileName))
	w.OutputFileName = d.OutputName
	return w
}

// listDocuments responds with one page of the account's documents, newest first.
func (s *Server) listDocuments(c echo.Context) error {
	v := queryValues(c)
	p := v.paging()
	filter := schema.DocumentFilter{
		AccountID: principal(c).AccountID, ExtractorID: v.uuid("extractor_id"),
		NoExtractor: v.boolean("no_extractor", false), Search: v.composed("search", maxSearch),
		DateFrom: v.time("date_from", false), DateTo: v.time("date_to", true),
		Status: schema.DocumentStatus(v.enum("status", "", documentStatuses...)),
		Only:   principal(c).Scope.OnlyExtractors(), Skip: p.skip, Limit: p.limit,
	}
	if err := v.err(); err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListDocuments(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	used, err := s.cfg.DB.ExtractorsOf(c.Request().Context(), rows...)
	if err != nil {
		return err
	}
	return okList(c, rows, count, func(d schema.Document) document { return wireDocument(d, used[d.ID]) })
}

var documentStatuses = []string{
	string(schema.Pending), string(schema.Processing), string(schema.Completed), string(schema.Failed), string(schema.Expired),
}

// getDocument responds with a document and freshly signed links.
func (s *Server) getDocument(c echo.Context) error {
	d, err := s.documentOf(c)
	if err != nil {
		return err
	}
	used, err := s.cfg.DB.ExtractorsOf(c.Request().Context(), d)
	if err != nil {
		return err
	}
	return ok(c, s.shownDocument(c.Request(), d, used[d.ID]))
}

// documentOf returns the document named in the path.
func (s *Server) documentOf(c echo.Context) (schema.Document, error) {
	ids, err := pathIDs(c, "id")
	if err != nil {
		return schema.Document{}, err
	}
	return s.cfg.DB.Document(c.Request().Context(), principal(c).AccountID, ids[0])
}

// message is the response to a request that has nothing else to return.
type message struct {
	Message string `json:"message"`
}

// deleteDocument hides the document for good; its files are removed afterwards.
func (s *Server) deleteDocument(c echo.Context) error {
	ids, err := pathIDs(c, "id")
	if err != nil {
		return err
	}
	d, purge, err := s.cfg.DB.DeleteDocument(c.Request().Context(), principal(c).AccountID, ids[0], requestID(c))
	if err != nil {
		return err
	}
	if d.Status.InFlight() {
		s.cfg.Cancel(schema.DocumentStart(d))
	}
	s.cfg.Submit(purge)
	return ok(c, message{"Document deleted successfully"})
}
