package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/labstack/echo/v4"

	"quire/internal/blob"
	"quire/internal/highlight"
	"quire/schema"
)

// maxEvidenceLine bounds one value with its quote, in bytes.
const maxEvidenceLine = 16 << 20

// evidenceList is the evidence of an extraction: one entry per value, as the run wrote it.
type evidenceList struct {
	Data     []valueEvidence `json:"data"`
	Count    int             `json:"count"`
	Warnings []string        `json:"warnings"`
}

// valueEvidence is one value as the run wrote it, with the positions of its quote.
type valueEvidence struct {
	Path     string            `json:"path"`
	Value    json.RawMessage   `json:"value"`
	Page     *int              `json:"page"`
	Quote    string            `json:"quote"`
	Verified bool              `json:"verified"`
	Places   []highlight.Place `json:"places"`
}

// listEvidence responds with one page of the evidence of an extraction, in the order of the output. A conversion, or a
// document without output, has none.
func (s *Server) listEvidence(c echo.Context) error {
	d, err := s.documentOf(c)
	if err != nil {
		return err
	}
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	list := evidenceList{Data: []valueEvidence{}, Warnings: []string{}}
	if d.ExtractorID != nil && d.StatusAt(time.Now()) == schema.Completed {
		if err := s.readEvidence(c.Request().Context(), schema.EvidenceKey(*d.OutputKey), p, &list); err != nil {
			return err
		}
		if err := s.locate(c.Request().Context(), *d.OutputKey, list.Data); err != nil {
			return err
		}
	}
	return ok(c, list)
}

// locate adds the positions of the quotes.
func (s *Server) locate(ctx context.Context, outputKey string, values []valueEvidence) error {
	books := s.shelf(ctx)
	defer books.close()
	book, err := books.book(outputKey)
	if err != nil {
		return err
	}
	for i := range values {
		v := &values[i]
		v.Places = []highlight.Place{}
		if v.Page == nil {
			continue
		}
		if v.Places, err = book.Find(v.Quote, *v.Page, *v.Page); err != nil {
			return err
		}
	}
	return nil
}

// readEvidence reads the evidence file: its first line holds the warnings, each further line a value.
func (s *Server) readEvidence(ctx context.Context, key string, p paging, to *evidenceList) error {
	r, err := s.cfg.Blobs.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return fmt.Errorf("a row without its evidence: %w", err)
	}
	if err != nil {
		return unavailable("blob store", err)
	}
	defer func() { _ = r.Close() }() // only read from
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxEvidenceLine)
	if !lines.Scan() {
		return errors.Join(lines.Err(), io.ErrUnexpectedEOF)
	}
	if err := json.Unmarshal(lines.Bytes(), to); err != nil {
		return fmt.Errorf("evidence: %w", err)
	}
	for lines.Scan() {
		if to.Count >= p.skip && len(to.Data) < p.limit {
			var v valueEvidence
			if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
				return fmt.Errorf("evidence: %w", err)
			}
			to.Data = append(to.Data, v)
		}
		to.Count++
	}
	return lines.Err()
}
