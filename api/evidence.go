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
	"quire/schema"
)

// maxEvidenceLine bounds one value with its quote, in bytes.
const maxEvidenceLine = 16 << 20

// evidenceList is where the values of an extraction come from: one entry a value, as the run has written it.
type evidenceList struct {
	Data     []json.RawMessage `json:"data"`
	Count    int               `json:"count"`
	Warnings []string          `json:"warnings"`
}

// listEvidence answers one page of the proof of an extraction, in the order of the output. A conversion, and a document
// without output, has none.
func (s *Server) listEvidence(c echo.Context) error {
	d, err := s.documentOf(c)
	if err != nil {
		return err
	}
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	list := evidenceList{Data: []json.RawMessage{}, Warnings: []string{}}
	if d.ExtractorID != nil && d.StatusAt(time.Now()) == schema.Completed {
		if err := s.readEvidence(c.Request().Context(), schema.EvidenceKey(*d.OutputKey), p, &list); err != nil {
			return err
		}
	}
	return ok(c, list)
}

// readEvidence reads the sidecar: its first line holds the warnings, each other one a value.
func (s *Server) readEvidence(ctx context.Context, key string, p paging, to *evidenceList) error {
	r, err := s.cfg.Blobs.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return fmt.Errorf("a row without its evidence: %w", err)
	}
	if err != nil {
		return unavailable("blob store", err)
	}
	defer func() { _ = r.Close() }() // it was only read
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
			to.Data = append(to.Data, append(json.RawMessage(nil), lines.Bytes()...))
		}
		to.Count++
	}
	return lines.Err()
}
