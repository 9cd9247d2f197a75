package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/highlight"
	"quire/internal/passage"
	"quire/schema"
)

const (
	defaultPassages = 10
	mostPassages    = 50
)

// foundPassage is a passage found by a search, on the wire.
type foundPassage struct {
	FileID       uuid.UUID         `json:"file_id"`
	CollectionID uuid.UUID         `json:"collection_id"`
	Filename     string            `json:"filename"`
	Path         string            `json:"path"`
	Version      int32             `json:"version"`
	PageStart    int               `json:"page_start"`
	PageEnd      int               `json:"page_end"`
	Kind         string            `json:"kind"`
	Score        float32           `json:"score"`
	Header       string            `json:"header"`
	Columns      *string           `json:"columns"`
	Text         string            `json:"text"`
	Places       []highlight.Place `json:"places"`
}

// search responds with the passages of collections that match a query best.
func (s *Server) search(c echo.Context) error {
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	var collections []uuid.UUID
	if b.required("collection_ids") {
		collections = b.uuids("collection_ids", 1, maxCollections)
	}
	return s.passages(c, b, collections)
}

// searchCollection responds with the passages of one collection that match a query best.
func (s *Server) searchCollection(c echo.Context) error {
	ids, err := pathIDs(c, "collection_id")
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	return s.passages(c, b, ids)
}

// passages searches in a turn, because the index is where the workers are: it waits as a question does, but no model
// writes anything.
func (s *Server) passages(c echo.Context, b *jsonBody, collections []uuid.UUID) error {
	n := schema.NewTurn{AccountID: principal(c).AccountID, CollectionIDs: collections, Question: b.text("query", maxQuestion)}
	n.Passages = b.number("limit", defaultPassages, mostPassages)
	if b.has("file_ids") {
		n.FileIDs = b.uuids("file_ids", 0, maxFileIDs)
	}
	if err := b.err(); err != nil {
		return err
	}
	if err := checkCollections(c, collections); err != nil {
		return err
	}
	t, err := s.beginTurn(c, n, "")
	if err != nil {
		return err
	}
	if t, err = s.end(c, t); err != nil {
		return err
	}
	if t.Status != schema.TurnComplete {
		return unanswered(t)
	}
	hits, err := t.Found()
	if err != nil {
		return err
	}
	if hits == nil { // a worker of an earlier build does not support searches
		return unavailable("search", errors.New("the worker has written an answer"))
	}
	return s.answerPassages(c, t.AccountID, hits)
}

func (s *Server) answerPassages(c echo.Context, account uuid.UUID, hits []schema.TurnHit) error {
	ctx, cancel := shortly(c)
	defer cancel()
	refs := make([]schema.PassageRef, 0, len(hits))
	scores := make(map[schema.PassageRef]float32, len(hits))
	for _, h := range hits {
		refs = append(refs, h.PassageRef)
		scores[h.PassageRef] = h.Score
	}
	rows, err := s.cfg.DB.FoundPassages(ctx, account, refs)
	if err != nil {
		return err
	}
	books := s.shelf(ctx)
	defer books.close()
	data := make([]foundPassage, 0, len(rows))
	for _, row := range rows {
		p, err := books.found(account, row)
		if err != nil {
			return err
		}
		p.Score = scores[schema.PassageRef{Generation: row.Generation, Number: row.Number}]
		data = append(data, p)
	}
	return ok(c, list[foundPassage]{Data: data, Count: len(data)})
}

// found returns the wire form of a passage, with its positions on the pages.
func (b *shelf) found(account uuid.UUID, row schema.FoundPassage) (foundPassage, error) {
	p := foundPassage{
		FileID: row.File, CollectionID: row.Collection, Filename: row.Filename, Path: row.Path, Version: row.Version,
		PageStart: row.PageStart, PageEnd: row.PageEnd, Kind: row.Kind, Header: row.Header, Columns: orNull(row.Columns), Text: row.Text,
		Places: []highlight.Place{},
	}
	var spans []passage.Span
	if err := json.Unmarshal(row.Spans, &spans); err != nil {
		return p, fmt.Errorf("spans of passage %s/%d: %w", row.Generation, row.Number, err)
	}
	book, err := b.version(account, citation{CollectionID: row.Collection, FileID: row.File}, int(row.Version))
	if err != nil {
		return p, err
	}
	places, err := book.Quoted(row.Text, spans)
	if len(places) > 0 {
		p.Places = places
	}
	return p, err
}

// number reads an optional integer from 1 to most.
func (b *jsonBody) number(name string, without, most int) int {
	if !b.has(name) {
		return without
	}
	n, err := strconv.Atoi(string(b.fields[name])) // if out of range, n is the nearest representable number
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		b.wrong("int_type", "Input should be a valid integer", name)
	case n > most:
		b.wrong("less_than_equal", fmt.Sprintf("Input should be less than or equal to %d", most), name)
	case n < 1:
		b.wrong("greater_than_equal", "Input should be greater than or equal to 1", name)
	}
	return n
}
