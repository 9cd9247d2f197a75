package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/internal/highlight"
	"quire/schema"
)

type wirePassages struct {
	Data []struct {
		FileID    uuid.UUID `json:"file_id"`
		Filename  string
		Version   int
		PageStart int `json:"page_start"`
		PageEnd   int `json:"page_end"`
		Score     float64
		Text      string
		Places    []highlight.Place
	}
	Count int
}

// indexed makes a file ready whose only page is the invoice, with two passages.
func (s *service) indexed(c wireCollection) (wireFile, []schema.TurnHit) {
	s.t.Helper()
	f := s.put(c, "invoice.pdf", pdf)
	claim := s.claim(c, f)
	key := schema.VersionPrefix(claim.VersionID) + "output-1"
	s.keepPages(key, invoice(1))
	spans := json.RawMessage(`[{"page":1,"block":1,"from":6,"start":0,"end":3}]`)
	_, err := s.db.StorePassages(s.t.Context(), claim.Generation, claim.Attempt, claim.VersionID, "en", func(yield func(schema.Passage, error) bool) {
		for n := range 2 {
			p := schema.Passage{Number: n, PageStart: 1, PageEnd: 1, Kind: "text", Header: "invoice", Text: "due", Spans: spans}
			if !yield(p, nil) {
				return
			}
		}
	})
	require.NoError(s.t, err)
	_, err = s.db.ActivateFile(s.t.Context(), claim.VersionID, claim.Attempt, schema.FileOutput{PageCount: 1, OutputKey: key}, claim.Generation)
	require.NoError(s.t, err)
	hits := make([]schema.TurnHit, 0, 2)
	for _, n := range []int{1, 0} {
		hits = append(hits, schema.TurnHit{PassageRef: schema.PassageRef{Generation: claim.Generation, Number: n}, Score: float32(n) + 0.5})
	}
	return f, hits
}

// finding returns a function that ends every search with the given passages, as a worker would.
func (s *service) finding(hits []schema.TurnHit) func(context.Context, schema.Turn) {
	return func(ctx context.Context, t schema.Turn) {
		if t.PassagesWanted != nil {
			_ = s.db.KeepHits(ctx, t.ID, int(t.Attempt), hits[:min(len(hits), int(*t.PassagesWanted))])
		}
		_ = s.db.EndTurn(ctx, t.ID, schema.TurnEnd{Status: schema.TurnComplete})
	}
}

func (c wireCollection) search() string { return "/api/v1/collections/" + c.ID.String() + "/search" }

func TestASearchLeadsToPassagesAndTheirPlaces(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f, hits := s.indexed(c)
	s.answering(s.finding(hits))
	var got wirePassages
	s.do(s.json("POST", c.search(), `{"query":"When is it due?"}`)).into(200, &got)
	require.Equal(t, 2, got.Count)
	best := got.Data[0]
	require.Equal(t, f.ID, best.FileID)
	require.Equal(t, "invoice.pdf", best.Filename)
	require.Equal(t, []int{1, 1, 1}, []int{best.Version, best.PageStart, best.PageEnd})
	require.Equal(t, "due", best.Text)
	require.Equal(t, due, best.Places)
	require.InDelta(t, 1.5, best.Score, 0)
	require.InDelta(t, 0.5, got.Data[1].Score, 0)

	several := fmt.Sprintf(`{"query":"due","limit":1,"collection_ids":%s,"file_ids":[%q]}`, ids(c, s.collection("d")), f.ID)
	s.do(s.json("POST", "/api/v1/search", several)).into(200, &got)
	require.Equal(t, 1, got.Count, "as many as are wanted")

	reader := s.as(s.newKey(s.id, true, false))
	reader.do(reader.json("POST", c.search(), `{"query":"due"}`)).into(200, &got)
	writer := s.as(s.newKey(s.id, false, true))
	require.Equal(t, 403, writer.do(writer.json("POST", c.search(), `{"query":"due"}`)).status)

	require.Equal(t, 200, s.delete(c.file(f)).status)
	s.do(s.json("POST", c.search(), `{"query":"due"}`)).into(200, &got)
	require.Empty(t, got.Data, "the rows have the last word")
}

func TestASearchSeesOnlyTheAccountsOwn(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f, hits := s.indexed(c)
	s.answering(s.finding(hits))
	rival := s.as(s.newKey(s.newAccount("default"), true, true))
	rival.do(rival.json("POST", c.search(), `{"query":"due"}`)).fails(404, "Collection not found")
	rival.do(rival.json("POST", "/api/v1/search", fmt.Sprintf(`{"query":"due","collection_ids":%s}`, ids(c)))).fails(404, "Collection not found")
	own := rival.collection("own")
	body := fmt.Sprintf(`{"query":"due","file_ids":[%q]}`, f.ID)
	rival.do(rival.json("POST", own.search(), body)).fails(404, "File not found")
	var got wirePassages
	rival.do(rival.json("POST", own.search(), `{"query":"due"}`)).into(200, &got)
	require.Empty(t, got.Data, "an index that has gone mad shows nobody another account's passages")
}

func TestASearchMustMakeSense(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	for _, tt := range []struct{ body, field, kind string }{
		{`{}`, "body.query", "missing"},
		{`{"query":" "}`, "body.query", "string_too_short"},
		{`{"query":"` + strings.Repeat("x", 32001) + `"}`, "body.query", "string_too_long"},
		{`{"query":"x","limit":0}`, "body.limit", "greater_than_equal"},
		{`{"query":"x","limit":51}`, "body.limit", "less_than_equal"},
		{`{"query":"x","limit":99999999999999999999}`, "body.limit", "less_than_equal"},
		{`{"query":"x","limit":-99999999999999999999}`, "body.limit", "greater_than_equal"},
		{`{"query":"x","limit":"5"}`, "body.limit", "int_type"},
		{`{"query":"x","limit":1.5}`, "body.limit", "int_type"},
		{`{"query":"x","file_ids":["y"]}`, "body.file_ids.0", "uuid_parsing"},
	} {
		s.do(s.json("POST", c.search(), tt.body)).invalid(tt.field, tt.kind)
	}
	s.do(s.json("POST", "/api/v1/search", `{"query":"x"}`)).invalid("body.collection_ids", "missing")
	s.do(s.json("POST", "/api/v1/collections/x/search", `{"query":"x"}`)).invalid("path.collection_id", "uuid_parsing")
}

func TestASearchThatNobodyMadeIsUnavailable(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	s.answering(s.inTwoPieces) // as a worker does that does not support searches
	s.do(s.json("POST", c.search(), `{"query":"due"}`)).fails(503, "The service is temporarily unavailable; please try again")
}
