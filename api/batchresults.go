package api

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/blob"
	"quire/schema"
)

const (
	formZIP   = "zip"
	formJSONL = "jsonl"
	// resultsAtOnce is how many documents of a batch are read per query.
	resultsAtOnce = 50
	// manifestName is the entry of an archive that lists every document of the batch.
	manifestName = "results.jsonl"
)

// batchResult is the entry of one document in the results of a batch.
type batchResult struct {
	Position   int32                 `json:"position"`
	DocumentID uuid.UUID             `json:"document_id"`
	FileName   string                `json:"file_name"`
	Status     schema.DocumentStatus `json:"status"`
	PageCount  *int32                `json:"page_count"`
	Error      *string               `json:"error"`
	OutputType *string               `json:"output_type"`
	OutputFile *string               `json:"output_file,omitempty"` // in the archive
}

// batchResults streams the outputs of a finished batch, as an archive or as JSON lines. It holds at most one buffer of
// one output, and the directory of the archive, in memory.
func (s *Server) batchResults(c echo.Context) error {
	v := queryValues(c)
	form := v.enum("format", formZIP, formZIP, formJSONL)
	b, err := s.batchOf(c)
	if err != nil {
		return err
	}
	if err := v.err(); err != nil {
		return err
	}
	if b.FinishedAt == nil {
		return errBatchInFlight
	}
	h := c.Response().Header()
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	h.Set(echo.HeaderContentDisposition, attachment("batch-"+b.ID.String()+"."+form))
	h.Set(echo.HeaderContentType, "application/zip")
	if form == formJSONL {
		h.Set(echo.HeaderContentType, "application/jsonl")
	}
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	return s.writeResults(c, b, form)
}

// results writes the outcomes of documents one after the other.
type results interface {
	// add writes a document; output is nil if it has none.
	add(r batchResult, name string, output io.Reader) error
	// close writes what follows the last document.
	close() error
}

func (s *Server) writeResults(c echo.Context, batch schema.BatchWithCounts, form string) error {
	out := results(&lines{w: c.Response()})
	if form == formZIP {
		out = &archive{w: zip.NewWriter(c.Response()), at: *batch.FinishedAt}
	}
	conn := http.NewResponseController(c.Response())
	defer func() { _ = conn.SetWriteDeadline(time.Time{}) }() // the next response on the connection has its own deadline
	for position := int32(0); ; {
		rows, err := s.nextResults(c, batch.ID, position)
		if err != nil {
			return err
		}
		for _, d := range rows {
			if err := s.writeResult(c.Request().Context(), conn, d, out); err != nil {
				return err
			}
			position = d.BatchPosition
		}
		if len(rows) < resultsAtOnce {
			return out.close()
		}
	}
}

func (s *Server) nextResults(c echo.Context, batch uuid.UUID, after int32) ([]schema.Document, error) {
	ctx, cancel := shortly(c)
	defer cancel()
	return s.cfg.DB.BatchDocumentsAfter(ctx, batch, after, resultsAtOnce)
}

func (s *Server) writeResult(ctx context.Context, conn *http.ResponseController, d schema.Document, out results) error {
	r := batchResult{
		Position: d.BatchPosition, DocumentID: d.ID, FileName: d.FileName, Status: d.StatusAt(time.Now()), PageCount: d.PageCount, Error: d.Error,
	}
	// Only tests that do not need deadlines have connections without them.
	_ = conn.SetWriteDeadline(time.Now().Add(downloadGrace))
	if r.Status != schema.Completed {
		return out.add(r, "", nil)
	}
	output, err := s.cfg.Blobs.Open(ctx, *d.OutputKey)
	if errors.Is(err, blob.ErrNotFound) {
		r.Status = schema.Expired // deleted since its row was read
		return out.add(r, "", nil)
	}
	if err != nil {
		return unavailable("blob store", err)
	}
	defer func() { _ = output.Close() }() // only read from
	_ = conn.SetWriteDeadline(time.Now().Add(downloadGrace + time.Duration(output.Size)*time.Second/slowest))
	r.OutputType = d.OutputType
	return out.add(r, *d.OutputName, output)
}

// archive is a ZIP file with the outputs and a manifest.
type archive struct {
	w        *zip.Writer
	at       time.Time
	manifest bytes.Buffer // at most a few hundred bytes for each document
}

// create begins an entry. It has the time of the batch, because without one, programs would show a date that does not
// exist.
func (a *archive) create(name string) (io.Writer, error) {
	return a.w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: a.at})
}

func (a *archive) add(r batchResult, name string, output io.Reader) error {
	if output != nil {
		r.OutputFile = new(fmt.Sprintf("%04d-%s", r.Position, path.Base(name)))
		entry, err := a.create(*r.OutputFile)
		if err == nil {
			_, err = io.Copy(entry, output)
		}
		if err != nil {
			return fmt.Errorf("archive: %w", err)
		}
	}
	line, err := encode(r) // ends with a newline
	_, _ = a.manifest.Write(line)
	return err
}

func (a *archive) close() error {
	entry, err := a.create(manifestName)
	if err == nil {
		_, err = a.manifest.WriteTo(entry)
	}
	return errors.Join(err, a.w.Close())
}

// lines writes JSON, one document per line, with the output as a string.
type lines struct{ w io.Writer }

func (l *lines) add(r batchResult, _ string, output io.Reader) error {
	head, err := encode(r)
	if err != nil {
		return err
	}
	head = bytes.TrimSuffix(bytes.TrimSpace(head), []byte("}"))
	if output == nil {
		_, err = fmt.Fprintf(l.w, "%s,\"output\":null}\n", head)
		return err
	}
	if _, err = fmt.Fprintf(l.w, `%s,"output":"`, head); err != nil {
		return err
	}
	text := &jsonText{w: l.w}
	if _, err = io.Copy(text, output); err != nil {
		return err
	}
	if err = text.end(); err != nil {
		return err
	}
	_, err = io.WriteString(l.w, "\"}\n")
	return err
}

func (*lines) close() error { return nil }

// jsonText writes text as the content of a JSON string.
type jsonText struct {
	w   io.Writer
	cut []byte // the beginning of a character whose remaining bytes have not been written yet
}

// Write implements io.Writer.
func (t *jsonText) Write(p []byte) (int, error) {
	all := append(t.cut, p...)
	whole := len(all) - unfinished(all)
	if err := t.escape(all[:whole]); err != nil {
		return 0, err
	}
	t.cut = append([]byte(nil), all[whole:]...)
	return len(p), nil
}

// end writes the bytes left of a character that was never completed.
func (t *jsonText) end() error { return t.escape(t.cut) }

func (t *jsonText) escape(p []byte) error {
	var quoted bytes.Buffer
	e := json.NewEncoder(&quoted)
	e.SetEscapeHTML(false)
	if err := e.Encode(string(p)); err != nil {
		return err
	}
	inside := bytes.TrimSpace(quoted.Bytes())
	_, err := t.w.Write(inside[1 : len(inside)-1])
	return err
}

// unfinished returns how many bytes at the end of p may be the beginning of a character.
func unfinished(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if last := p[len(p)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}
