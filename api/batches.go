package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const (
	batchesPath = basePath + "/batches"
	// uploadsInBatch is how many times the maximum file size the body of a batch may have.
	uploadsInBatch = 10
	// batchPatience is how long a handler waits for the database to write a thousand documents.
	batchPatience = 4 * patience
)

// batch is a batch on the wire.
type batch struct {
	ID          uuid.UUID          `json:"id"`
	Status      schema.BatchStatus `json:"status"`
	Counts      batchCounts        `json:"counts"`
	CallbackURL *string            `json:"callback_url"`
	CreatedAt   timestamp          `json:"created_at"`
	CancelledAt *timestamp         `json:"cancelled_at"`
	FinishedAt  *timestamp         `json:"finished_at"`
}

// batchCounts counts the documents of a batch by state.
type batchCounts struct {
	Total      int `json:"total"`
	Pending    int `json:"pending"`
	Processing int `json:"processing"`
	Completed  int `json:"completed"`
	Failed     int `json:"failed"`
	Expired    int `json:"expired"`
	Deleted    int `json:"deleted"`
}

func wireBatch(b schema.BatchWithCounts) batch {
	counts := batchCounts{
		Total: int(b.Size), Pending: b.Counts[schema.Pending], Processing: b.Counts[schema.Processing],
		Completed: b.Counts[schema.Completed], Failed: b.Counts[schema.Failed], Expired: b.Counts[schema.Expired],
	}
	counts.Deleted = counts.Total
	for _, n := range b.Counts {
		counts.Deleted -= n
	}
	return batch{
		ID: b.ID, Status: b.Status(), Counts: counts, CallbackURL: b.CallbackURL, CreatedAt: timestamp(b.CreatedAt),
		CancelledAt: (*timestamp)(b.CancelledAt), FinishedAt: (*timestamp)(b.FinishedAt),
	}
}

// createBatch accepts many documents at once: files in a form, or URLs in JSON. Once it responds with 200, all of them
// will be processed, whatever fails afterwards; a batch without a response does not exist.
func (s *Server) createBatch(c echo.Context) error {
	if err := s.roomFor(c); err != nil {
		return err
	}
	received, err := s.receiveBatch(c)
	if err != nil {
		return err
	}
	defer received.form.discard(c.Request().Context())
	n := schema.NewDocument{
		AccountID: principal(c).AccountID, RequestID: requestID(c), AtOnce: s.limiter.plan(principal(c)).Documents,
		Allowance: s.allowance(c),
	}
	if err := s.bindDocument(received.form, &n); err != nil {
		return err
	}
	return s.once(c, received.fingerprint, func(idem *schema.Idempotent) error {
		if err := s.copyOriginals(c.Request().Context(), n.AccountID, received); err != nil {
			return err
		}
		list, err := s.acceptBatch(c.Request().Context(), received, n)
		if err != nil {
			return err
		}
		return s.promiseBatch(c, received.form, list, idem)
	})
}

// receivedBatch is the body of a request for a batch: the options for all documents as a form, and where the documents
// come from.
type receivedBatch struct {
	form        *form // with the files, if any were sent
	urls        []string
	fileIDs     []uuid.UUID // files in collections
	fingerprint []byte
}

func (s *Server) receiveBatch(c echo.Context) (receivedBatch, error) {
	kind, _, err := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
	if err == nil && kind == echo.MIMEApplicationJSON {
		return s.receiveReferences(c)
	}
	f, err := s.receiveForm(c, intake{
		keyOf: schema.SourceKey, fields: batchFields, several: true, most: schema.BatchSize, urlOnly: s.cfg.Region == RegionEU,
	})
	if err != nil {
		return receivedBatch{}, err
	}
	return receivedBatch{form: f, fingerprint: f.fingerprint(c)}, nil
}

// receiveReferences reads a batch of documents that are stored elsewhere.
func (s *Server) receiveReferences(c echo.Context) (receivedBatch, error) {
	requestBody(c).limit = maxBody
	if c.Request().ContentLength > maxBody {
		return receivedBatch{}, tooLarge(0)
	}
	in, err := s.readJSON(c)
	if err != nil {
		return receivedBatch{}, err
	}
	received := receivedBatch{form: &form{fields: map[string]string{}}, fingerprint: in.fingerprint(c)}
	switch {
	case in.has("urls") && in.has("file_ids"):
		in.wrong("value_error", "Value error, send urls or file_ids, not both", "file_ids")
	case in.has("file_ids"):
		received.fileIDs = in.uuids("file_ids", 1, schema.BatchSize)
	default:
		received.urls = in.urls("urls")
	}
	for _, name := range batchFields {
		received.form.fields[name] = in.scalar(name)
	}
	return received, in.err()
}

// urls reads a list of addresses to fetch documents from.
func (b *jsonBody) urls(name string) []string {
	if !b.required(name) {
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(b.fields[name], &list) != nil || list == nil {
		b.wrong("list_type", "Input should be a valid list", name)
		return nil
	}
	switch {
	case len(list) == 0:
		b.wrong("too_short", "List should have at least 1 item after validation, not 0", name)
	case !b.atMost(schema.BatchSize, len(list), name):
		return nil
	}
	urls := make([]string, 0, len(list))
	for i, raw := range list {
		var text string
		if json.Unmarshal(raw, &text) != nil || text == "" {
			b.wrong("string_type", "Input should be a valid string", name, fmt.Sprint(i))
			continue
		}
		v := &values{in: "body", get: func(string) string { return text }}
		sourceURL(v)
		for _, p := range v.problems {
			b.wrong(p.Type, p.Msg, name, fmt.Sprint(i))
		}
		urls = append(urls, text)
	}
	return urls
}

// scalar reads a field as the text that it would be in a form, or "" if it is absent.
func (b *jsonBody) scalar(name string) string {
	if !b.has(name) {
		return ""
	}
	raw := strings.TrimSpace(string(b.fields[name]))
	var text string
	switch {
	case json.Unmarshal(b.fields[name], &text) == nil:
		return text
	case strings.HasPrefix(raw, "{"), strings.HasPrefix(raw, "["):
		b.wrong("string_type", "Input should be a valid string", name)
		return ""
	}
	return raw
}

// acceptBatch returns the documents of a batch; n holds everything but their sources. A file that would have been
// refused by itself becomes a failed document with the same message, so that it does not hold up the others.
func (s *Server) acceptBatch(ctx context.Context, in receivedBatch, n schema.NewDocument) ([]schema.NewDocument, error) {
	if err := s.chooseExtractor(ctx, in.form, &n); err != nil {
		return nil, err
	}
	if err := s.maskAsAccount(ctx, &n); err != nil {
		return nil, err
	}
	files := in.form.uploads()
	list := make([]schema.NewDocument, 0, len(files)+len(in.urls))
	for _, u := range files {
		d := n
		d.ID, d.SourceKey = u.id, u.key
		err := s.acceptFile(ctx, u, &d)
		if refused, ok := errors.AsType[*schema.Error](err); ok && refused.Code == schema.BadRequest {
			d.Refused = &schema.DocumentFailure{Reason: "unsupported", Message: refused.Msg}
			err = nil
		}
		if err != nil {
			return nil, err
		}
		if d.FileName == "" {
			d.FileName = unnamed
		}
		list = append(list, d)
	}
	for _, u := range in.urls {
		d := n
		d.SourceURL = &u
		accepted, err := s.acceptURL(d)
		if err != nil {
			return nil, err
		}
		list = append(list, accepted...)
	}
	if len(list) == 0 {
		return nil, badRequest("Send files in the field files, or JSON with urls or file_ids")
	}
	return list, nil
}

func (s *Server) promiseBatch(c echo.Context, f *form, list []schema.NewDocument, idem *schema.Idempotent) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	n := schema.NewBatch{
		ID: id, AccountID: principal(c).AccountID, CallbackURL: list[0].CallbackURL, Documents: list, RequestID: requestID(c),
		Idempotent: idem,
	}
	for i := range list {
		list[i].CallbackURL = nil // the batch sends a single webhook at its end
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), batchPatience)
	defer cancel()
	b, err := s.cfg.DB.CreateBatch(ctx, n)
	answer := wireBatch(b)
	err = keep(ctx, idem, answer, err)
	if _, refused := errors.AsType[*schema.Error](err); !refused {
		f.keep()
	}
	if err != nil {
		return err
	}
	return ok(c, answer)
}

// batchOf returns the batch named in the path.
func (s *Server) batchOf(c echo.Context) (schema.BatchWithCounts, error) {
	ids, err := pathIDs(c, "id")
	if err != nil {
		return schema.BatchWithCounts{}, err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	return s.cfg.DB.Batch(ctx, principal(c).AccountID, ids[0])
}

// getBatch responds with a batch.
func (s *Server) getBatch(c echo.Context) error {
	b, err := s.batchOf(c)
	if err != nil {
		return err
	}
	return ok(c, wireBatch(b))
}

// listBatches responds with one page of the account's batches, newest first.
func (s *Server) listBatches(c echo.Context) error {
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListBatches(c.Request().Context(), principal(c).AccountID, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireBatch)
}

// listBatchDocuments responds with one page of a batch's documents, in the order in which they were sent.
func (s *Server) listBatchDocuments(c echo.Context) error {
	b, err := s.batchOf(c)
	if err != nil {
		return err
	}
	v := queryValues(c)
	p, status := v.paging(), schema.DocumentStatus(v.enum("status", "", documentStatuses...))
	if err := v.err(); err != nil {
		return err
	}
	ctx := c.Request().Context()
	rows, count, err := s.cfg.DB.ListBatchDocuments(ctx, b.ID, status, p.skip, p.limit)
	if err != nil {
		return err
	}
	used, err := s.cfg.DB.ExtractorsOf(ctx, rows...)
	if err != nil {
		return err
	}
	return okList(c, rows, count, func(d schema.Document) document { return wireDocument(d, used[d.ID]) })
}

// cancelBatch ends the documents of a batch that have not ended yet. The others keep their results.
func (s *Server) cancelBatch(c echo.Context) error {
	row, err := s.batchOf(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	return s.once(c, requestFingerprint(c), func(idem *schema.Idempotent) error {
		b, start, err := s.cfg.DB.CancelBatch(ctx, row.AccountID, row.ID, requestID(c), idem)
		answer := wireBatch(b)
		if err := keep(ctx, idem, answer, err); err != nil {
			return err
		}
		if start != (schema.Start{}) {
			s.cfg.Submit(start)
		}
		return ok(c, answer)
	})
}

// deleteBatch removes the batch and hides its documents for good; their files are removed afterwards.
func (s *Server) deleteBatch(c echo.Context) error {
	ids, err := pathIDs(c, "id")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), batchPatience)
	defer cancel()
	inFlight, err := s.cfg.DB.DeleteBatch(ctx, principal(c).AccountID, ids[0], requestID(c))
	if err != nil {
		return err
	}
	for _, d := range inFlight {
		s.cfg.Cancel(schema.DocumentStart(d))
	}
	return ok(c, message{"Batch deleted successfully"})
}

// errBatchInFlight is the 409 for results that are not complete yet.
var errBatchInFlight = &failure{
	status: http.StatusConflict, detail: "The batch is still being processed; its results are complete once finished_at is set",
}
